"""The common articles of C.04.5 and C.04.6: 1.3, 1.5, 2.1 to 2.3.4, 3, and parts of 4.3.

A transcription by enumeration: every set of upfloaters and every pairing of a bracket is listed, sorted as the articles
sort them, and the first best one is taken. Article numbers are the same in both texts except where two are given
(C.04.5 first). "Participant" stands for a player in the first text and a team in the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from tests.articles.literal.facts import NoLegalPairing
from tests.articles.literal.match_facts import Happened, MatchCell, MatchEvent

Pair = tuple[int, int]
Pairing = tuple[Pair, ...]
PairCost = Callable[[Pair], tuple[int, ...]]
Barred = frozenset[frozenset[int]]


@dataclass(frozen=True)
class Coming:
    """The coming round, as Articles 2 and 3 see it.

    ``players``: who is to be paired; ``barred``: the pairs that [C1] excludes; ``spared``: the previous
    round's floaters, for whose sake [C7] and its companion for the opponents exist; none in the rounds they except.
    """

    players: frozenset[int]
    scores: dict[int, int]
    barred: Barred
    spared: frozenset[int]


# --- Facts of earlier rounds ------------------------------------------------------------------------------------------


def coming_number(event: MatchEvent) -> int:
    """The number of the round to be paired."""
    return len(event.rounds) + 1


def is_last_round(event: MatchEvent) -> bool:
    """Whether this is the last round, whose number is declared beforehand (C.04.1 1)."""
    return coming_number(event) >= event.rounds_total


def played(cell: MatchCell | None) -> bool:
    """[C.04.5 Preface; C.04.2 3.4-3.5] Whether the match was played, not forfeited or a bye."""
    return cell is not None and cell.happened is Happened.PLAYED


def matches_played(event: MatchEvent, tpn: int) -> int:
    """The number of matches played (3.4.3)."""
    return sum(played(cells.get(tpn)) for cells in event.rounds)


def score_before(event: MatchEvent, tpn: int, number: int) -> int:
    """[1.2, C.04.7 1.5] The pairing score before round ``number``.

    READING: "The pairing score of a participant (i.e. the value used to define the scoregroups and internally sort them
    [...]) is given by the sum of their standings points and the virtual points". Read: wherever Articles 1 to 4 say
    "score" (scoregroups, order, floaters, the bye's lowest score, the higher-ranked player, the first-team's primary
    score) the pairing score is meant. Reason: C.04.5 1.2 ranks "for pairings purposes only", and one word has one
    meaning.
    """
    gained = sum(cells[tpn].primary for cells in event.rounds[: number - 1] if tpn in cells)
    return gained + event.virtual.get((tpn, number), 0)


def floaters_of_previous_round(event: MatchEvent) -> frozenset[int]:
    """[1.5] The floaters of the previous round.

    "A floater is a player who plays against an opponent with a different score." READING: a participant who had a bye,
    or a match that ended by forfeit, is no floater. Reason: nobody was played against, and [C1] uses the same "play
    against", from which the Preface and C.04.2 3.5 exclude a forfeited match. READING: "different score" compares the
    pairing scores before that round, virtual points included, because those made the bracket. READING: "the previous
    round" is the event's previous round, not the participant's last played one.
    """
    if not event.rounds:
        return frozenset()
    number = len(event.rounds)
    return frozenset(
        tpn
        for tpn, cell in event.rounds[-1].items()
        if played(cell) and score_before(event, tpn, number) != score_before(event, cell.opponent, number)
    )


def barred_pairs(event: MatchEvent) -> Barred:
    """[C1, 2.1.1] The pairs who have played each other, without forfeited matches (C.04.2 3.5).

    READING: prohibited pairs, which the text does not mention, are as absolute as [C1] wherever [C1] is asked for.
    """
    met = {frozenset((tpn, cell.opponent)) for cells in event.rounds for tpn, cell in cells.items() if played(cell)}
    return frozenset(met) | event.forbidden


def coming_round(event: MatchEvent, excepted_rounds: int) -> Coming:
    """[C.04.2 3.2-3.3] The participants to be paired, with the facts that the articles need.

    ``excepted_rounds``: how many rounds at the end are those "with the exception of" which floaters are spared.
    """
    spare = coming_number(event) <= event.rounds_total - excepted_rounds
    players = frozenset(event.participants) - event.absent
    scores = {tpn: score_before(event, tpn, coming_number(event)) for tpn in players}
    return Coming(players, scores, barred_pairs(event), floaters_of_previous_round(event) if spare else frozenset())


# --- Legal pairings and the bye ---------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def can_all_be_paired(players: frozenset[int], barred: Barred) -> bool:
    """[3.1.1, C1, C3] Whether all these players can be paired."""
    if not players:
        return True
    first = min(players)
    rest = players - {first}
    return any(
        frozenset((first, other)) not in barred and can_all_be_paired(rest - {other}, barred) for other in sorted(rest)
    )


def may_have_bye(event: MatchEvent, tpn: int) -> bool:
    """[C2, 2.1.2] Whether the player never had the bye, a forfeit win or a full-point bye.

    READING: what happened decides, not the points. C.04.1 4 ("has already scored in one single round, without playing,
    as many points as rewarded for a win") holds "unless explicitly stated otherwise", and [C2] states its own list.
    """
    barring = (Happened.PAIRING_BYE, Happened.WON_BY_FORFEIT, Happened.FULL_BYE)
    return all(cells[tpn].happened not in barring for cells in event.rounds if tpn in cells)


def bye(event: MatchEvent, coming: Coming) -> int:
    """[3.4] The receiver of the pairing-allocated bye; 0 for an even number of participants.

    READING: 3.4.1 "leaves a legal pairing for all players" includes [C2] for the receiver, since 3.1.1 makes [C1] and
    [C2] parts of "legal". READING: 3.4.2 to 3.4.4 are applied in this order, each to those whom the earlier ones left.
    """
    if len(coming.players) % 2 == 0:
        return 0
    candidates = [
        tpn
        for tpn in coming.players
        if may_have_bye(event, tpn) and can_all_be_paired(coming.players - {tpn}, coming.barred)
    ]
    if not candidates:
        raise NoLegalPairing("3.4.1")

    def precedence(tpn: int) -> tuple[int, int, int]:
        return coming.scores[tpn], -matches_played(event, tpn), -tpn

    return min(candidates, key=precedence)


# --- 3.5 Upfloaters ---------------------------------------------------------------------------------------------------


def scoregroup(coming: Coming, score: int) -> frozenset[int]:
    """[1.3.1] All participants with this score."""
    return frozenset(tpn for tpn in coming.players if coming.scores[tpn] == score)


def top_scoregroup(coming: Coming, unpaired: frozenset[int]) -> frozenset[int]:
    """[3.2] The unpaired participants with the highest score."""
    highest = max(coming.scores[tpn] for tpn in unpaired)
    return scoregroup(coming, highest) & unpaired


@lru_cache(maxsize=50_000)
def smallest_sets(residents: frozenset[int], lower: frozenset[int], barred: Barred) -> tuple[frozenset[int], ...]:
    """[C4, 2.3.1] The smallest sets of upfloaters that let the bracket, and then all others, be paired.

    READING: "Minimise the number of upfloaters" is asked of the sets with which all of the bracket can be paired
    (1.3.2, [C1]) and so can everybody who is left ([C3]), for those criteria stand above [C4]; so 3.5.2's "all sets
    that comply with [C4] and [C5]" are legal already. In such a smallest set no two upfloaters meet: without these two
    the set would be smaller and as legal. So every upfloater's opponent is a resident.
    """
    for size in range(len(lower) + 1):
        sets = tuple(
            chosen
            for chosen in map(frozenset, combinations(sorted(lower), size))
            if can_all_be_paired(residents | chosen, barred) and can_all_be_paired(lower - chosen, barred)
        )
        if sets:
            return sets
    return ()


def set_order(coming: Coming, chosen: frozenset[int]) -> tuple[int, ...]:
    """[3.5.3, 3.5.4] Sort key of sets: TPNs by descending score, then ascending TPN."""
    return tuple(sorted(chosen, key=lambda tpn: (-coming.scores[tpn], tpn)))


def lowest_scores_first(coming: Coming, chosen: frozenset[int]) -> tuple[int, ...]:
    """[C5, 2.3.2] The upfloaters' scores in ascending order, which should be as high as possible.

    The residents all have one score, so that the differences in descending order say the same.
    READING: "taken in ascending order" compares the lowest scores first, and the next lowest when those are equal.
    """
    return tuple(sorted(coming.scores[tpn] for tpn in chosen))


def candidate_sets(coming: Coming, unpaired: frozenset[int]) -> list[frozenset[int]]:
    """[3.5.2-3.5.4] All sets that satisfy [C4] and [C5], in order."""
    residents = top_scoregroup(coming, unpaired)
    smallest = smallest_sets(residents, unpaired - residents, coming.barred)
    if not smallest:
        raise NoLegalPairing("3.3.3")
    best = max(lowest_scores_first(coming, chosen) for chosen in smallest)
    complying = [chosen for chosen in smallest if lowest_scores_first(coming, chosen) == best]
    return sorted(complying, key=lambda chosen: set_order(coming, chosen))


def upfloaters_into_following(coming: Coming, unpaired: frozenset[int], chosen: frozenset[int]) -> int:
    """[C6, 2.3.3] The number of upfloaters that the following scoregroup will need after this choice.

    READING: "the following scoregroup" is the next lower score among all who are paired in this round (1.3.1: a
    scoregroup is "all the players with the same score"), whether some of them were taken by an earlier bracket or not.
    If nobody of it is left, the criterion is silent and does not pass on to the scoregroup below: "became or are
    upfloaters" names those of an earlier bracket and those of this set, and the Note adds that "only the mentioned
    scoregroup is involved". The receiver of the bye is in no scoregroup by then (3.3.2).
    READING: the following bracket "complies with [C4]" the better the fewer upfloaters it needs, because 2.3 says
    "comply as much as possible" and [C4] says "minimise". Its [C1] and [C3] can always be kept once [C3] is kept here,
    and they limit which sets its [C4] may count. Neither its scores ([C5]) nor any later bracket is considered.
    """
    top = top_scoregroup(coming, unpaired)
    lower_scores = [coming.scores[tpn] for tpn in coming.players if coming.scores[tpn] < coming.scores[min(top)]]
    if not lower_scores:
        return 0
    left = unpaired - top - chosen
    following = scoregroup(coming, max(lower_scores)) & left
    if not following:
        return 0
    return len(smallest_sets(following, left - following, coming.barred)[0])


def upfloaters(coming: Coming, unpaired: frozenset[int]) -> frozenset[int]:
    """[3.5.5] The first set that also satisfies [C6] and [C7, 2.3.4].

    READING: "also complies with criteria [C6] and [C7]" means that no other of these sets does better on [C6], nor
    equally on [C6] and better on [C7]: 2.3's "comply as much as possible with the following criteria, given in
    descending priority". The order of 3.5.4 decides only between sets that are equal on both. The floaters' opponents
    ([C8] of C.04.5, [C8]-[C10] of C.04.6) have no say here, although 2.3 lists all of them before any order: 3.5.5 does
    not name them, and 3.6.4 names them for a bracket that is already composed.
    """

    def failings(chosen: frozenset[int]) -> tuple[int, int]:
        return upfloaters_into_following(coming, unpaired, chosen), len(chosen & coming.spared)

    sets = candidate_sets(coming, unpaired)
    best = min(failings(chosen) for chosen in sets)
    return next(chosen for chosen in sets if failings(chosen) == best)


# --- 3.6 Pairing of a bracket -----------------------------------------------------------------------------------------


def pairings(bracket: tuple[int, ...]) -> Iterator[Pairing]:
    """[3.6.1] All pairings of the bracket, with top members first in each pair."""
    if not bracket:
        yield ()
        return
    top, *others = bracket
    for bottom in others:
        rest = tuple(tpn for tpn in others if tpn != bottom)
        for pairs in pairings(rest):
            yield ((top, bottom), *pairs)


def identifier(pairing: Pairing) -> tuple[int, ...]:
    """[3.6.2] The identifier of a pairing: top members' TPNs, then those of their opponents."""
    pairs = sorted((min(pair), max(pair)) for pair in pairing)
    return *(top for top, _ in pairs), *(bottom for _, bottom in pairs)


@lru_cache(maxsize=64)
def sorted_pairings(bracket: tuple[int, ...]) -> tuple[Pairing, ...]:
    """[3.6.3] The bracket's pairings, sorted by identifier."""
    return tuple(sorted(pairings(bracket), key=identifier))


def bracket_pairing(coming: Coming, bracket: frozenset[int], cost: PairCost) -> Pairing:
    """[3.6.4] The first pairing that satisfies [C1] and is best by the other criteria.

    ``cost``: what one pair adds to each of those criteria, given in descending priority.
    READING: "the first pairing that also complies with criteria [C1] and [C8]" (C.04.6: "[C1], [C8], [C9] and [C10]"):
    [C1] is kept, then the others are minimised, the earlier before the later, and the identifiers decide only between
    pairings that are equal on all of them. Reason: these are quality criteria, with which 2.3 asks to comply as much as
    possible; taken as "has none at all" a bracket could be left without a pairing.
    """
    costs = {pair: cost(pair) for pair in combinations(sorted(bracket), 2) if frozenset(pair) not in coming.barred}
    legal = [pairing for pairing in sorted_pairings(tuple(sorted(bracket))) if all(pair in costs for pair in pairing)]

    def total(pairing: Pairing) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(costs[pair] for pair in pairing), strict=True))

    best = min(total(pairing) for pairing in legal)
    return next(pairing for pairing in legal if total(pairing) == best)


def round_pairing(
    event: MatchEvent, excepted_rounds: int, cost_with: Callable[[Coming, frozenset[int]], PairCost]
) -> tuple[Pairing, int]:
    """[3.3.2] All pairs and the bye of a round: first the bye, then the top scoregroups in turn.

    ``cost_with``: given the coming round and a bracket's upfloaters, what a pair costs in that bracket.
    """
    everybody = coming_round(event, excepted_rounds)
    receiver = bye(event, everybody)
    coming = replace(everybody, players=everybody.players - {receiver})
    unpaired = coming.players
    pairs: Pairing = ()
    while unpaired:
        chosen = upfloaters(coming, unpaired)
        bracket = top_scoregroup(coming, unpaired) | chosen
        pairs += bracket_pairing(coming, bracket, cost_with(coming, chosen))
        unpaired -= bracket
    return pairs, receiver


def opponents_who_floated(coming: Coming, chosen: frozenset[int], pair: Pair) -> int:
    """[C8, 2.3.5 / C10, 2.3.7] The number of upfloaters' opponents in a pair who floated last round."""
    return sum(upfloater in chosen and opponent in coming.spared for upfloater, opponent in (pair, (pair[1], pair[0])))


# --- 4 The steps of colour allocation that are common -----------------------------------------------------------------
# A step answers with the colour that it gives to the first of the two (the higher-ranked player, the first-team),
# or with None when it does not decide.


def opposite(colour: str) -> str:
    return {"w": "b", "b": "w"}[colour]


def colours_had(event: MatchEvent, tpn: int) -> str:
    """[1.6 / 1.6.1, C.04.2 3.4] The colours that count, in order: ``BWBuW`` is ``bwbw``."""
    cells = [cells[tpn] for cells in event.rounds if tpn in cells]
    return "".join(cell.colour for cell in cells if played(cell) and cell.colour != "-")


def number_is_odd(event: MatchEvent, tpn: int) -> bool:
    """[4.3.1, C.04.2 2.4-2.5] Whether the participant's TPN is odd, counting only those who have arrived.

    READING: "late entries [...] are given an appropriate TPN and paired only when they actually arrive". So
    participants who have never been paired and are absent from the coming round have no TPN yet, and those behind them
    are numbered without them. Paired: had an opponent, even if the match was forfeited, or a pairing-allocated bye;
    requested byes are no pairing. The alternative takes the numbers as they stand in the list.
    """
    paired_before = {
        one
        for cells in event.rounds
        for one, cell in cells.items()
        if cell.opponent or cell.happened is Happened.PAIRING_BYE
    }
    arrived = paired_before | (set(event.participants) - event.absent)
    return sum(one <= tpn for one in arrived) % 2 == 1


def neither_has_played(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.1] The initial-colour for an odd TPN, else the opposite, if neither has played.

    READING: a match without a colour (C.04.5 1.6: no game of it was actually played) is not yet a match here. Otherwise
    nothing would decide between two players who never had a colour.
    """
    if colours_had(event, first) or colours_had(event, other):
        return None
    return event.initial_colour if number_is_odd(event, first) else opposite(event.initial_colour)


def most_recent_difference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.3 / 4.3.6] The colours reversed from the last time when the two participants had different ones.

    READING: with the Note (C.04.2 3.4) "time" counts backwards over the matches that each of them played: the last of
    the one beside the last of the other, and so on until one of the two histories ends. It need not be the same round.
    """
    histories = zip(reversed(colours_had(event, first)), reversed(colours_had(event, other)), strict=False)
    return next((opposite(mine) for mine, yours in histories if mine != yours), None)


def first_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.4 / 4.3.8] The opposite of the first participant's last colour."""
    return next((opposite(colour) for colour in reversed(colours_had(event, first))), None)


def other_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.5 / 4.3.9] The second participant alternates from the last colour."""
    return next(iter(reversed(colours_had(event, other))), None)
