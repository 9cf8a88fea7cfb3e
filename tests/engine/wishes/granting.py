"""Rounds with wishes, paired by brute force: every way to pair the players is compared."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any, NamedTuple, TypeVar

from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import MAX_ROUNDS, Strength, Tournament, Tpn, Wish, WishKind
from tests.articles.literal import burstein, common, double_swiss, dubov, dutch, dutch_2017, team, top_scoregroup
from tests.articles.literal import dutch_2017 as brackets_2017
from tests.articles.literal.facts import (
    Entrant,
    Event,
    MatchEvent,
    NoLegalPairing,
    Paired,
    answer_of,
    double_swiss_of,
    team_event_of,
    tournament_of,
)
from tests.articles.literal.random_events import double_swiss_event, random_event, team_event
from tests.engine.laws.strategies import after_the_seeding_rounds

Groups = tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Asked:
    """The wishes of the same strength, such as all weak wishes.

    Some wishes keep groups of participants apart, and other wishes concern the bye.
    """

    groups: Groups = ()
    bye: frozenset[int] = frozenset()
    no_bye: frozenset[int] = frozenset()

    def breaks(self, one: int, two: int) -> bool:
        return any({one, two} <= group for group in self.groups)

    def bye_cost(self, tpn: int) -> int:
        """[Z5] Count the wishes that are broken if this participant gets the bye."""
        return int(bool(self.bye) and tpn not in self.bye) + int(tpn in self.no_bye)


@dataclass(frozen=True)
class Wishes:
    weak: Asked = Asked()
    strong: Asked = Asked()
    hard: Asked = Asked()


def all_rounds(tpns: Sequence[int], may_meet: Callable[[int, int], bool]) -> Iterator[frozenset[frozenset[int]]]:
    """Yield all ways to pair the players. If the number of players is odd, a player is left over."""
    if not tpns:
        yield frozenset()
        return
    first, rest = tpns[0], tpns[1:]
    for other in rest:
        if may_meet(first, other):
            left = [tpn for tpn in rest if tpn != other]
            for found in all_rounds(left, may_meet):
                yield found | {frozenset((first, other))}
    if len(tpns) % 2:
        for found in all_rounds(rest, may_meet):
            yield found | {frozenset((first,))}


Occasion = TypeVar("Occasion", Event, MatchEvent)


def hard_event(event: Occasion, hard: Asked) -> Occasion:
    """[Z4] Turn hard wishes into prohibited pairs."""
    pairs = {frozenset((a, b)) for group in hard.groups for a in group for b in group if a != b}
    return replace(event, forbidden=event.forbidden | pairs)


def open_to(tpn: int, present: frozenset[int], hard: Asked) -> bool:
    """[Z5] Whether the hard wishes allow this participant to get the bye."""
    return tpn not in hard.no_bye and (not hard.bye & present or tpn in hard.bye)


# --- the Dutch System of 2026 -----------------------------------------------------------------------------------------


def dutch_players(
    event: Event, wishes: Wishes, player_of: Callable[[Event, Entrant], dutch.Player] = dutch.player_of
) -> list[dutch.Player]:
    """Return the players of the round. Hard and strong wishes limit who may get the bye."""
    event = hard_event(event, wishes.hard)
    players = [player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    present = frozenset(player.tpn for player in players)
    players = [replace(p, pab_allowed=p.pab_allowed and open_to(p.tpn, present, wishes.hard)) for p in players]
    if len(players) % 2 == 0:
        return players
    by_tpn = {player.tpn: player for player in players}
    costs = [
        wishes.strong.bye_cost(alone)
        for found in all_rounds(sorted(present), lambda a, b: dutch.may_meet(by_tpn[a], by_tpn[b]))
        for (alone,) in [tuple(part) for part in found if len(part) == 1]
        if by_tpn[alone].pab_allowed
    ]
    least = min(costs, default=0)
    return [replace(p, pab_allowed=p.pab_allowed and wishes.strong.bye_cost(p.tpn) == least) for p in players]


def dutch_criteria(wishes: Wishes) -> tuple[dutch.Criterion, ...]:
    """[Z2, Z3, Z5] Insert the wishes among the criteria of Article 2."""

    def broken(asked: Asked) -> dutch.Criterion:
        return lambda _bracket, candidate: (sum(asked.breaks(one.tpn, two.tpn) for one, two in candidate.pairs),)

    def weak_bye(bracket: dutch.Bracket, candidate: dutch.Candidate) -> tuple[int, ...]:
        if len(candidate.downfloaters) != 1:
            return (0,)
        (downfloater,) = candidate.downfloaters
        gets_pab = bracket.completion(candidate.downfloaters) == downfloater.score
        return (wishes.weak.bye_cost(downfloater.tpn) if gets_pab else 0,)

    number_of_pairs = dutch.CRITERIA.index(dutch.c6) + 1
    return (
        *dutch.CRITERIA[:number_of_pairs],
        broken(wishes.strong),
        *dutch.CRITERIA[number_of_pairs:],
        broken(wishes.weak),
        weak_bye,
    )


def dutch_limits(bracket: dutch.Bracket) -> Iterator[dutch.Parameters]:
    """Yield the parameters of a bracket for every choice of downfloaters that [C4] to [C6] allow.

    A strong wish precedes [C7], and may therefore change M1 or the players in the Limbo.
    """
    found = dutch.outlooks(frozenset(bracket.mdps), frozenset(bracket.residents), bracket.completion)
    best = min(outlook[:2] for outlook in found.values())
    if best[0] == dutch.IMPOSSIBLE:
        raise NoLegalPairing("C.04.3 1.9.3")
    number = len(bracket.mdps) + len(bracket.residents)
    for outlook in sorted({outlook for outlook in found.values() if outlook[:2] == best}):
        limbo_scores = tuple(score for score in outlook.scores if score > bracket.score)
        sets = tuple(downfloaters for downfloaters in found if found[downfloaters] == outlook)
        m1 = len(bracket.mdps) - len(limbo_scores)
        yield dutch.Parameters((number - outlook.downfloaters) // 2, m1, limbo_scores, outlook, sets)


def dutch_best(bracket: dutch.Bracket, criteria: Sequence[dutch.Criterion]) -> dutch.Candidate:
    """Compare all candidates of a bracket, and return the first of the best candidates."""
    best: tuple[list[dutch.Cost], dutch.Candidate] | None = None
    for limits in dutch_limits(bracket):
        seen: set[frozenset[dutch.Pair]] = set()
        for candidate in dutch.candidates(bracket, limits):
            same = frozenset(dutch.allocate(*pair) for pair in candidate.pairs)
            if same in seen or bracket.completion(candidate.downfloaters) == dutch.IMPOSSIBLE:
                continue
            seen.add(same)
            costs = [criterion(bracket, candidate) for criterion in criteria]
            if best is None or costs < best[0]:
                best = costs, candidate
    assert best is not None
    return best[1]


def dutch_round(event: Event, wishes: Wishes) -> Paired:
    criteria = dutch_criteria(wishes)
    scoregroups = dutch.scoregroups_of(dutch_players(event, wishes))
    known_pab: dict[dutch.Players, int] = {}
    mdps: dutch.Players = frozenset()
    boards: set[tuple[int, int]] = set()
    for level, residents in enumerate(scoregroups):
        below = dutch.Lower(scoregroups[level + 1 :], known_pab)
        bracket = dutch.Bracket(dutch.ranked(mdps), dutch.ranked(residents), below.completion, below.following)
        chosen = dutch_best(bracket, criteria)
        for made in chosen.pairs:
            white, black = dutch.allocate(*made)
            boards.add((white.tpn, black.tpn))
        mdps = chosen.downfloaters
    return Paired(frozenset(boards), sum(player.tpn for player in mdps))


# --- the Dutch System of 2017 -----------------------------------------------------------------------------------------


def dutch_2017_round(event: Event, wishes: Wishes) -> Paired:
    players = dutch_players(event, wishes, dutch_2017.player_of)
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


def _bye_of(
    literal: Any, players: list[Any], wishes: Wishes, measures: Callable[[int], tuple[object, ...]], article: str
) -> int:
    """Choose the participant for the bye by a literal transcription, which says who may get it."""
    present = frozenset(p.tpn for p in players)
    candidates: list[int] = [
        p.tpn
        for p in players
        if p.may_get_bye
        and open_to(p.tpn, present, wishes.hard)
        and literal.can_be_paired([q for q in players if q is not p])
    ]
    if not candidates:
        raise NoLegalPairing(article)
    return min(candidates, key=_bye_order(wishes, measures))


def dubov_round(event: Event, wishes: Wishes) -> Paired:
    event = hard_event(event, wishes.hard)
    number = common.coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))
    remaining = [dubov.player(event, tpn) for tpn in common.present(event)]
    bye = 0
    if len(remaining) % 2:
        by_tpn = {p.tpn: p for p in remaining}
        bye = _bye_of(dubov, remaining, wishes, lambda tpn: dubov.bye_order(by_tpn[tpn]), "C.04.4.1 3.1")
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
        if all(common.may_meet(one, other) for one, other in zip(s1, t2, strict=True))
    ]
    return min(legal, key=lambda pairing: (_broken(wishes.strong, pairing), _broken(wishes.weak, pairing)))


# --- Burstein ---------------------------------------------------------------------------------------------------------


def burstein_round(event: Event, wishes: Wishes) -> Paired:
    """Pair a round with wishes by the Burstein System. The round must not be a seeding round."""
    event = hard_event(event, wishes.hard)
    players = [burstein.player(event, tpn) for tpn in common.present(event)]
    bye = 0
    if len(players) % 2:
        from_below = sorted(players, key=burstein.ranking, reverse=True)
        place = {p.tpn: number for number, p in enumerate(from_below)}
        ranked = {p.tpn: (p.score, -len(p.colours), place[p.tpn]) for p in players}
        bye = _bye_of(burstein, players, wishes, ranked.__getitem__, "C.04.4.2 3.1")
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
    event = hard_event(event, wishes.hard)
    return Paired(frozenset(double_swiss.with_colours(event, pair) for pair in pairs), receiver)


def team_round(event: MatchEvent, wishes: Wishes) -> Paired:
    pairs, receiver = _matches(
        event, team.EXCEPTED_ROUNDS, lambda coming, chosen: team.cost_with(event, coming, chosen), wishes
    )
    return Paired(frozenset(team.with_colours(event, pair) for pair in pairs), receiver)


def _matches(
    event: MatchEvent,
    excepted_rounds: int,
    cost_with: Callable[[top_scoregroup.Coming, frozenset[int]], top_scoregroup.PairCost],
    wishes: Wishes,
) -> tuple[top_scoregroup.Pairing, int]:
    event = hard_event(event, wishes.hard)
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
    candidates: list[int] = [
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


def random_asked(rng: Random, tpns: Sequence[int]) -> Asked:
    clubs = rng.choice((1, 2, 2, 3, 3, 4, len(tpns)))
    club_of = {tpn: rng.randrange(clubs) for tpn in tpns}
    groups = [frozenset(tpn for tpn in tpns if club_of[tpn] == club) for club in range(clubs)]
    if clubs == 1:
        groups = []
    groups += [frozenset(rng.sample(tpns, 2)) for _ in range(rng.choice((0, 0, 1, 3, 6)))]
    some = frozenset(rng.sample(tpns, min(len(tpns), rng.choice((1, 2)))))
    others = frozenset(rng.sample(tpns, min(len(tpns), rng.choice((1, 3)))))
    bye, no_bye = rng.choice(((some, frozenset[int]()), (frozenset[int](), others), (some, others)))
    return Asked(tuple(group for group in groups if len(group) > 1), bye, no_bye)


def random_wishes(rng: Random, tpns: Sequence[int]) -> Wishes:
    found = Wishes()
    for name in rng.choice((("weak",), ("weak",), ("strong",), ("strong",), ("hard",), ("weak", "strong", "hard"))):
        asked = random_asked(rng, tpns)
        if name == "hard" and rng.random() < 0.7:  # many hard wishes would often make the round impossible
            asked = replace(asked, groups=asked.groups[-1:], bye=frozenset())
        found = replace(found, **{name: asked})
    return found


def with_wishes(tournament: Tournament, wishes: Wishes) -> Tournament:
    recorded = tuple(_recorded(wishes))
    return tournament._replace(settings=tournament.settings._replace(wishes=recorded))


def _recorded(wishes: Wishes) -> Iterator[Wish]:
    for strength in Strength:
        asked: Asked = getattr(wishes, strength.value)
        groups = tuple(frozenset(map(Tpn, group)) for group in asked.groups)
        if groups:
            yield Wish(WishKind.AVOID, strength, 1, MAX_ROUNDS, "club", groups)
        for kind, tpns in ((WishKind.BYE, asked.bye), (WishKind.NO_BYE, asked.no_bye)):
            if tpns:
                yield Wish(kind, strength, 1, MAX_ROUNDS, "", (frozenset(map(Tpn, tpns)),))


MOST = 8
"""The largest number of participants in a round that brute force can pair."""


class Case(NamedTuple):
    seed: int
    system: str
    edition: str
    tournament: Tournament
    wishes: Wishes
    brute_force: Callable[[Wishes], Paired | None]

    def engine(self, engine: str, wishes: Wishes | None = None) -> Paired | None:
        tournament = with_wishes(self.tournament, self.wishes if wishes is None else wishes)
        with suppress(NoPairing):
            return answer_of(pair(tournament, system=self.system, edition=self.edition, engine=engine))
        return None


def single_games(seed: int) -> Event:
    rng = Random(seed)
    event = random_event(rng, rng.choice((4, 5, 6, 7, 7, 8, 8)))
    ratings = [1500 + 25 * rng.randint(0, 36) for _ in event.entrants]
    entrants = (replace(entrant, rating=rating) for entrant, rating in zip(event.entrants, ratings, strict=True))
    return replace(event, entrants=tuple(entrants))


def _case_of_games(seed: int, name: str, edition: str, event: Event, brute: Callable[[Event, Wishes], Paired]) -> Case:
    wishes = random_wishes(Random(seed), [entrant.tpn for entrant in event.entrants])
    return Case(seed, name, edition, tournament_of(event), wishes, lambda asked: _or_none(lambda: brute(event, asked)))


def _case_of_matches(
    seed: int,
    name: str,
    make: Callable[[int], MatchEvent],
    model: Callable[[MatchEvent], Tournament],
    brute: Callable[[MatchEvent, Wishes], Paired],
) -> Case:
    numbers = (1_000_000 * step + seed for step in range(100))
    event = next(event for event in map(make, numbers) if 1 < len(set(event.participants) - event.absent) <= MOST)
    wishes = random_wishes(Random(seed), event.participants)
    return Case(seed, name, "2026", model(event), wishes, lambda asked: _or_none(lambda: brute(event, asked)))


def _or_none(brute: Callable[[], Paired]) -> Paired | None:
    with suppress(NoLegalPairing):
        return brute()
    return None


KINDS: dict[str, Callable[[int], Case]] = {
    "dutch-2026": lambda seed: _case_of_games(seed, "dutch", "2026", single_games(seed), dutch_round),
    "dutch-2017": lambda seed: _case_of_games(seed, "dutch", "2017", single_games(seed), dutch_2017_round),
    "dubov": lambda seed: _case_of_games(seed, "dubov", "2026", single_games(seed), dubov_round),
    "burstein": lambda seed: _case_of_games(
        seed, "burstein", "2026", after_the_seeding_rounds(single_games(seed)), burstein_round
    ),
    "double-swiss": lambda seed: _case_of_matches(
        seed, "double-swiss", double_swiss_event, double_swiss_of, double_swiss_round
    ),
    "team": lambda seed: _case_of_matches(seed, "team", team_event, team_event_of, team_round),
}
