"""[C.04.4.2 2] The pairing criteria of the Burstein System, rules of 2026.

[C1] and [C3] decide which pairs are possible. [C2] decides who may get the bye. [C4] is always satisfied, because every
matching must be complete.
"""

from __future__ import annotations

from collections.abc import Hashable

from pairing_engine.kernel.bracket import Bracket, Edge, Region
from pairing_engine.kernel.bracket_graph import Context, Horizon
from pairing_engine.kernel.rules import Clause, Scope, counts, denied, lists
from pairing_engine.state.round_state import Player
from pairing_engine.systems.shared import downfloats

c5 = counts("C5", "C.04.4.2 2.3.1", "outgoing floaters", clause=Clause.MORE_DOWN)(downfloats.floats)

c6 = lists(
    "C6",
    "C.04.4.2 2.3.2",
    "the scores of outgoing floaters who have more points than the residents",
    base=downfloats.score_of_residents,
    levels=downfloats.gaps,
    applies=downfloats.has_floaters_in,
    clause=Clause.HIGHER_DOWN,
)(downfloats.gap_of_floater)

c7_number = counts(
    "C7",
    "C.04.4.2 2.3.3",
    "outgoing floaters of the following bracket",
    applies=downfloats.has_following,
    scope=Scope.BEYOND,
    clause=Clause.MORE_DOWN_NEXT,
)(downfloats.floats_from_following)

c7_scores = lists(
    "C7",
    "C.04.4.2 2.3.3",
    "the scores of outgoing floaters of the following bracket who have more points than its residents",
    base=downfloats.score_of_following,
    levels=downfloats.gaps_in_following,
    applies=downfloats.has_following,
    scope=Scope.BEYOND,
    clause=Clause.HIGHER_DOWN_NEXT,
)(downfloats.gap_of_floater_from_following)


@counts("C8", "C.04.4.2 2.3.4", "players who do not get their colour preference", who=denied, clause=Clause.COLOURS)
def c8(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.pairs and edge.lower is not None and edge.upper.preference * edge.lower.preference > 0)


def profile(player: Player, bracket: Bracket, region: Region) -> Hashable:
    """Return the data about a player that the criteria need."""
    return (player.score - bracket.score, player.preference) if region is Region.BRACKET else None


def context(bracket: Bracket, horizon: Horizon) -> Context:
    """Return the data about a bracket that the criteria need."""
    if horizon is Horizon.ALONE or not bracket.following:
        return Context(None, None)
    step = bracket.score - bracket.following[0].score
    return Context(None, step)
