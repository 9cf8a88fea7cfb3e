"""The Dubov System of 2026 (C.04.4.1), transcribed article by article from the text alone.

The code tries all sets of players in the order of Article 4, and all pairings.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from tests.articles.literal.common import (
    MILD,
    NONE,
    PLAYED,
    Preference,
    cell,
    colour_history,
    colour_of_higher,
    coming_round,
    float_of_pair,
    games,
    may_get_bye,
    may_get_bye_before_2026,
    may_meet,
    not_to_be_met,
    numbers,
    pairing_score,
    preference,
    present,
)
from tests.articles.literal.facts import Event, NoLegalPairing, Paired


@dataclass(frozen=True, eq=False)
class Player:
    tpn: int
    number: int
    score: int
    aro: int
    colours: str
    due: Preference
    upfloats: tuple[int, ...]
    barred: frozenset[int]
    may_get_bye: bool


@dataclass(frozen=True)
class Round:
    """The facts about a round that the quality criteria need."""

    number: int
    is_last: bool
    max_t: int


@dataclass(frozen=True, eq=False)
class Bracket:
    """[1.3.2] A scoregroup with the upfloaters who join it."""

    residents: tuple[Player, ...]
    upfloaters: tuple[Player, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.residents + self.upfloaters


Pair = tuple[Player, Player]
Pairing = tuple[Pair, ...]
Cost = tuple[int, ...]


# --- Article 1: facts about a player ----------------------------------------------------------------------------------


def due_colour(history: str) -> Preference:
    """[1.6] Return the colour preference. A player without games has a mild preference for Black (1.6.4).

    >>> due_colour(""), due_colour("w")
    (Preference(colour='b', strength=1), Preference(colour='b', strength=2))
    """
    due = preference(history)
    return Preference("b", MILD) if due.strength == NONE else due


def average(ratings: Sequence[int]) -> int:
    """[1.7.1, 1.7.3] Round the average, with halves rounded up; the average of nothing is zero.

    >>> average([2000, 2001]), average([2000, 2000, 2001]), average([])
    (2001, 2000, 0)
    """
    if not ratings:
        return 0
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))


def aro(event: Event, tpn: int) -> int:
    """[1.7] Return the average rating of the opponents whom the player met over the board."""
    rating = {e.tpn: e.rating for e in event.entrants}
    return average([rating[c.opponent] for c in games(event, tpn)])


def upfloats(event: Event, tpn: int) -> tuple[int, ...]:
    """[1.3.2, 1.8.1] List the rounds in which the player was an upfloater."""
    return tuple(number for number in range(1, coming_round(event)) if was_upfloated(event, tpn, number))


def was_upfloated(event: Event, tpn: int, number: int) -> bool:
    """[1.3.2, 1.8.1] Whether the player was an upfloater in round ``number``.

    An upfloater is a player whose opponent had a higher pairing score before the round. A forfeited game does not count
    as an upfloat [Reading V1].
    """
    return cell(event, tpn, number).result in PLAYED and float_of_pair(event, tpn, number) == "U"


def max_t(rounds_total: int) -> int:
    """[1.8.2] Return MaxT: a player with at least this many upfloats is a maximum upfloater.

    >>> [max_t(rounds) for rounds in (4, 5, 9, 10)]
    [2, 3, 3, 4]
    """
    return 2 + rounds_total // 5


def player(event: Event, tpn: int, may_get_bye: Callable[[Event, int], bool] = may_get_bye) -> Player:
    colours = colour_history(event, tpn)
    return Player(
        tpn=tpn,
        number=numbers(event)[tpn],
        score=pairing_score(event, tpn, coming_round(event)),
        aro=aro(event, tpn),
        colours=colours,
        due=due_colour(colours),
        upfloats=upfloats(event, tpn),
        barred=not_to_be_met(event, tpn),
        may_get_bye=may_get_bye(event, tpn),
    )


# --- Article 2: the criteria -----------------------------------------------------------------------------------------


def pairings(players: Sequence[Player]) -> Iterator[Pairing]:
    """Yield every way to pair all of these players within C1 and C3."""
    if len(players) % 2:
        return
    if not players:
        yield ()
        return
    first, *others = players
    for opponent in others:
        if may_meet(first, opponent):
            for rest in pairings([p for p in others if p is not opponent]):
                yield ((first, opponent), *rest)


def can_be_paired(players: Sequence[Player]) -> bool:
    """[C4] Whether these players can all be paired."""
    return any(True for _ in pairings(players))


def denied(pairing: Pairing) -> int:
    """Count the pairs in which both players prefer the same colour."""
    return sum(one.due.colour == other.due.colour for one, other in pairing)


def fewest_denied(players: Sequence[Player]) -> int:
    """[C7] Return the smallest number of colour preferences that a pairing of these players denies."""
    return min(denied(pairing) for pairing in pairings(players))


def c6(bracket: Bracket, _: Round) -> Cost:
    """[C6] List the score differences of the upfloaters' pairs, largest first.

    The largest differences are compared first, and the sum does not count [Reading V2]. In a smallest set of
    upfloaters, each upfloater meets a resident.
    """
    return tuple(sorted((bracket.residents[0].score - p.score for p in bracket.upfloaters), reverse=True))


def c7(bracket: Bracket, _: Round) -> Cost:
    """[C7] Return the smallest possible number of denied colour preferences, residents included [Reading V3]."""
    return (fewest_denied(bracket.players),)


def maximum_upfloaters(bracket: Bracket, this: Round) -> list[Player]:
    """[1.8] List the upfloaters who have been upfloaters in MaxT or more rounds."""
    return [p for p in bracket.upfloaters if len(p.upfloats) >= this.max_t]


def c8(bracket: Bracket, this: Round) -> Cost:
    """[C8] Count the maximum upfloaters, except in the last round."""
    return () if this.is_last else (len(maximum_upfloaters(bracket, this)),)


def c9(bracket: Bracket, this: Round) -> Cost:
    """[C9] Add up the upfloats of the maximum upfloaters, except in the last round.

    Counting the upfloats of the coming round would change nothing, because C8 has fixed the number of maximum
    upfloaters [Reading V4].
    """
    return () if this.is_last else (sum(len(p.upfloats) for p in maximum_upfloaters(bracket, this)),)


def c10(bracket: Bracket, this: Round) -> Cost:
    """[C10] Count the upfloaters who also upfloated in the previous round, except in the last round."""
    return () if this.is_last else (sum(this.number - 1 in p.upfloats for p in bracket.upfloaters),)


# C5 is not in this list: 3.2.1 fixes the number of upfloaters before sets are compared.
QUALITY: tuple[Callable[[Bracket, Round], Cost], ...] = (c6, c7, c8, c9, c10)


# --- Article 3.1: the bye --------------------------------------------------------------------------------------------


def bye_order(p: Player) -> tuple[int, int, int]:
    """[3.1.3-3.1.5] Sort candidates for the bye by lowest score, then most games, then largest TPN.

    Scores include virtual points. Only games played over the board count [Reading V5].
    """
    return p.score, -len(p.colours), -p.tpn


def allocated_bye(players: Sequence[Player]) -> Player:
    """[3.1] Choose the receiver of the pairing-allocated bye."""
    for candidate in sorted((p for p in players if p.may_get_bye), key=bye_order):
        if can_be_paired([p for p in players if p is not candidate]):
            return candidate
    raise NoLegalPairing("C.04.4.1 3.1")


# --- Article 3.2.1 and 3.2.2: the upfloaters -------------------------------------------------------------------------


def upfloating_order(p: Player) -> tuple[int, int]:
    """[4.2.2] Sort upfloaters by descending score, then ascending TPN."""
    return -p.score, p.tpn


def legal_sets(residents: Sequence[Player], lower: Sequence[Player]) -> list[tuple[Player, ...]]:
    """[3.2.1, 4.1.3, 4.2] List the legal sets with the fewest upfloaters, in order.

    A set is legal if the residents and the upfloaters can be paired (C1, C3), and all other players as well (C4).
    """
    pool = sorted(lower, key=upfloating_order)
    for size in range(len(pool) + 1):
        legal = [
            chosen
            for chosen in combinations(pool, size)
            if can_be_paired([p for p in pool if p not in chosen]) and can_be_paired([*residents, *chosen])
        ]
        if legal:
            return legal
    raise NoLegalPairing("C.04.4.1 1.9.3")


Sets = list[tuple[Player, ...]]


def best_bracket(
    residents: Sequence[Player], lower: Sequence[Player], this: Round, in_order: Callable[[Sets], Sets] = list
) -> Bracket:
    """[3.2.2] Choose the best set of upfloaters according to C6 to C10, or the first of several equally good sets.

    ``in_order`` sorts the sets, which come in lexicographic order.
    """
    brackets = [Bracket(tuple(residents), chosen) for chosen in in_order(legal_sets(residents, lower))]
    for criterion in QUALITY:
        if len(brackets) == 1:
            break
        values = [criterion(bracket, this) for bracket in brackets]
        brackets = [b for b, value in zip(brackets, values, strict=True) if value == min(values)]
    return brackets[0]


# --- Article 3.2.3 to 3.2.6: the pairs -------------------------------------------------------------------------------


def subgroups(players: Sequence[Player]) -> tuple[list[Player], list[Player]]:
    """[3.2.3] Return the initial subgroups G1 and G2.

    In any round, the players are split in half by TPN if nobody in the bracket has played a game [Reading V7].
    """
    if not any(p.colours for p in players):
        ordered = sorted(players, key=by_tpn)
        half = len(ordered) // 2
        return ordered[:half], ordered[half:]
    return [p for p in players if p.due.colour == "w"], [p for p in players if p.due.colour == "b"]


def by_tpn(p: Player) -> int:
    return p.tpn


def by_aro(p: Player) -> tuple[int, int]:
    """[3.2.5, 4.3.2] Sort players by ascending ARO, then ascending TPN."""
    return p.aro, p.tpn


def from_the_middle(players: Sequence[Player]) -> list[Player]:
    """[4.3.3] Sort the players: each time, take the middle one of the remaining players."""
    remaining = list(players)
    return [remaining.pop((len(remaining) - 1) // 2) for _ in players]


def shifters(subgroup: Sequence[Player], size: int) -> Iterator[tuple[Player, ...]]:
    """[4.3] Yield the sets of ``size`` shifters from a subgroup, in order.

    White seekers are sorted by ARO, and Black seekers by TPN.
    """
    white = all(p.due.colour == "w" for p in subgroup)
    return combinations(from_the_middle(sorted(subgroup, key=by_aro if white else by_tpn)), size)


def within(pairing: Pairing, subgroup: Sequence[Player]) -> list[Pair]:
    return [pair for pair in pairing if pair[0] in subgroup and pair[1] in subgroup]


def split_by(pairs: Sequence[Pair], subgroup: Sequence[Player]) -> bool:
    """Whether exactly one player of each pair belongs to the subgroup."""
    return all((one in subgroup) != (other in subgroup) for one, other in pairs)


def unavoidable_shift(smaller: Sequence[Player], best: Sequence[Pairing]) -> tuple[Player, ...]:
    """[3.2.4.1] Choose the players who leave the smaller subgroup because pairs within it are unavoidable.

    In a ``best`` pairing with the fewest pairs within the subgroup, these pairs are unavoidable. Exactly one player of
    each unavoidable pair is shifted [Reading V8].
    """
    inside = [within(pairing, smaller) for pairing in best]
    unavoidable = min(len(pairs) for pairs in inside)
    fewest = [pairs for pairs in inside if len(pairs) == unavoidable]
    return next(chosen for chosen in shifters(smaller, unavoidable) if any(split_by(pairs, chosen) for pairs in fewest))


def recomposed(g1: list[Player], g2: list[Player], best: Sequence[Pairing]) -> tuple[list[Player], list[Player]]:
    """[3.2.4] Shift players until G1 and G2 have equal sizes and allow one of the ``best`` pairings.

    A player who has just been shifted is not shifted back [Reading V9].
    """
    smaller, larger = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    away = unavoidable_shift(smaller, best)
    stay = [p for p in smaller if p not in away]
    surplus = (len(larger) + len(away) - len(stay)) // 2
    back = next(
        chosen for chosen in shifters(larger, surplus) if any(split_by(pairing, [*stay, *chosen]) for pairing in best)
    )
    new_smaller = [*stay, *back]
    new_larger = [p for p in [*larger, *away] if p not in back]
    return (new_smaller, new_larger) if smaller is g1 else (new_larger, new_smaller)


def transposition(s1: Sequence[Player], g2: Sequence[Player]) -> tuple[Player, ...]:
    """[3.2.6, 4.4] Return T2, the first order of G2 in which each player of S1 has a legal opponent."""
    orders = permutations(sorted(g2, key=by_tpn))
    return next(t2 for t2 in orders if all(may_meet(one, other) for one, other in zip(s1, t2, strict=True)))


def pair_bracket(players: Sequence[Player]) -> Pairing:
    fewest = fewest_denied(players)
    best = [pairing for pairing in pairings(players) if denied(pairing) == fewest]
    g1, g2 = recomposed(*subgroups(players), best)
    s1 = sorted(g1, key=by_aro)
    return tuple(zip(s1, transposition(s1, g2), strict=True))


# --- Article 5: the colours ------------------------------------------------------------------------------------------


def board(pair: Pair, initial_colour: str) -> tuple[int, int]:
    """[5.2] Return White and Black of a pair.

    The player with more points ranks higher. If the points are equal, the smaller TPN ranks higher (5.2.1).
    """
    higher, lower = sorted(pair, key=upfloating_order)
    if colour_of_higher(higher, lower, initial_colour) == "w":
        return higher.tpn, lower.tpn
    return lower.tpn, higher.tpn


# --- The round -------------------------------------------------------------------------------------------------------


def in_containers(sets: Sets) -> Sets:
    """[2018: D.1.b] Sort sets of upfloaters by their containers "along the lines of C.6", then lexicographically."""
    return sorted(sets, key=lambda chosen: sorted(p.score for p in chosen), reverse=True)


def pair_2018(event: Event) -> Paired:
    """Pair the round by the text of 2018.

    READING: What the copy of this text lacks, C.4 and section E, is as in 2026 [Reading V11].
    """
    return pair(event, may_get_bye_before_2026, in_containers)


def pair(
    event: Event, may_get_bye: Callable[[Event, int], bool] = may_get_bye, in_order: Callable[[Sets], Sets] = list
) -> Paired:
    """[1.9.2] Pair the round: first the bye, then the scoregroups from the top down."""
    number = coming_round(event)
    this = Round(number, number >= event.rounds_total, max_t(event.rounds_total))
    remaining = [player(event, tpn, may_get_bye) for tpn in present(event)]
    bye = allocated_bye(remaining) if len(remaining) % 2 else None
    remaining = [p for p in remaining if p is not bye]
    boards: set[tuple[int, int]] = set()
    while remaining:
        top = max(p.score for p in remaining)
        residents = [p for p in remaining if p.score == top]
        bracket = best_bracket(residents, [p for p in remaining if p.score < top], this, in_order)
        boards.update(board(two, event.initial_colour) for two in pair_bracket(bracket.players))
        remaining = [p for p in remaining if p not in bracket.players]
    return Paired(frozenset(boards), bye.tpn if bye else 0)
