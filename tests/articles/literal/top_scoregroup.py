"""The articles that C.04.5 and C.04.6 share: 1.3, 1.5, 2.1 to 2.3.4, 3, and parts of 4.3.

This is a transcription by enumeration: all sets of upfloaters and all pairings of a bracket are listed in the order of
the articles, and the first of the best ones is taken. Article numbers are the same in both texts, unless two are given
(C.04.5 first). A "participant" is a player in C.04.5 and a team in C.04.6.
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
    """The facts about the coming round that Articles 2 and 3 use.

    ``players`` are the participants to be paired, and ``barred`` the pairs that [C1] excludes. ``spared`` are the
    floaters of the previous round, whom [C7] and the criterion about upfloaters' opponents protect. In the rounds that
    these criteria except, it is empty.
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
    """Whether this is the last round. The number of rounds is declared beforehand (C.04.1 1)."""
    return coming_number(event) >= event.rounds_total


def played(cell: MatchCell | None) -> bool:
    """[C.04.5 Preface; C.04.2 3.4-3.5] Whether the match was played: it was neither forfeited nor a bye."""
    return cell is not None and cell.happened is Happened.PLAYED


def matches_played(event: MatchEvent, tpn: int) -> int:
    """The number of matches played (3.4.3)."""
    return sum(played(cells.get(tpn)) for cells in event.rounds)


def score_before(event: MatchEvent, tpn: int, number: int) -> int:
    """[1.2, C.04.7 1.5] The pairing score before round ``number``.

    READING: "The pairing score of a participant (i.e. the value used to define the scoregroups and internally sort them
    [...]) is given by the sum of their standings points and the virtual points". So wherever Articles 1 to 4 say
    "score" (scoregroups, order, floaters, the lowest score for the bye, the higher-ranked player, the primary score of
    the first-team), they mean the pairing score. Reason: C.04.5 1.2 ranks "for pairings purposes only", and one word
    has one meaning.
    """
    gained = sum(cells[tpn].primary for cells in event.rounds[: number - 1] if tpn in cells)
    return gained + event.virtual.get((tpn, number), 0)


def floaters_of_previous_round(event: MatchEvent) -> frozenset[int]:
    """[1.5] The floaters of the previous round.

    "A floater is a player who plays against an opponent with a different score." READING: a participant who had a bye
    or a forfeited match is no floater. Reason: this participant played against nobody. [C1] uses the same words "play
    against", and the Preface and C.04.2 3.5 say that a forfeited match was not played. READING: "different score"
    compares the pairing scores before that round, virtual points included, because these formed the brackets. READING:
    "the previous round" is the previous round of the event, not the last round that the participant played.
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
    """[C1, 2.1.1] The pairs who have played each other; forfeited matches do not count (C.04.2 3.5).

    READING: prohibited pairs, which the text does not mention, are treated as if [C1] excluded them.
    """
    met = {frozenset((tpn, cell.opponent)) for cells in event.rounds for tpn, cell in cells.items() if played(cell)}
    return frozenset(met) | event.forbidden


def coming_round(event: MatchEvent, excepted_rounds: int) -> Coming:
    """[C.04.2 3.2-3.3] The participants to be paired, with the facts that the articles need.

    ``excepted_rounds`` is the number of rounds at the end in which floaters are not spared ("with the exception of").
    """
    spare = coming_number(event) <= event.rounds_total - excepted_rounds
    players = frozenset(event.participants) - event.absent
    scores = {tpn: score_before(event, tpn, coming_number(event)) for tpn in players}
    return Coming(players, scores, barred_pairs(event), floaters_of_previous_round(event) if spare else frozenset())


# --- Legal pairings and the bye ---------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def can_all_be_paired(players: frozenset[int], barred: Barred) -> bool:
    """[3.1.1, C1, C3] Whether all of these participants can be paired."""
    if not players:
        return True
    first = min(players)
    rest = players - {first}
    return any(
        frozenset((first, other)) not in barred and can_all_be_paired(rest - {other}, barred) for other in sorted(rest)
    )


def may_have_bye(event: MatchEvent, tpn: int) -> bool:
    """[C2, 2.1.2] Whether the participant never had the bye, a forfeit win or a full-point bye.

    READING: the kind of the unplayed round decides, not its points. C.04.1 4 ("has already scored in one single round,
    without playing, as many points as rewarded for a win") holds "unless explicitly stated otherwise", and [C2] states
    its own list.
    """
    barring = (Happened.PAIRING_BYE, Happened.WON_BY_FORFEIT, Happened.FULL_BYE)
    return all(cells[tpn].happened not in barring for cells in event.rounds if tpn in cells)


def bye(event: MatchEvent, coming: Coming) -> int:
    """[3.4] The receiver of the pairing-allocated bye, or 0 if the number of participants is even.

    READING: 3.4.1 "leaves a legal pairing for all players" includes [C2] for the receiver, because [C1] and [C2] are
    parts of "legal" by 3.1.1. READING: 3.4.2 to 3.4.4 apply in this order, each to the participants whom the earlier
    ones left.
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
    """[3.2] The participants with the highest score among those not yet paired."""
    highest = max(coming.scores[tpn] for tpn in unpaired)
    return scoregroup(coming, highest) & unpaired


@lru_cache(maxsize=50_000)
def smallest_sets(residents: frozenset[int], lower: frozenset[int], barred: Barred) -> tuple[frozenset[int], ...]:
    """[C4, 2.3.1] The smallest sets of upfloaters with which both the bracket and everybody else can be paired.

    READING: "Minimise the number of upfloaters" applies to the sets with which the whole bracket can be paired (1.3.2,
    [C1]) and everybody else as well ([C3]), because these criteria come before [C4]. So "all sets that comply with [C4]
    and [C5]" (3.5.2) are legal already. In a smallest set no two upfloaters meet, because without these two the set
    would be smaller and still legal. So every upfloater meets a resident.
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
    """[3.5.3, 3.5.4] The sort key of sets: their TPNs, by descending score and then ascending TPN."""
    return tuple(sorted(chosen, key=lambda tpn: (-coming.scores[tpn], tpn)))


def lowest_scores_first(coming: Coming, chosen: frozenset[int]) -> tuple[int, ...]:
    """[C5, 2.3.2] The upfloaters' scores in ascending order, which should be as high as possible.

    All residents have the same score, so comparing the differences in descending order gives the same result. READING:
    "taken in ascending order" compares the lowest scores first, and the next lowest when those are equal.
    """
    return tuple(sorted(coming.scores[tpn] for tpn in chosen))


def candidate_sets(coming: Coming, unpaired: frozenset[int]) -> list[frozenset[int]]:
    """[3.5.2-3.5.4] All sets that comply with [C4] and [C5], in order."""
    residents = top_scoregroup(coming, unpaired)
    smallest = smallest_sets(residents, unpaired - residents, coming.barred)
    if not smallest:
        raise NoLegalPairing("3.3.3")
    best = max(lowest_scores_first(coming, chosen) for chosen in smallest)
    complying = [chosen for chosen in smallest if lowest_scores_first(coming, chosen) == best]
    return sorted(complying, key=lambda chosen: set_order(coming, chosen))


def upfloaters_into_following(coming: Coming, unpaired: frozenset[int], chosen: frozenset[int]) -> int:
    """[C6, 2.3.3] The number of upfloaters that the following scoregroup will need after this choice of upfloaters.

    READING: "the following scoregroup" is the next lower score among all who are paired in this round (1.3.1: a
    scoregroup is "all the players with the same score"), even if an earlier bracket took some of its participants. If
    nobody of it is left, the criterion does not apply, and does not pass on to the scoregroup below: "became or are
    upfloaters" names those of an earlier bracket and those of this set, and the Note adds that "only the mentioned
    scoregroup is involved". The receiver of the bye no longer belongs to a scoregroup (3.3.2). READING: the following
    bracket "complies with [C4]" better if it needs fewer upfloaters, because 2.3 says "comply as much as possible" and
    [C4] says "minimise". If [C3] holds here, the following bracket can always obey [C1] and [C3], and these limit the
    sets that its [C4] compares. Neither its scores ([C5]) nor any later bracket is considered.
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
    """[3.5.5] The first set that also complies with [C6] and [C7, 2.3.4].

    READING: "also complies with criteria [C6] and [C7]" means that none of the other sets is better by [C6], or equal
    by [C6] and better by [C7]: 2.3 says "comply as much as possible with the following criteria, given in descending
    priority". The order of 3.5.4 decides only between sets that are equal by both. The later criteria ([C8] of C.04.5,
    [C8] to [C10] of C.04.6) do not count here: 3.5.5 does not name them, and 3.6.4 applies them to a bracket that is
    already composed.
    """

    def failings(chosen: frozenset[int]) -> tuple[int, int]:
        return upfloaters_into_following(coming, unpaired, chosen), len(chosen & coming.spared)

    sets = candidate_sets(coming, unpaired)
    best = min(failings(chosen) for chosen in sets)
    return next(chosen for chosen in sets if failings(chosen) == best)


# --- 3.6 Pairing of a bracket -----------------------------------------------------------------------------------------


def pairings(bracket: tuple[int, ...]) -> Iterator[Pairing]:
    """[3.6.1] All pairings of the bracket; in each pair the top member comes first."""
    if not bracket:
        yield ()
        return
    top, *others = bracket
    for bottom in others:
        rest = tuple(tpn for tpn in others if tpn != bottom)
        for pairs in pairings(rest):
            yield ((top, bottom), *pairs)


def identifier(pairing: Pairing) -> tuple[int, ...]:
    """[3.6.2] The identifier of a pairing: the TPNs of its top members, then the TPNs of their opponents."""
    pairs = sorted((min(pair), max(pair)) for pair in pairing)
    return *(top for top, _ in pairs), *(bottom for _, bottom in pairs)


@lru_cache(maxsize=64)
def sorted_pairings(bracket: tuple[int, ...]) -> tuple[Pairing, ...]:
    """[3.6.3] The pairings of the bracket, sorted by their identifiers."""
    return tuple(sorted(pairings(bracket), key=identifier))


def bracket_pairing(coming: Coming, bracket: frozenset[int], cost: PairCost) -> Pairing:
    """[3.6.4] The first pairing that complies with [C1] and is best by the other criteria.

    ``cost`` is the amount that a pair adds to each of these criteria, in descending priority. READING: "the first
    pairing that also complies with criteria [C1] and [C8]" (C.04.6: "[C1], [C8], [C9] and [C10]"): [C1] must hold. The
    other criteria are minimised, the earlier before the later. Identifiers decide only between pairings that are equal
    by all of them. Reason: these are quality criteria, and 2.3 says "comply as much as possible". If they had to be
    fulfilled completely, a bracket could have no pairing at all.
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
    """[3.3.2] All pairs and the bye of a round: first the bye, then each top scoregroup in turn.

    ``cost_with`` returns the cost function for the pairs of a bracket, from the coming round and the bracket's
    upfloaters.
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
    """[C8, 2.3.5 / C10, 2.3.7] The number of players of the pair who floated last round and now meet an upfloater."""
    return sum(upfloater in chosen and opponent in coming.spared for upfloater, opponent in (pair, (pair[1], pair[0])))


# --- Article 4: the steps of colour allocation that both systems share ------------------------------------------------
# A step returns the colour of the first of the two (the higher-ranked player, or the first-team), or None if it does
# not decide.


def opposite(colour: str) -> str:
    return {"w": "b", "b": "w"}[colour]


def colours_had(event: MatchEvent, tpn: int) -> str:
    """[1.6 / 1.6.1, C.04.2 3.4] The colours that count, in order: ``BWBuW`` is ``bwbw``."""
    cells = [cells[tpn] for cells in event.rounds if tpn in cells]
    return "".join(cell.colour for cell in cells if played(cell) and cell.colour != "-")


def number_is_odd(event: MatchEvent, tpn: int) -> bool:
    """[4.3.1, C.04.2 2.4-2.5] Whether the participant's TPN is odd, counting only those who have arrived.

    READING: "late entries [...] are given an appropriate TPN and paired only when they actually arrive". So
    participants who have never been paired, and are absent from the coming round, have no TPN yet, and the participants
    after them are numbered without them. An opponent (even in a forfeited match) or a pairing-allocated bye counts as
    being paired, but a requested bye does not. The alternative would use the numbers of the list as they are.
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
    """[4.3.1] If neither side has played: the initial-colour for an odd TPN, the opposite colour for an even TPN.

    READING: a match without a colour (C.04.5 1.6: none of its games was actually played) does not count as a match
    here. Otherwise nothing would decide between two players who never had a colour.
    """
    if colours_had(event, first) or colours_had(event, other):
        return None
    return event.initial_colour if number_is_odd(event, first) else opposite(event.initial_colour)


def most_recent_difference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.3 / 4.3.6] The opposite of the colour that the first participant had when the two colours last differed.

    READING: by the Note (C.04.2 3.4), "time" counts back over the matches that each of them played: the last match of
    one is compared with the last match of the other, and so on until one of the two histories ends. The two matches
    need not be in the same round.
    """
    histories = zip(reversed(colours_had(event, first)), reversed(colours_had(event, other)), strict=False)
    return next((opposite(mine) for mine, yours in histories if mine != yours), None)


def first_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.4 / 4.3.8] The opposite of the colour that the first participant had last."""
    return next((opposite(colour) for colour in reversed(colours_had(event, first))), None)


def other_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.5 / 4.3.9] The colour that the second participant had last, so that the second one alternates."""
    return next(iter(reversed(colours_had(event, other))), None)
