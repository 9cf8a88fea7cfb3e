"""Brute-force pairing with wishes for the Dutch System of 2017, Dubov, Burstein, Double-Swiss and Team."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

from tests.articles.literal import burstein, common, double_swiss, dubov, dutch, dutch_2017, team, top_scoregroup
from tests.articles.literal import dutch_2017 as brackets_2017
from tests.articles.literal.facts import Event, MatchEvent, NoLegalPairing, Paired
from tests.engine.wishes.literal_wishes import Asked, Wishes, all_rounds, hard_event, open_to

# --- the Dutch System of 2017 -----------------------------------------------------------------------------------------


def dutch_2017_round(event: Event, wishes: Wishes) -> Paired:
    event = hard_event(event, wishes.hard)
    players = [dutch_2017.player_of(event, e) for e in event.entrants if e.tpn not in event.absent]
    present = frozenset(player.tpn for player in players)
    players = [replace(p, pab_allowed=p.pab_allowed and open_to(p.tpn, present, wishes.hard)) for p in players]
    if len(players) % 2:
        by_tpn = {player.tpn: player for player in players}
        costs = [
            wishes.strong.bye_cost(alone)
            for found in all_rounds(sorted(present), lambda a, b: dutch.may_meet(by_tpn[a], by_tpn[b]))
            for (alone,) in [tuple(part) for part in found if len(part) == 1]
            if by_tpn[alone].pab_allowed
        ]
        least = min(costs, default=0)
        players = [replace(p, pab_allowed=p.pab_allowed and wishes.strong.bye_cost(p.tpn) == least) for p in players]
    return dutch_2017.paired_round(_Round2017(dutch.scoregroups_of(players), wishes).pair())


class _Round2017(dutch_2017._Round):
    """[A.9] A round according to the rules of 2017. A strong wish precedes [C.6], so all candidates are compared."""

    def __init__(self, groups: tuple[dutch.Players, ...], wishes: Wishes) -> None:
        super().__init__(groups, _criteria_2017(wishes), 0)

    def _paired(self, bracket: brackets_2017.Bracket, kind: str) -> dutch_2017.PairedBracket:
        limits = brackets_2017.parameters_of_clb(bracket) if kind == "CLB" else brackets_2017.parameters(bracket)
        best: tuple[list[dutch.Cost], dutch.Candidate] | None = None
        for m1 in reversed(range(min(len(bracket.mdps), limits.max_pairs) + 1)):
            for candidate in brackets_2017.candidates(bracket, replace(limits, m1=m1)):
                if not bracket.completes(candidate.downfloaters):
                    continue
                costs = [criterion(bracket, candidate) for criterion in self.criteria]
                if best is None or costs < best[0]:
                    best = costs, candidate
        assert best is not None
        return dutch_2017.PairedBracket(bracket, kind, best[1])


def _criteria_2017(wishes: Wishes) -> tuple[brackets_2017.Criterion, ...]:
    def broken(asked: Asked) -> brackets_2017.Criterion:
        return lambda _bracket, candidate: (sum(asked.breaks(one.tpn, two.tpn) for one, two in candidate.pairs),)

    def weak_bye(bracket: brackets_2017.Bracket, candidate: dutch.Candidate) -> dutch.Cost:
        if bracket.completes is not brackets_2017.ends_round:
            return (0,)
        return (sum(wishes.weak.bye_cost(player.tpn) for player in candidate.downfloaters),)

    first, *others = brackets_2017.CRITERIA
    assert first is brackets_2017.c5
    return (first, broken(wishes.strong), *others, broken(wishes.weak), weak_bye)


# --- Dubov ------------------------------------------------------------------------------------------------------------


def _bye_order(wishes: Wishes, measures: Callable[[int], tuple[object, ...]]) -> Callable[[int], tuple[object, ...]]:
    """[Z5] Return a sort key for the bye.

    Strong wishes are compared before all articles, and weak wishes are compared before the last article.
    """

    def order(tpn: int) -> tuple[object, ...]:
        *before, last = measures(tpn)
        return wishes.strong.bye_cost(tpn), *before, wishes.weak.bye_cost(tpn), last

    return order


def dubov_round(event: Event, wishes: Wishes) -> Paired:
    event = hard_event(event, wishes.hard)
    number = common.coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))
    remaining = [dubov.player(event, tpn) for tpn in common.present(event)]
    present = frozenset(p.tpn for p in remaining)
    bye = 0
    if len(remaining) % 2:
        by_tpn = {p.tpn: p for p in remaining}
        order = _bye_order(wishes, lambda tpn: dubov.bye_order(by_tpn[tpn]))
        candidates = [
            p.tpn
            for p in remaining
            if p.may_get_bye
            and open_to(p.tpn, present, wishes.hard)
            and dubov.can_be_paired([q for q in remaining if q is not p])
        ]
        if not candidates:
            raise NoLegalPairing("C.04.4.1 3.1")
        bye = min(candidates, key=order)
        remaining = [p for p in remaining if p.tpn != bye]
    boards: set[tuple[int, int]] = set()
    while remaining:
        top = max(p.score for p in remaining)
        residents = [p for p in remaining if p.score == top]
        bracket = _dubov_bracket(residents, [p for p in remaining if p.score < top], this, wishes)
        pairing = _dubov_pairs(bracket.players, wishes)
        boards.update(dubov.board(two, event.initial_colour) for two in pairing)
        remaining = [p for p in remaining if p not in bracket.players]
    return Paired(frozenset(boards), bye)


def _broken(asked: Asked, pairing: dubov.Pairing) -> int:
    return sum(asked.breaks(one.tpn, two.tpn) for one, two in pairing)


def _fewest_broken(players: Sequence[dubov.Player], wishes: Wishes) -> list[dubov.Pairing]:
    found = list(dubov.pairings(players))
    least = min(_broken(wishes.strong, pairing) for pairing in found)
    return [pairing for pairing in found if _broken(wishes.strong, pairing) == least]


def _dubov_bracket(
    residents: Sequence[dubov.Player], lower: Sequence[dubov.Player], this: dubov.Round, wishes: Wishes
) -> dubov.Bracket:
    brackets = [dubov.Bracket(tuple(residents), chosen) for chosen in dubov.legal_sets(residents, lower)]
    costs = []
    for bracket in brackets:
        pairings = _fewest_broken(bracket.players, wishes)
        denied = (min(map(dubov.denied, pairings)),)
        quality = [denied if criterion is dubov.c7 else criterion(bracket, this) for criterion in dubov.QUALITY]
        costs.append([(_broken(wishes.strong, pairings[0]),), *quality])
    return brackets[costs.index(min(costs))]


def _dubov_pairs(players: Sequence[dubov.Player], wishes: Wishes) -> dubov.Pairing:
    found = _fewest_broken(players, wishes)
    fewest = min(map(dubov.denied, found))
    g1, g2 = dubov.recomposed(
        *dubov.subgroups(players), [pairing for pairing in found if dubov.denied(pairing) == fewest]
    )
    s1 = sorted(g1, key=dubov.by_aro)
    legal = [
        tuple(zip(s1, t2, strict=True))
        for t2 in permutations(sorted(g2, key=dubov.by_tpn))
        if all(dubov.may_meet(one, other) for one, other in zip(s1, t2, strict=True))
    ]
    return min(legal, key=lambda pairing: (_broken(wishes.strong, pairing), _broken(wishes.weak, pairing)))


# --- Burstein ---------------------------------------------------------------------------------------------------------


def burstein_round(event: Event, wishes: Wishes) -> Paired:
    """Pair a round with wishes by the Burstein System. The round must not be a seeding round."""
    event = hard_event(event, wishes.hard)
    players = [burstein.player(event, tpn) for tpn in common.present(event)]
    present = frozenset(p.tpn for p in players)
    bye = 0
    if len(players) % 2:
        from_below = sorted(players, key=burstein.ranking, reverse=True)
        place = {p.tpn: number for number, p in enumerate(from_below)}
        by_tpn = {p.tpn: p for p in players}
        order = _bye_order(wishes, lambda tpn: (by_tpn[tpn].score, -len(by_tpn[tpn].colours), place[tpn]))
        candidates = [
            p.tpn
            for p in players
            if p.may_get_bye
            and open_to(p.tpn, present, wishes.hard)
            and burstein.can_be_paired([q for q in players if q is not p])
        ]
        if not candidates:
            raise NoLegalPairing("C.04.4.2 3.1")
        bye = min(candidates, key=order)
    lower = [p for p in players if p.tpn != bye]
    floaters: tuple[burstein.Player, ...] = ()
    boards: set[tuple[int, int]] = set()
    while lower:
        top = max(p.score for p in lower)
        residents = [p for p in lower if p.score == top]
        lower = [p for p in lower if p.score < top]
        chosen = _burstein_bracket([*floaters, *residents], lower, wishes)
        boards.update(burstein.board(two, event.initial_colour) for two in chosen.pairs)
        floaters = chosen.floaters
    return Paired(frozenset(boards), bye)


def _burstein_bracket(
    bracket: Sequence[burstein.Player], lower: Sequence[burstein.Player], wishes: Wishes
) -> burstein.Candidate:
    found = burstein.fullest(sorted(bracket, key=burstein.ranking), lower)

    def costs(candidate: burstein.Candidate) -> tuple[object, ...]:
        onward = burstein.c7(sorted(candidate.floaters, key=burstein.ranking), lower)
        broken = [sum(asked.breaks(a.tpn, b.tpn) for a, b in candidate.pairs) for asked in (wishes.strong, wishes.weak)]
        return broken[0], burstein.c6(candidate.floaters), onward, burstein.c8(candidate), broken[1]

    return min(found, key=costs)  # the first of several best candidates


# --- matches ----------------------------------------------------------------------------------------------------------


def double_swiss_round(event: MatchEvent, wishes: Wishes) -> Paired:
    def cost_with(coming: top_scoregroup.Coming, chosen: frozenset[int]) -> top_scoregroup.PairCost:
        return lambda pair: (top_scoregroup.opponents_who_floated(coming, chosen, pair),)

    pairs, receiver = _matches(event, double_swiss.EXCEPTED_ROUNDS, cost_with, wishes)
    event = hard_matches(event, wishes.hard)
    return Paired(frozenset(double_swiss.with_colours(event, pair) for pair in pairs), receiver)


def team_round(event: MatchEvent, wishes: Wishes) -> Paired:
    pairs, receiver = _matches(
        event, team.EXCEPTED_ROUNDS, lambda coming, chosen: team.cost_with(event, coming, chosen), wishes
    )
    return Paired(frozenset(team.with_colours(event, pair) for pair in pairs), receiver)


def hard_matches(event: MatchEvent, hard: Asked) -> MatchEvent:
    """[Z4] Turn hard wishes into prohibited pairs."""
    pairs = {frozenset((a, b)) for group in hard.groups for a in group for b in group if a != b}
    return replace(event, forbidden=event.forbidden | pairs)


def _matches(
    event: MatchEvent,
    excepted_rounds: int,
    cost_with: Callable[[top_scoregroup.Coming, frozenset[int]], top_scoregroup.PairCost],
    wishes: Wishes,
) -> tuple[top_scoregroup.Pairing, int]:
    event = hard_matches(event, wishes.hard)
    everybody = top_scoregroup.coming_round(event, excepted_rounds)
    receiver = _bye_of_matches(event, everybody, wishes)
    coming = replace(everybody, players=everybody.players - {receiver})
    unpaired = coming.players
    pairs: top_scoregroup.Pairing = ()
    while unpaired:
        chosen = _upfloaters(coming, unpaired, wishes.strong)
        bracket = top_scoregroup.top_scoregroup(coming, unpaired) | chosen
        cost = cost_with(coming, chosen)

        def with_wishes(pair: top_scoregroup.Pair, cost: top_scoregroup.PairCost = cost) -> tuple[int, ...]:
            return int(wishes.strong.breaks(*pair)), *cost(pair), int(wishes.weak.breaks(*pair))

        pairs += top_scoregroup.bracket_pairing(coming, bracket, with_wishes)
        unpaired -= bracket
    return pairs, receiver


def _bye_of_matches(event: MatchEvent, coming: top_scoregroup.Coming, wishes: Wishes) -> int:
    if len(coming.players) % 2 == 0:
        return 0
    order = _bye_order(wishes, lambda tpn: (coming.scores[tpn], -top_scoregroup.matches_played(event, tpn), -tpn))
    candidates = [
        tpn
        for tpn in coming.players
        if top_scoregroup.may_have_bye(event, tpn)
        and open_to(tpn, coming.players, wishes.hard)
        and top_scoregroup.can_all_be_paired(coming.players - {tpn}, coming.barred)
    ]
    if not candidates:
        raise NoLegalPairing("3.4.1")
    return min(candidates, key=order)


def _upfloaters(coming: top_scoregroup.Coming, unpaired: frozenset[int], strong: Asked) -> frozenset[int]:
    """[3.5, Z8] Choose the best set of upfloaters. Strong wishes rank directly after [C4]."""
    residents = top_scoregroup.top_scoregroup(coming, unpaired)
    smallest = top_scoregroup.smallest_sets(residents, unpaired - residents, coming.barred)
    if not smallest:
        raise NoLegalPairing("3.3.3")

    def broken(chosen: frozenset[int]) -> int:
        pairings = top_scoregroup.sorted_pairings(tuple(sorted(residents | chosen)))
        return min(
            sum(strong.breaks(*pair) for pair in pairing)
            for pairing in pairings
            if all(frozenset(pair) not in coming.barred for pair in pairing)
        )

    def costs(chosen: frozenset[int]) -> tuple[object, ...]:
        scores = tuple(-score for score in top_scoregroup.lowest_scores_first(coming, chosen))
        following = top_scoregroup.upfloaters_into_following(coming, unpaired, chosen)
        return broken(chosen), scores, following, len(chosen & coming.spared), top_scoregroup.set_order(coming, chosen)

    return min(smallest, key=costs)
