"""Make docs/tie-breaks.md from the declared tie-breaks (`python -m tools.tie_breaks`)."""

from __future__ import annotations

from pathlib import Path

from pairing_engine.standings.catalogue import TIE_BREAKS, Needs, TieBreak
from pairing_engine.standings.codes import MODIFIERS, NAMES, in_code


def page() -> str:
    """Return the page as text."""
    modifiers = (f"| `{in_code(letter)}` | {modifier.effect} |" for letter, modifier in MODIFIERS.items())
    names = (f"| `{code}` | {names} |" for code, names in NAMES.items())
    return "\n".join([*_HEAD, *map(_row, TIE_BREAKS.values()), *_AFTER_TABLE, *modifiers, *_NAMES_HEAD, *names, ""])


_HEAD = (
    "# Tie-breaks",
    "",
    "This page lists all tie-breaks of C.07. `swisspair standings --tiebreaks list` shows the same list. C.07 4.3",
    "defines the types in the table. [Readings](readings.md) K1 to K28 say how swisspair reads articles that are",
    "not clear. `python -m tools.tie_breaks` makes this page from `pairing_engine/standings/catalogue.py`.",
    "",
    "| code | name | C.07 | type | modifiers | needs | ranks |",
    "|---|---|---|---|---|---|---|",
)

_AFTER_TABLE = (
    "",
    "## Modifiers",
    "",
    "Modifiers follow the code, as in `BH:GP/C1/P`. For teams, `:MP` or `:GP` comes first. It says whether the",
    "tie-break uses match points or game points.",
    "",
    "| modifier | effect |",
    "|---|---|",
)

_NAMES_HEAD = (
    "",
    "## Names",
    "",
    "`--tiebreaks` also understands the following names. It ignores upper and lower case, accents, blanks and hyphens.",
    "",
    "| code | names |",
    "|---|---|",
)


def _row(tie_break: TieBreak) -> str:
    modifiers = " ".join(f"`/{letter}`" for letter in tie_break.modifiers)
    references = " ".join(f"`:{points}`" for points in tie_break.references)
    needs = tie_break.needs.value if tie_break.needs is not Needs.NOTHING else ""
    ranks = "teams" if tie_break.teams_only else "everybody"
    cells = (
        f"`{tie_break.code}`", tie_break.name, tie_break.article, tie_break.type_, f"{references} {modifiers}".strip(),
        needs, ranks,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "tie-breaks.md").write_text(page(), encoding="utf-8")
