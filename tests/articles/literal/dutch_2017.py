"""The FIDE (Dutch) System of 2017: the two procedures of A.9, and facts about players.

`dutch_2017_brackets` lists the candidates of a bracket one after the other.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from tests.articles.literal import dutch
from tests.articles.literal.common import PLAYED, STRONG, colour_difference, float_of_pair, may_get_bye_before_2026
from tests.articles.literal.dutch import (
    DOWNFLOAT,
    NO_FLOAT,
    UPFLOAT,
    Candidate,
    Cost,
    Pair,
    Player,
    Players,
    better,
    candidates_of,
    downfloater_sets,
    may_meet,
    ranked,
    ranking,
    scoregroups_of,
)
from tests.articles.literal.facts import Entrant, Event, NoLegalPairing, Paired

ONE_POINT = 10


# --- A: definitions ---------------------------------------------------------------------------------------------------


def difference(pair: Pair) -> int:
    """[A.8] Return the score difference of a pair."""
    return abs(pair[0].score - pair[1].score)


@dataclass(frozen=True, eq=False)
class Bracket:
    """[A.3] A bracket: its ranked MDPs and residents. Residents of the CLB keep their own scores.

    ``completes`` checks a set of downfloaters against C.4, or against C.2 in the last bracket. ``following`` returns
    the C.7 cost of a set of downfloaters.
    """

    # READING (A.8, A.9): the "collapsed" scoregroup is a scoregroup only in name. If it had one score, any two of its
    # players would be equals; but A.8 speaks of "the score of the lowest ranked player", which is one score among
    # several.
    mdps: tuple[Player, ...]
    residents: tuple[Player, ...]
    completes: Callable[[Players], bool]
    following: Callable[[Players], Cost]

    @property
    def members(self) -> tuple[Player, ...]:
        return self.mdps + self.residents

    @cached_property
    def artificial(self) -> int:
        """[A.8] The artificial score, one point lower than the score of the lowest ranked player."""
        return min(player.score for player in self.members) - ONE_POINT

    def downfloat(self, player: Player) -> int:
        """[A.8] Return the score difference between a downfloater and the artificial score."""
        return player.score - self.artificial


def descending(differences: Iterator[int]) -> Cost:
    """[A.8] Sort the score differences in descending order and leave out zeros.

    All lists of a bracket have the same length, so zeros do not matter in a comparison.
    """
    return tuple(sorted((one for one in differences if one), reverse=True))


def psd(bracket: Bracket, pairs: Sequence[Pair], downfloaters: Players) -> Cost:
    """[A.8] Return the Pairing Score Difference (PSD)."""
    found = [difference(pair) for pair in pairs] + [bracket.downfloat(player) for player in downfloaters]
    return descending(iter(found))


# --- What lies below a bracket ----------------------------------------------------------------------------------------


@dataclass(eq=False)
class Completion:
    """[A.9] A function that tells whether players can all be paired without breaking C.1 to C.3.

    If the number of players is odd, one player gets the bye.
    """

    known: dict[Players, bool] = field(default_factory=dict)

    def __call__(self, players: Players) -> bool:
        if not players:
            return True
        if players not in self.known:
            player = min(players, key=ranking)
            others = players - {player}
            gets_bye = len(players) % 2 == 1 and player.pab_allowed and self(others)
            self.known[players] = gets_bye or any(
                may_meet(player, other) and self(others - {other}) for other in others
            )
        return self.known[players]


def ends_round(downfloaters: Players) -> bool:
    """[A.9, C.2] Whether nobody remains, or only one player who may get the bye."""
    return not downfloaters or (len(downfloaters) == 1 and all(player.pab_allowed for player in downfloaters))


def following_outlook(downfloaters: Players, residents: Players, is_last: bool) -> Cost:
    """[C.7] Return the smallest number of players left over in the following bracket, with their PSD."""
    # READING (C.7): only C.1 to C.3 decide what is possible in the following bracket. If that bracket is the last, this
    # includes C.2, because a player who is left over gets the bye. So sets of downfloaters that allow the round to be
    # completed are better than all others.
    bracket = Bracket(ranked(downfloaters), ranked(residents), lambda left: True, lambda left: ())
    return min(
        (int(is_last and not ends_round(left)), len(left), *psd_of_set(bracket, left))
        for left in downfloater_sets(downfloaters, residents)
    )


def psd_of_set(bracket: Bracket, downfloaters: Players) -> Cost:
    """[A.8] Return the PSD for a set of downfloaters.

    All residents of the bracket have equal scores, so the PSD depends only on the downfloaters.
    """
    score = bracket.residents[0].score
    paired = (mdp.score - score for mdp in bracket.mdps if mdp not in downfloaters)
    return descending(iter([*paired, *(bracket.downfloat(player) for player in downfloaters)]))


# --- B, D: the candidates of a bracket in sequence --------------------------------------------------------------------


@dataclass(frozen=True)
class Parameters:
    """[B.1] The parameters of a bracket: MaxPairs, M1, and the best PSD [C.6]."""

    max_pairs: int
    m1: int
    psd: Cost


def parameters(bracket: Bracket) -> Parameters:
    """[B.1, C.4 to C.6] Find the parameters of a bracket whose residents have equal scores."""
    # READING (B.1.c): "the maximum number of MDPs that can be paired in the bracket (see C.6)". C.6 is about the PSD,
    # and the best PSD may need one MDP fewer. So M1 is the number of MDPs that the best PSD pairs.
    sets = downfloater_sets(frozenset(bracket.mdps), frozenset(bracket.residents))
    possible = [left for left in sets if bracket.completes(left)]
    if not possible:
        raise NoLegalPairing("C.04.3 A.9")
    best = min(possible, key=lambda left: (len(left), psd_of_set(bracket, left)))
    number = len(bracket.members)
    limbo = sum(player in best for player in bracket.mdps)
    return Parameters((number - len(best)) // 2, len(bracket.mdps) - limbo, psd_of_set(bracket, best))


def parameters_of_clb(bracket: Bracket) -> Parameters:
    """[B.1] Try all pairings of the CLB, whose residents have several scores, to find its parameters."""
    # READING (B.1.c): if pairings with the same PSD pair different numbers of MDPs, M1 is the largest of these.
    known: dict[Players, tuple[Cost, int] | None] = {frozenset(): ((), 0)}
    mdps = frozenset(bracket.mdps)

    def best(left: Players) -> tuple[Cost, int] | None:
        """Return the best PSD of the players ``left``, and the negated number of paired MDPs."""
        if left in known:
            return known[left]
        player = min(left, key=ranking)
        others = left - {player}
        found: list[tuple[Cost, int]] = []
        rest = best(others) if len(left) % 2 and player.pab_allowed else None
        if rest is not None:
            found.append((descending(iter([*rest[0], bracket.downfloat(player)])), rest[1]))
        for other in others:
            if may_meet(player, other) and not (player in mdps and other in mdps):
                rest = best(others - {other})
                if rest is not None:
                    found.append((descending(iter([*rest[0], player.score - other.score])), rest[1] - (player in mdps)))
        known[left] = min(found, default=None)
        return known[left]

    found = best(frozenset(bracket.members))
    if found is None:
        raise AssertionError("the PPB left a CLB that cannot be paired")
    return Parameters(len(bracket.members) // 2, -found[1], found[0])


def mdp_sets(mdps: Sequence[Player], m1: int) -> Iterator[tuple[int, ...]]:
    """[B.2, D.3] Yield the original S1, then S1 after each exchange with the Limbo."""

    def order(s1: tuple[int, ...]) -> tuple[Cost, Cost]:
        return tuple(-mdps[bsn - 1].score for bsn in s1), s1

    return iter(sorted(combinations(range(1, len(mdps) + 1), m1), key=order))


def candidates(bracket: Bracket, limits: Parameters) -> Iterator[Candidate]:
    """[B.6, B.7] Yield the candidates in order, without candidates that break C.1 or C.3."""
    return candidates_of(bracket.mdps, bracket.residents, mdp_sets(bracket.mdps, limits.m1), limits.max_pairs)


# --- C: the criteria, each a cost to be minimised ---------------------------------------------------------------------


def c5(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.5] Return the number of downfloaters."""
    return (len(candidate.downfloaters),)


def c6(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.6] Return the PSD of the bracket."""
    return psd(bracket, candidate.pairs, candidate.downfloaters)


def c7(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.7] Return the lowest costs for C.5 and C.6 that the next bracket can reach.

    The PPB and the CLB have no next bracket.
    """
    return bracket.following(candidate.downfloaters)


def c8(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.8] Return the cost for C.8, which corresponds to C10 of 2026."""
    return dutch.topscorer_costs(candidate, lambda colours: abs(colour_difference(colours)) > 2)


def c9(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.9] Return the cost for C.9, which corresponds to C11 of 2026."""
    return dutch.topscorer_costs(candidate, lambda colours: colours[-3:] in ("www", "bbb"))


def c10(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.10] Count the players who do not get their preferred colour."""
    return (sum(len(dutch.denied(one, two)) for one, two in candidate.pairs),)


def c11(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.11] Count the players whose strong colour preference is denied."""
    return (sum(dutch.denied(one, two).count(STRONG) for one, two in candidate.pairs),)


def downfloats(bracket: Bracket, candidate: Candidate) -> list[tuple[Player, int]]:
    """[A.4.b] List the players who get a downfloat, each with the score difference."""
    # READING (C.12, C.14, C.16, C.18): "players who receive the same downfloat" are all to whom A.4.b gives one. That
    # includes the higher player of a pair with different scores, so every paired MDP; and every downfloater, MDP or
    # resident, because this player will meet somebody with a lower score or nobody. The difference of a downfloater is
    # that of A.8.
    higher = [(max(pair, key=lambda one: one.score), difference(pair)) for pair in candidate.pairs if difference(pair)]
    return higher + [(player, bracket.downfloat(player)) for player in candidate.downfloaters]


def upfloats(candidate: Candidate) -> list[tuple[Player, int]]:
    """[A.4.b] List the players who get an upfloat, each with the score difference."""
    return [(min(pair, key=lambda one: one.score), difference(pair)) for pair in candidate.pairs if difference(pair)]


def repeated(floats: Sequence[tuple[Player, int]], letter: str, rounds_ago: int) -> Cost:
    """List the score differences of floaters who floated in the same direction ``rounds_ago`` rounds ago."""
    return descending(value for player, value in floats if player.floats[-rounds_ago] == letter)


def c12(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.12] Count the players who get a downfloat and already had one in the previous round."""
    return (len(repeated(downfloats(bracket, candidate), DOWNFLOAT, 1)),)


def c13(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.13] Count the players who get an upfloat and already had one in the previous round."""
    return (len(repeated(upfloats(candidate), UPFLOAT, 1)),)


def c14(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.14] Count the players who get a downfloat and already had one two rounds before."""
    return (len(repeated(downfloats(bracket, candidate), DOWNFLOAT, 2)),)


def c15(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.15] Count the players who get an upfloat and already had one two rounds before."""
    return (len(repeated(upfloats(candidate), UPFLOAT, 2)),)


def c16(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.16] List the score differences of the players whom C.12 counts."""
    return repeated(downfloats(bracket, candidate), DOWNFLOAT, 1)


def c17(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.17] List the score differences of the players whom C.13 counts."""
    return repeated(upfloats(candidate), UPFLOAT, 1)


def c18(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.18] List the score differences of the players whom C.14 counts."""
    return repeated(downfloats(bracket, candidate), DOWNFLOAT, 2)


def c19(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.19] List the score differences of the players whom C.15 counts."""
    return repeated(upfloats(candidate), UPFLOAT, 2)


Criterion: TypeAlias = Callable[[Bracket, Candidate], Cost]
CRITERIA: tuple[Criterion, ...] = (c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19)


def least(bracket: Bracket, limits: Parameters) -> dict[Criterion, Cost]:
    """[B.4] Return the costs of a perfect candidate. No other candidate can have lower costs."""
    perfect: dict[Criterion, Cost] = dict.fromkeys(CRITERIA, (0,))
    perfect |= {c5: (len(bracket.members) - 2 * limits.max_pairs,), c6: limits.psd, c17: (), c19: ()}
    for number, sizes, rounds_ago in ((c12, c16, 1), (c14, c18, 2)):
        gaps = [mdp.score - bracket.residents[0].score for mdp in bracket.mdps if mdp.floats[-rounds_ago] == DOWNFLOAT]
        perfect[number], perfect[sizes] = (len(gaps),), descending(iter(gaps))
    return perfect


def c7_is_least(bracket: Bracket, candidate: Candidate) -> bool:
    """Whether the candidate's downfloaters have the lowest C.7 cost of all sets with the same size and PSD."""
    number = len(candidate.downfloaters)
    if not number:
        return True
    sets = downfloater_sets(frozenset(bracket.mdps), frozenset(bracket.residents))
    found = psd_of_set(bracket, candidate.downfloaters)
    return bracket.following(candidate.downfloaters) == min(
        bracket.following(left) for left in sets if len(left) == number and psd_of_set(bracket, left) == found
    )


class TooManyCandidates(Exception):
    """Raised if a bracket has more candidates than the caller allows."""


# --- B.4, B.8: choosing a candidate; A.9: the round -------------------------------------------------------------------


def choose(bracket: Bracket, limits: Parameters, criteria: Sequence[Criterion], most: int) -> Candidate:
    """[B.4, B.8] Choose the first perfect candidate, or else the earliest of the best candidates."""
    bounds = least(bracket, limits)
    accepted: Candidate | None = None
    costs: list[Cost] = []
    seen: set[frozenset[frozenset[Player]]] = set()
    for number, candidate in enumerate(candidates(bracket, limits)):
        if number > most:
            raise TooManyCandidates(str(len(bracket.members)))
        same = frozenset(map(frozenset, candidate.pairs))
        if same in seen or not bracket.completes(candidate.downfloaters):
            continue
        seen.add(same)
        if accepted is None or better((criterion(bracket, candidate) for criterion in criteria), costs):
            accepted, costs = candidate, [criterion(bracket, candidate) for criterion in criteria]
            others = [(cost, bounds[one]) for one, cost in zip(criteria, costs, strict=True) if one is not c7]
            if all(cost == bound for cost, bound in others) and c7_is_least(bracket, candidate):
                break
    if accepted is None:
        raise AssertionError("section B makes no candidate although the bracket can be paired")
    return accepted


@dataclass(frozen=True, eq=False)
class PairedBracket:
    """A bracket with its kind (``PPB``, ``CLB``, or empty for others) and the accepted candidate."""

    bracket: Bracket
    kind: str
    candidate: Candidate


@dataclass(eq=False)
class _Round:
    """[A.9] The scoregroups of a round, and the two procedures that pair them."""

    groups: tuple[Players, ...]
    criteria: Sequence[Criterion]
    most: int
    completion: Completion = field(default_factory=Completion)

    def pair(self) -> list[PairedBracket]:
        """[A.9] Pair the scoregroups from the top down, with the second procedure if necessary."""
        if not self.completion(frozenset().union(*self.groups)):
            raise NoLegalPairing("C.04.3 A.9")
        paired: list[PairedBracket] = []
        mdps: Players = frozenset()
        for level in range(len(self.groups)):
            below = frozenset[Player]().union(*self.groups[level + 1 :])
            paired.append(self._ordinary(mdps, level))
            left = paired[-1].candidate.downfloaters
            if not self.completion(left | below):
                return paired[:-1] + self._other_route(mdps, level)
            mdps = left
        return paired

    def _ordinary(self, mdps: Players, level: int) -> PairedBracket:
        """Pair a bracket that is neither PPB nor CLB. After the last bracket the round must be complete."""
        rest = self.groups[level + 1 :]
        known: dict[Players, Cost] = {}

        def following(left: Players) -> Cost:
            if rest and left not in known:
                known[left] = following_outlook(left, rest[0], len(rest) == 1)
            return known.get(left, ())

        completes: Callable[[Players], bool] = (lambda left: True) if rest else ends_round
        return self._paired(Bracket(ranked(mdps), ranked(self.groups[level]), completes, following), "")

    def _other_route(self, mdps: Players, level: int) -> list[PairedBracket]:
        """[A.9, C.4] Pair the PPB again, then all remaining players in one bracket, the CLB."""
        collapsed = frozenset[Player]().union(*self.groups[level + 1 :])
        residents = ranked(self.groups[level])
        ppb = Bracket(ranked(mdps), residents, lambda left: self.completion(left | collapsed), lambda left: ())
        first = self._paired(ppb, "PPB")
        clb = Bracket(ranked(first.candidate.downfloaters), ranked(collapsed), ends_round, lambda left: ())
        return [first, self._paired(clb, "CLB")]

    def _paired(self, bracket: Bracket, kind: str) -> PairedBracket:
        limits = parameters_of_clb(bracket) if kind == "CLB" else parameters(bracket)
        return PairedBracket(bracket, kind, choose(bracket, limits, self.criteria, self.most))


def float_in(event: Event, tpn: int, number: int) -> str:
    """[A.4.b] Return the float that the participant got in this round."""
    # READING (A.4.b): "a player who, for whatever reason, does not play in a round" is any player without a game in it:
    # with a bye of any kind, a forfeit won or lost, an absence, or a round before a late entry.
    if number < 1:
        return NO_FLOAT
    cell = event.rounds[number - 1].get(tpn)
    if cell is None or cell.result not in PLAYED:
        return DOWNFLOAT
    return float_of_pair(event, tpn, number)


def player_of(event: Event, entrant: Entrant) -> Player:
    coming = len(event.rounds) + 1
    floats = float_in(event, entrant.tpn, coming - 2) + float_in(event, entrant.tpn, coming - 1)
    return replace(
        dutch.player_of(event, entrant), floats=floats, pab_allowed=may_get_bye_before_2026(event, entrant.tpn)
    )


NO_LIMIT = 10**9


def pair_brackets(event: Event, criteria: Sequence[Criterion] = CRITERIA, most: int = NO_LIMIT) -> list[PairedBracket]:
    """[A.9] Pair the brackets of the round.

    Raise `TooManyCandidates` if a bracket has more than ``most`` candidates.
    """
    players = [player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    return _Round(scoregroups_of(players), criteria, most).pair()


def paired_round(brackets: Sequence[PairedBracket]) -> Paired:
    """[A.9, E] Return the boards with White first, and the receiver of the bye."""
    boards = [dutch.allocate(one, two) for paired in brackets for one, two in paired.candidate.pairs]
    byes = [player.tpn for player in brackets[-1].candidate.downfloaters] if brackets else []
    return Paired(frozenset((white.tpn, black.tpn) for white, black in boards), sum(byes))


def pair(event: Event, most: int = NO_LIMIT) -> Paired:
    """[C.04.3 of 2017] Pair the coming round, or raise ``NoLegalPairing``."""
    return paired_round(pair_brackets(event, most=most))
