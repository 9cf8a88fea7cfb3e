"""The values of all criteria in a whole round, computed by the literal transcriptions.

The values and names in a printed explanation must agree with the transcription.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tests.articles.literal import dutch
from tests.articles.literal.facts import Event, Paired
from tests.evidence.exhaustive.told import Told, as_points
from tests.evidence.exhaustive.verdicts import Pairs, among, pairs_of
from tests.evidence.exhaustive.verdicts_dutch import floating_on

POINT = 10
"""The number of tenths in a point."""

Counted: TypeAlias = list[tuple[int, int]]
"""For each player that a criterion counts, the player's number and value."""


class Value(NamedTuple):
    """The value of a criterion in a round.

    With ``lists``, the value is a list of numbers in descending order. Otherwise, the value is the sum of the numbers.
    """

    counted: Counted
    lists: bool = False
    named: bool = True
    """Whether an explanation must name the players."""

    @property
    def key(self) -> object:
        """The value as a sort key. Better values have smaller keys."""
        values = sorted((value for _, value in self.counted), reverse=True)
        return values if self.lists else sum(values)

    @property
    def who(self) -> set[int]:
        return {tpn for tpn, value in self.counted if value or self.lists}

    def contradicts(self, text: str, names: Sequence[int]) -> str:
        """Check the printed value and the printed names. Return an error message, or an empty string."""
        expected = [Fraction(value, POINT) for value in self.key] if self.lists else [Fraction(str(self.key))]  # type: ignore[attr-defined]
        who = self.who
        if as_points(text) != expected:
            return f"{text}, but it is {[str(one) for one in expected]}"
        return "" if set(names) == who or not self.named else f"names {sorted(names)}, but it is {sorted(who)}"


Values: TypeAlias = list[tuple[str, Value]]
"""The code and the value of each criterion, in order. Several criteria may have the same code."""


def contradiction(told: Told, right: Values, other: Values) -> str | None:
    """Check a reason that names a criterion. Return an error message, or an empty string.

    Return None if the rounds have the same values in all criteria.
    """
    for (code, ours), (_, theirs) in zip(right, other, strict=True):
        if ours.key != theirs.key:
            if told.code != code:
                return f"{told.code}, but {code} differs"
            wrong = theirs.contradicts(told.values[0], told.players)
            instead = told.instead or (told.players if ours.who == theirs.who else ())
            return wrong or ours.contradicts(told.values[1], instead)
    return None


# --- C.04.3, 2026 -----------------------------------------------------------------------------------------------------


def ones(players: Iterable[dutch.Player]) -> Value:
    return Value([(player.tpn, 1) for player in players])


def denied(whole: Paired, one: dutch.Player, two: dutch.Player, *, strong: bool = False) -> list[dutch.Player]:
    """Return the players of a pair who do not get their preferred colour."""
    strengths = dutch.denied(one, two)
    if not strengths or (strong and dutch.Strength.STRONG not in strengths):
        return []
    found = []
    for player in (one, two):
        wish = dutch.preference(player.colours)
        colour = dutch.WHITE if any(white == player.tpn for white, _ in whole.boards) else dutch.BLACK
        if wish.colour not in (dutch.NO_COLOUR, colour):
            found.append(player)
    return found


def values_2026(
    bracket: dutch.Bracket, candidate: dutch.Candidate, whole: Paired, below: Sequence[dutch.Player], *, same: bool
) -> Values:
    """Compute the value of each criterion of Article 2 in a bracket."""
    by_tpn = {player.tpn: player for player in (*bracket.mdps, *bracket.residents, *below)}
    following = [player for player in below if player.score == max(other.score for other in below)]
    down = candidate.downfloaters
    onward = floating_on(whole, down, following) if following else []
    mdps = [player for player in bracket.mdps if player in down]
    residents = [player for player in down if player not in bracket.mdps]
    met = dutch.mdp_pairs(candidate)
    bye = by_tpn.get(whole.bye)
    alone = len(down) == 1 and bye is not None and bye in down
    looking = not same

    def again(players: Iterable[dutch.Player], kind: str, ago: int) -> Value:
        return ones(player for player in players if player.floats[-ago] == kind)

    def differences(pairs: Iterable[dutch.Pair], floated: Callable[[dutch.Pair], bool], of: int) -> Value:
        return Value([(pair[of].tpn, pair[0].score - pair[1].score) for pair in pairs if floated(pair)], lists=True)

    def of_mdps(ago: int) -> Value:
        found = differences(met, lambda pair: pair[0].floats[-ago] == dutch.DOWNFLOAT, 0)
        limbo = [(p.tpn, p.score - bracket.score + POINT) for p in mdps if p.floats[-ago] == dutch.DOWNFLOAT]
        return found._replace(counted=found.counted + limbo)

    def of_opponents(ago: int) -> Value:
        return differences(met, lambda pair: pair[1].floats[-ago] == dutch.UPFLOAT, 1)

    refused = [player for pair in candidate.pairs for player in denied(whole, *pair)]
    strong = [player for pair in candidate.pairs for player in denied(whole, *pair, strong=True)]
    top = [dutch.allocate(*pair) for pair in candidate.pairs if pair[0].topscorer or pair[1].topscorer]
    as_due = all((white.tpn, black.tpn) in whole.boards for white, black in top)
    after = [(player, player.colours + colour) for pair in top for player, colour in zip(pair, "wb", strict=True)]
    too_far = ones(player for player, colours in after if abs(dutch.colour_difference(colours)) > 2)
    third = ones(player for player, colours in after if colours[-3:] in ("www", "bbb"))
    next_score = following[0].score if following else 0
    return [
        ("C5", Value([(bye.tpn, bye.score)] if bye is not None and looking else [], lists=True)),
        ("C6", ones(down)),
        ("C7", Value([(player.tpn, player.score) for player in mdps], lists=True)),
        ("C8", ones(onward if looking else ())),
        ("C8", Value([(p.tpn, p.score) for p in onward if looking and p.score > next_score], lists=True)),
        ("C9", Value([(bye.tpn, bye.unplayed)] if alone and bye is not None else [])),
        ("C10", too_far._replace(named=as_due)),
        ("C11", third._replace(named=as_due)),
        ("C12", ones(refused)),
        ("C13", ones(strong)),
        ("C14", again(residents, dutch.DOWNFLOAT, 1)),
        ("C15", again((two for _, two in met), dutch.UPFLOAT, 1)),
        ("C16", again(residents, dutch.DOWNFLOAT, 2)),
        ("C17", again((two for _, two in met), dutch.UPFLOAT, 2)),
        ("C18", of_mdps(1)),
        ("C19", of_opponents(1)),
        ("C20", of_mdps(2)),
        ("C21", of_opponents(2)),
    ]


def candidate_of(bracket: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    by_tpn = {player.tpn: player for player in bracket}
    made = tuple(
        (one, other)
        for pair in among(pairs, by_tpn)
        for one, other in [sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)]
    )
    return dutch.Candidate(made, frozenset(bracket).difference(*made))


def dutch_2026(event: Event, right: Paired, other: Paired, told: Told) -> str:
    """Check a reason that cites C.04.3 of 2026. Return an error message, or an empty string."""
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    for paired in dutch.pair_brackets(event):
        bracket = paired.bracket
        members = bracket.mdps + bracket.residents
        ours, theirs = (candidate_of(members, pairs_of(one)) for one in (right, other))
        if set(map(frozenset, ours.pairs)) == set(map(frozenset, theirs.pairs)):
            continue
        if Fraction(told.score or 0) != Fraction(bracket.score, POINT):
            return f"the bracket of {told.score} points, but it is that of {bracket.score}"
        below = [player for player in players if player.score < bracket.score]
        same = ours.downfloaters == theirs.downfloaters
        values = [values_2026(bracket, one, whole, below, same=same) for one, whole in ((ours, right), (theirs, other))]
        found = contradiction(told, *values)
        return in_order_of_bsns(bracket, ours, theirs, told) if found is None else found
    return "no bracket differs"


def in_order_of_bsns(bracket: dutch.Bracket, ours: dutch.Candidate, theirs: dutch.Candidate, told: Told) -> str:
    """[4.2 to 4.4] Check a reason about the order of candidates. Return an error message, or an empty string."""
    members = bracket.mdps + bracket.residents
    number = {player.tpn: place for place, player in enumerate(members, 1)}
    mates = [_mates(one.pairs) for one in (ours, theirs)]
    moved = [player.tpn for player in bracket.mdps]
    if moved:
        paired = [[number[tpn] for tpn in moved if tpn in mate] for mate in mates]
        if paired[0] != paired[1]:
            return _chosen(told, "4.4.2", paired, members)
        for tpn in moved:
            if mates[0].get(tpn) != mates[1].get(tpn):
                return _opponents(told, "4.2.2", tpn, mates, number)
    rest = [p for p in bracket.residents if mates[0].get(p.tpn) not in moved]
    number = {player.tpn: place for place, player in enumerate(rest, 1)}
    return _of_remainder(told, rest, number, mates)


def _of_remainder(told: Told, rest: Sequence[dutch.Player], number: dict[int, int], mates: list[dict[int, int]]) -> str:
    inside = [{tpn: mate for tpn, mate in one.items() if tpn in number and mate in number} for one in mates]
    half = len(inside[0]) // 2
    tops = [{number[tpn] for tpn, mate in one.items() if number[tpn] < number[mate]} for one in inside]
    leave = [sorted(set(range(1, half + 1)) - one, reverse=True) for one in tops]
    join = [sorted(one - set(range(1, half + 1))) for one in tops]
    exchanged = [{rest[place - 1].tpn for place in (*leave[side], *join[side])} for side in (0, 1)]
    for article, measure in (
        ("4.3.2.1", [len(one) for one in leave]),
        ("4.3.2.2", [sum(join[side]) - sum(leave[side]) for side in (0, 1)]),
    ):
        if measure[0] != measure[1]:
            return _expected(told, article, measure, exchanged[::-1])
    for article, both in (("4.3.2.3", leave), ("4.3.2.4", join)):
        if both[0] != both[1]:
            return _chosen(told, article, both, rest)
    for player in rest:
        if number[player.tpn] in tops[0] and inside[0].get(player.tpn) != inside[1].get(player.tpn):
            return _opponents(told, "4.2.2", player.tpn, inside, number)
    return "nothing differs"


def _mates(pairs: Iterable[dutch.Pair]) -> dict[int, int]:
    return {a.tpn: b.tpn for one, two in pairs for a, b in ((one, two), (two, one))}


def _expected(told: Told, article: str, measure: Sequence[int], who: Sequence[set[int]]) -> str:
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    if told.values != (str(measure[1]), str(measure[0])):
        return f"{told.values}, but it is {measure[::-1]}"
    instead = set(told.instead) or (set(told.players) if who[0] == who[1] else set())
    return "" if (set(told.players), instead) == (who[0], who[1]) else f"names {told}, but it is {who}"


def _chosen(told: Told, article: str, both: Sequence[Sequence[int]], players: Sequence[dutch.Player]) -> str:
    one, another = next((a, b) for a, b in zip(*both, strict=True) if a != b)
    expected = (str(another), str(one)), (players[another - 1].tpn,), (players[one - 1].tpn,)
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    return "" if (told.values, told.players, told.instead) == expected else f"{told}, but it is {expected}"


def _opponents(told: Told, article: str, tpn: int, mates: Sequence[dict[int, int]], number: dict[int, int]) -> str:
    right, other = (one[tpn] for one in mates)
    expected = tpn, (str(number[other]), str(number[right]))
    if not told.article.endswith(f" {article}"):
        return f"{told.article}, but {article} differs"
    return "" if (told.of, told.values) == expected else f"{told}, but it is {expected}"
