"""The page templates, the functions that they call, and the table of standings; text from files is always escaped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import PurePath

from jinja2 import Environment, PackageLoader, StrictUndefined

from pairing_engine.answers.sentences import in_letters, in_words
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import ByeKind, Result, Tournament, Tpn, show_points
from pairing_engine.facts.shown import without_controls
from pairing_engine.kernel.trace import Finding
from pairing_engine.language import language, marked, say, say_many
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.standings.table import Standings, shown, standings
from pairing_engine.values import NamedTuple, replace
from swisspair.page.rules import merged


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
    found.install_gettext_callables(say, _say_many, newstyle=True)  # type: ignore[attr-defined]
    found.filters["say"] = say
    found.globals["language"] = language
    found.filters["points"] = show_points
    found.filters["in_words"] = _in_words
    found.filters["letters"] = in_letters
    found.globals["merged"] = merged
    return found


def prepare() -> None:
    """Compile all templates in advance, for the page in a browser."""
    for name in _environment().list_templates(["html"]):
        _environment().get_template(name)


def _say_many(one: str, many: str, number: int) -> str:
    """Return the singular or plural form of a sentence, and leave the placeholders to Jinja2."""
    return say_many(one, many, number)


def _in_words(finding: Finding, names: Mapping[int, str]) -> str:
    return in_words(finding, lambda tpn: f"{tpn} {names[tpn]}".strip())


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


class TableBefore(NamedTuple):
    """The standings and the crosstable after ``after`` rounds. ``remark`` explains why a table shows only points."""

    after: int
    codes: tuple[str, ...]
    why: str
    remark: str
    rows: tuple[TableRow, ...]


def table_before(tournament: Tournament, number: int) -> TableBefore:
    """Return the table before a round; without tie-breaks it is sorted by points and number."""
    after = number - 1
    try:
        before = replace(tournament, rounds=tournament.rounds[:after], under_way=False)
        return table_of(tournament, standings(before, after))
    except PairingError as error:
        totals, row = _crosstable(tournament, after).totals(), _rows(tournament, after)
        places = sorted(totals, key=lambda tpn: (-totals[tpn], tpn))
        rows = tuple(row(rank, tpn, (show_points(totals[tpn]),)) for rank, tpn in enumerate(places, 1))
        return TableBefore(after, ("PTS",), "", "" if not after else str(error), rows)


def table_of(tournament: Tournament, found: Standings) -> TableBefore:
    """Return the standings and the crosstable of the same rounds, in one table."""
    row = _rows(tournament, found.after)
    rows = tuple(row(place.rank, place.tpn, tuple(map(shown, place.values))) for place in found.places)
    return TableBefore(found.after, tuple(found.order.codes), found.order.why, found.remark, rows)


def _crosstable(tournament: Tournament, after: int) -> Crosstable:
    everybody = tuple(participant.tpn for participant in tournament.participants)
    settings = replace(tournament.settings, virtual_points=(), baku=False)
    return Crosstable(tournament.rounds[:after], everybody, settings)


def _rows(tournament: Tournament, after: int) -> Callable[[int, Tpn, tuple[str, ...]], TableRow]:
    table = _crosstable(tournament, after)
    past = [table.entries(number) for number in range(1, after + 1)]
    numbers = {participant.tpn: participant.number for participant in tournament.participants}
    names = {participant.tpn: participant.name for participant in tournament.participants}

    def row(rank: int, tpn: Tpn, values: tuple[str, ...]) -> TableRow:
        rounds = tuple(_cell(entries[tpn], numbers) for entries in past)
        return TableRow(rank, numbers[tpn], names[tpn], rounds, values)

    return row


def _cell(entry: Entry, numbers: dict[Tpn, Tpn]) -> str:
    outcome = "" if entry.outcome is None else say(SHOWN[entry.outcome])
    if not entry.opponent:
        return outcome or "·"
    return f"{numbers[entry.opponent]}{entry.colour}{outcome}"
