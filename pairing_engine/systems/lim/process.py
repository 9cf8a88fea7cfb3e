"""[C.04.4.3 1, 2.2] The round-pairing of the Lim System: the bye, the scoregroups from both ends, the median last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from pairing_engine.kernel.bye import ByeStep, first, largest_tpn, lowest_score
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.compatibility import compatible
from pairing_engine.systems.lim.field import Field, field_of
from pairing_engine.systems.lim.group import Direction, Group
from pairing_engine.systems.lim.median import pair_median
from pairing_engine.systems.lim.past import floated_before, twice_median_score
from pairing_engine.systems.lim.scoregroup import Paired, pair_scoregroup
from pairing_engine.systems.lim.story import trace_of
from pairing_engine.systems.system import Pairs

CHAPTER = "C.04.4.3"

BYE_STEPS = (
    ByeStep("1.1", "a player of the lowest scoregroup", lowest_score),
    ByeStep("1.1", "the lowest ranked player of the scoregroup", largest_tpn),
)
"""[1.1] In which order players come into question for the bye."""


def pair_round(state: RoundState, backend: Backend) -> Pairs:
    """All pairs of the round, and who gets the pairing-allocated bye. In every pair the player comes first whom 5.4
    favours, see `colours`.

    Raises `NoPairing` where no complete round-pairing exists [2.6] (reading L52), and `MissingFact` for players without
    a rating in a Maxi-tournament.
    """
    bye = bye_of(state, backend)
    players = tuple(player for player in state.players if player is not bye)
    field = field_of(state, players, floated_before(state), backend)
    groups = _pair_groups(field, twice_median_score(state))
    if groups is None:
        raise no_pairing(f"{CHAPTER} 2.6", players, lambda a, b: compatible(a, b, state), state.shown)
    traces = tuple(trace_of(paired, state) for paired in groups if paired.pairings or paired.floaters)
    return Pairs(tuple(pair for trace in traces for pair in trace.pairing.pairs), bye, traces)


def bye_of(state: RoundState, backend: Backend) -> Player | None:
    """[1.1] Who gets the bye: the lowest ranked of the lowest scoregroup, or the next one above who may have it and
    leaves the others a complete pairing (reading L14). Raises `NoPairing` if nobody does.
    """
    if len(state.players) % 2 == 0:
        return None
    return first(state, _from_the_lowest, lambda a, b: compatible(a, b, state), f"{CHAPTER} 1.1", backend)


def _from_the_lowest(player: Player) -> tuple[int, ...]:
    return player.score, -player.tpn


def _pair_groups(field: Field, twice_median: int) -> list[Paired] | None:
    """[2.2] The groups in the order in which they were paired; None if the median remains blocked."""
    above, median, below = _groups(field, twice_median)
    opposite = replace(below[-1], direction=Direction.DOWN) if below else median
    paired_above = _pair_side(above, median if median.own else opposite)  # reading L19
    median = median.with_floaters(_floaters(paired_above))
    paired_below = _pair_side(below, median)
    paired = pair_median(median.with_floaters(_floaters(paired_below)), paired_above, paired_below)
    return None if paired is None else [*paired_above, *paired_below, paired]


def _groups(field: Field, twice_median: int) -> tuple[list[Group], Group, list[Group]]:
    """[2.2] The scoregroups above the median, the highest first; the median, which may have no players of its own
    (reading L13); and the scoregroups below it, the lowest first.
    """
    above: list[Group] = []
    below: list[Group] = []
    median = Group(field, Direction.DOWN, twice_median, frozenset())
    for twice_score, places in groupby(range(len(field.players)), key=lambda place: 2 * field.players[place].score):
        own = frozenset(places)
        if twice_score > twice_median:
            above.append(Group(field, Direction.DOWN, twice_score, own))
        elif twice_score < twice_median:
            below.insert(0, Group(field, Direction.UP, twice_score, own))
        else:
            median = replace(median, own=own)
    return above, median, below


def _pair_side(groups: Sequence[Group], last_adjacent: Group) -> list[Paired]:
    """[2.2, 3.2.1] Pair the groups on one side of the median in turn, each with the floaters of the one before."""
    paired: list[Paired] = []
    for group, adjacent in zip(groups, [*groups[1:], last_adjacent], strict=False):
        paired.append(pair_scoregroup(group.with_floaters(_floaters(paired)), adjacent))
    return paired


def _floaters(paired: Sequence[Paired]) -> frozenset[int]:
    """Who floats from the group that was paired last."""
    return frozenset(floater.place for floater in paired[-1].floaters) if paired else frozenset()
