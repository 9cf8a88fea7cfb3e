"""The common code of `blind_2012` and `blind_2009`, which transcribe the Dutch System of these editions.

The author used only the texts of the two editions, and had not seen the engine. The notes in `blind_2012` and
`blind_2009` explain the author's reading of ambiguous words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

NONE, MILD, STRONG, ABSOLUTE = range(4)
"""[A.7] The strengths of a colour preference."""


class Card(NamedTuple):
    """The pairing card of a player.

    ``colours`` lists the colours of the games played, oldest first, such as ``WBW``. ``floats`` lists the floats of the
    last round and of the round before: ``D``, ``U`` or empty. ``is_barred`` tells whether an unplayed round excludes
    the player from the bye [B.1.b]. The score includes the ``virtual`` points.
    """

    number: int
    score: int
    colours: str = ""
    met: frozenset[int] = frozenset()
    floats: tuple[str, str] = ("", "")
    is_barred: bool = False
    virtual: int = 0


class Position(NamedTuple):
    """The cards of all players before a round, and the facts about the event. ``win`` is worth so many tenths."""

    cards: tuple[Card, ...]
    round: int
    rounds: int
    first_colour: str = "W"
    win: int = 10

    @property
    def possible(self) -> int:
        """The points that were possible before the round."""
        return self.win * (self.round - 1)

    @property
    def is_last(self) -> bool:
        return self.round == self.rounds

    @property
    def is_even(self) -> bool:
        return self.round % 2 == 0


class Pairing(NamedTuple):
    """White and Black of each pair, in ascending order, and the receiver of the bye (0 for nobody)."""

    pairs: tuple[tuple[int, int], ...]
    bye: int


class NoPairingError(Exception):
    """Raised if a round has no legal pairing."""


Pair = tuple[Card, Card]
"""Two players, the higher ranked player first."""

Found = tuple[list[Pair], list[Card]]
"""Pairs, and the players left over."""

MayMeet = Callable[[Card, Card], bool]

Preference = tuple[int, str]
"""The strength and the colour of a preference."""


def rank(card: Card) -> tuple[int, int]:
    """[A.2] Sort by score, then by pairing number."""
    return -card.score, card.number


def other(colour: str) -> str:
    return "B" if colour == "W" else "W"


def preference(card: Card) -> Preference:
    """[A.7] Return the strength and the colour of a player's preference."""
    difference = card.colours.count("W") - card.colours.count("B")
    if not card.colours:
        return NONE, ""
    if abs(difference) > 1:
        return ABSOLUTE, "B" if difference > 0 else "W"
    if len(card.colours) > 1 and card.colours[-1] == card.colours[-2]:
        return ABSOLUTE, other(card.colours[-1])
    if difference:
        return STRONG, "B" if difference > 0 else "W"
    return MILD, other(card.colours[-1])


def clash(pair: Pair, least: int) -> bool:
    """Whether two players prefer the same colour, and neither preference is weaker than ``least``."""
    (one, colour), (two, colour_two) = preference(pair[0]), preference(pair[1])
    return colour == colour_two and min(one, two) >= max(least, MILD)


def white_of(pair: Pair, position: Position, preference: Callable[[Card], Preference] = preference) -> Card:
    """[E] Return the player of a pair (higher ranked player first) who gets White."""
    higher, lower = pair
    (strength, colour), (strength_two, colour_two) = preference(higher), preference(lower)
    if colour != colour_two:  # E.1: the preferences differ, or only one player has a preference
        has_white = colour == "W" or colour_two == "B"
    elif not colour:  # E.5
        number = higher.number
        if position.round == 1:
            number = 1 + sum(card.number < number for card in position.cards)
        has_white = ((number % 2 == 1) == (position.first_colour == "W")) == (position.round == 1)
    elif strength != strength_two:  # E.2
        has_white = (colour == "W") == (strength > strength_two)
    else:
        # E.3, with rounds without a game moved to the front; then E.4
        had = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        last = next((one for one, two in had if one != two), "")
        has_white = last == "B" if last else colour == "W"
    return higher if has_white else lower


def transpositions(
    one: Sequence[Card], two: Sequence[Card], may_meet: MayMeet
) -> Iterator[tuple[list[Pair], list[Card]]]:
    """[C.6, C.7, D.1] Yield the pairs for each transposition of S2, with the players of S2 who stay unpaired.

    If a pair is forbidden, all transpositions with this pair are skipped. The order of the unpaired players does not
    count.
    """
    if not one:
        yield [], list(two)
        return
    for place, opponent in enumerate(two):
        if may_meet(one[0], opponent):
            pair = (one[0], opponent) if rank(one[0]) < rank(opponent) else (opponent, one[0])
            for pairs, rest in transpositions(one[1:], [*two[:place], *two[place + 1 :]], may_meet):
                yield [pair, *pairs], rest


def exchanges(one: Sequence[Card], two: Sequence[Card]) -> Iterator[tuple[list[Card], list[Card]]]:
    """[C.8, D.2] Yield S1 and S2 without an exchange, and then after each exchange, in order."""
    yield list(one), list(two)
    numbers = {card: place for place, card in enumerate((*one, *two))}
    for size in range(1, min(len(one), len(two)) + 1):
        from_one = list(combinations(reversed(one), size))
        from_two = list(combinations(two, size))
        listed = []
        for i, j in product(range(len(from_one)), range(len(from_two))):
            difference = sum(numbers[card] for card in from_two[j]) - sum(numbers[card] for card in from_one[i])
            listed.append((difference, i, j))
        for _, i, j in sorted(listed):
            first = [card for card in one if card not in from_one[i]] + list(from_two[j])
            second = [card for card in two if card not in from_two[j]] + list(from_one[i])
            yield sorted(first, key=rank), sorted(second, key=rank)


class Group(NamedTuple):
    """A score bracket before players are moved down to it.

    When C.13 joins two brackets, ``latest`` contains the players of the upper bracket while they form S1.
    """

    own: tuple[Card, ...]
    latest: tuple[Card, ...] = ()
    is_joined: bool = False


class Bracket(NamedTuple):
    """[A.3] A score bracket with the players moved down to it."""

    down: tuple[Card, ...]
    own: tuple[Card, ...]
    is_lowest: bool
    is_joined: bool

    @property
    def players(self) -> list[Card]:
        return sorted(self.down + self.own, key=rank)

    @property
    def is_heterogeneous(self) -> bool:
        """[A.3] Whether fewer than half of the players, but at least one, were moved down to the bracket."""
        return bool(self.down) and 2 * len(self.down) < len(self.down) + len(self.own)

    def without(self, card: Card) -> Bracket:
        down = tuple(one for one in self.down if one != card)
        return self._replace(down=down, own=tuple(one for one in self.own if one != card))


@dataclass
class Stage:
    """[C.2, C.14] P1 and M1 of a bracket, and whether the remainder has been reached.

    ``left`` are the required scores of the moved-down players outside S1, or None if any scores are allowed.
    """

    pairs: int
    moved: int
    left: tuple[int, ...] | None = None
    reached: bool = False


class Candidate(NamedTuple):
    """A pairing of a bracket: ``rest`` stays unpaired, and ``needs`` counts the broken requirements.

    ``distance`` contains the score differences [A.11, B.3]. For 2009, ``distance`` is always empty.
    """

    pairs: tuple[Pair, ...]
    rest: tuple[Card, ...]
    distance: tuple[int, ...]
    needs: tuple[int, ...]


class Paired(NamedTuple):
    """A bracket with its current pairing. ``stage`` is None if the whole bracket was moved down."""

    bracket: Bracket
    stage: Stage | None
    pairs: tuple[Pair, ...]
    rest: tuple[Card, ...]
    incompatible: tuple[Card, ...]

    @property
    def down(self) -> tuple[Card, ...]:
        return self.rest + self.incompatible

    def instead(self, found: Candidate, stage: Stage) -> Paired:
        return self._replace(stage=stage, pairs=found.pairs, rest=found.rest)


class Outcome(NamedTuple):
    """[C.12] The effect of a set of floaters on the next bracket.

    ``left`` lists the scores of the floaters who find no opponent, highest first. The best set has the smallest
    ``left``, and then the smallest ``unpaired``.
    """

    left: tuple[int, ...]
    unpaired: int
    pairs: int
    is_p0: bool
    """Whether the bracket has P0 pairs and an opponent for each player who moved down."""


class Procedure(ABC):
    """[C] The procedure that pairs a round, one score bracket after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position
        scores = sorted({card.score for card in position.cards}, reverse=True)
        ranked = sorted(position.cards, key=rank)
        self.groups = [Group(tuple(card for card in ranked if card.score == score)) for score in scores]
        self.done: list[Paired] = []
        self.goes_back = False
        """Whether the code has already returned to the bracket above [C.13]."""

    # The rules that the two editions state in different words.

    @abstractmethod
    def is_top(self, card: Card) -> bool:
        """Whether B2 may be ignored for this player."""

    @abstractmethod
    def may_meet(self, one: Card, two: Card) -> bool:
        """[B.1.a, B.2] Whether the absolute criteria allow this pair."""

    @abstractmethod
    def needs(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """Count the broken requirements of each kind.

        ``upper`` contains the pairs of players who moved down, and ``lower`` contains the other pairs.
        """

    @abstractmethod
    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.10, C.11] Yield the allowed number of violations of each requirement, the strictest step first."""

    @abstractmethod
    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.4, C.8] Yield the sets of players who moved down that can form S1, in order."""

    @abstractmethod
    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        """[C.14] Return the next stage, or None if the whole bracket must be moved down."""

    @abstractmethod
    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether the players ``new`` may be moved down instead of the players ``old``."""

    def has_distances(self, bracket: Bracket) -> bool:
        """Whether the candidates of this bracket can have different score differences."""
        return False

    def distance(self, bracket: Bracket, pairs: Sequence[Pair], rest: Sequence[Card]) -> tuple[int, ...]:
        """[A.11, B.3] Return the score differences of a pairing, or nothing if they do not matter."""
        return ()

    def preference(self, card: Card) -> Preference:
        """[A.7] Return the strength and the colour of a player's preference."""
        return preference(card)

    def joined(self, upper: Group, lower: Group) -> Group:
        """[C.13] Join the two lowest score brackets: the players of the upper one are S1."""
        return Group(lower.latest + lower.own, upper.own, True)

    # C.2 to C.11: pairing one bracket

    def homogeneous(self, players: Sequence[Card], pairs: int, bracket: Bracket) -> Iterator[Found]:
        """[C.4 to C.8] Yield the pairings of a homogeneous group: for each exchange, all transpositions."""
        for one, two in exchanges(players[:pairs], players[pairs:]):
            for made, rest in transpositions(one, two, self.may_meet):
                if not bracket.is_lowest or (len(rest) <= 1 and not any(card.is_barred for card in rest)):
                    yield made, rest

    def candidates(self, bracket: Bracket, stage: Stage) -> Iterator[Candidate]:
        """[C.4 to C.9] Yield, in order, all pairings of a stage that the absolute criteria allow."""
        players = bracket.players
        if not stage.moved:
            for pairs, rest in self.homogeneous(players, stage.pairs, bracket):
                yield self.candidate(bracket, (), pairs, rest)
            return
        for top in self.sets(sorted(bracket.down, key=rank), stage.moved):
            others = [card for card in players if card not in top]
            if stage.left not in (None, scores_of(card for card in bracket.down if card not in top)):
                continue
            for upper, left in transpositions(top, others, self.may_meet):
                stage.reached = True
                for lower, rest in self.homogeneous(left, stage.pairs - stage.moved, bracket):
                    yield self.candidate(bracket, upper, lower, rest)

    def candidate(
        self, bracket: Bracket, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> Candidate:
        pairs = (*upper, *lower)
        return Candidate(
            pairs, tuple(rest), self.distance(bracket, pairs, rest), self.needs(bracket, upper, lower, rest)
        )

    def completions(self, bracket: Bracket, stage: Stage) -> Iterator[Candidate]:
        """[C.3 to C.11] Yield the pairings at this stage in the order in which the procedure finds them.

        Each pairing is yielded only once, at the strictest level of requirements that it meets.
        """
        if not self.has_distances(bracket):
            yield from self.in_order(bracket, stage, self.candidates(bracket, stage))
            return
        every = list(self.candidates(bracket, stage))
        for distance in sorted({candidate.distance for candidate in every}):
            as_close = (candidate for candidate in every if candidate.distance == distance)
            yield from self.in_order(bracket, stage, as_close)

    def in_order(self, bracket: Bracket, stage: Stage, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
        """[C.3, C.10] Lower the requirements step by step, and yield each candidate when it becomes acceptable."""
        waiting: list[Candidate] = []
        first = next(self.levels(bracket, stage, None))
        for candidate in candidates:
            if complies(candidate.needs, first):
                yield candidate
            else:
                waiting.append(candidate)
        if not waiting:
            return
        most = tuple(max(column) for column in zip(*(candidate.needs for candidate in waiting), strict=True))
        for level in self.levels(bracket, stage, most):
            if any(complies(needs, level) for needs in {candidate.needs for candidate in waiting}):
                yield from (candidate for candidate in waiting if complies(candidate.needs, level))
                waiting = [candidate for candidate in waiting if not complies(candidate.needs, level)]

    def first_stage(self, bracket: Bracket) -> Stage:
        """[C.2] Return P1 and M1 before any reduction."""
        return Stage(len(bracket.players) // 2, len(bracket.down) if bracket.is_heterogeneous else 0)

    def next_stage(self, bracket: Bracket, stage: Stage) -> Stage | None:
        """[C.13, C.14] Return the next stage; in the lowest bracket, only M1 decreases."""
        if bracket.is_lowest:
            return Stage(stage.pairs, stage.moved - 1) if stage.moved else None
        return self.lowered(bracket, stage)

    # C.1, C.12, C.13: going from bracket to bracket

    def paired(self) -> Pairing:
        """[C] Pair the whole round."""
        while len(self.done) < len(self.groups):
            self.pair_bracket()
        coloured = []
        for pair in (pair for bracket in self.done for pair in bracket.pairs):
            white = white_of(pair, self.position, self.preference)
            coloured.append((white.number, pair[pair[0] is white].number))
        unpaired = self.done[-1].down if self.done else ()
        return Pairing(tuple(sorted(coloured)), unpaired[0].number if unpaired else 0)

    def bracket_of(self, down: Sequence[Card]) -> Bracket:
        """Return the current bracket with the players ``down`` moved down to it."""
        place = len(self.done)
        group = self.groups[place]
        return Bracket((*down, *group.latest), group.own, place == len(self.groups) - 1, group.is_joined)

    def alone(self, bracket: Bracket, kept: Sequence[Card] = ()) -> Card | None:
        """[C.1] Find the highest player without an opponent. In the lowest bracket, the bye counts as an opponent."""
        players = bracket.players
        odd_one = bracket.is_lowest and len(players) % 2 == 1
        for card in players:
            if card in kept or (odd_one and not card.is_barred):
                continue
            if not any(self.may_meet(card, two) for two in players if two != card):
                return card
        return None

    def pair_bracket(self) -> None:
        """[C.1 to C.14] Pair the next bracket, or undo the pairing of a bracket above it."""
        bracket = self.bracket_of(self.done[-1].down if self.done else ())
        given_up: list[Card] = []
        kept: list[Card] = []
        while card := self.alone(bracket, kept):  # C.1
            if card in bracket.down and self.better_set():
                return
            if bracket.is_lowest and self.undo_penultimate():
                return
            if bracket.is_lowest:
                kept.append(card)
            else:
                given_up.append(card)
                bracket = bracket.without(card)
        self.pair_compatible(bracket, tuple(given_up))

    def pair_compatible(self, bracket: Bracket, given_up: tuple[Card, ...]) -> None:
        """[C.2 to C.14] Pair a bracket after C.1 has moved players down, or undo the pairing of a bracket above it."""
        stage: Stage | None = self.first_stage(bracket)
        p0 = len(bracket.players) // 2
        while stage:
            for found in self.completions(bracket, stage):
                falls_short = len(found.pairs) < p0 and bracket.down
                if not (falls_short and self.better_set()):
                    self.done.append(Paired(bracket, stage, found.pairs, found.rest, given_up))
                return
            if bracket.is_lowest and bracket.down and self.another_set(stage):
                return
            stage = self.next_stage(bracket, stage)
        if bracket.is_lowest:
            if not self.undo_penultimate():
                raise NoPairingError
        elif not (p0 and bracket.down and self.better_set()):
            self.done.append(Paired(bracket, None, (), tuple(bracket.players), given_up))

    def other_sets(self) -> Iterator[tuple[Candidate, tuple[Card, ...]]]:
        """[C.12] Yield the alternative sets of floaters of the previous bracket, in order.

        After a return to the bracket above [C.13], there is no alternative set of floaters.
        """
        above = self.done[-1] if self.done else None
        if above is None or above.stage is None or self.goes_back:
            return
        seen = {frozenset(above.down)}
        for found in self.completions(above.bracket, above.stage):
            down = found.rest + above.incompatible
            if frozenset(down) not in seen and self.may_replace(down, above.down):
                seen.add(frozenset(down))
                yield found, down

    def better_set(self) -> bool:
        """[C.1, C.12] Replace the floaters with the best alternative set, or return False if no set is good enough."""
        if not self.done or self.done[-1].stage is None:
            return False
        above, stage = self.done[-1], self.done[-1].stage
        present = self.outcome(above.down)
        others = [(self.outcome(down), found) for found, down in self.other_sets()]
        least = min((outcome[:2] for outcome, _ in others), default=present[:2])
        if least >= present[:2]:
            return False
        outcome, found = next(pair for pair in others if pair[0][:2] == least)
        if outcome.pairs > present.pairs or outcome.is_p0:
            self.done[-1] = above.instead(found, stage)
            return True
        return False

    def outcome(self, down: Sequence[Card]) -> Outcome:
        """[C.1, C.12] Try to pair the next bracket with the players ``down`` moved down to it."""
        bracket = self.bracket_of(down)
        p0 = len(bracket.players) // 2
        gone: list[Card] = []
        while card := self.alone(bracket):
            gone.append(card)
            bracket = bracket.without(card)
        stage: Stage | None = self.first_stage(bracket)
        found = None
        while stage and found is None:
            found = next(self.completions(bracket, stage), None)
            stage = self.next_stage(bracket, stage)
        rest = [*(found.rest if found else bracket.players), *gone]
        pairs = len(found.pairs) if found else 0
        paired: list[Card] = []
        for card in sorted(down, key=rank):
            if self.can_pair([*paired, card], self.groups[len(self.done)].own):
                paired.append(card)
        left = scores_of(card for card in down if card not in paired)
        return Outcome(left, len(rest), pairs, pairs == p0 and not any(card in down for card in gone))

    def can_pair(self, down: Sequence[Card], own: Sequence[Card]) -> bool:
        """Whether each player who moved down can get a different opponent in the bracket."""
        return any(True for _ in transpositions(down, own, self.may_meet))

    def another_set(self, stage: Stage) -> bool:
        """[C.12] Move down other floaters so that the lowest bracket can be paired, or return False."""
        for found, down in self.other_sets():
            bracket = self.bracket_of(down)
            if not self.alone(bracket) and next(self.candidates(bracket, stage), None):
                above = self.done[-1]
                assert above.stage is not None
                self.done[-1] = above.instead(found, above.stage)
                return True
        return False

    def undo_penultimate(self) -> bool:
        """[C.13] Pair the penultimate bracket differently, or else join it to the lowest bracket.

        Return False if there is no penultimate bracket.
        """
        if not self.done:
            return False
        self.goes_back = True
        last = self.done[-1]
        can_be: dict[frozenset[Card], bool] = {}
        stage = self.first_stage(last.bracket) if last.stage else None
        while stage:
            for found in self.completions(last.bracket, stage):
                down = frozenset(found.rest + last.incompatible)
                if down not in can_be:
                    can_be[down] = self.can_be_lowest(self.bracket_of([*down]))
                if can_be[down]:
                    self.done[-1] = last.instead(found, stage)
                    lowest = self.groups[-1]
                    self.groups[-1] = Group(lowest.latest + lowest.own, (), lowest.is_joined)
                    return True
            stage = self.lowered(last.bracket, stage)
        place = len(self.done) - 1
        upper, lower = self.groups[place], self.groups[place + 1]
        self.groups[place:] = [self.joined(upper, lower)]
        self.done.pop()
        return True

    def can_be_lowest(self, bracket: Bracket) -> bool:
        """[C.13] Whether the lowest bracket has at least one pairing."""
        players = bracket.players
        return any(True for _ in self.homogeneous(players, len(players) // 2, bracket))


def scores_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """Return the scores of these players, highest first."""
    return tuple(sorted((card.score for card in cards), reverse=True))


def complies(needs: Sequence[int], level: Sequence[int]) -> bool:
    """Whether a pairing breaks no requirement more often than ``level`` allows."""
    return all(map(int.__le__, needs, level))


def floats(cards: Sequence[Card], which: str) -> tuple[int, int]:
    """[B.5, B.6] Count the floats of kind ``which`` in the last round, and in the round before."""
    return sum(card.floats[0] == which for card in cards), sum(card.floats[1] == which for card in cards)


def odometer(most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of numbers from 0 to these maximum values; the last number changes fastest."""
    if not most:
        yield ()
        return
    for first in range(most[0] + 1):
        for others in odometer(most[1:]):
            yield (first, *others)
