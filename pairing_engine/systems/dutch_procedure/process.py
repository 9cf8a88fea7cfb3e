"""[C.1, C.12, C.13] The pairing of a round, one score bracket at a time, with backtracking and joining.

The procedure pairs a bracket again at most three times: for the next bracket [C.12], for the lowest bracket, and as the
penultimate bracket [C.13]. In the end, the penultimate bracket is joined to the lowest bracket, so the procedure always
ends.
"""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.errors import NoPairing
from pairing_engine.kernel.bracket import BracketPairing, scoregroups
from pairing_engine.kernel.bracket_graph import Horizon, MayMeet
from pairing_engine.kernel.bye import no_pairing
from pairing_engine.kernel.trace import BracketTrace, Step
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.dutch_procedure.score_bracket import ScoreBracket, moved_down, score_bracket
from pairing_engine.systems.system import Pairs
from pairing_engine.values import NamedTuple, replace

Players = tuple[Player, ...]


class ProcedureArticles(NamedTuple):
    """The articles that an explanation cites for the steps of the procedure.

    Under ``no_opponent``, a player without an opponent in the bracket is moved down. Under ``backtracking``, other
    players float to the next bracket. Under ``joining``, the last brackets are joined until the lowest bracket can be
    paired. ``sets`` is the article about the moved-down players in S1.
    """

    no_opponent: str
    backtracking: str
    joining: str
    sets: str


class Text(NamedTuple):
    """The functions and articles with which an edition pairs score brackets.

    ``best`` finds the first of the best candidates; None if the players of the graph cannot all be paired. ``walked``
    is a quick search for the same candidate, which ignores the players below the bracket. ``impossible`` is the article
    to cite if the round cannot be completed. ``same_scores`` is true if, under C.12, the new floaters must have the
    same scores as the old floaters. ``upper_is_s1`` is true if the players of the upper bracket are S1 when C.13 joins
    two brackets.
    """

    may_meet: MayMeet
    best: Callable[[ScoreBracket, Horizon, Backend], BracketPairing | None]
    walked: Callable[[ScoreBracket], BracketPairing | None]
    impossible: str
    articles: ProcedureArticles
    same_scores: bool
    upper_is_s1: bool


class PairedBracket(NamedTuple):
    """A paired bracket.

    ``decided`` tells how the pairing was found. ``steps`` lists the players who were moved down so that a lower bracket
    could be paired.
    """

    bracket: ScoreBracket
    pairing: BracketPairing
    decided: str
    steps: tuple[Step, ...] = ()

    @property
    def mdps_paired(self) -> int:
        return len(self.bracket.mdps) - sum(moved_down(player, self.bracket) for player in self.pairing.floaters)

    @property
    def floater_scores(self) -> list[int]:
        return sorted(player.score for player in self.pairing.floaters)


WALKED = marked("by trying the candidates in their order")
IN_ORDER = marked("by a matching algorithm")
BACKTRACKED = marked("by a matching algorithm, after backtracking from the next bracket [C.12]")
FOR_THE_LOWEST = marked("by a matching algorithm, so that the lowest bracket can be paired [C.13]")
JOINED = marked("by a matching algorithm, with the lowest brackets joined [C.13]")


def pair_round(state: RoundState, text: Text, backend: Backend) -> Pairs:
    """Pair the round, and choose who gets the bye. Raise `NoPairing` if no pairing is possible [C.13]."""
    if not state.players:
        return Pairs((), None, ())
    brackets = _Round(state, text, backend).brackets()
    pairs = tuple(pair for paired in brackets for pair in paired.pairing.pairs)
    floaters = brackets[-1].pairing.floaters
    return Pairs(pairs, floaters[0] if floaters else None, tuple(_trace(paired, text.articles) for paired in brackets))


def _trace(paired: PairedBracket, articles: ProcedureArticles) -> BracketTrace:
    bracket = paired.bracket
    steps = [
        Step(player, None, articles.no_opponent, say("moved down: there is no opponent for this player in the bracket"))
        for player in bracket.members
        if player.tpn in bracket.lost
    ]
    return BracketTrace(bracket, paired.pairing, paired.decided, (*steps, *paired.steps))


class _Round:
    """A round while it is being paired; ``done`` lists the brackets that are already paired, from the top down."""

    def __init__(self, state: RoundState, text: Text, backend: Backend) -> None:
        self.state = state
        self.text = text
        self.backend = backend
        self.done: list[PairedBracket] = []

    def brackets(self) -> list[PairedBracket]:
        groups = scoregroups(self.state.players)
        for residents in groups[:-1]:
            paired = self._ordinary(residents)
            if self.done and _asks_for_others(paired):
                paired = self._backtracked(residents, paired)
            self.done.append(paired)
        self._pair_lowest(groups[-1])
        return self.done

    def _floaters(self) -> Players:
        return self.done[-1].pairing.floaters if self.done else ()

    def _ordinary(self, residents: Players) -> PairedBracket:
        """Pair the next bracket without considering the brackets below."""
        bracket = score_bracket(self.state, self._floaters(), residents, self.text.may_meet)
        found = self._walked(bracket)
        if found is not None:
            return found
        pairing = self.text.best(bracket, Horizon.ALONE, self.backend)
        assert pairing is not None
        return PairedBracket(bracket, pairing, IN_ORDER)

    def _walked(self, bracket: ScoreBracket) -> PairedBracket | None:
        pairing = None if self.backend is Backend.REFERENCE else self.text.walked(bracket)
        return None if pairing is None else PairedBracket(bracket, pairing, WALKED)

    def _again(self, bracket: ScoreBracket, horizon: Horizon, decided: str) -> PairedBracket | None:
        """Pair a bracket again to improve the pairing of the brackets below; None if no pairing exists."""
        pairing = self.text.best(bracket, horizon, self.backend)
        if pairing is None:
            return None
        return PairedBracket(replace(bracket, following=(), odd=False, looks_down=False), pairing, decided)

    # C.04.3.1 C.12, C.04.1 C.12
    def _backtracked(self, residents: Players, present: PairedBracket) -> PairedBracket:
        """[C.12] Let other players float to the next bracket, and pair the next bracket again.

        The other floaters are accepted only if the next bracket then gets all required pairs, or more pairs than before
        (reading O5).
        """
        last = self.done[-1]
        bracket = replace(last.bracket, following=residents, looks_down=True)
        another = self._again(bracket, Horizon.FOLLOWING, BACKTRACKED)
        if another is None or not self._moves_others_down(last, another):
            return present
        words = say("moved down instead of another player: this way, more players can be paired below")
        self.done[-1] = _instead(last, another, self.text.articles.backtracking, words)
        found = self._ordinary(residents)
        if _has_p0_pairs(found) or len(found.pairing.pairs) > len(present.pairing.pairs):
            return found
        self.done[-1] = last
        return present

    # C.04.3.1 C.12, C.04.1 C.12
    def _moves_others_down(self, one: PairedBracket, another: PairedBracket) -> bool:
        """[C.12] Whether ``another`` moves down the same number of players, but not the same players (reading P12)."""
        before, now = one.pairing.floaters, another.pairing.floaters
        if self.text.same_scores and one.floater_scores != another.floater_scores:
            return False
        return len(before) == len(now) and set(before) != set(now)

    # C.04.3.1 C.12, C.04.1 C.12, C.04.3.1 C.13, C.04.1 C.13
    def _pair_lowest(self, low: Players) -> None:
        """[C.12, C.13] Pair the lowest bracket, in which only the player with the bye may be left over.

        The brackets above are joined to the lowest bracket until nobody else is left over.
        """
        mdps = self._floaters()
        added: Players = ()
        joined = False
        while True:
            found = self._complete((*mdps, *added), low, joined=joined)
            if not joined and (found is None or found.mdps_paired < len(mdps)) and self._pair_all_mdps(mdps, low):
                return
            if found is not None:
                self.done.append(found)
                return
            if not self.done:
                raise self._no_pairing()
            penultimate = self.done.pop()
            low = tuple(sorted((*added, *low), key=ranking))
            if self._pair_penultimate(penultimate, low, joined=joined):
                return
            mdps, added, joined = penultimate.bracket.mdps, penultimate.bracket.residents, True
            if not self.text.upper_is_s1:
                low, added = (*added, *low), ()

    def _complete(self, mdps: Players, low: Players, *, joined: bool) -> PairedBracket | None:
        """Pair the lowest bracket with the players moved down to it; None if the players cannot all be paired."""
        bracket = score_bracket(self.state, mdps, low, self.text.may_meet, lowest=True, merged=joined)
        found = self._walked(bracket)
        if found is not None:
            return found
        pairing = self.text.best(bracket, Horizon.EVERYBODY, self.backend)
        return None if pairing is None else PairedBracket(bracket, pairing, JOINED if joined else IN_ORDER)

    # C.04.3.1 C.12, C.04.1 C.12
    def _pair_all_mdps(self, mdps: Players, low: Players) -> bool:
        """[C.12] Let other players float to the lowest bracket, so that all MDPs get opponents there.

        If all MDPs can get opponents, both brackets are paired, and the result is True. If an MDP remains without an
        opponent, both brackets stay unchanged, and the result is False.
        """
        bracket = score_bracket(self.state, mdps, low, self.text.may_meet, lowest=True)
        if not bracket.heterogeneous:
            return False
        last = self.done[-1]
        looking = replace(last.bracket, following=low, odd=bracket.odd, looks_down=True)
        another = self._again(looking, Horizon.EVERYBODY, BACKTRACKED)
        if another is None or not self._moves_others_down(last, another):
            return False
        found = self._complete(another.pairing.floaters, low, joined=False)
        if found is None or found.mdps_paired < len(mdps):
            return False
        words = say("moved down instead of another player: this way, all players can be paired below")
        another = _instead(last, another, self.text.articles.backtracking, words)
        self.done[-1:] = [another, found]
        return True

    # C.04.3.1 C.13, C.04.1 C.13
    def _pair_penultimate(self, penultimate: PairedBracket, low: Players, *, joined: bool) -> bool:
        """[C.13] Pair the penultimate bracket so that the lowest bracket can be paired.

        If the lowest bracket can then be paired, both brackets are paired, and the result is True. If the lowest
        bracket cannot be paired, the result is False. Only the players whom the penultimate bracket moves down join the
        lowest bracket (reading O9).
        """
        bracket = penultimate.bracket
        odd = sum(len(group) for group in (bracket.members, low)) % 2 == 1
        another = self._again(replace(bracket, following=low, odd=odd), Horizon.EVERYBODY, FOR_THE_LOWEST)
        if another is None or not (another.mdps_paired if bracket.heterogeneous else another.pairing.pairs):
            return False
        found = self._complete(another.pairing.floaters, low, joined=joined)
        assert found is not None
        words = say("moved down, so that the lowest bracket can be completed")
        another = _instead(penultimate, another, self.text.articles.joining, words)
        self.done += [another, found]
        return True

    def _no_pairing(self) -> NoPairing:
        state, may_meet = self.state, self.text.may_meet
        return no_pairing(self.text.impossible, state.players, lambda a, b: may_meet(a, b, state), state.shown)


# C.04.3.1 C.1, C.04.1 C.1, C.04.3.1 C.12, C.04.1 C.12
def _asks_for_others(paired: PairedBracket) -> bool:
    """[C.1, C.12, Reading O5] Whether an MDP has no possible opponent, or the bracket has fewer than P0 pairs."""
    bracket = paired.bracket
    if any(player.tpn in bracket.lost for player in bracket.mdps):
        return True
    return len(paired.pairing.pairs) < (len(bracket.members) - len(bracket.lost)) // 2


# C.04.3.1 A.6, C.04.1 A.6, C.04.3.1 C.1, C.04.1 C.1
def _has_p0_pairs(paired: PairedBracket) -> bool:
    """[A.6, C.1] Whether every MDP has a possible opponent, and the bracket has P0 pairs."""
    bracket = paired.bracket
    if any(player.tpn in bracket.lost for player in bracket.mdps):
        return False
    return len(paired.pairing.pairs) == len(bracket.members) // 2


def _instead(last: PairedBracket, another: PairedBracket, article: str, words: str) -> PairedBracket:
    """Add a step to the new pairing for each player who floats only in the new pairing."""
    before = set(last.pairing.floaters)
    steps = tuple(Step(player, None, article, words) for player in another.pairing.floaters if player not in before)
    return another._replace(steps=steps)
