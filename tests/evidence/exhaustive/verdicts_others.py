"""The verdicts on wrong rounds in C.04.4.1, C.04.4.2, C.04.5 and C.04.6 (see `verdicts`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.articles.literal import burstein, double_swiss, dubov, team, top_scoregroup
from tests.articles.literal.common import coming_round, present
from tests.articles.literal.facts import Event, Paired
from tests.articles.literal.match_facts import MatchEvent
from tests.evidence.exhaustive.verdicts import (
    BYE,
    LATER,
    Pairs,
    Said,
    Text,
    among,
    first_worse,
    later,
    legality,
    pairs_of,
)
from tests.evidence.exhaustive.verdicts_dutch import (
    dutch_2009_text,
    dutch_2012_text,
    dutch_2017_text,
    dutch_2026_text,
    lim_text,
)

# --- Burstein, Dubov --------------------------------------------------------------------------------------------------


def burstein_text(event: Event) -> Text:
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch_2026_text(event)
    players = [burstein.player(event, tpn) for tpn in present(event)]

    def against(right: Paired, other: Paired) -> Said:
        if right.bye != other.bye:
            return Said(BYE)
        lower = [player for player in players if player.tpn != right.bye]
        floaters: tuple[burstein.Player, ...] = ()
        while lower:
            top = max(player.score for player in lower)
            members = [*floaters, *(player for player in lower if player.score == top)]
            lower = [player for player in lower if player.score < top]
            ours = burstein.pair_bracket(members, lower)
            ranked = sorted(members, key=burstein.ranking)
            found = _against_in_burstein(ranked, lower, ours, pairs_of(right), pairs_of(other))
            if found is not None:
                return found
            floaters = ours.floaters
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, burstein.may_meet, lambda p: p.may_get_bye), against)


def _against_in_burstein(
    members: Sequence[burstein.Player],
    lower: Sequence[burstein.Player],
    ours: burstein.Candidate,
    right: Pairs,
    pairs: Pairs,
) -> Said | None:
    def shown(candidate: burstein.Candidate) -> Pairs:
        return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)

    theirs = among(pairs, (player.tpn for player in members))
    if theirs == shown(ours):
        return None
    left = [player for player in members if not any(player.tpn in pair for pair in theirs)]
    by_tpn = {player.tpn: player for player in members}
    made = tuple((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in theirs)
    other = burstein.Candidate(made, tuple(left))
    same = set(ours.floaters) == set(left)
    values = (
        (len(one.floaters), burstein.c6(one.floaters), same or _onward(one.floaters, lower, whole), burstein.c8(one))
        for one, whole in ((ours, right), (other, pairs))
    )
    order = map(shown, burstein.candidates(members, len(left)))
    return first_worse(("C5", "C6", "C7", "C8"), *values) or later(order, shown(ours), theirs)


def _onward(floaters: Sequence[burstein.Player], lower: Sequence[burstein.Player], whole: Pairs) -> object:
    """Return the number and the scores of the players who float down from the next bracket."""
    following = [*floaters, *(player for player in lower if player.score == max(other.score for other in lower))]
    met = among(whole, (player.tpn for player in following))
    onward = [player for player in following if not any(player.tpn in pair for pair in met)] if lower else []
    return len(onward), burstein.c6(onward)


def dubov_text(event: Event) -> Text:
    players = [dubov.player(event, tpn) for tpn in present(event)]
    number = coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))

    def against(right: Paired, other: Paired) -> Said:
        if right.bye != other.bye:
            return Said(BYE)
        remaining = [player for player in players if player.tpn != right.bye]
        while remaining:
            top = max(player.score for player in remaining)
            residents = [player for player in remaining if player.score == top]
            bracket = dubov.best_bracket(residents, [p for p in remaining if p.score < top], this)
            found = _against_in_dubov(bracket, remaining, this, pairs_of(right), pairs_of(other))
            if found is not None:
                return found
            remaining = [player for player in remaining if player not in bracket.players]
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dubov.may_meet, lambda p: p.may_get_bye), against)


def _against_in_dubov(
    ours: dubov.Bracket, remaining: Sequence[dubov.Player], this: dubov.Round, whole: Pairs, pairs: Pairs
) -> Said | None:
    by_tpn = {player.tpn: player for player in remaining}
    tpns = {player.tpn for player in ours.residents}
    taken = {tpn for pair in pairs if pair & tpns for tpn in pair} - tpns
    chosen = tuple(sorted((by_tpn[tpn] for tpn in taken), key=dubov.upfloating_order))
    theirs = dubov.Bracket(ours.residents, chosen)
    if set(chosen) != set(ours.upfloaters):
        values = [
            [len(one.upfloaters), *(criterion(one, this) for criterion in dubov.QUALITY)] for one in (ours, theirs)
        ]
        for one, bracket, met in zip(values, (ours, theirs), (whole, pairs), strict=True):
            made = among(met, (player.tpn for player in bracket.players))
            one[2] = dubov.denied(tuple((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in made))  # [C7]
        codes = ["C5", *(criterion.__name__.upper() for criterion in dubov.QUALITY)]
        orders = [list(map(dubov.upfloating_order, one.upfloaters)) for one in (ours, theirs)]
        found = first_worse(codes, *values)
        assert found is not None or orders[0] < orders[1]
        return found or Said(LATER)
    right = dubov.pair_bracket(ours.players)
    mine = frozenset(frozenset((one.tpn, other.tpn)) for one, other in right)
    yours = among(pairs, (player.tpn for player in ours.players))
    if mine == yours:
        return None
    other = tuple((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in yours)
    return first_worse(["C7"], [dubov.denied(right)], [dubov.denied(other)]) or Said(LATER)


# --- Double-Swiss, teams ----------------------------------------------------------------------------------------------


def _match_text(event: MatchEvent, excepted: int, codes: Sequence[str], cost: Callable[..., tuple[int, ...]]) -> Text:
    """Return the rules of C.04.5 or C.04.6.

    ``codes`` lists the criteria for pairs, and ``cost`` computes their values.
    """
    everybody = top_scoregroup.coming_round(event, excepted)

    def is_legal(paired: Paired) -> bool:
        meets = not any(frozenset(pair) in everybody.barred for pair in paired.boards)
        return meets and (not paired.bye or top_scoregroup.may_have_bye(event, paired.bye))

    def against(right: Paired, other: Paired) -> Said:
        if right.bye != other.bye:
            return Said(BYE)
        coming = _without(everybody, right.bye)
        unpaired = coming.players
        while unpaired:
            chosen = top_scoregroup.upfloaters(coming, unpaired)
            found = _against_set(coming, unpaired, chosen, pairs_of(right), pairs_of(other))
            if found is not None:
                return found
            bracket = top_scoregroup.top_scoregroup(coming, unpaired) | chosen
            mine, yours = among(pairs_of(right), bracket), among(pairs_of(other), bracket)
            if mine != yours:
                values = [_total(cost, event, coming, chosen, pairs) for pairs in (mine, yours)]
                order = (
                    frozenset(map(frozenset, one)) for one in top_scoregroup.sorted_pairings(tuple(sorted(bracket)))
                )
                return first_worse(codes, *values) or later(order, mine, yours)
            unpaired -= bracket
        raise AssertionError("no bracket differs")

    return Text(is_legal, against)


def _without(coming: top_scoregroup.Coming, bye: int) -> top_scoregroup.Coming:
    return top_scoregroup.Coming(coming.players - {bye}, coming.scores, coming.barred, coming.spared)


def _total(
    cost: Callable[..., tuple[int, ...]],
    event: MatchEvent,
    coming: top_scoregroup.Coming,
    chosen: frozenset[int],
    pairs: Pairs,
) -> tuple[int, ...]:
    costs = (cost(event, coming, chosen, (min(pair), max(pair))) for pair in pairs)
    return tuple(sum(column) for column in zip(*costs, strict=True))


def _against_set(
    coming: top_scoregroup.Coming, unpaired: frozenset[int], ours: frozenset[int], right: Pairs, pairs: Pairs
) -> Said | None:
    """[3.5] Return the objection to a wrong set of upfloaters, or None if the set is right."""
    residents = top_scoregroup.top_scoregroup(coming, unpaired)
    theirs = frozenset(tpn for pair in pairs if pair & residents for tpn in pair) - residents
    if ours == theirs:
        return None

    def values(chosen: frozenset[int], whole: Pairs) -> tuple[object, ...]:
        lowest = tuple(-score for score in top_scoregroup.lowest_scores_first(coming, chosen))
        onward = len(upfloaters_into_following(coming, unpaired - residents - chosen, residents, whole))
        return len(chosen), lowest, onward, len(chosen & coming.spared)

    found = first_worse(("C4", "C5", "C6", "C7"), values(ours, right), values(theirs, pairs))
    orders = [top_scoregroup.set_order(coming, chosen) for chosen in (ours, theirs)]
    keys = [[(-coming.scores[tpn], tpn) for tpn in order] for order in orders]
    assert found is not None or keys[0] < keys[1]
    return found or Said(LATER)


def upfloaters_into_following(
    coming: top_scoregroup.Coming, left: frozenset[int], residents: frozenset[int], whole: Pairs
) -> frozenset[int]:
    """Return the players who float up into the following scoregroup."""
    lower = [coming.scores[tpn] for tpn in coming.players if coming.scores[tpn] < coming.scores[min(residents)]]
    following = top_scoregroup.scoregroup(coming, max(lower)) & left if lower else frozenset()
    return frozenset(tpn for pair in whole if pair & following for tpn in pair - following)


def _cost_of_double_swiss(
    _event: MatchEvent, coming: top_scoregroup.Coming, chosen: frozenset[int], pair: tuple[int, int]
) -> tuple[int, ...]:
    return (top_scoregroup.opponents_who_floated(coming, chosen, pair),)


def _cost_of_teams(
    event: MatchEvent, coming: top_scoregroup.Coming, chosen: frozenset[int], pair: tuple[int, int]
) -> tuple[int, ...]:
    refused = team.refused_preferences(event, pair)
    strong = sum(preference.strong for preference in refused)
    return len(refused), strong, top_scoregroup.opponents_who_floated(coming, chosen, pair)


def double_swiss_text(event: MatchEvent) -> Text:
    return _match_text(event, double_swiss.EXCEPTED_ROUNDS, ("C8",), _cost_of_double_swiss)


def team_text(event: MatchEvent) -> Text:
    return _match_text(event, team.EXCEPTED_ROUNDS, ("C8", "C9", "C10"), _cost_of_teams)


TEXTS: dict[str, Callable[..., Text]] = {
    "dutch/2026": dutch_2026_text,
    "dutch/2017": dutch_2017_text,
    "dutch/2012": dutch_2012_text,
    "dutch/2009": dutch_2009_text,
    "dubov/2026": dubov_text,
    "burstein/2026": burstein_text,
    "lim/2026": lim_text,
    "double-swiss/2026": double_swiss_text,
    "team/2026": team_text,
}
