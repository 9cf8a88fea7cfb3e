"""The page templates, the functions that they call, and the table of standings; text from files is always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from pairing_engine.answers.account import who_of_step
from pairing_engine.answers.sentences import in_letters, in_words, total_of
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import ByeKind, EventKind, Points, Result, Tournament, Tpn, show_points
from pairing_engine.facts.names import called
from pairing_engine.facts.shown import without_controls
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import filled, in_decimals, language, marked, say
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.standings.table import Standings, shown, standings
from swisspair.page.rules import merged
from swisspair.terminal.screen import columns_that_tell


@lru_cache(maxsize=1)
def _environment() -> Environment:
    found = Environment(
        loader=PackageLoader("swisspair.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    found.newstyle_gettext = True  # type: ignore[attr-defined]
    found.globals |= {"gettext": _say, "language": language, "merged": merged, "handbook": handbook()}
    found.filters |= {
        "say": say,
        "css": _in_css,
        "points": _points,
        "in_words": _in_words,
        "letters": in_letters,
        "of_total": total_of,
        "who": who_of_step,
    }
    return found


def handbook() -> str:
    """Return the address of the handbook's pages, which a release states; empty if it states none."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("swisspair-fide").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    return next((f"{url.split(', ')[1]}handbook/" for url in urls if url.startswith("Documentation, ")), "")


def prepare() -> None:
    """Compile all templates in advance, for the page in a browser."""
    for name in _environment().list_templates(["html"]):
        _environment().get_template(name)


def _say(message: str, **values: object) -> Markup:
    """Translate a sentence of a template, and fill in values, which are escaped."""
    words = re.sub(r"%\(([^)]*)\)s", r"{\1}", say(message)).replace("%%", "%")
    return Markup(filled(words, {name: escape(value) for name, value in values.items()}) if values else words)


def _points(points: Points) -> str:
    return in_decimals(show_points(points))


def _in_css(text: str) -> Markup:
    r"""Return a text for a string of a style sheet, in which only letters and digits of ASCII stand as they are.

    >>> str(_in_css('Café "5"'))
    'Caf\\0000e9\\000020\\0000225\\000022'
    """
    plain = Markup(text).unescape() if isinstance(text, Markup) else text
    return Markup("".join(one if one.isascii() and one.isalnum() else f"\\{ord(one):06x}" for one in plain))


def _in_words(finding: Finding, names: Mapping[int, str], kind: EventKind) -> str:
    return in_words(finding, lambda tpn: called(tpn, names[tpn], kind))


def title_of(file: str, event: str = "") -> str:
    """Return the name of an event or, if the event has no name, the name of its file.

    >>> title_of("events/club-2026.trf")
    'club-2026'
    """
    return event or PurePath(file).stem or file


LARGE = 40
"""The least number of participants for which a page has a search by name and scrolling tables."""


def render(template: str, **values: object) -> str:
    """Render a template with its style sheet; characters that reverse the direction of writing are neutralised."""
    return without_controls(_environment().get_template(template).render(**values))


SHOWN = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "−",
    Result.UNKNOWN: "?",
    ByeKind.PAIRING_ALLOCATED: marked("bye"),
    ByeKind.FULL_POINT: "F",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "Z",
}
"""The signs for outcomes in a crosstable."""


class TableRow(NamedTuple):
    """A participant's row: rank, tie-break values, and a cell such as ``12w1`` for each round."""

    rank: int
    number: int
    name: str
    rounds: tuple[str, ...]
    values: tuple[str, ...]


class Table(NamedTuple):
    """The standings and the crosstable after ``after`` rounds. ``remark`` explains why a table shows only points."""

    after: int
    codes: tuple[str, ...]
    why: str
    remark: str
    rows: tuple[TableRow, ...]
    columns: tuple[int, ...] = ()
    """The numbers of the opponents, if the cells of the rows are by opponents and not by rounds."""


def table_of(found: Standings) -> Table:
    """Return the table of standings, without the column of a Direct Encounter that separates nobody."""
    codes, shown_at = found.order.codes, columns_that_tell(found)
    placed = [(place.rank, place.tpn, tuple(shown(place.values[at]) for at in shown_at)) for place in found.places]
    rows = _rows(_crosstable(found.tournament, found.after), found.tournament, placed)
    return Table(found.after, tuple(codes[at] for at in shown_at), found.order.why, found.remark, rows)


def by_opponents(found: Standings) -> Table:
    """Return the table of a round robin, in which a row has a cell with the results against each opponent."""
    table, order = table_of(found), [place.tpn for place in found.places]
    games = _crosstable(found.tournament, found.after)
    past = [games.entries(number) for number in range(1, found.after + 1)]

    def cell(tpn: Tpn, other: Tpn) -> str:
        met = (entries[tpn].outcome for entries in past if entries[tpn].opponent == other)
        return "×" if tpn == other else " ".join(say(SHOWN[one]) for one in met if one is not None) or "·"

    rows = (
        row._replace(rounds=tuple(cell(tpn, other) for other in order))
        for row, tpn in zip(table.rows, order, strict=True)
    )
    return table._replace(rows=tuple(rows), columns=tuple(row.number for row in table.rows))


def table_before(tournament: Tournament, number: int) -> Table:
    """Return the table before a round; without tie-breaks it is sorted by points and number."""
    after = number - 1
    try:
        return table_of(standings(tournament._replace(rounds=tournament.rounds[:after], under_way=False), after))
    except PairingError as error:
        table = _crosstable(tournament, after)
        totals = sorted(table.totals().items(), key=lambda one: (-one[1], one[0]))
        placed = [(rank, tpn, (show_points(points),)) for rank, (tpn, points) in enumerate(totals, 1)]
        return Table(after, ("PTS",), "", str(error) if after else "", _rows(table, tournament, placed))


def _crosstable(tournament: Tournament, after: int) -> Crosstable:
    settings = tournament.settings._replace(virtual_points=(), baku=False)
    return Crosstable(tournament.rounds[:after], tuple(one.tpn for one in tournament.participants), settings)


def _rows(
    table: Crosstable, tournament: Tournament, placed: Iterable[tuple[int, Tpn, tuple[str, ...]]]
) -> tuple[TableRow, ...]:
    people = {one.tpn: one for one in tournament.participants}
    past = [table.entries(number) for number in range(1, len(table.rounds) + 1)]

    def cell(entry: Entry) -> str:
        outcome = "" if entry.outcome is None else say(SHOWN[entry.outcome])
        return f"{people[entry.opponent].number}{entry.colour}{outcome}" if entry.opponent else outcome or "·"

    return tuple(
        TableRow(
            rank,
            people[tpn].number,
            people[tpn].name,
            tuple(cell(entries[tpn]) for entries in past),
            tuple(map(in_decimals, values)),
        )
        for rank, tpn, values in placed
    )
