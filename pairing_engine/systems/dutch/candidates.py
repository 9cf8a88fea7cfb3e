"""[C.04.3 3] The first of the best candidates of a bracket, by matchings: one if it is homogeneous, else two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import NO_MEMBER, Horizon, Question
from pairing_engine.kernel.order import mdp_order, resident_order
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.criteria import CRITERIA, may_meet
from pairing_engine.systems.dutch.walk import walk
from pairing_engine.systems.shared.downward import Answer, Method, alone


def question_of(bracket: Bracket, horizon: Horizon) -> Question:
    """The matching problem of a bracket: MDPs, who had their chance to meet in a bracket above, do not meet (reading
    D3).
    """
    return Question(CRITERIA, bracket, bracket.members, horizon, range(len(bracket.mdps)))


def ask(bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
    """The first of the best candidates; None if the rest of the round cannot be completed."""
    question = question_of(bracket, horizon)
    if question.is_hopeless:
        return None
    if not bracket.mdps:
        mates = _mates_of_residents(question, range(len(question.members)), {}, backend)
    elif horizon is Horizon.ALONE:
        return _mdps_then_remainder(question, backend)
    else:
        mates = _mates_of_all(question, backend)
    if mates is None:
        return None
    pairing = question.pairing(mates)
    bye = None if question.bye is None else question.players[mates[question.bye]]
    if not bracket.allots_bye and pairing.floaters == (bye,):
        return ask(replace(bracket, allots_bye=True), horizon, backend)
    return Answer(pairing, question.unmatched(mates))


def _mates_of_mdps(question: Question, backend: Backend) -> list[int] | None:
    """The mates in some best candidate that has the first MDP-Pairing among the best [3.3.3, 4.4]."""
    size = len(question.members)
    return question.answer(mdp_order(len(question.bracket.mdps), size), range(size), {}, backend)


def _mates_of_residents(
    question: Question, places: Sequence[int], decided: Mapping[int, int], backend: Backend
) -> list[int] | None:
    """The mates in a homogeneous bracket [3.3.2], or in a remainder beside the MDPs already decided."""
    size, pairs = len(question.members), len(places) // 2
    mates = question.answer(resident_order(len(places), pairs), places, decided, backend)
    if mates is None:
        return None
    found = sum(0 <= mates[i] < size for i in places) // 2
    if found == pairs:
        return mates
    # BSNs are exchanged around S1, and [C6] has only now told how large it is.
    return question.answer(resident_order(len(places), found), places, decided, backend)


def _mates_of_all(question: Question, backend: Backend) -> list[int] | None:
    """The mates in a heterogeneous bracket: first those of the MDPs, then those of the remainder."""
    mates = _mates_of_mdps(question, backend)
    if mates is None:
        return None
    size, mdps = len(question.members), range(len(question.bracket.mdps))
    decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
    remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
    if len(remainder) < 3:
        return mates  # the criteria have decided whether they are a pair, and no order is left to ask
    return _mates_of_residents(question, remainder, decided, backend)


def _mdps_then_remainder(question: Question, backend: Backend) -> Answer:
    """A heterogeneous bracket asked alone: its remainder is paired as a bracket of its own [3.3.3]."""
    mates = _mates_of_mdps(question, backend)
    assert mates is not None
    bracket, members = question.bracket, question.members
    mdps = range(len(bracket.mdps))
    pairs = tuple((members[i], members[mates[i]]) for i in mdps if mates[i] != NO_MEMBER)
    limbo = tuple(members[i] for i in mdps if mates[i] == NO_MEMBER)
    remainder = tuple(members[i] for i in range(len(mdps), len(members)) if mates[i] not in mdps)
    if remainder:
        rest, _ = alone(METHOD, Bracket(bracket.state, (), remainder))
        pairs, limbo = pairs + rest.pairs, limbo + rest.floaters
    return Answer(BracketPairing(pairs, limbo), limbo)


METHOD = Method(may_meet, ask, walk, "C.04.3 1.9.3")
