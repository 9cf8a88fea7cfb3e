"""The FIDE (Dutch) System, C.04.3, in force from 1 July 2017 to 31 January 2026."""

from __future__ import annotations

from dataclasses import replace

from pairing_engine.facts.model import ByeKind, Points, Result, Scoring
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import Horizon, Question
from pairing_engine.matching import Backend
from pairing_engine.state import floats
from pairing_engine.state.round_state import RoundState
from pairing_engine.state.scorer import Conventions, Outcome
from pairing_engine.systems.dutch import candidates
from pairing_engine.systems.dutch.criteria import may_meet
from pairing_engine.systems.dutch.criteria_2017 import CRITERIA, RULES
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.dutch.two_routes import pair_on_two_routes
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.shared.downward import Answer, Method, alone
from pairing_engine.systems.system import ByeRule, Clash, Pairs

COLOUR_STEPS = tuple(replace(step, article=f"E.{number}") for number, step in enumerate(DUTCH_2026.colour_steps, 1))


def _walk(bracket: Bracket) -> BracketPairing | None:
    return walk(bracket, unplayed_count=False)


def _ask(bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
    question = Question(CRITERIA, bracket, bracket.members, horizon, range(len(bracket.mdps)))
    if not bracket.mdps:
        mates = candidates._mates_of_residents(question, range(len(question.members)), {}, backend)
    elif horizon is Horizon.ALONE:
        return _mdps_then_remainder(question, backend)
    else:
        mates = candidates._mates_of_all(question, backend)
    if mates is None:
        return None
    return Answer(question.pairing(mates), question.unmatched(mates))


def _mdps_then_remainder(question: Question, backend: Backend) -> Answer:
    mates = candidates._mates_of_mdps(question, backend)
    assert mates is not None
    bracket, members = question.bracket, question.members
    mdps = range(len(bracket.mdps))
    pairs = tuple((members[i], members[mates[i]]) for i in mdps if mates[i] != -1)
    limbo = tuple(members[i] for i in mdps if mates[i] == -1)
    remainder = tuple(members[i] for i in range(len(mdps), len(members)) if mates[i] not in mdps)
    if remainder:
        rest, _ = alone(METHOD, Bracket(bracket.state, (), remainder))
        pairs, limbo = pairs + rest.pairs, limbo + rest.floaters
    return Answer(BracketPairing(pairs, limbo), limbo)


METHOD = Method(may_meet, _ask, _walk, "C.04.3 A.9")


def pair_round(state: RoundState, backend: Backend) -> Pairs:
    return pair_on_two_routes(state, METHOD, backend)


def bars_from_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> bool:
    """[C.04.1.d] The pairing-allocated bye, or a win because the opponent did not come (reading E9)."""
    return outcome in (ByeKind.PAIRING_ALLOCATED, Result.FORFEIT_WIN)


def float_of_unplayed(_outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[A.4.b] Who does not play, for whatever reason, receives a downfloat."""
    return floats.DOWN


DUTCH_2017 = replace(
    DUTCH_2026,
    edition="2017",
    code="FIDE_DUTCH_2017",
    applied_from="2017/07/01",
    criteria=RULES,
    colour_steps=COLOUR_STEPS,
    pair=pair_round,
    conventions=Conventions(float_of_unplayed, bars_from_bye),
    own_criteria=CRITERIA.of_pairs,
    colour_clash=Clash("C.3", "C3"),
    bye_again=ByeRule("C.2, C.04.1.d", "a player who had the pairing-allocated bye, or a win by forfeit, got the bye"),
)
