"""The Burstein System of 2026 (C.04.4.2), transcribed article by article from the text alone.

For each bracket, the code tries all pairings in the order of Article 4. The seeding rounds are not transcribed, because
the Dutch System pairs them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile

from tests.articles.literal.common import (
    PLAYED,
    Preference,
    cells,
    colour_history,
    colour_of_higher,
    coming_round,
    may_get_bye,
    may_get_bye_before_2026,
    may_meet,
    not_to_be_met,
    numbers,
    pairing_score,
    preference,
    present,
    standing,
)
from tests.articles.literal.facts import Event, NoLegalPairing, Paired


@dataclass(frozen=True, eq=False)
class Player:
    tpn: int
    number: int
    score: int
    index: tuple[int, int]
    colours: str
    due: Preference
    barred: frozenset[int]
    may_get_bye: bool


Pair = tuple[Player, Player]


@dataclass(frozen=True, eq=False)
class Candidate:
    """[3.2.1.1] A pairing of a bracket: its pairs and outgoing floaters."""

    pairs: tuple[Pair, ...]
    floaters: tuple[Player, ...]


# --- Article 1: facts about a player ----------------------------------------------------------------------------------


def seeding_rounds(rounds_total: int) -> int:
    """[1.6.2] Return the number of seeding rounds: half of all rounds, rounded down, at most four.

    >>> [seeding_rounds(rounds) for rounds in (5, 7, 9, 11)]
    [2, 3, 4, 4]
    """
    return min(4, rounds_total // 2)


def zero_point_series(event: Event, tpn: int) -> int:
    """[1.7.2.1, exception] Count the consecutive zero-point byes of a player "up to the current round".

    If the player does not have a zero-point bye in the coming round, the count is zero. A forfeit loss ends the series
    of byes [Reading S1].
    """
    if tpn not in event.absent or event.asked.get(tpn, "Z") != "Z":
        return 0
    before = [c.result for c in cells(event, tpn)]
    return len(list(takewhile(lambda result: result == "Z", reversed(before))))


def score_to_opponents(event: Event, tpn: int) -> int:
    """[1.7.1, 1.7.2] Return the score that counts in the opponents' Index, without virtual points."""
    as_draw = event.points["="] - event.points["Z"]
    return standing(event, tpn, coming_round(event)) + zero_point_series(event, tpn) * as_draw


def opposition(event: Event, tpn: int) -> list[tuple[int, int]]:
    """[1.7.2.1] List, for each round, the points made and the opponent's score.

    In an unplayed round of any kind, the player is his or her own opponent. A series of zero-point byes counts as draws
    only for the opponents, not for the player [Reading S2].
    """
    own = standing(event, tpn, coming_round(event))
    return [
        (event.points[c.result], score_to_opponents(event, c.opponent) if c.result in PLAYED else own)
        for c in cells(event, tpn)
    ]


def buchholz(event: Event, tpn: int) -> int:
    """[1.7.1.1] Return the Buchholz: the sum of the opponents' scores, in tenths."""
    return sum(score for _, score in opposition(event, tpn))


def sonneborn_berger(event: Event, tpn: int) -> int:
    """[1.7.1.2] Return the Sonneborn-Berger: the sum of points made times the opponent's score, in hundredths."""
    return sum(points * score for points, score in opposition(event, tpn))


def player(event: Event, tpn: int, may_get_bye: Callable[[Event, int], bool] = may_get_bye) -> Player:
    colours = colour_history(event, tpn)
    return Player(
        tpn=tpn,
        number=numbers(event)[tpn],
        score=pairing_score(event, tpn, coming_round(event)),
        index=(buchholz(event, tpn), sonneborn_berger(event, tpn)),
        colours=colours,
        due=preference(colours),
        barred=not_to_be_met(event, tpn),
        may_get_bye=may_get_bye(event, tpn),
    )


def ranking(p: Player) -> tuple[int, int, int]:
    """[1.8] Sort by Buchholz, Sonneborn-Berger and TPN, never by score."""
    buchholz, sonneborn_berger = p.index
    return -buchholz, -sonneborn_berger, p.tpn


# --- Article 2: the criteria -----------------------------------------------------------------------------------------


def can_be_paired(players: Sequence[Player]) -> bool:
    """[C4] Whether all these players can be paired within C1 and C3."""
    return any(True for _ in candidates(players, 0))


def c6(floaters: Sequence[Player]) -> tuple[int, ...]:
    """[C6] Return the scores of the outgoing floaters, highest first."""
    return tuple(sorted((p.score for p in floaters), reverse=True))


def c6_2017(floaters: Sequence[Player], incoming: Sequence[Player]) -> tuple[int, ...]:
    """[2017: C.6] "First maximize the number and then the scores of the incoming floaters that can be paired".

    READING: The scores are compared from the highest one on. Return the number of incoming floaters who are not paired,
    then the negative scores of those who are [Reading S8].
    """
    paired = [p for p in incoming if p not in floaters]
    return len(incoming) - len(paired), *sorted(-p.score for p in paired)


OutgoingCost = Callable[[Sequence[Player], Sequence[Player]], tuple[int, ...]]


def c7(
    floaters: Sequence[Player], lower: Sequence[Player], cost: OutgoingCost = lambda chosen, _incoming: c6(chosen)
) -> tuple[int, tuple[int, ...]]:
    """[C7] Return the smallest number of floaters from the following bracket, and their lowest scores.

    Brackets below the following bracket do not count [Reading S4]. In the text of 2017, C.7 is about "C.4, C.5 and C.6"
    of the following bracket, with the C.6 of that text. ``cost`` is C.6.
    """
    if not lower:
        return 0, ()
    top = max(p.score for p in lower)
    following = [*floaters, *(p for p in lower if p.score == top)]
    beyond = [p for p in lower if p.score < top]
    for size in range(len(following) + 1):
        outgoing = [
            cost(chosen, floaters)
            for chosen in combinations(following, size)
            if can_be_paired([p for p in following if p not in chosen]) and can_be_paired([*chosen, *beyond])
        ]
        if outgoing:
            return size, min(outgoing)
    raise NoLegalPairing("C.04.4.2 2.2.1")


def c8(candidate: Candidate) -> int:
    """[C8] Count the players who do not get their preferred colour."""
    return sum(one.due.colour == other.due.colour != "-" for one, other in candidate.pairs)


# --- Article 3.1: the bye --------------------------------------------------------------------------------------------


def allocated_bye(players: Sequence[Player]) -> Player:
    """[3.1] Choose the receiver of the bye: lowest score, then most games, then lowest ranking.

    Scores include virtual points [Reading S5]. Only games played over the board count.
    """
    from_below = sorted((p for p in players if p.may_get_bye), key=ranking, reverse=True)
    for candidate in sorted(from_below, key=lambda p: (p.score, -len(p.colours))):
        if can_be_paired([p for p in players if p is not candidate]):
            return candidate
    raise NoLegalPairing("C.04.4.2 3.1")


# --- Article 4: the order of pairings --------------------------------------------------------------------------------


def candidates(bracket: Sequence[Player], floats: int) -> Iterator[Candidate]:
    """[4.2, 4.3] Yield, in order, all pairings that obey C1 and C3 and have this number of floaters.

    The first player of ``bracket`` meets each other player in turn, from the largest BSN to the smallest. In the last
    candidates, the first player floats. For each choice, the other players are paired in the same way.
    """
    if not bracket:
        if floats == 0:
            yield Candidate((), ())
        return
    first, *others = bracket
    if len(others) + 1 < floats:
        return
    for opponent in reversed(others):
        if may_meet(first, opponent):
            for rest in candidates([p for p in others if p is not opponent], floats):
                yield Candidate(((first, opponent), *rest.pairs), rest.floaters)
    if floats:
        for rest in candidates(others, floats - 1):
            yield Candidate(rest.pairs, (first, *rest.floaters))


# --- Article 3.2: the pairing of a bracket ---------------------------------------------------------------------------


def fullest(bracket: Sequence[Player], lower: Sequence[Player]) -> list[Candidate]:
    """[3.2.1, C5] List all pairings that have as many pairs as C1 to C4 allow, in order."""
    for floats in range(len(bracket) % 2, len(bracket) + 1, 2):
        legal: dict[frozenset[Player], bool] = {}
        found = []
        for candidate in candidates(bracket, floats):
            floaters = frozenset(candidate.floaters)
            if floaters not in legal:
                legal[floaters] = can_be_paired([*candidate.floaters, *lower])
            if legal[floaters]:
                found.append(candidate)
        if found:
            return found
    raise NoLegalPairing("C.04.4.2 1.9.3")


def pair_bracket(
    bracket: Sequence[Player],
    lower: Sequence[Player],
    incoming: Sequence[Player] = (),
    cost: OutgoingCost = lambda chosen, _incoming: c6(chosen),
) -> Candidate:
    """[3.2.2] Choose the best pairing according to C5 to C8, or the first of several equally good pairings."""
    found = fullest(sorted(bracket, key=ranking), lower)
    scores = [cost(candidate.floaters, incoming) for candidate in found]
    found = [c for c, score in zip(found, scores, strict=True) if score == min(scores)]
    sets = {frozenset(c.floaters) for c in found}
    if len(sets) > 1:
        onward = {floaters: c7(sorted(floaters, key=ranking), lower, cost) for floaters in sets}
        found = [c for c in found if onward[frozenset(c.floaters)] == min(onward.values())]
    return min(found, key=c8)


# --- Article 5: the colours ------------------------------------------------------------------------------------------


def board(pair: Pair, initial_colour: str) -> tuple[int, int]:
    """[5.2] Return White and Black of a pair. Article 1.8 ranks the players, whatever their scores are."""
    higher, lower = sorted(pair, key=ranking)
    if colour_of_higher(higher, lower, initial_colour) == "w":
        return higher.tpn, lower.tpn
    return lower.tpn, higher.tpn


# --- The round -------------------------------------------------------------------------------------------------------


def pair_2017(event: Event) -> Paired:
    """Pair the round by the text before 2026. What is not known of it is as in 2026 [Reading S8]."""
    return pair(event, may_get_bye_before_2026, c6_2017)


def pair(
    event: Event,
    may_get_bye: Callable[[Event, int], bool] = may_get_bye,
    cost: OutgoingCost = lambda chosen, _incoming: c6(chosen),
) -> Paired:
    """[1.9.2] Pair the round: first the bye, then the brackets from the top down."""
    if coming_round(event) <= seeding_rounds(event.rounds_total):
        raise ValueError("C.04.4.2 1.6.1: a seeding round is paired by the rules of the Dutch System")
    remaining = [player(event, tpn, may_get_bye) for tpn in present(event)]
    bye = allocated_bye(remaining) if len(remaining) % 2 else None
    lower = [p for p in remaining if p is not bye]
    floaters: tuple[Player, ...] = ()
    boards: set[tuple[int, int]] = set()
    while lower:
        # READING: the bye is given first (1.9.2). So if the only player of a scoregroup got it, that scoregroup has no
        # bracket.
        top = max(p.score for p in lower)
        residents = [p for p in lower if p.score == top]
        lower = [p for p in lower if p.score < top]
        chosen = pair_bracket([*floaters, *residents], lower, floaters, cost)
        boards.update(board(two, event.initial_colour) for two in chosen.pairs)
        floaters = chosen.floaters
    return Paired(frozenset(boards), bye.tpn if bye else 0)
