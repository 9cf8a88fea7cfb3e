"""A bracket asked alone: how it would be paired if whoever floats from it could always be paired further down."""

from __future__ import annotations

from pairing_engine.bracket import Bracket, BracketPairing
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.criteria import may_meet
from pairing_engine.systems.dutch.question import Horizon, mdp_pairing, solve
from pairing_engine.systems.dutch.walk import walk

OBVIOUS, WALKED, MATCHED = "it is obvious", "by a walk through the candidates", "by a matching"


def pair_alone(bracket: Bracket) -> tuple[BracketPairing, str]:
    """The first of the best candidates by the criteria that do not look beyond the bracket, and how it was found."""
    members = bracket.members
    if len(members) < 3:
        if len(members) == 2 and may_meet(*members, bracket.state):
            return BracketPairing((members,), ()), OBVIOUS
        return BracketPairing((), members), OBVIOUS
    found = walk(bracket)
    if found is not None:
        return found, WALKED
    if not bracket.mdps:
        answer = solve(bracket, Horizon.ALONE, Backend.AUTO)
        assert answer is not None
        return answer.pairing, MATCHED
    return _with_mdps(bracket), MATCHED


def _with_mdps(bracket: Bracket) -> BracketPairing:
    """[C.04.3 3.3.3] The MDP-Pairing by a matching of the bracket; then the remainder, as a bracket of its own."""
    pairs, limbo = mdp_pairing(bracket)
    opponents = {lower.tpn for _, lower in pairs}
    remainder = tuple(player for player in bracket.residents if player.tpn not in opponents)
    if not remainder:
        return BracketPairing(pairs, limbo)
    rest, _ = pair_alone(Bracket(bracket.state, (), remainder))
    return BracketPairing(pairs + rest.pairs, limbo + rest.floaters)
