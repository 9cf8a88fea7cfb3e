"""Points that some programs add to players' totals too early: points for byes, and virtual points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing_engine.errors import PairingError
from pairing_engine.facts.model import Bye, Participant, Tournament, Tpn, VirtualPoints
from pairing_engine.scores.acceleration import baku, in_round
from pairing_engine.values import NamedTuple


class Extras(NamedTuple):
    """Points that players' totals may contain too early: byes of the next round, and acceleration.

    The keys are the players' numbers in the file.
    """

    byes: Mapping[Tpn, Bye]
    """The known byes of the next round."""
    acceleration: Sequence[Mapping[Tpn, int]]
    """[C.04.7] The virtual points of the next round and of the previous round; empty without acceleration."""


def extras_of(event: Tournament, number: int, numbers: Sequence[Tpn]) -> Extras:
    """Return the extra points that the totals in players' lines may include before a round.

    ``numbers`` are the players' numbers in the file, in the order of their TPNs.
    """
    byes = {request.bye.tpn: request.bye for request in event.requests if request.round == number}
    settings = event.settings
    virtual = _baku(event, numbers) if settings.baku else settings.virtual_points
    return Extras(byes, [in_round(virtual, number), in_round(virtual, number - 1)] if virtual else [])


def _baku(event: Tournament, numbers: Sequence[Tpn]) -> tuple[VirtualPoints, ...]:
    """Return the virtual points of the Baku Acceleration Method; empty if the method cannot be used.

    The reason is reported later, when the round is paired.
    """
    event = Tournament("", tuple(map(Participant, numbers)), event.rounds, event.requests, event.settings)
    tpns = {number: Tpn(place) for place, number in enumerate(numbers, 1)}
    paired_first = sorted(tpns[number] for number in event.taking_part(1) if number in tpns)
    by_tpn = Tournament("", tuple(map(Participant, tpns.values())), settings=event.settings)
    try:
        found = baku(by_tpn, paired_first)
    except PairingError:
        return ()
    return tuple(points._replace(tpns=frozenset(numbers[tpn - 1] for tpn in points.tpns)) for points in found)
