"""[C.04.3.1 of 2012; C.04.1 of 2009 and 1998] The reasons in the texts that have no criteria but a procedure.

The procedure tries its candidates in an order: with as many pairs as it can, then with as few exceptions, and then by
the transpositions and exchanges. So the first of these in which two candidates differ is the reason, unless a bracket
below asked for another candidate [C.12, C.13].
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from tests.articles.literal import blind_events
from tests.articles.literal.blind_2009 import x_of
from tests.articles.literal.blind_common import MILD, STRONG, Bracket, Card, Pair, Procedure, clash, rank, scores_of
from tests.articles.literal.facts import Event, Paired
from tests.evidence.exhaustive.reasons import POINT, Item, Items, Order, Shown, of_bracket, of_remainder, opponents
from tests.evidence.exhaustive.verdicts import PROCEDURE, WORSE, among, pairs_of


class Candidate(NamedTuple):
    """A pairing of a bracket: the pairs of players moved down who are in S1, the other pairs, and those left over."""

    upper: tuple[Pair, ...]
    lower: tuple[Pair, ...]
    rest: tuple[Card, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return self.upper + self.lower


def candidate(bracket: Bracket, gone: Sequence[Card], whole: Paired, first: bool) -> Candidate:
    """Return how a round pairs a bracket. In 2012, S1 is any set of those who meet a resident [C.8.b]."""
    players = bracket.players
    by_number = {card.number: card for card in (*players, *gone)}
    pairs = [tuple(sorted((by_number[n] for n in pair), key=rank)) for pair in among(pairs_of(whole), by_number)]
    mates = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    moved = sorted(bracket.down, key=rank) if bracket.is_heterogeneous else []
    if first:  # [C.4] the highest players, as many as meet others than each other
        s1: list[Card] = []
        for card in moved:
            if card not in mates or mates[card] in s1:
                break
            s1.append(card)
    else:
        s1 = [card for card in moved if card in mates and mates[card] not in bracket.down]
    upper = tuple((card, mates[card]) for card in s1)
    lower = tuple(pair for pair in pairs if not {*pair} & {*s1})
    rest = tuple(card for card in by_number.values() if card not in mates)
    return Candidate(upper, lower, rest)  # type: ignore[arg-type]


class Traced(NamedTuple):
    """A bracket as the procedure leaves it, and the article by which another bracket asked for this candidate."""

    bracket: Bracket
    gone: tuple[Card, ...]
    asked_by: str


def traced(event: Event, edition: str) -> tuple[Procedure, list[Traced]]:
    """Pair a round, and return its brackets."""
    procedure = blind_events.procedure(event, edition)
    asked: dict[int, str] = {}

    def noting(act: Callable[..., bool], article: str) -> Callable[..., bool]:
        def noted(*given: Any) -> bool:
            place, size = len(procedure.done) - 1, len(procedure.groups)
            if not act(*given):
                return False
            asked.update({at: "" for at in asked if at > place} | {place: article})
            if len(procedure.groups) < size:  # C.13 has joined this bracket with the lowest one
                asked.pop(place)
            return True

        return noted

    for name, article in (("better_set", "C.12"), ("another_set", "C.12"), ("undo_penultimate", "C.13")):
        setattr(procedure, name, noting(getattr(procedure, name), article))
    procedure.paired()
    brackets = [Traced(one.bracket, one.incompatible, asked.get(at, "")) for at, one in enumerate(procedure.done)]
    return procedure, brackets


def _number(value: int, cards: Sequence[Card] | None = None) -> Shown:
    return Shown((Fraction(value),), None if cards is None else frozenset(card.number for card in cards))


def _both(pairs: Sequence[Pair]) -> list[Card]:
    return [card for pair in pairs for card in pair]


Part = tuple[str, str, Any, Shown]
"""The code, the article, the key and what is shown of one side."""


def of_pairs(procedure: Procedure, bracket: Bracket, one: Candidate, edition: str) -> Iterator[Part]:
    """[C.14] Yield the numbers of pairs: of players in S1, and of all."""
    floats = _number(len(one.rest), one.rest)
    if edition == "2012":
        moved = [card for card in one.rest if card.score > max((own.score for own in bracket.own), default=0)]
        moved = (
            [*bracket.down, *(card for card in moved if card not in bracket.down)] if bracket.is_heterogeneous else []
        )
        out = [card for card in moved if card not in _both(one.upper)]
        if bracket.is_lowest:
            unpaired = [card for card in bracket.down if card in one.rest and bracket.is_heterogeneous]
            yield "A3", "A.3", len(unpaired), _number(len(unpaired), unpaired)
        yield "M1", "C.14.b", len(out), _number(len(out), out)
        points = tuple(Fraction(value, POINT) for value in scores_of(out))
        left = frozenset(card.number for card in out)
        yield "B3", "B.3, D.3", () if bracket.is_joined else scores_of(out), Shown(points, left)
        yield "P1", "C.14.a", -len(one.pairs), floats
        score = min((card.score for card in bracket.own), default=0)
        distance = procedure.distance(bracket, one.pairs, one.rest) if procedure.has_distances(bracket) else ()
        if bracket.is_joined:
            yield "B3", "D.4", distance, Shown((Fraction(distance[0]),) if distance else None)
        else:
            above = [card for card in one.rest if card.score > score]
            value = tuple(Fraction(value, POINT) for value in scores_of(above))
            yield "B3", "B.3", distance, Shown(value, frozenset(card.number for card in above))
        return
    yield "p", "C.14", -len(one.pairs), floats


def of_2012(procedure: Procedure, bracket: Bracket, one: Candidate, edition: str) -> Iterator[Part]:
    """[C.10] Yield the exceptions: B2, A.7.d, X, Z, and repeated floats, the last to be allowed first."""
    own = max((card.score for card in bracket.own), default=min((card.score for card in one.rest), default=0))
    rest = [card for card in one.rest if card.score <= own]  # [Reading O7] also of those whom C.1 moves down
    b2, strong, x, z, *floated = procedure.needs(bracket, one.upper, one.lower, rest)
    x1, z1 = procedure.x1_z1(bracket, _Stage(len(one.pairs)))  # type: ignore[attr-defined]
    denied = [[pair for pair in one.pairs if clash(pair, least)] for least in (MILD, STRONG)]
    down = [card for card in rest if card not in bracket.down]
    up = [two for _, two in one.upper]
    yield "B2", "B.2", b2, Shown()
    yield "A7.d", "A.7.d", strong, _number(strong)
    yield "X", "A.8.a, B.4", max(0, x - x1), _number(x, _both(denied[0]))
    yield "Z", "A.8.b, A.7.e", max(0, z - z1), _number(z, _both(denied[1]))
    for place, (code, article, cards, ago, letter) in enumerate((
        ("B5", "B.5, C.10.d", down, 0, "D"), ("B6", "B.6, C.10.c", down, 1, "D"),
        ("B5", "B.5, C.10.b", up, 0, "U"), ("B6", "B.6, C.10.a", up, 1, "U"),
    )):  # fmt: skip
        again = [card for card in cards if card.floats[ago] == letter]
        yield code, article, floated[place], _number(len(again), again)


class _Stage(NamedTuple):
    pairs: int


def of_before(procedure: Procedure, bracket: Bracket, one: Candidate, edition: str) -> Iterator[Part]:
    """[C.9 to C.11] Yield the exceptions. 2009: B2, A.7.d, x, down- and upfloats; 1998: x, up- and downfloats."""
    rest = [card for card in one.rest if card in bracket.players]  # C.1 has moved the others down already
    needs = procedure.needs(bracket, one.upper, one.lower, rest)
    held = {card: procedure.preference(card) for card in bracket.players}
    kinds = [held]
    if edition == "2009" and procedure.position.is_even:  # [A.7.e]
        kinds += [{card: (MILD, kind) if one[0] == MILD else one for card, one in held.items()} for kind in "WB"]
    treated = min(kinds, key=x_of)
    denied = [pair for pair in one.pairs if treated[pair[0]][1] == treated[pair[1]][1] != ""]
    tops = procedure.is_top if edition == "1998" else lambda card: False
    down = [card for card in rest if card not in bracket.down and not tops(card)]
    up = [two for _, two in one.upper if not tops(two)]
    again = {"D": [card for card in down if "D" in card.floats], "U": [card for card in up if "U" in card.floats]}
    floats = {"D": "C.10" if edition == "2009" else "C.9", "U": "C.9" if edition == "2009" else "C.10"}
    order = ("x", "D", "U") if edition == "2009" else ("x", "U", "D")
    if edition == "2009":
        strong = [pair for pair in one.pairs if clash(pair, STRONG) and not clash(pair, 3)]
        yield "B2", "B.2, Note", needs[0], Shown()
        yield "A7.d", "A.7.d", needs[1], _number(needs[1], _both(strong))
    for kind, need in zip(order, needs[-3:], strict=True):
        if kind == "x":
            yield "x", "A.8, B.4", need, _number(len(denied), _both(denied))
        else:
            yield "B5, B6", floats[kind], need, _number(need, again[kind])


def in_order(bracket: Bracket, one: Candidate, two: Candidate, edition: str, prefix: str) -> Items:
    """[C.4, D.1 to D.3] Compare the order: who is in S1, the opponents in S1, the exchanges, and the transposition."""
    chosen = [[card.number for card, _ in side.upper] for side in (one, two)]
    down = [card.number for card in sorted(bracket.down, key=rank)]
    keys = [[down.index(number) for number in side] + [len(down)] * (len(down) - len(side)) for side in chosen]
    met = [
        {c.number for pair in side.pairs for c in pair if len({*pair} & {*bracket.down}) == 1} for side in (one, two)
    ]
    lists = [[number for number in down if number in side] for side in met]
    apart = next((both for both in zip_longest(*lists, fillvalue=0) if both[0] != both[1]), (0, 0))
    shown = [Shown(None, frozenset({number} - {0})) for number in apart]
    yield Item(f"{prefix} {'D.3' if edition == '2012' else 'C.4'}", keys, shown)
    order = Order("", f"{prefix} D.1", [f"{prefix} D.2"] * 4, numbered=False)
    upper, lower = (
        [{a.number: b.number for pair in pairs for a, b in (pair, pair[::-1])} for pairs in both]
        for both in ((one.upper, two.upper), (one.lower, two.lower))
    )
    yield from opponents(order, chosen[0], upper, [card.number for card in bracket.players])
    rest = [card for card in bracket.players if card not in _both(one.upper)]
    if edition == "2012" and not bracket.is_lowest and one.upper:  # C.4: others who were moved down are in no group
        rest = [card for card in rest if card not in bracket.down]
    yield from of_remainder(order, [card.number for card in rest], lower)


def dutch_reasons(event: Event, right: Paired, other: Paired, edition: str) -> Items:
    procedure, brackets = traced(event, edition)
    prefix = "C.04.3.1" if edition == "2012" else "C.04.1"
    exceptions = of_2012 if edition == "2012" else of_before
    for bracket, gone, asked_by in brackets:
        ours, theirs = (candidate(bracket, gone, whole, edition != "2012") for whole in (right, other))
        items: list[Item] = []
        for parts in (of_pairs, exceptions):
            sides = [list(parts(procedure, bracket, one, edition)) for one in (ours, theirs)]
            for (code, article, key, shown), (_, _, their_key, their_shown) in zip(*sides, strict=True):
                items.append(Item(f"{prefix} {article}", (key, their_key), (shown, their_shown), code, fault=WORSE))
        order = [*in_order(bracket, ours, theirs, edition, prefix)]
        if edition == "2012":
            items += order
        else:  # C.14 lowers p in the remainder first, and then the number of those in S1
            fewer = len(ours.pairs) >= len(theirs.pairs) and len(ours.upper) >= len(theirs.upper)
            items = [*(items[:1] if fewer else []), order[0], *items, *order[1:]]
        of_remainder_only = bracket.is_heterogeneous and len(bracket.players) - 2 * len(ours.upper) > 1
        if edition == "1998" and of_remainder_only:  # a single player is no remainder
            items = _with_upper_first(items)
        first = next((item for item in items if item.keys[0] != item.keys[1]), None)
        score = max(card.score for card in bracket.own or gone)
        if asked_by and first is not None and not first.keys[0] < first.keys[1]:
            first = _of_procedure(f"{prefix} {asked_by}", ours, theirs)
        yield from of_bracket(score, iter([first] if first else []))


def _with_upper_first(items: list[Item]) -> list[Item]:
    """[1998: C.9; Reading P16] Put the downfloats after the pairing of S1: C.9 pairs only the remainder again."""
    down = next(item for item in items if item.article.endswith("C.9"))
    items.remove(down)
    first = next(at for at, item in enumerate(items) if item.article.endswith("D.2"))
    return [*items[:first], down, *items[first:]]


def _of_procedure(article: str, ours: Candidate, theirs: Candidate) -> Item:
    down = [[str(card.number) for card in sorted(one.rest, key=rank)] for one in (ours, theirs)]
    said = [re.sub(", (?=[^,]*$)", " and ", f"{', '.join(some)} moves? down") for some in down]
    shown = (Shown(step=said[0]), Shown(step=said[1])) if article.endswith("C.12") else (Shown(), Shown())
    return Item(article, (0, 1), shown, fault=PROCEDURE)


def told_steps(event: Event, right: Paired, edition: str) -> Iterator[tuple[int, int, str]]:
    """Yield the steps that an account tells: who moves down, 0, and the article."""
    prefix = "C.04.3.1" if edition == "2012" else "C.04.1"
    brackets = traced(event, edition)[1]
    for place, (bracket, gone, asked_by) in enumerate(brackets, 2):
        both = ("C.12", "C.13") if asked_by and place == len(brackets) else (asked_by,)
        there = candidate(bracket, gone, right, edition != "2012")
        for card in there.rest if asked_by else gone:
            yield from ((card.number, 0, f"{prefix} {one}") for one in (("C.1",) if card in gone else both))


DUTCH = {f"dutch/{edition}": partial(dutch_reasons, edition=edition) for edition in ("2012", "2009", "1998")}
