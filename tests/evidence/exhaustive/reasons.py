"""The literal reasons against a legal round: the first thing, in the order of a text, in which it is not the right one.

Nothing here comes from the engine. Each text yields what it compares, item by item, and the first item that differs is
the reason: with its article, its numbers and its players.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import permutations, takewhile
from typing import Any, NamedTuple

from tests.articles.literal import burstein, common, double_swiss, dubov, dutch, dutch_2017, team, top_scoregroup
from tests.articles.literal.common import coming_round, present
from tests.articles.literal.facts import Event, MatchEvent, Paired
from tests.articles.literal.top_scoregroup import Coming
from tests.evidence.exhaustive.counted import Told
from tests.evidence.exhaustive.verdicts import BYE, LATER, WORSE, Pairs, among, floating_on, pairs_of

POINT = 10
"""The number of tenths in a point."""


class Shown(NamedTuple):
    """The part of a sentence about one round: a number or a list of numbers, and the players that it names.

    None stands for something that the sentence need not show.
    """

    value: tuple[Fraction, ...] | None = None
    who: frozenset[int] | None = None
    step: str = ""
    """A regular expression of a step in words."""
    by_rules: bool = False
    """Whether the sentence must say that it speaks of the colours of the rules."""

    def untrue(self, text: str, names: Iterable[int]) -> str:
        if self.step:
            return "" if re.fullmatch(self.step, text) else f"{text}, but it is {self.step}"
        if self.value is not None and (not text or as_points(text) != self.value):
            return f"{text}, but it is {[str(one) for one in self.value]}"
        return f"names {sorted(names)}, but it is {sorted(self.who)}" if self.who not in (None, {*names}) else ""


def as_points(text: str) -> tuple[Fraction, ...] | None:
    """Parse a comma-separated list of numbers; None if it is no such list. ``none`` means an empty list."""
    if re.search("[^0-9., ]", text) and text != "none":
        return None
    return () if text == "none" else tuple(Fraction(part) for part in text.split(", "))


def _number(value: int, *who: int) -> Shown:
    return Shown((Fraction(value),), frozenset(who) if who else None)


def _named(*who: int) -> Shown:
    return Shown(None, frozenset(who))


@dataclass(frozen=True)
class Item:
    """A thing that a text compares: the key of the right round is smaller than that of the other one, or equal.

    ``keys`` and ``shown``, what the sentence shows, are those of the right round and of the other one.
    """

    article: str
    keys: Sequence[Any]
    shown: Sequence[Shown] = (Shown(), Shown())
    code: str = ""
    of: int = 0
    fault: str = LATER
    score: int | None = None
    place_in: str = "bracket"
    any_order: bool = False
    """Whether a sentence may also name what differs later in the same bracket."""

    def untrue(self, told: Told) -> str:
        """Return why a sentence is not this reason; empty if it is."""
        if not self.keys[0] < self.keys[1]:
            return f"the right round is not better: {self}"
        expected = told.fault and self.fault, self.code, self.article, self.of
        if (told.fault, told.code, told.article, told.of) != expected:
            return f"{told}, but it is {expected}"
        if told.place_in not in ("", self.place_in):
            return f"places in the {told.place_in}, but they are those in the {self.place_in}"
        if self.score is not None and Fraction(told.score or -1) != Fraction(self.score, POINT):
            return f"the bracket of {told.score} points, but it is that of {self.score}"
        ours, theirs = self.shown
        if told.words.endswith(" with the colours of the rules") != theirs.by_rules:
            return f"{told}, but the colours are {'' if theirs.by_rules else 'not '}those of the rules: {theirs}"
        if told.words.endswith(" at best"):  # nobody is named of a round that is only possible
            ours, theirs = ours._replace(who=frozenset()), theirs._replace(who=frozenset())
        both = ours.value, theirs.value
        if self.fault == BYE and None not in both and not any(told.values):  # the numbers of the two are not repeated
            said = [tuple(map(Fraction, one)) for one in (told.instead, told.players)]
            return "" if [*both] == said else f"no values: {told}"
        instead = told.instead or (told.players if ours.who == theirs.who else ())
        return theirs.untrue(told.values[0], told.players) or ours.untrue(told.values[1], instead)


Items = Iterator[Item]
Text = Callable[[Any, Paired, Paired], Items]


def first_items(items: Items) -> list[Item]:
    """Return the first thing that differs; in a procedure, all steps of the first bracket that differ."""
    differing = (item for item in items if item.keys[0] != item.keys[1])
    first = next(differing, None)
    if first is None:
        return []
    others = takewhile(lambda item: item.score == first.score, differing) if first.any_order else ()
    return [first, *others]


def untrue(items: Items, told: Told) -> str:
    """Return why a sentence is not the first thing that differs; empty if it is."""
    faults = [item.untrue(told) for item in first_items(items)]
    return "" if "" in faults else (faults or ["nothing differs"])[0]


Counted = list[tuple[int, int]]
"""For each player that a criterion counts, the player's number and value."""


class Value(NamedTuple):
    """The value of a criterion in a round: the sum of numbers, or with ``lists`` the numbers in descending order."""

    counted: Counted
    lists: bool = False
    named: bool = True
    """Whether an explanation must name the players."""
    also: frozenset[int] = frozenset()
    """Further players who are named, the lower players of pairs with a score difference."""
    by_hand: tuple[int, ...] = ()
    """The players to whom the proposed colours deny a preference, named if they are more than the pairs must deny."""
    really: frozenset[int] | None = None
    """Those of the players to count whom the proposed colours deny what the criterion asks for."""
    ruled: frozenset[int] = frozenset()
    """Those whom the colours of the rules would deny it, named with these words if they are more than ``really``."""

    @property
    def key(self) -> Any:
        values = sorted((value for _, value in self.counted), reverse=True)
        return values if self.lists else sum(values)

    @property
    def shown(self) -> Shown:
        who = self.also.union(tpn for tpn, value in self.counted if value or self.lists)
        really = who if self.really is None else self.really
        if len(self.by_hand) > len(really):
            return _number(len(self.by_hand), *self.by_hand)
        if len(really) < len(self.ruled):
            return _number(len(self.ruled), *self.ruled)._replace(by_rules=True)
        value = tuple(Fraction(one, POINT) for one in self.key) if self.lists else (Fraction(self.key),)
        return Shown(value, who if self.named else None)


Values = list[tuple[str, Value]]
"""The code and the value of each criterion, in order. Several criteria may have the same code."""


def of_values(sides: Sequence[Values], articles: Callable[[str], str]) -> Items:
    for (code, ours), (_, theirs) in zip(*sides, strict=True):
        yield Item(articles(code), (ours.key, theirs.key), (ours.shown, theirs.shown), code, fault=WORSE)


def each(players: Iterable[Any]) -> Value:
    return Value([(player.tpn, 1) for player in players])


def brackets(scores: dict[int, int], rounds: Sequence[Paired]) -> Iterator[tuple[int, list[int], set[int]]]:
    """Yield each score with the members of its bracket and those below, while the rounds are the same."""
    floaters: set[int] = set()
    for top in sorted({*scores.values()}, reverse=True):
        members = [tpn for tpn, score in scores.items() if score == top or tpn in floaters]
        yield top, members, {tpn for tpn, score in scores.items() if score < top}
        floaters = {tpn for tpn in members if tpn not in frozenset().union(*among(pairs_of(rounds[0]), members))}


def left_of(members: Iterable[Any], pairs: Pairs) -> list[Any]:
    return [one for one in members if not any(one.tpn in pair for pair in pairs)]


# --- C.04.3, 2026 and 2017 --------------------------------------------------------------------------------------------


def denied(whole: Paired, one: dutch.Player, two: dutch.Player, *, strong: bool = False) -> list[dutch.Player]:
    """Return the players of a pair who do not get their preferred colour."""
    strengths = dutch.denied(one, two)
    if not strengths or (strong and common.STRONG not in strengths):
        return []
    whites = {white for white, _ in whole.boards}
    wishes = [(player, common.preference(player.colours).colour) for player in (one, two)]
    return [one for one, wish in wishes if wish and wish != (dutch.WHITE if one.tpn in whites else dutch.BLACK)]


def colours_2026(candidate: dutch.Candidate, whole: Paired) -> list[Value]:
    """[2026: C10 to C13; 2017: C.8 to C.11] Count what the colours break."""
    refused = [player for pair in candidate.pairs for player in denied(whole, *pair)]
    strong = [player for pair in candidate.pairs for player in denied(whole, *pair, strong=True)]
    only_strong = [p for p in strong if common.preference(p.colours).strength == common.STRONG]
    ruled = [loser for pair in candidate.pairs if (loser := _loses_strong(*pair)) is not None]
    wishes = [(player.tpn, common.preference(player.colours)) for pair in candidate.pairs for player in pair]
    whites = {white for white, _ in whole.boards}
    turned = [(tpn, wish) for tpn, wish in wishes if wish.colour == (dutch.BLACK if tpn in whites else dutch.WHITE)]
    top = [dutch.allocate(*pair) for pair in candidate.pairs if pair[0].topscorer or pair[1].topscorer]
    as_due = all((white.tpn, black.tpn) in whole.boards for white, black in top)
    turned_strong = tuple(tpn for tpn, wish in turned if wish.strength == common.STRONG)
    return [
        *(_of_top(top, whites, is_bad)._replace(named=as_due) for is_bad in (_too_far, _third)),
        each(refused)._replace(by_hand=tuple(tpn for tpn, _ in turned)),
        each(strong)._replace(by_hand=turned_strong, really=_tpns(only_strong), ruled=_tpns(ruled)),
    ]


def _too_far(colours: str) -> bool:
    return abs(common.colour_difference(colours)) > 2


def _third(colours: str) -> bool:
    return colours[-3:] in ("www", "bbb")


def _of_top(top: Sequence[dutch.Pair], whites: set[int], is_bad: Callable[[str], bool]) -> Value:
    """Count the players of the pairs with a topscorer whose colours would be bad if they were those of the rules."""
    bad = [[p for p, colour in zip(pair, "wb", strict=True) if is_bad(p.colours + colour)] for pair in top]
    costly = [player for pair, some in zip(top, bad, strict=True) if some for player in pair]
    really = [player for player in costly if is_bad(player.colours + ("w" if player.tpn in whites else "b"))]
    ruled = [player for some in bad for player in some]
    return each(ruled)._replace(really=_tpns(really), ruled=_tpns(ruled))


def _tpns(players: Iterable[Any]) -> frozenset[int]:
    return frozenset(player.tpn for player in players)


def _loses_strong(one: dutch.Player, two: dutch.Player) -> dutch.Player | None:
    """Return the player of a pair to whom the rules deny a strong preference, if they do."""
    if common.STRONG not in dutch.denied(one, two):
        return None
    white, black = dutch.allocate(one, two)
    wishes = [(player, common.preference(player.colours)) for player in (white, black)]
    return next(p for (p, wish), colour in zip(wishes, "wb", strict=True) if wish.colour != colour)


def values_2026(
    bracket: dutch.Bracket, candidate: dutch.Candidate, whole: Paired, below: Sequence[dutch.Player], *, same: bool
) -> Values:
    """Compute the value of each criterion of Article 2 in a bracket."""
    by_tpn = {player.tpn: player for player in (*bracket.mdps, *bracket.residents, *below)}
    following = [player for player in below if player.score == max(other.score for other in below)]
    down = candidate.downfloaters
    onward = floating_on(whole, down, following) if following and not same else []
    mdps = [player for player in bracket.mdps if player in down]
    residents = [player for player in down if player not in bracket.mdps]
    met = dutch.mdp_pairs(candidate)
    bye = by_tpn.get(whole.bye)
    alone = len(down) == 1 and bye is not None and bye in down

    def again(players: Iterable[dutch.Player], kind: str, ago: int) -> Value:
        return each(player for player in players if player.floats[-ago] == kind)

    def of_mdps(ago: int) -> Value:
        found = [(one.tpn, one.score - two.score) for one, two in met if one.floats[-ago] == dutch.DOWNFLOAT]
        limbo = [(p.tpn, p.score - bracket.score + POINT) for p in mdps if p.floats[-ago] == dutch.DOWNFLOAT]
        return Value(found + limbo, lists=True)

    def of_opponents(ago: int) -> Value:
        found = [(two.tpn, one.score - two.score) for one, two in met if two.floats[-ago] == dutch.UPFLOAT]
        return Value(found, lists=True)

    next_score = following[0].score if following else 0
    values = [
        Value([(bye.tpn, bye.score)] if bye is not None and not same else [], lists=True),
        each(down),
        Value([(player.tpn, player.score) for player in mdps], lists=True),
        each(onward),
        Value([(p.tpn, p.score) for p in onward if p.score > next_score], lists=True),
        Value([(bye.tpn, bye.unplayed)] if alone and bye is not None else []),
        *colours_2026(candidate, whole),
        again(residents, dutch.DOWNFLOAT, 1),
        again((two for _, two in met), dutch.UPFLOAT, 1),
        again(residents, dutch.DOWNFLOAT, 2),
        again((two for _, two in met), dutch.UPFLOAT, 2),
        *(of_mdps(1), of_opponents(1), of_mdps(2), of_opponents(2)),
    ]
    return [(f"C{code}", value) for code, value in zip((5, 6, 7, 8, *range(8, 22)), values, strict=True)]


def candidate_of(bracket: Sequence[dutch.Player], pairs: Pairs) -> dutch.Candidate:
    by_tpn = {player.tpn: player for player in bracket}
    made = tuple(
        (one, other)
        for pair in among(pairs, by_tpn)
        for one, other in [sorted((by_tpn[tpn] for tpn in pair), key=dutch.ranking)]
    )
    return dutch.Candidate(made, frozenset(bracket).difference(*made))


def dutch_2026(event: Event, right: Paired, other: Paired) -> Items:
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    for bracket in (paired.bracket for paired in dutch.pair_brackets(event)):
        ours, theirs = (candidate_of(bracket.mdps + bracket.residents, pairs_of(one)) for one in (right, other))
        if {*ours.pairs} == {*theirs.pairs}:  # one candidate: whoever has the bye is chosen further down
            continue
        below = [player for player in players if player.score < bracket.score]
        same = ours.downfloaters == theirs.downfloaters
        values = [values_2026(bracket, one, whole, below, same=same) for one, whole in ((ours, right), (theirs, other))]
        items = of_values(values, lambda code: f"C.04.3 2.{'3.1' if code == 'C5' else f'4.{int(code[1:]) - 5}'}")
        yield from of_bracket(bracket.score, items, in_order_of_bsns(bracket, ours, theirs, BSNS_2026))


def of_bracket(score: int, *items: Items) -> Items:
    for some in items:
        yield from (replace(item, score=score) for item in some)


class Order(NamedTuple):
    """The articles on the order of candidates: who is paired of those moved down, transpositions, and exchanges."""

    chosen: str
    transposed: str
    exchanged: Sequence[str]
    numbered: bool = True
    """Whether sentences show the places of players in the bracket."""


BSNS_2026 = Order("C.04.3 4.4.2", "C.04.3 4.2.2", [f"C.04.3 4.3.2.{part}" for part in (1, 2, 3, 4)])
BSNS_2017 = Order("C.04.3 D.3.b", "C.04.3 D.1", [f"C.04.3 D.2.{part}" for part in "abcd"])


def in_order_of_bsns(bracket: Any, ours: dutch.Candidate, theirs: dutch.Candidate, order: Order) -> Items:
    """[2026: 4.2 to 4.4; 2017: D] Compare the places of two candidates of a bracket in the order of candidates."""
    members = [player.tpn for player in bracket.mdps + bracket.residents]
    mates = [{a.tpn: b.tpn for pair in one.pairs for a, b in (pair, pair[::-1])} for one in (ours, theirs)]
    moved = [player.tpn for player in bracket.mdps]
    yield from _chosen(order, order.chosen, [[tpn for tpn in moved if tpn in mate] for mate in mates], members)
    yield from opponents(order, moved, mates, members)
    rest = [player.tpn for player in bracket.residents if mates[0].get(player.tpn) not in moved]
    place_in = "remainder" if moved else "bracket"
    yield from (replace(item, place_in=place_in) for item in of_remainder(order, rest, mates))


def of_remainder(order: Order, rest: Sequence[int], mates: Sequence[dict[int, int]]) -> Items:
    """Compare the exchanges between S1 and S2 of a homogeneous bracket or remainder, and then the transposition."""
    number = {tpn: place for place, tpn in enumerate(rest, 1)}
    inside = [{tpn: mate for tpn, mate in one.items() if tpn in number and mate in number} for one in mates]
    half = len(inside[0]) // 2
    tops = [{tpn for tpn, mate in one.items() if number[tpn] < number[mate]} for one in inside]
    leave = [[tpn for tpn in reversed(rest[:half]) if tpn not in one] for one in tops]
    join = [[tpn for tpn in rest[half:] if tpn in one] for one in tops]
    sums = [sum(number[tpn] for tpn in join[side]) - sum(number[tpn] for tpn in leave[side]) for side in (0, 1)]
    for article, measure in zip(order.exchanged[:2], (list(map(len, leave)), sums), strict=True):
        yield Item(article, measure, [_number(measure[side], *leave[side], *join[side]) for side in (0, 1)])
    yield from _chosen(order, order.exchanged[2], leave, rest, -1)
    yield from _chosen(order, order.exchanged[3], join, rest)
    yield from opponents(order, [tpn for tpn in rest if tpn in tops[0]], inside, rest)


def _chosen(order: Order, article: str, both: Sequence[Sequence[int]], players: Sequence[int], sign: int = 1) -> Items:
    """Compare the first player in whom two lists differ, the higher ranked one first (with -1, the lower ranked)."""
    for some in zip(*both, strict=False):
        places = [players.index(tpn) + 1 for tpn in some]
        shown = [_number(*one) if order.numbered else _named(one[1]) for one in zip(places, some, strict=True)]
        yield Item(article, [sign * place for place in places], shown)


def opponents(
    order: Order, tpns: Iterable[int], mates: Sequence[dict[int, int]], players: Sequence[int], sign: int = 1
) -> Items:
    """Compare the opponents of these players, one after the other."""
    for tpn in tpns:
        met = [one.get(tpn, 0) for one in mates]
        places = [players.index(mate) + 1 if mate in players else 0 for mate in met]
        keys = [sign * place if place else 10**6 for place in places]
        values = [(Fraction(place),) if all(places) and order.numbered else None for place in places]
        shown = [Shown(value, frozenset({mate} - {0})) for value, mate in zip(values, met, strict=True)]
        yield Item(order.transposed, keys, shown, of=tpn)


def dutch_2017_reasons(event: Event, right: Paired, other: Paired) -> Items:
    players = [dutch_2017.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    for paired in dutch_2017.pair_brackets(event):
        bracket = paired.bracket
        ours, theirs = (candidate_of(bracket.members, pairs_of(one)) for one in (right, other))
        below = [] if paired.kind else [p for p in players if p.score < min(one.score for one in bracket.residents)]
        following = [player for player in below if player.score == max(one.score for one in below)]
        same = ours.downfloaters == theirs.downfloaters
        values = [values_2017(bracket, one, whole) for one, whole in ((ours, right), (theirs, other))]
        items = list(of_values(values, lambda code: f"C.04.3 C.{code[1:]}"))
        onward = (
            dutch.ranked(frozenset(floating_on(whole, one.downfloaters, following))) if following else ()
            for one, whole in ((ours, right), (theirs, other))
        )
        possible = [() if same else bracket.following(one.downfloaters) for one in (ours, theirs)]
        items[2:2] = _below(possible, [*onward])
        order = in_order_of_bsns(bracket, ours, theirs, BSNS_2017)
        yield from of_bracket(max(one.score for one in bracket.residents), iter(items), order)


def _below(possible: Sequence[tuple[int, ...]], onward: Sequence[Sequence[dutch.Player]]) -> Items:
    """[C.7] Compare what the bracket below can be at best. Players are named if both rounds are paired in this way."""
    for part in (slice(0, 2), slice(2, None)):
        shown = [
            Shown(tuple(Fraction(value, POINT) for value in one[2:]))
            if part.start
            else _number(one[1], *(p.tpn for p in left))._replace(
                who=frozenset(p.tpn for p in left) if len(left) == one[1] else None
            )
            for one, left in zip(possible, onward, strict=True)
            if one
        ]
        yield Item("C.04.3 C.7", [one[part] for one in possible], shown, "C7", fault=WORSE)


def values_2017(bracket: dutch_2017.Bracket, candidate: dutch.Candidate, whole: Paired) -> Values:
    """Compute the value of each criterion of C in a bracket but C.7, which speaks of the bracket below."""
    down, up = dutch_2017.downfloats(bracket, candidate), dutch_2017.upfloats(candidate)

    def again(floats: Sequence[tuple[dutch.Player, int]], letter: str, ago: int, *, lists: bool) -> Value:
        found = [(player.tpn, gap if lists else 1) for player, gap in floats if player.floats[-ago] == letter]
        return Value(found, lists)

    gaps = [(player.tpn, gap) for player, gap in down]
    psd = Value(gaps, lists=True, also=frozenset(player.tpn for player, _ in up))
    values = [each(candidate.downfloaters), psd, *colours_2026(candidate, whole)]
    kinds = ((down, "D", 1), (up, "U", 1), (down, "D", 2), (up, "U", 2))
    values += [again(*kind, lists=lists) for lists in (False, True) for kind in kinds]
    return [(f"C{code}", value) for code, value in zip((5, 6, *range(8, 20)), values, strict=True)]


# --- Burstein, Dubov --------------------------------------------------------------------------------------------------


def burstein_2026(event: Event, right: Paired, other: Paired, edition: str = "2026") -> Items:
    """[C.04.4.2] In seeding rounds, the reasons are those of the Dutch System."""
    old = edition == "2017"
    if coming_round(event) <= burstein.seeding_rounds(event.rounds_total):
        yield from (dutch_2017_reasons if old else dutch_2026)(event, right, other)
        return
    players = sorted((burstein.player(event, tpn) for tpn in present(event)), key=burstein.ranking)
    rank = {player.tpn: place for place, player in enumerate(players)}
    of_bye = ["C.04.4.2 B"] * 3 if old else [f"C.04.4.2 3.1.{part}" for part in (3, 4, 5)]
    yield from byes(of_bye, right, other, {p.tpn: (p.score, len(p.colours), -rank[p.tpn]) for p in players})
    scores = {player.tpn: player.score for player in players if player.tpn != right.bye}
    by_tpn = {player.tpn: player for player in players}
    floaters: list[burstein.Player] = []
    for top, numbers, below in brackets(scores, (right, other)):
        members = [by_tpn[tpn] for tpn in numbers]
        lower = [by_tpn[tpn] for tpn in below]
        met = [among(pairs_of(whole), numbers) for whole in (right, other)]
        down = [left_of(members, pairs) for pairs in met]
        same = {p.tpn for p in down[0]} == {p.tpn for p in down[1]}
        values = [
            _of_burstein(
                members, met[side], down[side], [] if same else lower, (right, other)[side], top, floaters, old
            )
            for side in (0, 1)
        ]
        mates = [{one: two for pair in pairs for one in pair for two in pair - {one}} for pairs in met]
        order = opponents(Order("", "C.04.4.2 D" if old else "C.04.4.2 4.3", ()), numbers, mates, numbers, -1)
        articles = (
            (lambda code: f"C.04.4.2 C.{code[1:]}") if old else (lambda code: f"C.04.4.2 2.3.{int(code[1:]) - 4}")
        )
        yield from of_bracket(top, of_values(values, articles), order)
        floaters = down[0]


def _of_burstein(
    members: Sequence[burstein.Player],
    met: Pairs,
    down: Sequence[burstein.Player],
    lower: Sequence[burstein.Player],
    whole: Paired,
    top: int,
    incoming: Sequence[burstein.Player],
    old: bool,
) -> Values:
    by_tpn = {player.tpn: player for player in members}
    score = max((player.score for player in lower), default=0)
    following = [*down, *(player for player in lower if player.score == score)]
    onward = left_of(following, among(pairs_of(whole), (p.tpn for p in following))) if lower else []
    refused = _refused(((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in met), whole)

    def scores(code: str, floaters: Iterable[burstein.Player], limit: int, came: Sequence[burstein.Player]) -> Values:
        if old:  # the number of the incoming floaters who are not paired, and then their scores
            left = [p for p in floaters if p in came]
            return [(code, each(left)), (code, Value([(p.tpn, p.score) for p in left], lists=True))]
        return [(code, Value([(p.tpn, p.score) for p in floaters if p.score > limit], lists=True))]

    found = [("C5", each(down)), *scores("C6", down, top, incoming), ("C7", each(onward))]
    return [*found, *scores("C7", onward, score, down), ("C8", refused)]


def _refused(pairs: Iterable[tuple[Any, Any]], whole: Paired) -> Value:
    """Count the players of pairs with equal preferences who do not get theirs."""
    whites = {white for white, _ in whole.boards}
    wrong = [
        (one.tpn, one.due.colour == two.due.colour)
        for pair in pairs
        for one, two in (pair, pair[::-1])
        if one.due.colour == ("b" if one.tpn in whites else "w")
    ]
    return Value([(tpn, 1) for tpn, clash in wrong if clash], by_hand=tuple(tpn for tpn, _ in wrong))


def byes(articles: Sequence[str], right: Paired, other: Paired, of: dict[int, tuple[int, int, int]]) -> Items:
    """Compare the receivers of the bye: the lowest score, the most games, and the lowest rank or largest number."""
    if not right.bye:
        return
    ours, theirs = of[right.bye], of[other.bye]
    shows = [[Shown((Fraction(one[0], POINT),)), _number(one[1]), Shown()] for one in (ours, theirs)]
    for place, sign in enumerate((1, -1, 1)):
        shown = [
            show[place]._replace(who=frozenset({whole.bye})) for show, whole in zip(shows, (right, other), strict=True)
        ]
        yield Item(articles[place], (sign * ours[place], sign * theirs[place]), shown, fault=BYE)


def dubov_2026(event: Event, right: Paired, other: Paired, edition: str = "2026") -> Items:
    old = edition == "2018"
    players = [dubov.player(event, tpn) for tpn in present(event)]
    by_tpn = {player.tpn: player for player in players}
    of_bye = [f"C.04.4.1 B.0.{part}" if old else f"C.04.4.1 3.1.{place}" for place, part in enumerate("cde", 3)]
    yield from byes(of_bye, right, other, {p.tpn: (p.score, len(p.colours), -p.tpn) for p in players})
    number = coming_round(event)
    this = dubov.Round(number, number >= event.rounds_total, dubov.max_t(event.rounds_total))
    left = [player for player in players if player.tpn != right.bye]
    while left:
        top = max(player.score for player in left)
        residents = {player.tpn for player in left if player.score == top}
        taken = [{t for pair in pairs_of(whole) if pair & residents for t in pair} for whole in (right, other)]
        inside = [among(pairs_of(whole), taken[side]) for side, whole in enumerate((right, other))]
        values = [_of_dubov(by_tpn, top, residents, inside[side], this, (right, other)[side]) for side in (0, 1)]
        articles = (
            (lambda code: f"C.04.4.1 C.{code[1:]}") if old else (lambda code: f"C.04.4.1 2.3.{int(code[1:]) - 4}")
        )
        sets = [sorted((by_tpn[t] for t in one - residents), key=dubov.upfloating_order) for one in taken]
        firsts = _first_of_sets("C.04.4.1 D.1" if old else "C.04.4.1 4.2", sets, dubov.upfloating_order)
        members = [by_tpn[tpn] for tpn in taken[0]]
        order = _of_subgroups(members, inside, old) if taken[0] == taken[1] else iter(())
        yield from of_bracket(top, of_values(values, articles), firsts, order)
        left = [player for player in left if player.tpn not in taken[0]]


def _first_of_sets(article: str, sets: Sequence[Sequence[Any]], order: Callable[[Any], Any]) -> Items:
    for both in zip(*sets, strict=False):
        yield Item(article, list(map(order, both)), [_named(getattr(one, "tpn", one)) for one in both])


def _of_subgroups(members: Sequence[dubov.Player], inside: Sequence[Pairs], old: bool) -> Items:
    """[3.2.3 to 3.2.6] Compare the composition of G1 and G2, and then the transposition of G2."""
    fewest = dubov.fewest_denied(members)
    best = [pairing for pairing in dubov.pairings(members) if dubov.denied(pairing) == fewest]
    g1, g2 = dubov.recomposed(*dubov.subgroups(members), best)
    whole = re.sub(r", (\d+)$", r" and \1", ", ".join(str(tpn) for tpn in sorted(p.tpn for p in g1)))
    within = [pair for pair in inside[1] if len(pair & {p.tpn for p in g1}) != 1]
    wrong = "|".join(f"{one} meets {two}" for pair in within for one, two in permutations(pair))
    shown = Shown(step=rf"the players of G1, who are {whole}, meet players of G2"), Shown(step=wrong)
    yield Item("C.04.4.1 B.4, D.2" if old else "C.04.4.1 3.2.4, 4.3", (0, len(within)), shown)
    mates = [{one: two for pair in pairs for one in pair for two in pair - {one}} for pairs in inside]
    order = Order("", "C.04.4.1 B.6, D.3" if old else "C.04.4.1 3.2.6, 4.4", (), numbered=False)
    yield from opponents(order, [p.tpn for p in sorted(g1, key=dubov.by_aro)], mates, sorted(p.tpn for p in g2))


def _of_dubov(
    by_tpn: dict[int, dubov.Player], top: int, residents: set[int], inside: Pairs, this: dubov.Round, whole: Paired
) -> Values:
    up = [by_tpn[tpn] for pair in inside for tpn in pair if tpn not in residents]
    most = [p for p in up if len(p.upfloats) >= this.max_t and not this.is_last]
    again = [p for p in up if not this.is_last and this.number - 1 in p.upfloats]
    refused = _refused(((by_tpn[min(pair)], by_tpn[max(pair)]) for pair in inside), whole)
    differences = Value([(p.tpn, top - p.score) for p in up], lists=True)
    upfloats = Value([(p.tpn, len(p.upfloats)) for p in most])
    values = (each(up), differences, refused, each(most), upfloats, each(again))
    return [(f"C{code}", value) for code, value in enumerate(values, 5)]


# --- Double-Swiss, teams ----------------------------------------------------------------------------------------------

Refused = Callable[[MatchEvent, tuple[int, int]], list[tuple[int, bool]]]
"""A function that lists whom the colours of a board deny a preference, and whether the preference is strong."""


class Match(NamedTuple):
    """A text on matches: the last rounds that it excepts, its articles, and its way to count preferences."""

    excepted: int
    prefix: str
    byes: Sequence[str]
    criteria: Callable[[int], str]
    sets: str
    order: str
    refused: Refused | None = None
    floats_at_once: bool = False
    """[2024: C9] Whether one criterion counts floaters, the upfloaters with their opponents."""


def _match(text: Match, event: MatchEvent, right: Paired, other: Paired) -> Items:
    everybody = top_scoregroup.coming_round(event, text.excepted)
    games = {tpn: top_scoregroup.matches_played(event, tpn) for tpn in everybody.players}
    ranks = {tpn: (everybody.scores[tpn], games[tpn], -tpn) for tpn in everybody.players}
    yield from byes([f"{text.prefix} {part}" for part in text.byes], right, other, ranks)
    coming = Coming(everybody.players - {right.bye}, everybody.scores, everybody.barred, everybody.spared)
    left = coming.players
    while left:
        residents = top_scoregroup.top_scoregroup(coming, left)
        taken = [residents.union(*(pair for pair in pairs_of(one) if pair & residents)) for one in (right, other)]
        sides = [_Side(text, event, coming, left, residents, taken[side], (right, other)[side]) for side in (0, 1)]
        articles = lambda code: f"{text.prefix} {text.criteria(int(code[1:]))}"  # noqa: E731
        sets = [top_scoregroup.set_order(coming, one - residents) for one in taken]
        firsts = _first_of_sets(f"{text.prefix} {text.sets}", sets, lambda tpn: (-coming.scores[tpn], tpn))
        if taken[0] != taken[1]:
            of_sets = of_values([side.of_set() for side in sides], articles)
            yield from of_bracket(coming.scores[min(residents)], of_sets, firsts)
        pairs = of_values([side.of_pairs() for side in sides], articles)
        inside = [among(pairs_of(one), taken[side]) for side, one in enumerate((right, other))]
        order = _by_identifier(f"{text.prefix} {text.order}", inside)
        yield from of_bracket(coming.scores[min(residents)], pairs, order)
        left -= taken[0]


class _Side(NamedTuple):
    """A round without the scoregroups that are already paired. ``taken`` is the top scoregroup with its upfloaters."""

    text: Match
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
        onward = self.onward()
        values = [
            ("C4", Value([(tpn, 1) for tpn in self.chosen])),
            ("C5", Value([(tpn, top - scores[tpn]) for tpn in self.chosen], lists=True)),
            ("C6", Value([(tpn, 1) for tpn in onward])),
        ]
        floated = Value([(tpn, 1) for tpn in self.chosen & self.coming.spared])
        return values if self.text.floats_at_once else [*values, ("C7", floated)]

    def onward(self) -> frozenset[int]:
        """Return the players who float up into the following scoregroup."""
        lower = [score for score in self.coming.scores.values() if score < self.coming.scores[min(self.residents)]]
        following = (
            top_scoregroup.scoregroup(self.coming, max(lower)) & self.left - self.taken if lower else frozenset()
        )
        return frozenset(tpn for pair in pairs_of(self.whole) if pair & following for tpn in pair - following)

    def of_pairs(self) -> Values:
        pairs = [(min(pair), max(pair)) for pair in among(pairs_of(self.whole), self.taken)]
        met = [next(t for t in pair if t in self.residents) for pair in pairs if len(self.chosen & {*pair}) == 1]
        floated = [(tpn, 1) for tpn in met if tpn in self.coming.spared]
        if self.text.refused is None:
            return [("C8", Value(floated))]
        due = [one for pair in pairs for one in self.text.refused(self.event, team.with_colours(self.event, pair))]
        boards = [board for board in self.whole.boards if self.taken.issuperset(board)]
        by_hand = [one for board in boards for one in self.text.refused(self.event, board)]
        if self.text.floats_at_once:
            floated += [(tpn, 1) for tpn in self.chosen & self.coming.spared]
        values = [
            Value(
                [(tpn, 1) for tpn, strong in due if strong >= least],
                named=False,
                by_hand=tuple(tpn for tpn, strong in by_hand if strong >= least),
            )
            for least in (False, True)
        ]
        return [
            (f"C{code}", one) for code, one in enumerate((*values, Value(floated)), 7 + (not self.text.floats_at_once))
        ]


def _by_identifier(article: str, inside: Sequence[Pairs]) -> Items:
    """[3.6.2] Compare the top members, and then their opponents."""
    tops = [sorted(min(pair) for pair in pairs) for pairs in inside]
    yield from _first_of_sets(article, tops, lambda tpn: tpn)
    bottoms = [{min(pair): max(pair) for pair in pairs} for pairs in inside]
    for top in tops[0]:
        ours, theirs = (one.get(top, 0) for one in bottoms)
        yield Item(article, (ours, theirs), (_named(ours), _named(theirs)), of=top)


def _refused_on(event: MatchEvent, board: tuple[int, int]) -> list[tuple[int, bool]]:
    wishes = [(tpn, team.preference(event, tpn), colour) for tpn, colour in zip(board, "wb", strict=True)]
    return [(tpn, wish.strong) for tpn, wish, colour in wishes if wish.colour not in ("-", colour)]


OF_DOUBLE_SWISS = Match(
    double_swiss.EXCEPTED_ROUNDS,
    "C.04.5",
    ("3.4.2", "3.4.3", "3.4.4"),
    lambda code: f"2.3.{code - 3}",
    "3.5.4",
    "3.6.2",
)
OF_TEAMS = OF_DOUBLE_SWISS._replace(excepted=team.EXCEPTED_ROUNDS, prefix="C.04.6", refused=_refused_on)
OF_TEAMS_2024 = OF_TEAMS._replace(
    byes=("2.1",) * 3, criteria=lambda code: "3", sets="2.2.4", order="2.3.2", floats_at_once=True
)

OF_VALUES: dict[str, Text] = {
    "dutch/2026": dutch_2026,
    "dutch/2017": dutch_2017_reasons,
    "burstein/2026": burstein_2026,
    "burstein/2017": partial(burstein_2026, edition="2017"),
    "dubov/2026": dubov_2026,
    "dubov/2018": partial(dubov_2026, edition="2018"),
    "double-swiss/2026": partial(_match, OF_DOUBLE_SWISS),
    "team/2026": partial(_match, OF_TEAMS),
    "team/2024": partial(_match, OF_TEAMS_2024),
}
"""The reasons of each text, in its order."""
