"""[C.04.3 3] The first of the best candidates of a bracket, by matchings: one if it is homogeneous, else two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bracket_graph import NO_MEMBER, Criteria, Horizon, Question
from pairing_engine.kernel.order import Order
from pairing_engine.matching import Backend
from pairing_engine.systems.shared.downward import Answer, BracketMethod, alone


class Orders(NamedTuple):
    """[C.04.3 4] The orders of candidates: of residents, by their number and that of the pairs to make; and of
    MDP-Pairings, by the number of MDPs and that of all players of the bracket.
    """

    residents: Callable[[int, int], Order]
    mdps: Callable[[int, int], Order]


class Candidates:
    """Finds the candidates that the criteria and the orders of one System make the best."""

    def __init__(
        self,
        criteria: Criteria,
        orders: Orders,
        walk: Callable[[Bracket], BracketPairing | None],
        certificates: bool,
        article: str,
    ) -> None:
        """See `BracketMethod`."""
        self.criteria = criteria
        self.orders = orders
        self.method = BracketMethod(criteria.may_meet, self.ask, walk, certificates, article)

    def question(self, bracket: Bracket, horizon: Horizon) -> Question:
        """The matching problem of a bracket: MDPs, who had their chance to meet in a bracket above, do not meet
        (reading D3).
        """
        return Question(self.criteria, bracket, bracket.members, horizon, range(len(bracket.mdps)))

    def ask(self, bracket: Bracket, horizon: Horizon, backend: Backend) -> Answer | None:
        """The first of the best candidates; None if the rest of the round cannot be completed."""
        question = self.question(bracket, horizon)
        if question.is_hopeless:
            return None
        if not bracket.mdps:
            mates = self._mates_of_residents(question, range(len(question.members)), {}, backend)
        elif horizon is Horizon.ALONE:
            return self._mdps_then_remainder(question, backend)
        else:
            mates = self._mates_of_all(question, backend)
        if mates is None:
            return None
        pairing = question.pairing(mates)
        bye = None if question.bye is None else question.players[mates[question.bye]]
        if not bracket.allots_bye and pairing.floaters == (bye,):
            return self.ask(replace(bracket, allots_bye=True), horizon, backend)
        return Answer(pairing, question.unmatched(mates))

    def _mates_of_mdps(self, question: Question, backend: Backend) -> list[int] | None:
        """The mates in some best candidate that has the first MDP-Pairing among the best [3.3.3, 4.4]."""
        size = len(question.members)
        return question.answer(self.orders.mdps(len(question.bracket.mdps), size), range(size), {}, backend)

    def _mates_of_residents(
        self, question: Question, places: Sequence[int], decided: Mapping[int, int], backend: Backend
    ) -> list[int] | None:
        """The mates in a homogeneous bracket [3.3.2], or in a remainder beside the MDPs already decided."""
        size, pairs = len(question.members), len(places) // 2
        mates = question.answer(self.orders.residents(len(places), pairs), places, decided, backend)
        if mates is None:
            return None
        found = sum(0 <= mates[i] < size for i in places) // 2
        if found == pairs:
            return mates
        # BSNs are exchanged around S1, and [C6] has only now told how large it is.
        return question.answer(self.orders.residents(len(places), found), places, decided, backend)

    def _mates_of_all(self, question: Question, backend: Backend) -> list[int] | None:
        """The mates in a heterogeneous bracket: first those of the MDPs, then those of the remainder."""
        mates = self._mates_of_mdps(question, backend)
        if mates is None:
            return None
        size, mdps = len(question.members), range(len(question.bracket.mdps))
        decided = {i: mates[i] if 0 <= mates[i] < size else NO_MEMBER for i in mdps}
        remainder = [i for i in range(len(mdps), size) if mates[i] not in mdps]
        if len(remainder) < 3:
            return mates  # the criteria have decided whether they are a pair, and no order is left to ask
        return self._mates_of_residents(question, remainder, decided, backend)

    def _mdps_then_remainder(self, question: Question, backend: Backend) -> Answer:
        """A heterogeneous bracket asked alone: its remainder is paired as a bracket of its own [3.3.3]."""
        mates = self._mates_of_mdps(question, backend)
        assert mates is not None
        bracket, members = question.bracket, question.members
        mdps = range(len(bracket.mdps))
        pairs = tuple((members[i], members[mates[i]]) for i in mdps if mates[i] != NO_MEMBER)
        limbo = tuple(members[i] for i in mdps if mates[i] == NO_MEMBER)
        remainder = tuple(members[i] for i in range(len(mdps), len(members)) if mates[i] not in mdps)
        if remainder:
            rest, _ = alone(self.method, Bracket(bracket.state, (), remainder))
            pairs, limbo = pairs + rest.pairs, limbo + rest.floaters
        return Answer(BracketPairing(pairs, limbo), limbo)
