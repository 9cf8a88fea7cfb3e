"""The cards of the coming round for `blind_1998`, `blind_2009` and `blind_2012`, from the crosstable of an event."""

from collections.abc import Callable

from tests.articles.literal import common
from tests.articles.literal.blind_1998 import GeneralAssembly
from tests.articles.literal.blind_2009 import Executive
from tests.articles.literal.blind_2012 import Istanbul
from tests.articles.literal.blind_common import Card, NoPairingError, Position, Procedure
from tests.articles.literal.facts import Cell, Event, NoLegalPairing, Paired

EDITIONS: dict[str, Callable[[Position], Procedure]] = {
    "1998": GeneralAssembly, "2009": Executive, "2012": Istanbul,
}  # fmt: skip


def procedure(event: Event, edition: str) -> Procedure:
    cards = tuple(card_of(event, tpn, edition) for tpn in common.present(event))
    coming, first = common.coming_round(event), event.initial_colour.upper()
    return EDITIONS[edition](Position(cards, coming, event.rounds_total, first, event.points["1"]))


def pair(event: Event, edition: str) -> Paired:
    try:
        found = procedure(event, edition).paired()
    except NoPairingError:
        raise NoLegalPairing("C.13") from None
    return Paired(frozenset(found.pairs), found.bye)


def card_of(event: Event, tpn: int, edition: str) -> Card:
    """Return the card of a player. No text mentions prohibited pairs or virtual points, but all programs know them."""
    coming = common.coming_round(event)
    unplayed = [cell for cell in common.cells(event, tpn) if cell.result not in common.PLAYED]
    return Card(
        tpn,
        common.pairing_score(event, tpn, coming),
        common.colour_history(event, tpn).upper(),
        common.not_to_be_met(event, tpn),
        (float_in(event, tpn, coming - 1, edition), float_in(event, tpn, coming - 2, edition)),
        is_barred=any(bars(cell, event, edition) for cell in unplayed),
        virtual=event.virtual.get((tpn, coming), 0),
    )


def bars(cell: Cell, event: Event, edition: str) -> bool:
    """[B.1.b] Whether an unplayed round bars from the bye: "a point", and in 2012 also "a half point"."""
    return cell.result in ("UFH+" if edition == "2012" else "U") or event.points[cell.result] >= event.points["1"]


def float_in(event: Event, tpn: int, number: int, edition: str) -> str:
    """[A.4, B.1.b] Return the float of a round. Only before 2012, forfeited games give floats like other games (P4)."""
    if number < 1:
        return ""
    cell = common.cell(event, tpn, number)
    if cell.result in common.PLAYED or (cell.opponent and edition != "2012"):
        return common.float_of_pair(event, tpn, number).replace("-", "")
    return "D" if cell.result in ("UFH+" if edition == "2012" else "UF") else ""
