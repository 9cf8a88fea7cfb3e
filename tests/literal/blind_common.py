"""Cards, orders, colours and the walk through brackets: what the second transcriptions of 2012 and 2009 share.

Written from the texts of the two editions alone, by somebody who had seen neither the engine nor the transcription in
`dutch_2012` and `dutch_2009`. Where the two texts have the same words, the words are transcribed once, here.
The decisions about ambiguous words stand as numbered notes in `blind_2012` and `blind_2009`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import NamedTuple

NONE, MILD, STRONG, ABSOLUTE = range(4)
"""[A.7] The strength of a colour preference."""


class Card(NamedTuple):
    """The pairing card of a player.

    ``colours`` are those of the games that were played, oldest first, such as ``WBW``. ``floats`` are those of the last
    round and of the round before it: ``D``, ``U`` or nothing. ``free_points`` are the most points (in tenths) that the
    player ever got in one round without playing.
    """

    number: int
    score: int
    colours: str = ""
    met: frozenset[int] = frozenset()
    floats: tuple[str, str] = ("", "")
    free_points: int = 0


class Position(NamedTuple):
    """A round that is to be paired: the cards of those who take part in it, and where the event stands."""

    cards: tuple[Card, ...]
    round: int
    rounds: int
    first_colour: str = "W"

    @property
    def is_last(self) -> bool:
        return self.round == self.rounds

    @property
    def is_even(self) -> bool:
        return self.round % 2 == 0


class Pairing(NamedTuple):
    """Pairs of White and Black, in ascending order, and who has the bye; 0 if nobody has."""

    pairs: tuple[tuple[int, int], ...]
    bye: int


class NoPairingError(Exception):
    """No pairing of the round complies with the absolute criteria."""


Pair = tuple[Card, Card]
"""Two players, the higher ranked one first."""

Found = tuple[list[Pair], list[Card]]
"""Pairs, and those who remain."""

MayMeet = Callable[[Card, Card], bool]
"""Whether two players may be paired."""


def rank(card: Card) -> tuple[int, int]:
    """[A.2] The order of players: by score, then by pairing number."""
    return -card.score, card.number


def other(colour: str) -> str:
    """The opposite colour."""
    return "B" if colour == "W" else "W"


def preference(card: Card) -> tuple[int, str]:
    """[A.7] The strength and the colour of a player's preference."""
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
    """Whether both players have preferences for the same colour, both of this strength at least."""
    (one, colour), (two, colour_two) = preference(pair[0]), preference(pair[1])
    return colour == colour_two and min(one, two) >= max(least, MILD)


def white_of(pair: Pair, position: Position) -> Card:
    """[E] The player of a pair (the higher ranked one first) who gets White."""
    higher, lower = pair
    (strength, colour), (strength_two, colour_two) = preference(higher), preference(lower)
    if colour != colour_two:  # E.1: both can have what they prefer, or only one prefers anything
        has_white = colour == "W" or colour_two == "B"
    elif not colour:  # E.5
        has_white = (higher.number % 2 == 1) == (position.first_colour == "W")
    elif strength != strength_two:  # E.2
        has_white = (colour == "W") == (strength > strength_two)
    else:
        # E.3, where rounds without a game are moved to the front; then E.4
        had = zip(reversed(higher.colours), reversed(lower.colours), strict=False)
        last = next((one for one, two in had if one != two), "")
        has_white = last == "B" if last else colour == "W"
    return higher if has_white else lower


def transpositions(
    one: Sequence[Card], two: Sequence[Card], may_meet: MayMeet
) -> Iterator[tuple[list[Pair], list[Card]]]:
    """[C.6, C.7, D.1] Pairs of all of S1 with S2, transposition by transposition, with those of S2 who remain.

    "Put all numbers in ascending order": transpositions that begin with a pair that may not be are passed over
    together, and those that differ only among the players who remain unpaired count once.
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
    """[C.8, D.2] S1 and S2 after each exchange, in their order; first as they are, without one."""
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
    """A score bracket before anybody is moved down to it.

    ``latest`` are the players of the bracket that C.13 joined to the lowest one last; without a joint, nobody.
    """

    own: tuple[Card, ...]
    latest: tuple[Card, ...] = ()


class Bracket(NamedTuple):
    """[A.3] A score bracket with those who were moved down to it."""

    down: tuple[Card, ...]
    own: tuple[Card, ...]
    is_lowest: bool
    is_joined: bool

    @property
    def players(self) -> list[Card]:
        return sorted(self.down + self.own, key=rank)

    @property
    def is_heterogeneous(self) -> bool:
        """[A.3] With half of its players from above, or more, a bracket is treated as a homogeneous one."""
        return bool(self.down) and 2 * len(self.down) < len(self.down) + len(self.own)


@dataclass
class Stage:
    """[C.2, C.14] P1 and M1 of a bracket, and whether the remainder has been reached. M1 is 0 if homogeneous."""

    pairs: int
    moved: int
    reached: bool = False


class Candidate(NamedTuple):
    """A pairing of a bracket, with those who remain unpaired, and what it needs to be lowered."""

    pairs: tuple[Pair, ...]
    rest: tuple[Card, ...]
    needs: tuple[int, ...]


@dataclass
class Paired:
    """A bracket whose pairing stands for now: the ``nth`` that the procedure finds at this stage."""

    bracket: Bracket
    stage: Stage | None
    nth: int
    pairs: tuple[Pair, ...]
    rest: tuple[Card, ...]
    incompatible: tuple[Card, ...]

    @property
    def down(self) -> tuple[Card, ...]:
        """Everybody who is moved down to the next bracket."""
        return self.rest + self.incompatible


class Procedure(ABC):
    """[C] The walk through the score brackets of one round."""

    def __init__(self, position: Position) -> None:
        self.position = position
        scores = sorted({card.score for card in position.cards}, reverse=True)
        ranked = sorted(position.cards, key=rank)
        self.groups = [Group(tuple(card for card in ranked if card.score == score)) for score in scores]
        self.done: list[Paired] = []

    # What the editions say in different words.

    @abstractmethod
    def is_top(self, card: Card) -> bool:
        """Whether B2 may be ignored for this player."""

    @abstractmethod
    def may_have_bye(self, card: Card) -> bool:
        """[B.1.b] Whether this player may have the bye."""

    @abstractmethod
    def needs(
        self, bracket: Bracket, stage: Stage, upper: Sequence[Pair], lower: Sequence[Pair], rest: Sequence[Card]
    ) -> tuple[int, ...]:
        """What must be lowered for a pairing; ``upper`` are the pairs of the players moved down."""

    @abstractmethod
    def levels(self, bracket: Bracket, stage: Stage, most: tuple[int, ...] | None) -> Iterator[tuple[int, ...]]:
        """[C.10, C.11] The requirements, step by step lowered, up to what any pairing needs; without it the first."""

    @abstractmethod
    def sets(self, down: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
        """[C.4, C.8] The players moved down that make S1, set by set."""

    @abstractmethod
    def may_replace(self, new: Sequence[Card], old: Sequence[Card]) -> bool:
        """[C.12] Whether these may be moved down instead of those."""

    @abstractmethod
    def lowered(self, bracket: Bracket, stage: Stage) -> Stage | None:
        """[C.14] The next stage; None if the whole bracket is moved down."""

    @abstractmethod
    def last_resort(self, bracket: Bracket, stage: Stage) -> Stage | None:
        """[C.13] The next stage of the lowest bracket before a higher one is undone."""

    @abstractmethod
    def can_be_lowest(self, bracket: Bracket) -> bool:
        """[C.13] Whether the lowest bracket can be paired."""

    def selected(self, found: Iterator[Found], bracket: Bracket) -> Iterator[Found]:
        """The pairings of a homogeneous group among which to choose."""
        return found

    # What they say in the same words.

    def may_meet(self, one: Card, two: Card) -> bool:
        """[B.1.a, B.2] Whether these may be paired, as far as absolute criteria go."""
        if two.number in one.met:
            return False
        return not clash((one, two), ABSOLUTE) or self.is_top(one) or self.is_top(two)

    def homogeneous(self, players: Sequence[Card], pairs: int, bracket: Bracket) -> Iterator[Found]:
        """[C.4 to C.8] The pairings of a homogeneous group, exchange by exchange."""
        found = (
            made
            for one, two in exchanges(players[:pairs], players[pairs:])
            for made in transpositions(one, two, self.may_meet)
            if not bracket.is_lowest or (len(made[1]) <= 1 and all(map(self.may_have_bye, made[1])))
        )
        return self.selected(found, bracket)

    def candidates(self, bracket: Bracket, stage: Stage) -> Iterator[Candidate]:
        """[C.4 to C.9] All pairings at a stage that the absolute criteria allow, in the order of the procedure."""
        players = bracket.players
        if not stage.moved:
            for pairs, rest in self.homogeneous(players, stage.pairs, bracket):
                yield Candidate(tuple(pairs), tuple(rest), self.needs(bracket, stage, (), pairs, rest))
            return
        for top in self.sets(sorted(bracket.down, key=rank), stage.moved):
            others = [card for card in players if card not in top]
            for upper, left in transpositions(top, others, self.may_meet):
                stage.reached = True
                for lower, rest in self.homogeneous(left, stage.pairs - stage.moved, bracket):
                    yield Candidate((*upper, *lower), tuple(rest), self.needs(bracket, stage, upper, lower, rest))

    def completions(self, bracket: Bracket, stage: Stage) -> Iterator[Candidate]:
        """[C.3 to C.11] The pairings that the procedure finds at a stage, one after the other, each once.

        A pairing that complied with earlier requirements was found there; it appears no more.
        """
        waiting: list[Candidate] = []
        first = next(self.levels(bracket, stage, None))
        for candidate in self.candidates(bracket, stage):
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

    def paired(self) -> Pairing:
        """[C] The pairing of the round."""
        place = 0
        while place < len(self.groups):
            self.pair_bracket()
            place = len(self.done)
        made = [pair for bracket in self.done for pair in bracket.pairs]
        unpaired = self.done[-1].down if self.done else ()
        coloured = []
        for pair in made:
            white = white_of(pair, self.position)
            coloured.append((white.number, pair[pair[0] is white].number))
        return Pairing(tuple(sorted(coloured)), unpaired[0].number if unpaired else 0)

    def bracket_of(self, down: Sequence[Card]) -> Bracket:
        """The bracket whose turn it is, if these are moved down to it."""
        place = len(self.done)
        group = self.groups[place]
        return Bracket((*down, *group.latest), group.own, place == len(self.groups) - 1, bool(group.latest))

    def alone(self, bracket: Bracket, kept: Sequence[Card] = ()) -> Card | None:
        """[C.1] The highest player who has no opponent in the bracket (nor, in the lowest one, can have the bye)."""
        players = bracket.players
        odd_one = bracket.is_lowest and len(players) % 2 == 1
        for card in players:
            if card in kept or (odd_one and self.may_have_bye(card)):
                continue
            if not any(self.may_meet(card, two) for two in players if two != card):
                return card
        return None

    def pair_bracket(self) -> None:
        """[C.1 to C.14] Pair the next bracket, or undo something above it."""
        bracket = self.bracket_of(self.done[-1].down if self.done else ())
        given_up: list[Card] = []
        kept: list[Card] = []
        while card := self.alone(bracket, kept):  # C.1
            if card in bracket.down and self.another_set(None):
                return
            if bracket.is_lowest and self.undo_penultimate():
                return
            if bracket.is_lowest or not self.moves_on(card, bracket):
                kept.append(card)
            else:
                given_up.append(card)
                bracket = without(bracket, card)
        stage: Stage | None = self.first_stage(bracket)
        while stage:
            for nth, found in enumerate(self.completions(bracket, stage)):
                self.done.append(Paired(bracket, stage, nth, found.pairs, found.rest, tuple(given_up)))
                return
            if self.done and bracket.down and self.another_set(stage):
                return
            if not bracket.is_lowest:
                stage = self.lowered(bracket, stage)
            elif (again := self.last_resort(bracket, stage)) is not None:
                stage = again
            elif self.undo_penultimate():
                return
            else:
                raise NoPairingError
        self.done.append(Paired(bracket, None, 0, (), tuple(bracket.players), tuple(given_up)))

    def moves_on(self, card: Card, bracket: Bracket) -> bool:
        """[C.1] Whether an incompatible player is moved down at once, in a bracket that is not the lowest."""
        return card not in bracket.down

    def first_stage(self, bracket: Bracket) -> Stage:
        """[C.2] The first values of P1 and M1."""
        return Stage(len(bracket.players) // 2, len(bracket.down) if bracket.is_heterogeneous else 0)

    def another_set(self, stage: Stage | None) -> bool:
        """[C.12] Whether another set of players can be moved down instead; if so, it is."""
        if not self.done:
            return False
        above = self.done[-1]
        if above.stage is None:
            return False
        refused = {frozenset(above.down)}
        stand = Stage(above.stage.pairs, above.stage.moved)
        for nth, found in islice(enumerate(self.completions(above.bracket, stand)), above.nth + 1, None):
            new = found.rest + above.incompatible
            if frozenset(new) in refused or not self.may_replace(new, above.down):
                continue
            refused.add(frozenset(new))
            if self.allows(new, stage):
                self.done[-1] = Paired(above.bracket, above.stage, nth, found.pairs, found.rest, above.incompatible)
                return True
        return False

    def allows(self, down: Sequence[Card], stage: Stage | None) -> bool:
        """[C.12] Whether these, moved down, allow the pairs of a stage to be made; without one, those of the first."""
        bracket = self.bracket_of(down)
        while card := self.alone(bracket):
            if card in bracket.down or bracket.is_lowest:
                return False
            bracket = without(bracket, card)
        tried = Stage(stage.pairs, stage.moved) if stage else self.first_stage(bracket)
        return any(True for _ in self.candidates(bracket, tried))

    def undo_penultimate(self) -> bool:
        """[C.13] Whether the penultimate bracket could be paired otherwise, or be joined to the lowest one; it is."""
        if not self.done:
            return False
        last = self.done[-1]
        seen: dict[frozenset[Card], bool] = {frozenset(last.down): False}
        stage, start = last.stage, last.nth + 1
        while stage:
            for nth, found in islice(enumerate(self.completions(last.bracket, stage)), start, None):
                down = found.rest + last.incompatible
                if frozenset(down) not in seen:
                    seen[frozenset(down)] = self.can_be_lowest(self.bracket_of(down))
                if seen[frozenset(down)]:
                    self.done[-1] = Paired(last.bracket, stage, nth, found.pairs, found.rest, last.incompatible)
                    return True
            stage, start = self.lowered(last.bracket, stage), 0
        place = len(self.done) - 1
        upper, lower = self.groups[place], self.groups[place + 1]
        self.groups[place:] = [Group(lower.latest + lower.own, upper.own)]
        self.done.pop()
        return True


def without(bracket: Bracket, card: Card) -> Bracket:
    """The bracket after one player has left it."""
    return bracket._replace(
        down=tuple(one for one in bracket.down if one != card), own=tuple(one for one in bracket.own if one != card)
    )


def complies(needs: Sequence[int], level: Sequence[int]) -> bool:
    """Whether requirements lowered to a level suffice."""
    return all(map(int.__le__, needs, level))


def floats(cards: Sequence[Card], which: str) -> tuple[int, int]:
    """[B.5, B.6] The number of these who floated so in the last round, and in the round before it."""
    return sum(card.floats[0] == which for card in cards), sum(card.floats[1] == which for card in cards)


def odometer(most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All tuples up to these values, the last value running first."""
    if not most:
        yield ()
        return
    for first in range(most[0] + 1):
        for others in odometer(most[1:]):
            yield (first, *others)
