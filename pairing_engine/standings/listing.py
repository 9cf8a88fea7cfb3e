"""The list of all tie-breaks, as text and as the page docs/tie-breaks.md."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.language import marked, say
from pairing_engine.standings.catalogue import TIE_BREAKS, Needs, TieBreak
from pairing_engine.standings.codes import MOST, NAMES

MODIFIERS = marked(
    {
        "C": "leaves out the least significant values (14.1, 14.2)",
        "M": "leaves out the least and the most significant values, the same number of each (14.3, 14.4)",
        "L": (
            "raises or lowers the limit in steps of half a point; "
            "the limit stays above 0 and within the points of the tournament (14.5)"
        ),
        "P": "counts forfeited games as played (6.1.1, 16.6)",
        "F": "uses Fore Buchholz instead of Buchholz (8.3)",
        "R": "sorts in the opposite order (7.8, 10.6)",
        "U": "gives unrated players this rating (10)",
        "K": "divides the schedule strength by this number (13.4.2 b)",
    }
)
"""The meaning of each modifier letter of a code."""

WIDTH = 16


def lines() -> Iterator[str]:
    """Yield the lines of the list: each code with its name and article, then the meaning of the modifiers."""
    for tie_break in TIE_BREAKS.values():
        article = f"C.07 {tie_break.article}"
        teams = say(", teams only") if tie_break.teams_only else ""
        yield f"{_with_modifiers(tie_break):<{WIDTH}} {say(tie_break.name)} ({article}{teams})"
    yield ""
    for letter, words in MODIFIERS.items():
        yield f"{_modifier(letter):<{WIDTH}} {say(words)}"
    yield f"{':MP :GP':<{WIDTH}} {say('for teams: by match points or by game points (13)')}"


def _with_modifiers(tie_break: TieBreak) -> str:
    return tie_break.code + "".join(f" /{letter}" for letter in tie_break.modifiers)


def _modifier(letter: str) -> str:
    if letter == "L":
        return "/L+1 /L-1"
    return f"/{letter}" + ("1" if letter in MOST else "")


def page() -> str:
    """Return the page docs/tie-breaks.md as text."""
    return (
        "\n".join([*_HEAD, *map(_row, TIE_BREAKS.values()), *_AFTER_TABLE, *_modifier_rows(), *_NAMES_HEAD, *_names()])
        + "\n"
    )


_HEAD = (
    "# Tie-breaks",
    "",
    "This page lists all tie-breaks of C.07. `swisspair --standings --tiebreaks list` shows the same list. C.07 4.3",
    "defines the types in the table. [Readings](readings.md#K1) K1 to K27 say how swisspair reads articles that are",
    "not clear. `make tie-breaks` makes this page from `pairing_engine/standings/catalogue.py`.",
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


def _modifier_rows() -> Iterator[str]:
    for letter, words in MODIFIERS.items():
        yield f"| `{_modifier(letter)}` | {words} |"


def _names() -> Iterator[str]:
    for code, names in NAMES.items():
        yield f"| `{code}` | {', '.join(names)} |"
