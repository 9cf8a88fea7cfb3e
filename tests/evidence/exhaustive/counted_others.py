"""The value of each criterion in a whole round, for all systems except the Dutch System (see `counted`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.articles.literal import burstein, double_swiss, dubov, team, top_scoregroup
from tests.articles.literal.common import coming_round, present
from tests.articles.literal.facts import Event, Paired
from tests.articles.literal.match_facts import MatchEvent
from tests.articles.literal.top_scoregroup import Coming
from tests.evidence.exhaustive.counted import POINT, Value, Values, contradiction, dutch_2026
from tests.evidence.exhaustive.told import Told
from tests.evidence.exhaustive.verdicts import Pairs, among, pairs_of
from tests.evidence.exhaustive.verdicts_others import upfloaters_into_following

# --- Burstein, Dubov --------------------------------------------------------------------------------------------------


def burstein_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    """Check a reason based on C.04.4.2, or on C.04.3 in seeding rounds. Return an error message, or an empty string."""
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        return dutch_2026(event, right, other, told)
    players = [burstein.player(event, tpn) for tpn in present(event)]
    if right.bye != other.bye:
        return _score_of_bye(told, {player.tpn: player.score for player in players}, right, other)
    lower = [player for player in players if player.tpn != right.bye]
    floaters: list[burstein.Player] = []
    while lower:
        top = max(player.score for player in lower)
        members = sorted([*floaters, *(p for p in lower if p.score == top)], key=burstein.ranking)
        lower = [player for player in lower if player.score < top]
        met = [among(pairs_of(whole), (player.tpn for player in members)) for whole in (right, other)]
        down = [[p for p in members if not any(p.tpn in pair for pair in pairs)] for pairs in met]
        if met[0] != met[1]:
            if Fraction(told.score or 0) != Fraction(top, POINT):
                return f"the bracket of {told.score} points, but it is that of {top}"
            same = {p.tpn for p in down[0]} == {p.tpn for p in down[1]}
            values = [
                _of_burstein(members, met[side], down[side], lower, (right, other)[side], top, same=same)
                for side in (0, 1)
            ]
            found = contradiction(told, *values)
            return _from_the_ends(told, members, met) if found is None else found
        floaters = down[0]
    return "no bracket differs"


def _of_burstein(
    members: Sequence[burstein.Player],
    met: Pairs,
    down: Sequence[burstein.Player],
    lower: Sequence[burstein.Player],
    whole: Paired,
    top: int,
    *,
    same: bool,
) -> Values:
    by_tpn = {player.tpn: player for player in members}
    score = max((player.score for player in lower), default=0)
    following = [*down, *(player for player in lower if player.score == score)]
    inside = among(pairs_of(whole), (player.tpn for player in following))
    onward = [p for p in following if not any(p.tpn in pair for pair in inside)] if lower and not same else []
    refused = []
    for pair in met:
        one, two = (by_tpn[tpn] for tpn in pair)
        if one.due.colour == two.due.colour != "-":
            white = next(tpn for tpn, _ in whole.boards if tpn in pair)
            refused += [p for p in (one, two) if (p.due.colour == "w") != (p.tpn == white)]
    return [
        ("C5", Value([(p.tpn, 1) for p in down])),
        ("C6", Value([(p.tpn, p.score) for p in down if p.score > top], lists=True)),
        ("C7", Value([(p.tpn, 1) for p in onward])),
        ("C7", Value([(p.tpn, p.score) for p in onward if p.score > score], lists=True)),
        ("C8", Value([(p.tpn, 1) for p in refused])),
    ]


def _from_the_ends(told: Told, members: Sequence[burstein.Player], met: Sequence[Pairs]) -> str:
    """[4.3] Check a reason about the first player whose opponent differs between the rounds.

    Return an error message, or an empty string.
    """
    number = {player.tpn: place for place, player in enumerate(members, 1)}
    for player in members:
        mates = [tuple(t for pair in pairs if player.tpn in pair for t in pair - {player.tpn}) for pairs in met]
        if mates[0] != mates[1]:
            values = tuple("".join(str(number[t]) for t in one) for one in mates[::-1])
            expected = player.tpn, mates[1], mates[0]
            if (told.of, told.players, told.instead) != expected:
                return f"{told}, but it is {expected}"
            return "" if "" in values or told.values == values else f"{told.values}, but it is {values}"
    return "nothing differs"


def _score_of_bye(told: Told, score: dict[int, int], right: Paired, other: Paired) -> str:
    """[3.1] Check a reason for the choice of the bye. Return an error message, or an empty string."""
    scores = [Fraction(score[whole.bye], POINT) for whole in (other, right)]
    if (told.players, told.instead) != ((other.bye,), (right.bye,)):
        return f"{told}, but the byes are {other.bye} and {right.bye}"
    is_by_score = "lowest score" in told.words
    if is_by_score != (scores[0] != scores[1]):
        return f"{told.words}, but the scores are {scores}"
    if is_by_score and [Fraction(value) for value in told.values] != scores:
        return f"{told.values}, but the scores are {scores}"
    return ""


def dubov_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    players = [dubov.player(event, tpn) for tpn in present(event)]
    by_tpn = {player.tpn: player for player in players}
    if right.bye != other.bye:
        games = [str(len(by_tpn[whole.bye].colours)) for whole in (other, right)]
        if "games played" in told.words and list(told.values) != games:
            return f"{told.values}, but it is {games}"
        return _score_of_bye(told, {player.tpn: player.score for player in players}, right, other)
    number = coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))
    left = [player for player in players if player.tpn != right.bye]
    while left:
        top = max(player.score for player in left)
        residents = {player.tpn for player in left if player.score == top}
        taken = [{t for pair in pairs_of(whole) if pair & residents for t in pair} for whole in (right, other)]
        inside = [among(pairs_of(whole), taken[side]) for side, whole in enumerate((right, other))]
        if taken[0] != taken[1] or inside[0] != inside[1]:
            values = [_of_dubov(by_tpn, top, residents, inside[side], this, (right, other)[side]) for side in (0, 1)]
            if Fraction(told.score or 0) != Fraction(top, POINT):
                return f"the bracket of {told.score} points, but it is that of {top}"
            found = contradiction(told, *values)
            return found or ""
        left = [player for player in left if player.tpn not in taken[0]]
    return "no bracket differs"


def _of_dubov(
    by_tpn: dict[int, dubov.Player], top: int, residents: set[int], inside: Pairs, this: dubov.Round, whole: Paired
) -> Values:
    up = [by_tpn[tpn] for pair in inside for tpn in pair if tpn not in residents]
    most = [p for p in up if len(p.upfloats) >= this.max_t and not this.is_last]
    refused = []
    for pair in inside:
        one, two = (by_tpn[tpn] for tpn in pair)
        if one.due.colour == two.due.colour:
            white = next(tpn for tpn, _ in whole.boards if tpn in pair)
            refused += [p for p in (one, two) if (p.due.colour == "w") != (p.tpn == white)]
    return [
        ("C5", Value([(p.tpn, 1) for p in up])),
        ("C6", Value([(p.tpn, top - p.score) for p in up], lists=True)),
        ("C7", Value([(p.tpn, 1) for p in refused])),
        ("C8", Value([(p.tpn, 1) for p in most])),
        ("C9", Value([(p.tpn, len(p.upfloats)) for p in most])),
        ("C10", Value([(p.tpn, 1) for p in up if not this.is_last and this.number - 1 in p.upfloats])),
    ]


# --- Double-Swiss, teams ----------------------------------------------------------------------------------------------

Refused = Callable[[MatchEvent, tuple[int, int]], Sequence[bool]]
"""A function that lists the denied preferences of a pair. True stands for a strong preference."""


def _match(event: MatchEvent, excepted: int, refused: Refused | None, whole: Sequence[Paired], told: Told) -> str:
    everybody = top_scoregroup.coming_round(event, excepted)
    right, other = whole
    if right.bye != other.bye:
        return _score_of_bye(told, dict(everybody.scores), right, other)
    coming = Coming(everybody.players - {right.bye}, everybody.scores, everybody.barred, everybody.spared)
    left = coming.players
    while left:
        residents = top_scoregroup.top_scoregroup(coming, left)
        taken = [residents.union(*(pair for pair in pairs_of(one) if pair & residents)) for one in whole]
        inside = [among(pairs_of(one), taken[side]) for side, one in enumerate(whole)]
        if taken[0] != taken[1] or inside[0] != inside[1]:
            if Fraction(told.score or 0) != Fraction(coming.scores[min(residents)], POINT):
                return f"the bracket of {told.score} points is not the first that differs"
            sides = [_Side(event, coming, left, residents, taken[side], whole[side]) for side in (0, 1)]
            if taken[0] != taken[1]:
                found = contradiction(told, *(side.of_set() for side in sides))
                return _first_of_sets(told, coming, residents, taken) if found is None else found
            found = contradiction(told, *(side.of_pairs(refused) for side in sides))
            return _by_identifier(told, inside) if found is None else found
        left -= taken[0]
    return "no bracket differs"


class _Side(NamedTuple):
    """A round without the scoregroups that are already paired. ``taken`` is the top scoregroup with its upfloaters."""

    event: MatchEvent
    coming: Coming
    left: frozenset[int]
    residents: frozenset[int]
    taken: frozenset[int]
    whole: Paired

    @property
    def chosen(self) -> frozenset[int]:
        return self.taken - self.residents

    def of_set(self) -> Values:
        scores, top = self.coming.scores, self.coming.scores[min(self.residents)]
        onward = upfloaters_into_following(self.coming, self.left - self.taken, self.residents, pairs_of(self.whole))
        return [
            ("C4", Value([(tpn, 1) for tpn in self.chosen])),
            ("C5", Value([(tpn, top - scores[tpn]) for tpn in self.chosen], lists=True)),
            ("C6", Value([(tpn, 1) for tpn in onward])),
            ("C7", Value([(tpn, 1) for tpn in self.chosen & self.coming.spared])),
        ]

    def of_pairs(self, refused: Refused | None) -> Values:
        pairs = [(min(pair), max(pair)) for pair in among(pairs_of(self.whole), self.taken)]
        met = [next(t for t in pair if t in self.residents) for pair in pairs if len(self.chosen & set(pair)) == 1]
        floated = Value([(tpn, 1) for tpn in met if tpn in self.coming.spared])
        if refused is None:
            return [("C8", floated)]
        strong = [one for pair in pairs for one in refused(self.event, pair)]
        return [
            ("C8", Value([(0, 1) for _ in strong], named=False)),
            ("C9", Value([(0, 1) for one in strong if one], named=False)),
            ("C10", floated),
        ]


def _first_of_sets(told: Told, coming: Coming, residents: frozenset[int], taken: Sequence[frozenset[int]]) -> str:
    orders = [top_scoregroup.set_order(coming, one - residents) for one in taken]
    one, another = next((a, b) for a, b in zip(*orders, strict=True) if a != b)
    return "" if (told.players, told.instead) == ((another,), (one,)) else f"{told}, but {another} instead of {one}"


def _by_identifier(told: Told, inside: Sequence[Pairs]) -> str:
    """[3.6.2] Check a reason that names the first different pair. Return an error message, or an empty string."""
    tops = [sorted(min(pair) for pair in pairs) for pairs in inside]
    if tops[0] != tops[1]:
        one, another = next((a, b) for a, b in zip(*tops, strict=True) if a != b)
        expected: tuple[object, ...] = 0, (another,), (one,)
    else:
        bottom = [{min(pair): max(pair) for pair in pairs} for pairs in inside]
        top = next(top for top in tops[0] if bottom[0][top] != bottom[1][top])
        expected = top, (bottom[1][top],), (bottom[0][top],)
    return "" if (told.of, told.players, told.instead) == expected else f"{told}, but it is {expected}"


def double_swiss_2026(event: MatchEvent, right: Paired, other: Paired, told: Told) -> str:
    return _match(event, double_swiss.EXCEPTED_ROUNDS, None, (right, other), told)


def team_2026(event: MatchEvent, right: Paired, other: Paired, told: Told) -> str:
    def refused(event: MatchEvent, pair: tuple[int, int]) -> list[bool]:
        return [preference.strong for preference in team.refused_preferences(event, pair)]

    return _match(event, team.EXCEPTED_ROUNDS, refused, (right, other), told)


AGAINST: dict[str, Callable[..., str]] = {
    "dutch/2026": dutch_2026,
    "burstein/2026": burstein_2026,
    "dubov/2026": dubov_2026,
    "double-swiss/2026": double_swiss_2026,
    "team/2026": team_2026,
}
