"""The articles that C.04.5 and C.04.6 share: 1.3, 1.5, 2.1 to 2.3.4, 3, and parts of 4.3.

The code lists all sets of upfloaters and all pairings of a bracket, in the order of the articles. If an article has two
numbers, the first number is from C.04.5. A "participant" is a player (C.04.5) or a team (C.04.6).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from tests.articles.literal.facts import Happened, MatchCell, MatchEvent, NoLegalPairing

Pair = tuple[int, int]
Pairing = tuple[Pair, ...]
PairCost = Callable[[Pair], tuple[int, ...]]
Barred = frozenset[frozenset[int]]


@dataclass(frozen=True)
class Coming:
    """The facts about the coming round that Articles 2 and 3 need.

    ``barred`` contains the pairs that [C1] forbids. ``spared`` contains the floaters of the previous round, who should
    neither float up nor meet an upfloater. In the last rounds, ``spared`` is empty.
    """

    players: frozenset[int]
    scores: dict[int, int]
    barred: Barred
    spared: frozenset[int]


# --- Facts of earlier rounds ------------------------------------------------------------------------------------------


def coming_number(event: MatchEvent) -> int:
    return len(event.rounds) + 1


def is_last_round(event: MatchEvent) -> bool:
    return coming_number(event) >= event.rounds_total


def played(cell: MatchCell | None) -> bool:
    """[C.04.5 Preface; C.04.2 3.4-3.5] Whether the match was neither forfeited nor a bye."""
    return cell is not None and cell.happened is Happened.PLAYED


def matches_played(event: MatchEvent, tpn: int) -> int:
    """[3.4.3] Count the matches played."""
    return sum(played(cells.get(tpn)) for cells in event.rounds)


def score_before(event: MatchEvent, tpn: int, number: int) -> int:
    """[1.2, C.04.7 1.5] Return the pairing score before round ``number``, with virtual points.

    In all articles, "score" means the pairing score [Reading W4].
    """
    gained = sum(cells[tpn].primary for cells in event.rounds[: number - 1] if tpn in cells)
    return gained + event.virtual.get((tpn, number), 0)


def floaters_of_previous_round(event: MatchEvent) -> frozenset[int]:
    """[1.5] Find the floaters of the previous round.

    A participant with a bye or a forfeited match is not a floater. A floater's opponent had a different pairing score
    before the round. The previous round of the event counts, not the last round that the participant played [Reading
    W2].
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
    """[C1, 2.1.1] Find the pairs who have played each other (C.04.2 3.5), and the prohibited pairs [Reading W13]."""
    met = {frozenset((tpn, cell.opponent)) for cells in event.rounds for tpn, cell in cells.items() if played(cell)}
    return frozenset(met) | event.forbidden


def coming_round(event: MatchEvent, excepted_rounds: int) -> Coming:
    """[C.04.2 3.2-3.3] Collect the participants to be paired, with the facts that the articles need.

    In the last ``excepted_rounds`` rounds, no criterion protects the floaters of the previous round.
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

    The kind of an unplayed round matters, but its points do not [Reading W5].
    """
    barring = (Happened.PAIRING_BYE, Happened.WON_BY_FORFEIT, Happened.FULL_BYE)
    return all(cells[tpn].happened not in barring for cells in event.rounds if tpn in cells)


def bye(event: MatchEvent, coming: Coming) -> int:
    """[3.4] Choose the receiver of the pairing-allocated bye, or return 0 if the number of participants is even.

    According to 3.4.1, the receiver must comply with [C2]. If an article leaves several participants, the next article
    decides [Reading W6].
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
    """[1.3.1] Find all participants with this score."""
    return frozenset(tpn for tpn in coming.players if coming.scores[tpn] == score)


def top_scoregroup(coming: Coming, unpaired: frozenset[int]) -> frozenset[int]:
    """[3.2] Find the participants with the highest score among the unpaired participants."""
    highest = max(coming.scores[tpn] for tpn in unpaired)
    return scoregroup(coming, highest) & unpaired


@lru_cache(maxsize=50_000)
def smallest_sets(residents: frozenset[int], lower: frozenset[int], barred: Barred) -> tuple[frozenset[int], ...]:
    """[C4, 2.3.1] Find the smallest sets of upfloaters that allow a pairing of the bracket and of everybody below.

    In the smallest sets, upfloaters never meet each other, because such a pair could be left out [Reading W7].
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
    """[3.5.3, 3.5.4] Sort sets by their participants: by descending score, then by ascending TPN."""
    return tuple(sorted(chosen, key=lambda tpn: (-coming.scores[tpn], tpn)))


def lowest_scores_first(coming: Coming, chosen: frozenset[int]) -> tuple[int, ...]:
    """[C5, 2.3.2] Return the upfloaters' scores in ascending order.

    Upfloaters with higher scores are better. The lowest scores are compared first [Reading W8].
    """
    return tuple(sorted(coming.scores[tpn] for tpn in chosen))


def candidate_sets(coming: Coming, unpaired: frozenset[int]) -> list[frozenset[int]]:
    """[3.5.2-3.5.4] List all sets that comply with [C4] and [C5], in order."""
    residents = top_scoregroup(coming, unpaired)
    smallest = smallest_sets(residents, unpaired - residents, coming.barred)
    if not smallest:
        raise NoLegalPairing("3.3.3")
    best = max(lowest_scores_first(coming, chosen) for chosen in smallest)
    complying = [chosen for chosen in smallest if lowest_scores_first(coming, chosen) == best]
    return sorted(complying, key=lambda chosen: set_order(coming, chosen))


def upfloaters_into_following(coming: Coming, unpaired: frozenset[int], chosen: frozenset[int]) -> int:
    """[C6, 2.3.3] Count the upfloaters that the following scoregroup will need if the players ``chosen`` float up.

    The following scoregroup is the group with the next lower score, even if all of its players float up. If nobody is
    left in the following scoregroup, the count is zero. Lower scoregroups do not count [Reading W9].
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
    """[3.5.5] Choose the set that is best for [C6], then for [C7, 2.3.4], then in the order of 3.5.4.

    Later criteria do not count, because 3.5.5 does not name them [Reading W11].
    """

    def failings(chosen: frozenset[int]) -> tuple[int, int]:
        return upfloaters_into_following(coming, unpaired, chosen), len(chosen & coming.spared)

    sets = candidate_sets(coming, unpaired)
    best = min(failings(chosen) for chosen in sets)
    return next(chosen for chosen in sets if failings(chosen) == best)


# --- 3.6 Pairing of a bracket -----------------------------------------------------------------------------------------


def pairings(bracket: tuple[int, ...]) -> Iterator[Pairing]:
    """[3.6.1] Yield all pairings of the bracket. The top member of each pair comes first."""
    if not bracket:
        yield ()
        return
    top, *others = bracket
    for bottom in others:
        rest = tuple(tpn for tpn in others if tpn != bottom)
        for pairs in pairings(rest):
            yield ((top, bottom), *pairs)


def identifier(pairing: Pairing) -> tuple[int, ...]:
    """[3.6.2] Return the identifier of a pairing: the TPNs of its top members, then the TPNs of their opponents."""
    pairs = sorted((min(pair), max(pair)) for pair in pairing)
    return *(top for top, _ in pairs), *(bottom for _, bottom in pairs)


@lru_cache(maxsize=64)
def sorted_pairings(bracket: tuple[int, ...]) -> tuple[Pairing, ...]:
    """[3.6.3] Sort the pairings of the bracket by their identifiers."""
    return tuple(sorted(pairings(bracket), key=identifier))


def bracket_pairing(coming: Coming, bracket: frozenset[int], cost: PairCost) -> Pairing:
    """[3.6.4] Choose the first pairing that complies with [C1] and is best according to the other criteria.

    ``cost`` lists the costs of a pair, the most important cost first. Identifiers decide only between pairings with
    equal costs [Reading W12].
    """
    costs = {pair: cost(pair) for pair in combinations(sorted(bracket), 2) if frozenset(pair) not in coming.barred}
    legal = [pairing for pairing in sorted_pairings(tuple(sorted(bracket))) if all(pair in costs for pair in pairing)]

    def total(pairing: Pairing) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(costs[pair] for pair in pairing), strict=True))

    best = min(total(pairing) for pairing in legal)
    return next(pairing for pairing in legal if total(pairing) == best)


def round_pairing(
    event: MatchEvent,
    excepted_rounds: int,
    cost_with: Callable[[Coming, frozenset[int]], PairCost],
    upfloaters: Callable[[Coming, frozenset[int]], frozenset[int]] = upfloaters,
) -> tuple[Pairing, int]:
    """[3.3.2] Pair a round: first the bye, then each top scoregroup in turn.

    ``cost_with`` takes the upfloaters of a bracket, and returns a function that computes the cost of a pair.
    ``upfloaters`` chooses the upfloaters of the top scoregroup of the unpaired participants.
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
    """[C8, 2.3.5 / C10, 2.3.7] Count the players of the pair who floated last round and now meet an upfloater."""
    return sum(upfloater in chosen and opponent in coming.spared for upfloater, opponent in (pair, (pair[1], pair[0])))


# --- Article 4: the steps of colour allocation that both systems share ------------------------------------------------
# A step returns the colour of the first participant (the higher-ranked player, or the first-team), or None if the step
# does not decide.


def opposite(colour: str) -> str:
    return {"w": "b", "b": "w"}[colour]


def colours_had(event: MatchEvent, tpn: int) -> str:
    """[1.6 / 1.6.1, C.04.2 3.4] Return the colours that count, in order: ``BWBuW`` is ``bwbw``."""
    cells = [cells[tpn] for cells in event.rounds if tpn in cells]
    return "".join(cell.colour for cell in cells if played(cell) and cell.colour != "-")


def number_is_odd(event: MatchEvent, tpn: int) -> bool:
    """[4.3.1, C.04.2 2.4-2.5] Whether the participant's TPN is odd, counting only the participants who have arrived.

    A participant who has never been paired, and is absent now, has not arrived. A requested bye does not count as being
    paired [Reading G1].
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
    """[4.3.1] If neither side has played, give the initial-colour to an odd TPN, or its opposite to an even TPN.

    A match without a colour does not count as played [Reading W14].
    """
    if colours_had(event, first) or colours_had(event, other):
        return None
    return event.initial_colour if number_is_odd(event, first) else opposite(event.initial_colour)


def most_recent_difference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.3 / 4.3.6] Alternate from the last time the two participants had different colours.

    The two participants' last matches are compared, even if these matches were in different rounds [Reading W14].
    """
    histories = zip(reversed(colours_had(event, first)), reversed(colours_had(event, other)), strict=False)
    return next((opposite(mine) for mine, yours in histories if mine != yours), None)


def first_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.4 / 4.3.8] Return the opposite of the colour that the first participant had last."""
    return next((opposite(colour) for colour in reversed(colours_had(event, first))), None)


def other_alternates(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.5 / 4.3.9] Return the second participant's last colour, so that the second participant alternates."""
    return next(iter(reversed(colours_had(event, other))), None)
