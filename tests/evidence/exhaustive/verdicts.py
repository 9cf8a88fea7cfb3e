"""The objections to a wrong round, according to the literal transcriptions.

The first bracket with different pairs determines the objection. First, the criteria are compared. If all values are
equal, the order of candidates decides. For C.04.4.3 and the Dutch editions before 2017, we only check whether the round
is legal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple, TypeVar

from tests.articles.literal import (
    blind_events,
    burstein,
    common,
    double_swiss,
    dubov,
    dutch,
    dutch_2017,
    lim,
    team,
    top_scoregroup,
)
from tests.articles.literal import dutch_2017 as brackets_2017
from tests.articles.literal.common import coming_round, present
from tests.articles.literal.facts import Event, MatchEvent, Paired

P = TypeVar("P")
Pairs = frozenset[frozenset[int]]


class Said(NamedTuple):
    """An objection to a round. If the round is worse in some criterion, ``code`` is the code of this criterion."""

    fault: str
    code: str = ""


ILLEGAL, WORSE, LATER = "illegal", "worse", "later in the order"
BYE, COLOURS, OTHERWISE = "other bye", "other colours", "other"
PROCEDURE = "against the procedure"
COMPARED_VERDICTS = (WORSE, LATER, BYE, PROCEDURE)
"""The possible verdicts on a legal round with wrong pairs or a wrong bye."""
SILENT = Said("")
"""The value that stands for no objection."""


def pairs_of(paired: Paired) -> Pairs:
    return frozenset(map(frozenset, paired.boards))


def among(pairs: Pairs, tpns: Iterable[int]) -> Pairs:
    these = frozenset(tpns)
    return frozenset(pair for pair in pairs if pair <= these)


def legality(
    members: Sequence[P], tpn: Callable[[P], int], may_meet: Callable[[P, P], bool], may_get: Callable[[P], bool]
) -> Callable[[Paired], bool]:
    """Return a function that checks whether a round satisfies C1 to C3."""
    by_tpn = {tpn(player): player for player in members}

    def is_legal(paired: Paired) -> bool:
        meets = all(may_meet(by_tpn[one], by_tpn[other]) for one, other in paired.boards)
        return meets and (not paired.bye or may_get(by_tpn[paired.bye]))

    return is_legal


class Text(NamedTuple):
    """The functions that judge rounds according to the rules of an edition.

    ``against`` compares another legal round with the right round. If the edition does not compare candidates,
    ``against`` returns the objection ``OTHERWISE``.
    """

    is_legal: Callable[[Paired], bool]
    against: Callable[[Paired, Paired], Said]


def said(text: Text, right: Paired, other: Paired) -> Said:
    if not text.is_legal(other):
        return Said(ILLEGAL)
    if pairs_of(right) != pairs_of(other) or right.bye != other.bye:
        return text.against(right, other)
    return SILENT if right == other else Said(COLOURS)


def first_worse(codes: Iterable[str], right: Iterable[object], other: Iterable[object]) -> Said | None:
    """Find the first criterion by which the candidates differ. Check that the right candidate is better."""
    for code, ours, theirs in zip(codes, right, other, strict=True):
        if ours != theirs:
            assert ours < theirs, f"{code}: {theirs} would be better than {ours}"  # type: ignore[operator]
            return Said(WORSE, code)
    return None


def later(order: Iterator[Pairs], right: Pairs, other: Pairs) -> Said:
    """Check that the right candidate comes before the other candidate, and return the objection."""
    first = next(pairs for pairs in order if pairs in (right, other))
    assert first == right, f"{sorted(map(sorted, other))} comes before {sorted(map(sorted, right))}"
    assert any(pairs == other for pairs in order), f"{sorted(map(sorted, other))} is not a candidate"
    return Said(LATER)


def all_rounds(tpns: Sequence[int]) -> Iterator[tuple[Pairs, int]]:
    """Yield all ways to pair these participants, legal or not, with every choice of the bye."""
    for bye in tpns if len(tpns) % 2 else (0,):
        for pairs in _matchings([tpn for tpn in tpns if tpn != bye]):
            yield frozenset(pairs), bye


def _matchings(tpns: Sequence[int]) -> Iterator[tuple[frozenset[int], ...]]:
    if not tpns:
        yield ()
        return
    first, *others = tpns
    for other in others:
        for rest in _matchings([tpn for tpn in others if tpn != other]):
            yield (frozenset((first, other)), *rest)


def demanded(tpns: Sequence[int], one: int, other: int) -> frozenset[frozenset[int]]:
    """Return the pairs to forbid, so that two participants can meet only each other."""
    pairs = (frozenset(pair) for pair in combinations(tpns, 2))
    return frozenset(pair for pair in pairs if len(pair & {one, other}) == 1)


def _of_candidate(candidate: dutch.Candidate) -> Pairs:
    return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)


def _candidate(members: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    by_tpn = {player.tpn: player for player in members}
    made = []
    for pair in sorted(among(pairs, by_tpn), key=sorted):
        one, other = sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)
        made.append((one, other))
    return dutch.Candidate(tuple(made), frozenset(members).difference(*made))


def floating_on(
    whole: Paired, downfloaters: Iterable[dutch.Player], following: Sequence[dutch.Player]
) -> list[dutch.Player]:
    """Return the players who float from the following bracket, in ranking order."""
    members = sorted((*downfloaters, *following), key=dutch.ranking)
    met = among(pairs_of(whole), (player.tpn for player in members))
    return [player for player in members if not any(player.tpn in pair for pair in met)]


def _values_2026(
    bracket: dutch.Bracket, candidate: dutch.Candidate, whole: Paired, below: Sequence[dutch.Player]
) -> dict[str, object]:
    """Compute the value of each criterion in a bracket."""
    following = [player for player in below if player.score == max(other.score for other in below)]
    onward = floating_on(whole, candidate.downfloaters, following) if following else []
    score = {player.tpn: player.score for player in (*bracket.mdps, *bracket.residents, *below)}
    values: dict[str, object] = {"C5": score[whole.bye] if whole.bye else dutch.NO_PAB}
    values |= {one.__name__.upper(): one(bracket, candidate) for one in dutch.CRITERIA[1:]}
    values["C8"] = len(onward), sorted((player.score for player in onward), reverse=True)
    return values


LOOKING_BELOW = ("C5", "C8")


def dutch_2026_text(event: Event) -> Text:
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(right: Paired, other: Paired) -> Said:
        for paired in dutch.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.mdps + bracket.residents, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            below = [player for player in players if player.score < bracket.score]
            mine, yours = _values_2026(bracket, ours, right, below), _values_2026(bracket, theirs, other, below)
            same = ours.downfloaters == theirs.downfloaters
            codes = [code for code in mine if not same or code not in LOOKING_BELOW]
            order = map(_of_candidate, dutch.candidates(bracket, paired.limits))
            found = first_worse(codes, [mine[code] for code in codes], [yours[code] for code in codes])
            return found or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def dutch_2017_text(event: Event) -> Text:
    players = [dutch_2017.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch_2017.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.members, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            criteria = brackets_2017.CRITERIA
            codes = [criterion.__name__.upper() for criterion in criteria]
            values = ([criterion(bracket, one) for criterion in criteria] for one in (ours, theirs))
            of = brackets_2017.parameters_of_clb if paired.kind == "CLB" else brackets_2017.parameters
            order = map(_of_candidate, brackets_2017.candidates(bracket, of(bracket)))
            return first_worse(codes, *values) or later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def no_more(_right: Paired, _other: Paired) -> Said:
    """Return the objection to a legal round if the edition does not compare candidates."""
    return Said(OTHERWISE)


def older_dutch_text(event: Event, edition: str) -> Text:
    procedure = blind_events.procedure(event, edition)
    cards = procedure.position.cards
    return Text(legality(cards, lambda c: c.number, procedure.may_meet, lambda c: not c.is_barred), no_more)


def lim_text(event: Event) -> Text:
    last = len(event.rounds) + 1 == event.rounds_total
    players = lim.players_of(event)

    def may_meet(one: lim.Player, other: lim.Player) -> bool:
        return lim.compatible(one, other, last)

    return Text(legality(players, lambda p: p.tpn, may_meet, lambda p: p.may_get_bye), no_more)


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

    return Text(legality(players, lambda p: p.tpn, common.may_meet, lambda p: p.may_get_bye), against)


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

    return Text(legality(players, lambda p: p.tpn, common.may_meet, lambda p: p.may_get_bye), against)


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
    "dutch/2012": partial(older_dutch_text, edition="2012"),
    "dutch/2009": partial(older_dutch_text, edition="2009"),
    "dubov/2026": dubov_text,
    "burstein/2026": burstein_text,
    "lim/2026": lim_text,
    "double-swiss/2026": double_swiss_text,
    "team/2026": team_text,
}
