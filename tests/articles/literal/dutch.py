"""The FIDE (Dutch) System of 2026 (C.04.3), transcribed article by article.

All candidates of a bracket are tried in the order of Articles 3.6 and 3.7. To find out whether the remaining players
can be paired, the code tries all of their pairings. Comments with ``READING`` mark words with two possible meanings.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from tests.articles.literal.common import (
    ABSOLUTE,
    PLAYED,
    STRONG,
    colour_difference,
    colour_history,
    float_of_pair,
    latest_difference,
    may_get_bye,
    not_to_be_met,
    numbers,
    opposite,
    pairing_score,
    preference,
    standing,
)
from tests.articles.literal.facts import Entrant, Event, NoLegalPairing, Paired

WHITE, BLACK, NO_COLOUR = "w", "b", "-"
DOWNFLOAT, UPFLOAT, NO_FLOAT = "D", "U", "-"
NO_PAB = -1  # no player gets a pairing-allocated bye: a value below every score
IMPOSSIBLE = 10**9  # no legal round-pairing exists: a value above every score


# --- The players of a bracket, and the articles about one or two players ----------------------------------------------


@dataclass(frozen=True, eq=False)
class Player:
    """A player before a round.

    ``colours`` lists the colours of the played games, oldest first [C.04.2 3.4]. ``floats`` lists the floats of the
    last two rounds, older round first. The player may not meet the players in ``forbidden``. ``unplayed`` counts rounds
    without a played game. ``first_colour`` is the colour that Article 5.2.5 gives the player.
    """

    tpn: int
    score: int
    colours: str = ""
    floats: str = NO_FLOAT + NO_FLOAT
    forbidden: frozenset[int] = frozenset()
    topscorer: bool = False
    pab_allowed: bool = True
    unplayed: int = 0
    first_colour: str = WHITE


Players: TypeAlias = frozenset[Player]
Pair: TypeAlias = tuple[Player, Player]
Cost: TypeAlias = tuple[int, ...]


def ranking(player: Player) -> tuple[int, int]:
    """[C.04.3 1.2] Sort players by score, then by TPN."""
    return -player.score, player.tpn


@lru_cache(maxsize=4096)
def may_meet(one: Player, two: Player) -> bool:
    """[C.04.3 2.1.1, 2.1.3: C1, C3] Whether two players have not met and C3 allows their colours."""
    # READING (2.1.3): "Non-topscorers ... shall not meet" means that both are non-topscorers, so one topscorer lifts
    # the ban. (C10 and C11 count "topscorers' opponents", who would otherwise never be at risk.)
    if two.tpn in one.forbidden or one.tpn in two.forbidden:
        return False
    first, second = preference(one.colours), preference(two.colours)
    clash = first == second and first.strength == ABSOLUTE
    return not clash or one.topscorer or two.topscorer


# --- Article 5: colour allocation -------------------------------------------------------------------------------------


def grant_both(higher: Player, lower: Player) -> str:
    """[C.04.3 5.2.1] Return the higher ranked player's preferred colour if the players prefer different colours."""
    first, second = preference(higher.colours).colour, preference(lower.colours).colour
    return first if NO_COLOUR not in (first, second) and first != second else NO_COLOUR


def grant_stronger(higher: Player, lower: Player) -> str:
    """[C.04.3 5.2.2, 1.7.4] Grant the stronger preference, and return the higher ranked player's colour."""
    # READING (5.2.2): "the wider colour difference" is the one further from zero, whatever its sign. So wwwbb (+1) is
    # wider than wwbb (0), although both prefer White.
    first, second = preference(higher.colours), preference(lower.colours)
    if first.strength != second.strength:
        return first.colour if first.strength > second.strength else opposite(second.colour)
    wider = abs(colour_difference(higher.colours)) - abs(colour_difference(lower.colours))
    if first.strength != ABSOLUTE or not wider:
        return NO_COLOUR
    return first.colour if wider > 0 else opposite(second.colour)


def alternate(higher: Player, lower: Player) -> str:
    """[C.04.3 5.2.3, C.04.2 3.4] Exchange the colours that the players had when their colours last differed."""
    last = latest_difference(higher.colours, lower.colours)
    return NO_COLOUR if last == NO_COLOUR else opposite(last)


def grant_higher_ranked(higher: Player, lower: Player) -> str:
    """[C.04.3 5.2.4] Return the higher ranked player's preferred colour, if any."""
    return preference(higher.colours).colour


def initial_colour(higher: Player, lower: Player) -> str:
    """[C.04.3 5.2.5] Choose the higher ranked player's colour: it depends on whether the TPN is odd."""
    return higher.first_colour


COLOUR_STEPS = (grant_both, grant_stronger, alternate, grant_higher_ranked, initial_colour)


@lru_cache(maxsize=4096)
def allocate(one: Player, two: Player) -> Pair:
    """[C.04.3 5.2] Return White and Black of a pair."""
    higher, lower = sorted((one, two), key=ranking)
    colour = next(colour for step in COLOUR_STEPS if (colour := step(higher, lower)) != NO_COLOUR)
    return (higher, lower) if colour == WHITE else (lower, higher)


# --- Looking ahead: every pairing of the players who are not yet paired -----------------------------------------------


class Outlook(NamedTuple):
    """[C5, C6, C7] The best values that a bracket can reach; smaller is better."""

    pab_score: int
    downfloaters: int
    scores: Cost


def scores_of(players: Players) -> Cost:
    """[C.04.3 2.4.2] Return the scores of these players in descending order."""
    return tuple(sorted((player.score for player in players), reverse=True))


def downfloater_sets(mdps: Players, residents: Players) -> set[Players]:
    """[C.04.3 3.3] Find all sets of players who may stay unpaired. MDPs meet only residents."""
    known: dict[tuple[Players, Players], set[Players]] = {}

    def remaining(mdps: Players, residents: Players) -> set[Players]:
        if not residents:
            return {mdps}
        if (mdps, residents) not in known:
            player = min(mdps or residents, key=ranking)
            mdps_left, residents_left = mdps - {player}, residents - {player}
            found = {left | {player} for left in remaining(mdps_left, residents_left)}
            for opponent in residents_left:
                if may_meet(player, opponent):
                    found |= remaining(mdps_left, residents_left - {opponent})
            known[mdps, residents] = found
        return known[mdps, residents]

    return remaining(mdps, residents)


@dataclass(frozen=True, eq=False)
class Lower:
    """The scoregroups below a bracket, which receive its downfloaters."""

    scoregroups: tuple[Players, ...]
    known_pab: dict[Players, int] = field(default_factory=dict)
    known_following: dict[Players, Outlook] = field(default_factory=dict)

    def completion(self, downfloaters: Players) -> int:
        """[C.04.3 2.2.1, 2.3.1: C4, C5] Return the lowest score that the receiver of the bye can have."""
        # READING (2.2.1): "a pairing ... shall always exist for all players not yet paired" means any legal pairs,
        # whether or not Article 3 would make them (it never pairs two MDPs). Within a round this makes no difference:
        # by C6, two downfloaters who may meet would have been paired where they were first together. Only below the
        # last bracket is nobody left to pair, and there 1.9.1 allows at most one downfloater.
        if not self.scoregroups and len(downfloaters) > 1:
            return IMPOSSIBLE
        return self._pab_score(downfloaters.union(*self.scoregroups))

    def _pab_score(self, unpaired: Players) -> int:
        """[C.04.3 1.9.1, 2.1.2: C1-C3] Return the lowest possible score of the player who gets the bye."""
        if not unpaired:
            return NO_PAB
        if unpaired not in self.known_pab:
            player = min(unpaired, key=ranking)
            others = unpaired - {player}
            found = [self._pab_score(others - {opponent}) for opponent in others if may_meet(player, opponent)]
            if len(unpaired) % 2 and player.pab_allowed and self._pab_score(others) == NO_PAB:
                found.append(player.score)
            self.known_pab[unpaired] = min(found, default=IMPOSSIBLE)
        return self.known_pab[unpaired]

    def following(self, downfloaters: Players) -> Cost:
        """[C.04.3 2.4.3: C8] Return the following bracket's lowest costs for C5, C6 and C7 if these players float."""
        # READING (2.4.3): "every criterion from [C1] to [C7] is complied with": C5 to C7 are minima. So one set of
        # downfloaters is better than another if the following bracket does better in C5, then in C6, then in C7, each
        # at its best over all pairings that leave a completion. Sets are compared, not passed or failed. Only the next
        # bracket counts, and its own C8 does not.
        if not self.scoregroups:
            return ()
        if downfloaters not in self.known_following:
            below = Lower(self.scoregroups[1:], self.known_pab)
            following = outlooks(downfloaters, self.scoregroups[0], below.completion)
            self.known_following[downfloaters] = min(following.values())
        pab_score, number, scores = self.known_following[downfloaters]
        return pab_score, number, *scores


def outlooks(mdps: Players, residents: Players, completion: Callable[[Players], int]) -> dict[Players, Outlook]:
    """[C.04.3 2.3.1, 2.4.1, 2.4.2] Find the values of C5, C6 and C7 for every set of players who may stay unpaired."""
    return {
        downfloaters: Outlook(completion(downfloaters), len(downfloaters), scores_of(downfloaters))
        for downfloaters in downfloater_sets(mdps, residents)
    }


# --- A bracket and its candidates -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Bracket:
    """[C.04.3 1.3.2] A bracket: its ranked MDPs and residents, and the effect of its downfloaters on lower brackets."""

    mdps: tuple[Player, ...]
    residents: tuple[Player, ...]
    completion: Callable[[Players], int]
    following: Callable[[Players], Cost]

    @property
    def score(self) -> int:
        return self.residents[0].score


@dataclass(frozen=True, eq=False)
class Parameters:
    """[C.04.3 3.1] MaxPairs, M1, the scores in the Limbo (C7), and the sets of downfloaters that C4 to C7 allow."""

    max_pairs: int
    m1: int
    limbo_scores: Cost
    outlook: Outlook
    downfloater_sets: tuple[Players, ...]


@dataclass(frozen=True, eq=False)
class Candidate:
    """[C.04.3 3.3] A candidate: the pairs, with the player of S1 first, and the downfloaters, including the Limbo."""

    pairs: tuple[Pair, ...]
    downfloaters: Players


def parameters(bracket: Bracket) -> Parameters:
    """[C.04.3 3.1] Find the best values of C4, C5, C6 and C7, in this order, that a bracket can reach."""
    # READING (3.1.3): "M1 is the number of MDP(s) that are paired in the bracket" does not say that M1 is as large as
    # possible. C7 decides: if C4 and C5 leave a choice between downfloaters with 5 and 5 points and downfloaters with 6
    # and 4 points (residents have 4), then 5 and 5 is better, although one more MDP is in the Limbo. All residents have
    # the same score, so all best sets of downfloaters contain the same number of MDPs, and M1 is unique.
    found = outlooks(frozenset(bracket.mdps), frozenset(bracket.residents), bracket.completion)
    best = min(found.values())
    if best.pab_score == IMPOSSIBLE:
        raise NoLegalPairing("C.04.3 1.9.3")
    limbo_scores = tuple(score for score in best.scores if score > bracket.score)
    number = len(bracket.mdps) + len(bracket.residents)
    return Parameters(
        max_pairs=(number - best.downfloaters) // 2,
        m1=len(bracket.mdps) - len(limbo_scores),
        limbo_scores=limbo_scores,
        outlook=best,
        downfloater_sets=tuple(downfloaters for downfloaters in found if found[downfloaters] == best),
    )


def transpositions(
    s2: Sequence[int], n1: int, admits: Callable[[int, int], bool] = lambda place, bsn: True
) -> Iterator[tuple[int, ...]]:
    """[C.04.3 4.2.2] Yield the transpositions of S2, sorted by the first N1 BSNs.

    ``admits`` tells whether two players may meet. Transpositions with pairs that may not meet are left out.

    >>> list(transpositions((3, 4, 5), 2))[:4]
    [(3, 4), (3, 5), (4, 3), (4, 5)]
    """

    def extend(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == n1:
            yield chosen
            return
        for bsn in sorted(s2):
            if bsn not in chosen and admits(len(chosen), bsn):
                yield from extend((*chosen, bsn))

    return extend(())


class Exchange(NamedTuple):
    """[C.04.3 4.3.1] An exchange: the BSNs that leave the original S1, and equally many BSNs that leave S2."""

    from_s1: tuple[int, ...]
    from_s2: tuple[int, ...]


def exchange_order(exchange: Exchange) -> tuple[int, int, Cost, Cost]:
    """[C.04.3 4.3.2] Sort exchanges with the four comparison rules."""
    number = len(exchange.from_s1)
    difference = sum(exchange.from_s2) - sum(exchange.from_s1)
    largest_from_s1 = tuple(-bsn for bsn in sorted(exchange.from_s1, reverse=True))
    smallest_from_s2 = tuple(sorted(exchange.from_s2))
    return number, difference, largest_from_s1, smallest_from_s2


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> list[Exchange]:
    """[C.04.3 4.3] List all exchanges between the original S1 and S2, in order."""
    found = [
        Exchange(from_s1, from_s2)
        for number in range(1, min(len(s1), len(s2)) + 1)
        for from_s1 in combinations(s1, number)
        for from_s2 in combinations(s2, number)
    ]
    return sorted(found, key=exchange_order)


@lru_cache(maxsize=256)
def compositions(number: int, n1: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """[C.04.3 3.2.2, 3.6.1, 4.1] List S1 and S2 as BSNs: first the original S1 and S2, then after each exchange."""
    s1, s2 = tuple(range(1, n1 + 1)), tuple(range(n1 + 1, number + 1))
    altered = [
        (tuple(sorted(set(s1) - set(from_s1) | set(from_s2))), tuple(sorted(set(s2) - set(from_s2) | set(from_s1))))
        for from_s1, from_s2 in exchanges(s1, s2)
    ]
    return [(s1, s2), *altered]


def mdp_sets(mdps: Sequence[Player], m1: int, limbo_scores: Cost) -> Iterator[tuple[int, ...]]:
    """[C.04.3 4.4] Yield the valid sets of M1 pairable MDPs, in order."""
    for s1 in combinations(range(1, len(mdps) + 1), m1):
        limbo = frozenset(mdp for bsn, mdp in enumerate(mdps, 1) if bsn not in s1)
        if scores_of(limbo) == limbo_scores:
            yield s1


def homogeneous(players: Sequence[Player], pairs: int) -> Iterator[tuple[Pair, ...]]:
    """[C.04.3 3.3.2, 3.6] Yield the pairs of each candidate of a homogeneous bracket or remainder, in order."""
    player = dict(enumerate(players, 1))
    for s1, s2 in compositions(len(players), pairs):

        def admits(place: int, bsn: int, s1: tuple[int, ...] = s1) -> bool:
            return may_meet(player[s1[place]], player[bsn])

        for transposition in transpositions(s2, pairs, admits):
            yield tuple((player[one], player[two]) for one, two in zip(s1, transposition, strict=True))


Sets: TypeAlias = Iterable[tuple[int, ...]]


def mdp_pairings(mdps: Sequence[Player], residents: Sequence[Player], sets: Sets) -> Iterator[tuple[Pair, ...]]:
    """[C.04.3 3.3.3, 3.7.2, 3.7.3] Yield all MDP-Pairings in order; ``sets`` are the sets of pairable MDPs."""
    player = dict(enumerate((*mdps, *residents), 1))
    s2 = range(len(mdps) + 1, len(player) + 1)
    for s1 in sets:

        def admits(place: int, bsn: int, s1: tuple[int, ...] = s1) -> bool:
            return may_meet(player[s1[place]], player[bsn])

        for transposition in transpositions(s2, len(s1), admits):
            yield tuple((player[mdp], player[resident]) for mdp, resident in zip(s1, transposition, strict=True))


def candidates(bracket: Bracket, limits: Parameters) -> Iterator[Candidate]:
    """[C.04.3 3.6, 3.7] Yield the candidates in order, without candidates that break C1 or C3."""
    sets = mdp_sets(bracket.mdps, limits.m1, limits.limbo_scores)
    return candidates_of(bracket.mdps, bracket.residents, sets, limits.max_pairs)


def candidates_of(
    mdps: tuple[Player, ...], residents: tuple[Player, ...], sets: Sets, max_pairs: int
) -> Iterator[Candidate]:
    """Yield the candidates with these sets of pairable MDPs.

    A homogeneous bracket has an empty MDP-Pairing, and its remainder is the whole bracket.
    """
    everyone = frozenset(mdps + residents)
    for mdp_pairing in mdp_pairings(mdps, residents, sets):
        taken = {resident for _, resident in mdp_pairing}
        remainder = [resident for resident in residents if resident not in taken]
        for others in homogeneous(remainder, max_pairs - len(mdp_pairing)):
            pairs = mdp_pairing + others
            yield Candidate(pairs, everyone.difference(*pairs))


# --- Article 2: the criteria, each a cost to be minimised -------------------------------------------------------------


def resident_downfloaters(bracket: Bracket, candidate: Candidate) -> list[Player]:
    return [player for player in candidate.downfloaters if player.score == bracket.score]


def mdp_pairs(candidate: Candidate) -> list[Pair]:
    return [(one, two) for one, two in candidate.pairs if one.score > two.score]


def c5(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.3.1] Return the cost for C5: the lowest score that the receiver of the bye can have."""
    return (bracket.completion(candidate.downfloaters),)


def c6(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.1] Return the cost for C6: the number of downfloaters."""
    return (len(candidate.downfloaters),)


def c7(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.2] Return the cost for C7: the scores of the downfloaters."""
    return scores_of(candidate.downfloaters)


def c8(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.3] Return the cost for C8: the lowest costs that the following bracket can reach."""
    return bracket.following(candidate.downfloaters)


def c9(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.4] Return the cost for C9: the unplayed games of a single downfloater who gets the bye."""
    # READING (2.4.4, Note): "exactly one player, who will end up receiving the" PAB. All players below have fewer
    # points than the single downfloater, and C5 comes before everything else. So the downfloater ends up with the PAB
    # if and only if the lowest score that the receiver of the PAB can have is this player's score. "Unplayed games" are
    # all past rounds without a played game (byes, forfeits, absences, rounds before a late entry).
    if len(candidate.downfloaters) != 1:
        return (0,)
    (downfloater,) = candidate.downfloaters
    gets_pab = bracket.completion(candidate.downfloaters) == downfloater.score
    return (downfloater.unplayed if gets_pab else 0,)


def topscorer_costs(candidate: Candidate, at_risk: Callable[[str], bool]) -> Cost:
    """Count the topscorers and opponents of topscorers whose colour history breaks a rule after this round."""
    boards = (allocate(one, two) for one, two in candidate.pairs if one.topscorer or two.topscorer)
    after = (colours for white, black in boards for colours in (white.colours + WHITE, black.colours + BLACK))
    return (sum(at_risk(colours) for colours in after),)


def c10(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.5] Count the topscorers and opponents of topscorers who get a colour difference beyond two (C10)."""
    return topscorer_costs(candidate, lambda colours: abs(colour_difference(colours)) > 2)


def c11(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.6] Count the topscorers and opponents of topscorers who get one colour three times in a row (C11)."""
    return topscorer_costs(candidate, lambda colours: colours[-3:] in (3 * WHITE, 3 * BLACK))


@lru_cache(maxsize=4096)
def denied(one: Player, two: Player) -> tuple[int, ...]:
    """[C.04.3 1.7, 5.2] List the strengths of the preferences that the colours of this pair deny."""
    wanted = ((preference(player.colours), colour) for player, colour in zip(allocate(one, two), "wb", strict=True))
    return tuple(wish.strength for wish, colour in wanted if wish.colour not in (NO_COLOUR, colour))


def c12(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.7] Count the players who do not get their preferred colour (C12)."""
    return (sum(len(denied(one, two)) for one, two in candidate.pairs),)


def c13(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.8] Count the players whose strong colour preference is denied (C13)."""
    # READING (2.4.8): "strong colour preference" is the term of 1.7.2. An absolute preference that is not granted (to a
    # topscorer or a topscorer's opponent) counts in C12 but not in C13. A strong preference that yields to an absolute
    # one counts in both.
    return (sum(denied(one, two).count(STRONG) for one, two in candidate.pairs),)


def c14(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.9] Count the resident downfloaters who had a downfloat in the last round (C14)."""
    return (sum(player.floats[-1] == DOWNFLOAT for player in resident_downfloaters(bracket, candidate)),)


def c15(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.10] Count the opponents of MDPs who had an upfloat in the last round (C15)."""
    return (sum(opponent.floats[-1] == UPFLOAT for _, opponent in mdp_pairs(candidate)),)


def c16(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.11] Count the resident downfloaters who had a downfloat two rounds ago (C16)."""
    return (sum(player.floats[-2] == DOWNFLOAT for player in resident_downfloaters(bracket, candidate)),)


def c17(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.12] Count the opponents of MDPs who had an upfloat two rounds ago (C17)."""
    return (sum(opponent.floats[-2] == UPFLOAT for _, opponent in mdp_pairs(candidate)),)


def mdp_differences(bracket: Bracket, candidate: Candidate, last: int) -> Cost:
    """List the score differences of MDPs who had a downfloat ``last`` rounds ago, largest first."""
    # READING (2.4.13, 2.4.15): "the score differences ... of MDPs". An MDP in the Limbo has no opponent yet, but will
    # have one below this bracket, or the PAB. So its difference is greater than against any resident of this bracket.
    # How much greater does not matter: the scores by C7 are equal, so the comparison gives the same result for every
    # value. Leaving out such MDPs would reward a candidate that sends a repeated downfloater down still further.
    paired = [mdp.score - resident.score for mdp, resident in mdp_pairs(candidate) if mdp.floats[-last] == DOWNFLOAT]
    limbo = [
        mdp.score - bracket.score + 1
        for mdp in bracket.mdps
        if mdp in candidate.downfloaters and mdp.floats[-last] == DOWNFLOAT
    ]
    return tuple(sorted(paired + limbo, reverse=True))


def opponent_differences(candidate: Candidate, last: int) -> Cost:
    """List the score differences of MDPs whose opponents had an upfloat ``last`` rounds ago, largest first."""
    pairs = mdp_pairs(candidate)
    return tuple(sorted((mdp.score - two.score for mdp, two in pairs if two.floats[-last] == UPFLOAT), reverse=True))


def c18(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.13] List the score differences of MDPs who had a downfloat in the last round (C18)."""
    return mdp_differences(bracket, candidate, 1)


def c19(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.14] List the score differences of opponents of MDPs who had an upfloat in the last round (C19)."""
    return opponent_differences(candidate, 1)


def c20(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.15] List the score differences of MDPs who had a downfloat two rounds ago (C20)."""
    return mdp_differences(bracket, candidate, 2)


def c21(bracket: Bracket, candidate: Candidate) -> Cost:
    """[C.04.3 2.4.16] List the score differences of opponents of MDPs who had an upfloat two rounds ago (C21)."""
    return opponent_differences(candidate, 2)


Criterion: TypeAlias = Callable[[Bracket, Candidate], Cost]
CRITERIA: tuple[Criterion, ...] = (*(c5, c6, c7, c8, c9, c10, c11, c12, c13), *(c14, c15, c16, c17, c18, c19, c20, c21))


# --- Article 3: pairing a bracket -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PairedBracket:
    bracket: Bracket
    limits: Parameters
    candidate: Candidate


def ideal(bracket: Bracket, limits: Parameters) -> dict[Criterion, Cost]:
    """[C.04.3 3.4.1] Return the costs of a perfect candidate. No other candidate can have lower costs."""
    # READING (3.4.1): "all the quality criteria ... are fulfilled" cannot always mean that all costs are zero. C5 to C8
    # are fulfilled if no other legal candidate does better. C9 to C17 are fulfilled if their costs are zero. C18 to C21
    # are fulfilled if the differences are the smallest possible: each MDP with a downfloat meets a resident, and no
    # opponent had an upfloat. A candidate that is perfect in this sense is also the best by 3.8.1, whatever comes
    # later.
    perfect: dict[Criterion, Cost] = dict.fromkeys(CRITERIA, (0,))
    best = limits.outlook
    perfect |= {c5: (best.pab_score,), c6: (best.downfloaters,), c7: best.scores, c19: (), c21: ()}
    perfect[c8] = min(bracket.following(downfloaters) for downfloaters in limits.downfloater_sets)
    for criterion, last in ((c18, 1), (c20, 2)):
        differences = (mdp.score - bracket.score for mdp in bracket.mdps if mdp.floats[-last] == DOWNFLOAT)
        perfect[criterion] = tuple(sorted(differences, reverse=True))
    return perfect


def choose(bracket: Bracket, criteria: Sequence[Criterion] = CRITERIA) -> PairedBracket:
    """[C.04.3 3.4, 3.8] Choose the first perfect candidate, or else the earliest of the best candidates."""
    limits = parameters(bracket)
    ideals = ideal(bracket, limits)
    perfect = [ideals[criterion] for criterion in criteria]
    accepted: Candidate | None = None
    costs: list[Cost] = []
    seen: set[frozenset[Pair]] = set()
    for candidate in candidates(bracket, limits):
        same = frozenset(allocate(*pair) for pair in candidate.pairs)
        if same in seen or bracket.completion(candidate.downfloaters) == IMPOSSIBLE:
            continue  # either an earlier exchange gave the same pairs, so this is no better; or it breaks [C4]
        seen.add(same)
        if accepted is None or better((criterion(bracket, candidate) for criterion in criteria), costs):
            accepted, costs = candidate, [criterion(bracket, candidate) for criterion in criteria]
            if costs == perfect:
                break
    if accepted is None:
        raise AssertionError("Article 3 makes no candidate although the bracket can be paired")
    return PairedBracket(bracket, limits, accepted)


def better(costs: Iterable[Cost], so_far: Sequence[Cost]) -> bool:
    """[C.04.3 3.8.1] Whether the costs are lower than ``so_far`` in the first criterion that differs."""
    return next((cost < least for cost, least in zip(costs, so_far, strict=True) if cost != least), False)


def ranked(players: Sequence[Player] | Players) -> tuple[Player, ...]:
    return tuple(sorted(players, key=ranking))


# --- From the crosstable to the players -------------------------------------------------------------------------------

# READING (1.2, 1.3.1, 2.3.1, 2.4): "score" in C.04.3 is the pairing score in scoregroups, ranking, floats, C5, C7 and
# score differences, because C.04.7 1.5 uses it "to define the scoregroups and internally sort them". Topscorers (1.8)
# are an exception, see there.


def float_in(event: Event, tpn: int, number: int) -> str:
    """[C.04.3 1.4.2-1.4.4] Return the float that the participant got in this round."""
    # READING (1.4.2): "two players with different scores have played each other" refers to the scores with which that
    # round was paired, virtual points included. A forfeited game was not played, so only 1.4.3 can apply to it.
    # READING (1.4.3): a PAB is a downfloat, whatever it is worth. Any other unplayed round is one if it is worth more
    # than a loss ("more points than those rewarded for a loss", not more than nothing).
    if number < 1 or tpn not in event.rounds[number - 1]:
        return NO_FLOAT
    result = event.rounds[number - 1][tpn].result
    if result in PLAYED:
        return float_of_pair(event, tpn, number)
    return DOWNFLOAT if result == "U" or event.points[result] > event.points["0"] else NO_FLOAT


def topscorer(event: Event, tpn: int) -> bool:
    """[C.04.3 1.8] Whether this is the last round and the player has more than half of the possible points."""
    # READING (1.8): "score" and "maximum possible score" are points in the crosstable. C.04.7 1.5 uses the pairing
    # score only for the scoregroups, their order and the boards; and nobody can score a virtual point.
    played = len(event.rounds)
    return played + 1 == event.rounds_total and 2 * standing(event, tpn, played + 1) > played * event.points["1"]


def player_of(event: Event, entrant: Entrant) -> Player:
    tpn, coming = entrant.tpn, len(event.rounds) + 1
    colours = colour_history(event, tpn)
    return Player(
        tpn=tpn,
        score=pairing_score(event, tpn, coming),
        colours=colours,
        floats=float_in(event, tpn, coming - 2) + float_in(event, tpn, coming - 1),
        forbidden=not_to_be_met(event, tpn),
        topscorer=topscorer(event, tpn),
        pab_allowed=may_get_bye(event, tpn),
        unplayed=len(event.rounds) - len(colours),
        # [5.2.5, C.04.2 2.4] the initial-colour for an odd TPN, or its opposite for an even TPN
        first_colour=event.initial_colour if numbers(event)[tpn] % 2 else opposite(event.initial_colour),
    )


# --- The round --------------------------------------------------------------------------------------------------------


def scoregroups_of(players: Sequence[Player]) -> tuple[Players, ...]:
    """[C.04.3 1.3.1] List the scoregroups, highest score first."""
    scores = sorted({player.score for player in players}, reverse=True)
    return tuple(frozenset(player for player in players if player.score == score) for score in scores)


def pair_brackets(event: Event, criteria: Sequence[Criterion] = CRITERIA) -> list[PairedBracket]:
    """[C.04.3 1.9.2] Pair the brackets of the round from the top down."""
    players = [player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    scoregroups = scoregroups_of(players)
    known_pab: dict[Players, int] = {}
    paired: list[PairedBracket] = []
    mdps: Players = frozenset()
    for level, residents in enumerate(scoregroups):
        below = Lower(scoregroups[level + 1 :], known_pab)
        bracket = Bracket(ranked(mdps), ranked(residents), below.completion, below.following)
        paired.append(choose(bracket, criteria))
        mdps = paired[-1].candidate.downfloaters
    return paired


def pair(event: Event) -> Paired:
    """[C.04.3] Pair the coming round, or raise ``NoLegalPairing``."""
    brackets = pair_brackets(event)
    boards = frozenset(allocate(one, two) for paired in brackets for one, two in paired.candidate.pairs)
    # The player who is left over in the last bracket gets the PAB [1.9.1].
    byes = [player.tpn for player in brackets[-1].candidate.downfloaters] if brackets else []
    return Paired(frozenset((white.tpn, black.tpn) for white, black in boards), sum(byes))
