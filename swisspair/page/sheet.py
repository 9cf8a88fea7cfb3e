"""Documents to print: the sheet for the wall with the boards and seats of a round, and slips for the results."""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.names import plain
from pairing_engine.facts.terms import Colour, Tpn
from swisspair.page.environment import render
from swisspair.page.printing import as_printed

LARGE = 14
"""The number of boards up to which the type is large enough to be read from afar."""


class SheetBoard(NamedTuple):
    """A board as people read it; the only number shown is that of the board."""

    place: int
    white: str
    black: str


class Seat(NamedTuple):
    """The seat of a player; ``board`` is 0 for the bye."""

    name: str
    board: int = 0
    colour: Colour | None = None

    @property
    def has_white(self) -> bool:
        """Whether the player has White."""
        return self.colour is Colour.WHITE


def printed(what: str, paired: PairedRound, *, as_pdf: bool) -> bytes:
    """The ``sheet`` or the ``slips`` of a round, as a page or a PDF. Raises `BadRequest` if there is no browser."""
    return as_printed({"sheet": sheet, "slips": slips}[what](paired), as_pdf=as_pdf)


def sheet(paired: PairedRound) -> str:
    """One HTML file to be printed: boards with room for results, then all players in alphabetical order."""
    return render(
        "sheet.html",
        event=_event(paired),
        round=paired.number,
        boards=_boards(paired),
        seats=_seats(paired),
        bye=_bye(paired),
        size="large" if len(paired.boards) <= LARGE else "",
    )


def slips(paired: PairedRound) -> str:
    """One HTML file to be printed and cut: a slip for each board, on which both players sign."""
    return render("slips.html", event=_event(paired), round=paired.number, boards=_boards(paired), size="")


def _event(paired: PairedRound) -> str:
    return paired.state.tournament.name


def _names(paired: PairedRound) -> dict[Tpn, str]:
    """The names of everybody; a number stands for an unknown name."""
    return {one.tpn: one.name or str(one.number) for one in paired.participants.values()}


def _bye(paired: PairedRound) -> str:
    return "" if paired.bye is None else _names(paired)[paired.bye]


def _boards(paired: PairedRound) -> list[SheetBoard]:
    names = _names(paired)
    return [SheetBoard(place, names[one.white], names[one.black]) for place, one in enumerate(paired.boards, 1)]


def _seats(paired: PairedRound) -> list[Seat]:
    """The seats of everybody in the round, by name."""
    boards = _boards(paired)
    seats = [Seat(one.white, one.place, Colour.WHITE) for one in boards]
    seats += [Seat(one.black, one.place, Colour.BLACK) for one in boards]
    if paired.bye is not None:
        seats.append(Seat(_bye(paired)))
    return sorted(seats, key=lambda seat: (plain(seat.name), seat.board))
