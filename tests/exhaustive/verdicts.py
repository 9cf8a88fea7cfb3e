"""What the texts themselves say against a round that they do not give: by the literal transcriptions, and nothing else.

A round is looked at bracket by bracket; the first bracket that is paired otherwise decides. There both pairings are
valued criterion by criterion, as the transcription values its candidates; if all are equal, the other one must come
later in the order of candidates. For C.04.4.3, which is a procedure, and for the Dutch texts before 2017, which lower
requirements instead of comparing candidates, only what is illegal is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from tests.literal import (
    burstein,
    double_swiss,
    dubov,
    dutch,
    dutch_2009,
    dutch_2012,
    dutch_2012_candidates,
    dutch_2017,
    lim_players,
    team,
    top_scoregroup,
)
from tests.literal import dutch_2017_brackets as brackets_2017
from tests.literal.common import coming_round, present
from tests.literal.facts import Event, Paired
from tests.literal.match_facts import MatchEvent

P = TypeVar("P")
C = TypeVar("C")
Pairs = frozenset[frozenset[int]]


class Said(NamedTuple):
    """What is said against a round. ``fault`` is the value of a `Fault`; ``code`` the criterion where it is worse."""

    fault: str
    code: str = ""


ILLEGAL, WORSE, LATER = "illegal", "worse", "later in the order"
BYE, COLOURS, OTHERWISE = "other bye", "other colours", "other"
SILENT = Said("")
"""Nothing is said against the round."""


def pairs_of(paired: Paired) -> Pairs:
    """Who meets whom."""
    return frozenset(map(frozenset, paired.boards))


def _among(pairs: Pairs, tpns: Iterable[int]) -> Pairs:
    """The pairs that these make with each other."""
    these = frozenset(tpns)
    return frozenset(pair for pair in pairs if pair <= these)


def _legality(
    members: Sequence[P], tpn: Callable[[P], int], may_meet: Callable[[P, P], bool], may_get: Callable[[P], bool]
) -> Callable[[Paired], bool]:
    """Whether a round is legal by C1 to C3."""
    by_tpn = {tpn(player): player for player in members}

    def is_legal(paired: Paired) -> bool:
        meets = all(may_meet(by_tpn[one], by_tpn[other]) for one, other in paired.boards)
        return meets and (not paired.bye or may_get(by_tpn[paired.bye]))

    return is_legal


class Text(NamedTuple):
    """What a text says of a position. ``is_legal``: of a round; ``against``: of a legal round with other pairs than the
    right one's, ``OTHERWISE`` where only that much is known.
    """

    is_legal: Callable[[Paired], bool]
    against: Callable[[Paired, Paired], Said]


def said(text: Text, right: Paired, other: Paired) -> Said:
    """What is said against another round."""
    if not text.is_legal(other):
        return Said(ILLEGAL)
    if pairs_of(right) != pairs_of(other) or right.bye != other.bye:
        return text.against(right, other)
    return SILENT if right == other else Said(COLOURS)


def _first_worse(codes: Iterable[str], right: Iterable[object], other: Iterable[object]) -> Said | None:
    """The first criterion in which two candidates differ. The right one must be the better one there."""
    for code, ours, theirs in zip(codes, right, other, strict=True):
        if ours != theirs:
            assert ours < theirs, f"{code}: {theirs} would be better than {ours}"  # type: ignore[operator]
            return Said(WORSE, code)
    return None


def _later(order: Iterator[Pairs], right: Pairs, other: Pairs) -> Said:
    """The right candidate must come before the other one, and both must come."""
    first = next(pairs for pairs in order if pairs in (right, other))
    assert first == right, f"{sorted(map(sorted, other))} comes before {sorted(map(sorted, right))}"
    assert any(pairs == other for pairs in order), f"{sorted(map(sorted, other))} is no candidate"
    return Said(LATER)


# --- Dutch ------------------------------------------------------------------------------------------------------------


def _of_candidate(candidate: dutch.Candidate) -> Pairs:
    return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)


def _candidate(members: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    """A pairing of a bracket as a candidate, the higher ranked player of each pair first."""
    by_tpn = {player.tpn: player for player in members}
    made = []
    for pair in sorted(_among(pairs, by_tpn), key=sorted):
        one, other = sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)
        made.append((one, other))
    return dutch.Candidate(tuple(made), frozenset(members).difference(*made))


def _two_mdps(candidate: dutch.Candidate, mdps: Sequence[dutch.Player]) -> bool:
    return any(one in mdps and other in mdps for one, other in candidate.pairs)


def least_bye(downfloaters: Iterable[dutch.Player], below: Iterable[dutch.Player]) -> int:
    """[C.04.3 2.3.1: C5] The least score of who gets the bye, if these float and no two of them meet.

    The transcription asks for any pairs of those who are left [its READING of 2.2.1], since two floaters who may meet
    are left by no candidate that is ever taken. Here such candidates are valued, too, and what they lead to has no pair
    of two players moved down [3.3.3].
    """
    by_tpn = {player.tpn: player for player in (*downfloaters, *below)}
    floating = frozenset(player.tpn for player in downfloaters)
    scores = [
        by_tpn[bye].score if bye else dutch.NO_PAB
        for pairs, bye in all_rounds(sorted(by_tpn))
        if (not bye or by_tpn[bye].pab_allowed)
        and all(not pair <= floating and dutch.may_meet(*(by_tpn[tpn] for tpn in pair)) for pair in pairs)
    ]
    return min(scores, default=dutch.IMPOSSIBLE)


def dutch_2026_text(event: Event) -> Text:
    """C.04.3 of 2026."""
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.mdps + bracket.residents, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            if _two_mdps(theirs, bracket.mdps):
                return Said(ILLEGAL)
            if bracket.completion(theirs.downfloaters) == dutch.IMPOSSIBLE:
                return Said(WORSE, "C4")
            below = [player for player in players if player.score < bracket.score]
            criteria = dutch.CRITERIA[1:]
            codes = ["C5", *(criterion.__name__.upper() for criterion in criteria)]
            values = (
                [least_bye(one.downfloaters, below), *(criterion(bracket, one) for criterion in criteria)]
                for one in (ours, theirs)
            )
            order = map(_of_candidate, dutch.candidates(bracket, paired.limits))
            return _first_worse(codes, *values) or _later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(_legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def dutch_2017_text(event: Event) -> Text:
    """C.04.3 of 2017."""
    players = [dutch_2017.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]

    def against(_right: Paired, other: Paired) -> Said:
        for paired in dutch_2017.pair_brackets(event):
            bracket, ours = paired.bracket, paired.candidate
            theirs = _candidate(bracket.members, pairs_of(other))
            if _of_candidate(ours) == _of_candidate(theirs):
                continue
            if _two_mdps(theirs, bracket.mdps):
                return Said(ILLEGAL)
            if not bracket.completes(theirs.downfloaters):
                return Said(WORSE, "C4")
            criteria = brackets_2017.CRITERIA
            codes = [criterion.__name__.upper() for criterion in criteria]
            values = ([criterion(bracket, one) for criterion in criteria] for one in (ours, theirs))
            of = brackets_2017.parameters_of_clb if paired.kind == "CLB" else brackets_2017.parameters
            order = map(_of_candidate, brackets_2017.candidates(bracket, of(bracket)))
            return _first_worse(codes, *values) or _later(order, _of_candidate(ours), _of_candidate(theirs))
        raise AssertionError("no bracket differs")

    return Text(_legality(players, lambda p: p.tpn, dutch.may_meet, lambda p: p.pab_allowed), against)


def _no_more(_right: Paired, _other: Paired) -> Said:
    return Said(OTHERWISE)


def dutch_2012_text(event: Event) -> Text:
    """C.04.1 of 2012."""
    players = dutch_2012.players(event)
    return Text(_legality(players, lambda p: p.tpn, dutch_2012_candidates.may_meet, lambda p: p.may_have_bye), _no_more)


def dutch_2009_text(event: Event) -> Text:
    """C.04.1 of 2009."""
    players = dutch_2009.players(event)
    return Text(_legality(players, lambda p: p.tpn, dutch_2009.may_meet, lambda p: p.may_have_bye), _no_more)


def lim_text(event: Event) -> Text:
    """C.04.4.3."""
    last = len(event.rounds) + 1 == event.rounds_total
    players = lim_players.players_of(event)

    def may_meet(one: lim_players.Player, other: lim_players.Player) -> bool:
        return lim_players.compatible(one, other, last)

    return Text(_legality(players, lambda p: p.tpn, may_meet, lambda p: p.may_get_bye), _no_more)


# --- Burstein, Dubov --------------------------------------------------------------------------------------------------


def burstein_text(event: Event) -> Text:
    """C.04.4.2, seeding rounds included."""
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
            found = _against_in_burstein(sorted(members, key=burstein.ranking), lower, ours, pairs_of(other))
            if found is not None:
                return found
            floaters = ours.floaters
        raise AssertionError("no bracket differs")

    return Text(_legality(players, lambda p: p.tpn, burstein.may_meet, lambda p: p.may_get_bye), against)


def _against_in_burstein(
    members: Sequence[burstein.Player],
    lower: Sequence[burstein.Player],
    ours: burstein.Candidate,
    pairs: Pairs,
) -> Said | None:
    def shown(candidate: burstein.Candidate) -> Pairs:
        return frozenset(frozenset((one.tpn, other.tpn)) for one, other in candidate.pairs)

    theirs = _among(pairs, (player.tpn for player in members))
    if theirs == shown(ours):
        return None
    left = [player for player in members if not any(player.tpn in pair for pair in theirs)]
    if not burstein.can_be_paired([*left, *lower]):
        return Said(WORSE, "C4")
    by_tpn = {player.tpn: player for player in members}
    made = tuple((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in theirs)
    other = burstein.Candidate(made, tuple(left))
    values = (
        (len(one.floaters), burstein.c6(one.floaters), burstein.c7(one.floaters, lower), burstein.c8(one))
        for one in (ours, other)
    )
    order = map(shown, burstein.candidates(members, len(left)))
    return _first_worse(("C5", "C6", "C7", "C8"), *values) or _later(order, shown(ours), theirs)


def dubov_text(event: Event) -> Text:
    """C.04.4.1."""
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
            found = _against_in_dubov(bracket, remaining, this, pairs_of(other))
            if found is not None:
                return found
            remaining = [player for player in remaining if player not in bracket.players]
        raise AssertionError("no bracket differs")

    return Text(_legality(players, lambda p: p.tpn, dubov.may_meet, lambda p: p.may_get_bye), against)


def _against_in_dubov(
    ours: dubov.Bracket, remaining: Sequence[dubov.Player], this: dubov.Round, pairs: Pairs
) -> Said | None:
    by_tpn = {player.tpn: player for player in remaining}
    tpns = {player.tpn for player in ours.residents}
    taken = {tpn for pair in pairs if pair & tpns for tpn in pair} - tpns
    chosen = tuple(sorted((by_tpn[tpn] for tpn in taken), key=dubov.upfloating_order))
    theirs = dubov.Bracket(ours.residents, chosen)
    if set(chosen) != set(ours.upfloaters):
        values = (
            [len(one.upfloaters), *(criterion(one, this) for criterion in dubov.QUALITY)] for one in (ours, theirs)
        )
        codes = ["C5", *(criterion.__name__.upper() for criterion in dubov.QUALITY)]
        orders = [list(map(dubov.upfloating_order, one.upfloaters)) for one in (ours, theirs)]
        found = _first_worse(codes, *values)
        assert found is not None or orders[0] < orders[1]
        return found or Said(LATER)
    right = dubov.pair_bracket(ours.players)
    mine = frozenset(frozenset((one.tpn, other.tpn)) for one, other in right)
    yours = _among(pairs, (player.tpn for player in ours.players))
    if mine == yours:
        return None
    other = tuple((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in yours)
    return _first_worse(["C7"], [dubov.denied(right)], [dubov.denied(other)]) or Said(LATER)


# --- Double-Swiss, teams ----------------------------------------------------------------------------------------------


def _match_text(event: MatchEvent, excepted: int, codes: Sequence[str], cost: Callable[..., tuple[int, ...]]) -> Text:
    """C.04.5 and C.04.6. ``codes`` and ``cost`` are the criteria of a bracket's pairs."""
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
            found = _against_set(coming, unpaired, chosen, pairs_of(other))
            if found is not None:
                return found
            bracket = top_scoregroup.top_scoregroup(coming, unpaired) | chosen
            mine, yours = _among(pairs_of(right), bracket), _among(pairs_of(other), bracket)
            if mine != yours:
                values = [_total(cost, event, coming, chosen, pairs) for pairs in (mine, yours)]
                order = (
                    frozenset(map(frozenset, one)) for one in top_scoregroup.sorted_pairings(tuple(sorted(bracket)))
                )
                return _first_worse(codes, *values) or _later(order, mine, yours)
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
    coming: top_scoregroup.Coming, unpaired: frozenset[int], ours: frozenset[int], pairs: Pairs
) -> Said | None:
    """[3.5] What is said against another set of upfloaters."""
    residents = top_scoregroup.top_scoregroup(coming, unpaired)
    theirs = frozenset(tpn for pair in pairs if pair & residents for tpn in pair) - residents
    if ours == theirs:
        return None

    def values(chosen: frozenset[int]) -> tuple[object, ...]:
        lowest = tuple(-score for score in top_scoregroup.lowest_scores_first(coming, chosen))
        onward = top_scoregroup.upfloaters_into_following(coming, unpaired, chosen)
        return len(chosen), lowest, onward, len(chosen & coming.spared)

    found = _first_worse(("C4", "C5", "C6", "C7"), values(ours), values(theirs))
    orders = [top_scoregroup.set_order(coming, chosen) for chosen in (ours, theirs)]
    keys = [[(-coming.scores[tpn], tpn) for tpn in order] for order in orders]
    assert found is not None or keys[0] < keys[1]
    return found or Said(LATER)


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
    """C.04.5."""
    return _match_text(event, double_swiss.EXCEPTED_ROUNDS, ("C8",), _cost_of_double_swiss)


def team_text(event: MatchEvent) -> Text:
    """C.04.6."""
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


def all_rounds(tpns: Sequence[int]) -> Iterator[tuple[Pairs, int]]:
    """Every way to pair these, legal or not, with every choice of the bye."""
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
    """The pairs that are forbidden where these two must meet."""
    pairs = (frozenset(pair) for pair in combinations(tpns, 2))
    return frozenset(pair for pair in pairs if len(pair & {one, other}) == 1)
