"""Sheets to print: boards and seats for the wall, and result slips."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.answers.paired import PairedRound
from pairing_engine.changes.results import boards_of
from pairing_engine.facts.model import ByeKind, Colour, Tournament, Tpn
from pairing_engine.facts.names import plain
from pairing_engine.values import NamedTuple
from swisspair.page.environment import render
from swisspair.page.printing import as_printed

LARGE = 14
"""The maximum number of boards for which the sheet uses large type."""


class SheetBoard(NamedTuple):
    """A board on a sheet, with names instead of players' numbers."""

    place: int
    white: str
    black: str


class Seat(NamedTuple):
    """The seat of a player; for the bye, ``board`` is 0."""

    name: str
    board: int = 0
    colour: Colour | None = None

    @property
    def has_white(self) -> bool:
        return self.colour is Colour.WHITE


class Posted(NamedTuple):
    """A round as the arbiter posts it for the players: names instead of numbers, and the participant with the bye."""

    event: str
    number: int
    boards: tuple[SheetBoard, ...]
    bye: str = ""


def as_paired(paired: PairedRound) -> Posted:
    """Return the round that the rules require, ready to be posted."""
    pairs = [(one.white, one.black) for one in paired.boards]
    return _posted(paired.state.tournament, paired.number, pairs, paired.bye)


def as_recorded(tournament: Tournament, number: int) -> Posted:
    """Return a recorded round, ready to be posted. Raises `BadRequest` if the round does not exist."""
    pairs = [(one.white, one.black) for one in boards_of(tournament, number)]
    byes = (one.tpn for one in tournament.rounds[number - 1].byes if one.kind is ByeKind.PAIRING_ALLOCATED)
    return _posted(tournament, number, pairs, next(byes, None))


def printed(what: str, paired: PairedRound, *, as_pdf: bool) -> bytes:
    """Return the ``sheet`` or the ``slips`` of a round as HTML or PDF. Raises `BadRequest` without a browser."""
    return as_printed({"sheet": sheet, "slips": slips}[what](as_paired(paired)), as_pdf=as_pdf)


def sheet(posted: Posted) -> str:
    """Return the printable sheet: boards with room for results, then all players alphabetically."""
    return render(
        "sheet.html",
        event=posted.event,
        round=posted.number,
        boards=posted.boards,
        seats=_seats(posted),
        bye=posted.bye,
        size="large" if len(posted.boards) <= LARGE else "",
    )


def slips(posted: Posted) -> str:
    """Return the printable slips, one for each board, for results and signatures."""
    return render("slips.html", event=posted.event, round=posted.number, boards=posted.boards, size="")


def _posted(tournament: Tournament, number: int, pairs: Iterable[tuple[Tpn, Tpn]], bye: Tpn | None) -> Posted:
    """Return the round with names; a participant without a name appears with a number."""
    names = {one.tpn: one.name or str(one.number) for one in tournament.participants}
    boards = tuple(SheetBoard(place, names[white], names[black]) for place, (white, black) in enumerate(pairs, 1))
    return Posted(tournament.name, number, boards, "" if bye is None else names[bye])


def _seats(posted: Posted) -> list[Seat]:
    seats = [Seat(one.white, one.place, Colour.WHITE) for one in posted.boards]
    seats += [Seat(one.black, one.place, Colour.BLACK) for one in posted.boards]
    if posted.bye:
        seats.append(Seat(posted.bye))
    return sorted(seats, key=lambda seat: (plain(seat.name), seat.board))
