"""Random crosstables of small events, generated without any pairing engine.

The past rounds look like real rounds, but follow no pairing rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from tests.articles.literal.facts import POINTS, Cell, Entrant, Event

SCORINGS: dict[str, dict[str, int]] = {
    "1-½-0": dict(POINTS),
    "3-1-0": POINTS | {"1": 30, "=": 10, "+": 30, "U": 30, "F": 30, "H": 10},
    "3-2-1": POINTS | {"1": 30, "=": 20, "0": 10, "+": 30, "U": 30, "F": 30, "H": 20},
    "3-2-1, PAB 2": POINTS | {"1": 30, "=": 20, "0": 10, "+": 30, "U": 20, "F": 30, "H": 20},
    "3-2-1, H 1": POINTS | {"1": 30, "=": 20, "0": 10, "+": 30, "U": 30, "F": 30, "H": 10},
    "PAB ½": POINTS | {"U": 5},
    "PAB 0": POINTS | {"U": 0},
}
PLAYED = frozenset("1=0")


@dataclass(frozen=True)
class Axes:
    """The characteristics of a random event.

    ``byes`` is the chance of a bye for each participant in each round. ``forfeits`` and ``draws`` are the chances of a
    forfeit and of a draw in each game. ``divided`` is the chance that a pair from different halves of the list is
    prohibited. ``careless`` is the chance that colours are drawn by lot. With a larger ``jitter``, the scores of
    opponents differ more.
    """

    players: int
    rounds: int
    rounds_total: int
    scoring: str = "1-½-0"
    draws: float = 0.3
    favourites: float = 0.6
    byes: float = 0.0
    forfeits: float = 0.0
    late: int = 0
    withdrawals: int = 0
    absent: int = 0
    prohibited: int = 0
    divided: float = 0.0
    careless: float = 0.0
    jitter: float = 4.0
    virtual: str = "none"


def anything(rng: Random, players: int | None = None) -> Axes:
    """Choose the characteristics of an event at random, so that every special case can occur."""
    number = players or rng.choice((5, 6, 6, 7, 7, 8, 8, 9, 9, 10))
    rounds = min(rng.choice((0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6)), max(number - 3, 1))
    return Axes(
        players=number,
        rounds=rounds,
        rounds_total=rounds + 1 + rng.choice((0, 0, 1, 2, 4)),
        scoring=rng.choice(["1-½-0"] * 6 + list(SCORINGS)),
        draws=rng.choice((0.0, 0.1, 0.3, 0.3, 0.6, 1.0)),
        favourites=rng.choice((0.5, 0.7, 1.0)),
        byes=rng.choice((0.0, 0.0, 0.0, 0.05, 0.15)),
        forfeits=rng.choice((0.0, 0.0, 0.0, 0.08, 0.2)),
        late=rng.choice((0, 0, 0, 0, 1, 2)),
        withdrawals=rng.choice((0, 0, 0, 0, 1)),
        absent=rng.choice((0, 0, 0, 0, 1, 2)),
        prohibited=rng.choice((0, 0, 0, 0, 1, 3)),
        careless=rng.choice((0.0, 0.0, 0.1, 0.4)),
        jitter=rng.choice((0.0, 3.0, 6.0, 12.0)),
        virtual=rng.choice(["none"] * 8 + ["baku", "baku", "wild"]),
    )


def crossed(rng: Random, players: int | None = None) -> Axes:
    """Choose the characteristics of an event at random, for tests of exchanges and C8.

    There are few rounds, several scoregroups and many prohibited pairs.
    """
    number = players or rng.choice((8, 9, 10, 10))
    rounds = rng.choice((0, 1, 2, 2, 3))
    return replace(
        anything(rng, number),
        rounds=rounds,
        rounds_total=rounds + 1 + rng.choice((0, 2, 4)),
        prohibited=rng.choice((0, number // 2, number, 2 * number)),
        divided=rng.choice((0.0, 0.0, 0.0, 0.8, 0.95)),
        virtual=rng.choice(("none", "none", "wild", "baku")),
        draws=rng.choice((0.3, 0.6, 1.0)),
        late=0,
        absent=0,
    )


def awkward_bye(rng: Random, players: int | None = None) -> Axes:
    """Choose the characteristics of an event at random, for tests of C5 and C9.

    A player above the lowest scores may need the bye.
    """
    number = players or rng.choice((5, 7, 7, 9))
    rounds = rng.choice((2, 3, 4)) if number > 5 else 2
    return replace(
        anything(rng, number),
        rounds=rounds,
        rounds_total=rounds + 1 + rng.choice((0, 2)),
        scoring=rng.choice(("PAB 0", "PAB ½", "1-½-0")),
        forfeits=rng.choice((0.0, 0.1, 0.2)),
        draws=rng.choice((0.1, 0.4)),
        virtual="none",
        late=0,
        absent=0,
    )


def final(rng: Random, players: int | None = None) -> Axes:
    """Choose the characteristics of an event at random, for tests of topscorers (C3, C10, C11, 5.2.2).

    All past colours are random, and the coming round is the last one.
    """
    number = players or rng.choice((7, 8, 9, 10))
    rounds = rng.choice((3, 4, 5))
    return replace(
        anything(rng, number),
        rounds=min(rounds, number - 3),
        rounds_total=min(rounds, number - 3) + 1,
        careless=1.0,
        draws=rng.choice((0.2, 0.5, 0.7)),
        favourites=rng.choice((0.7, 0.9)),
        jitter=6.0,
    )


def floating(rng: Random, players: int | None = None) -> Axes:
    """Choose random characteristics of an event with many past floats, for tests of C14 to C21."""
    number = players or rng.choice((7, 8, 9, 10))
    rounds = rng.choice((2, 3, 3, 4))
    return replace(
        anything(rng, number),
        rounds=min(rounds, number - 3),
        rounds_total=rounds + 3,
        draws=rng.choice((0.6, 1.0)),
        virtual="wild",
        jitter=10.0,
        forfeits=0.0,
        byes=0.0,
        absent=0,
        prohibited=0,
    )


PROFILES = (anything, anything, anything, crossed, crossed, awkward_bye, final, final, floating, floating)


def random_axes(rng: Random, players: int | None = None) -> Axes:
    return rng.choice(PROFILES)(rng, players)


def random_event(rng: Random, players: int | None = None, axes: Axes | None = None) -> Event:
    """Generate a random event. The same seed gives the same event."""
    return _Simulation(rng, axes or random_axes(rng, players)).run()


def baku(players: int, rounds_total: int, win: int) -> dict[tuple[int, int], int]:
    """[C.04.7 1.2, 1.4] Give virtual points to the upper half of the list, rounded up to an even number."""
    accelerated = (rounds_total + 1) // 2
    whole = (accelerated + 1) // 2
    upper = range(1, 2 * -(-players // 4) + 1)
    return {
        (tpn, number): win if number <= whole else win // 2 for tpn in upper for number in range(1, accelerated + 1)
    }


@dataclass
class _Simulation:
    """An event that is generated round by round."""

    rng: Random
    axes: Axes
    rounds: list[dict[int, Cell]] = field(default_factory=list)

    def run(self) -> Event:
        rng, axes = self.rng, self.axes
        tpns = range(1, axes.players + 1)
        self.points = SCORINGS[axes.scoring]
        self.virtual = self._virtual_points()
        self.forbidden = self._prohibited_pairs()
        newcomers = rng.sample(tpns, min(axes.late, axes.players - 2))
        # A late entry arrives in round 2 or later, perhaps after all recorded rounds.
        arrival = {tpn: rng.randint(2, max(2, axes.rounds + 2)) for tpn in newcomers}
        quitters = rng.sample(tpns, min(axes.withdrawals, axes.players - 2))
        departure = {tpn: rng.randint(2, max(2, axes.rounds + 1)) for tpn in quitters}
        for number in range(1, axes.rounds + 1):
            there = [tpn for tpn in tpns if arrival.get(tpn, 0) <= number < departure.get(tpn, number + 1)]
            self.rounds.append(self._round(there))
        coming = axes.rounds + 1
        there = [tpn for tpn in tpns if arrival.get(tpn, 0) <= coming < departure.get(tpn, coming + 1)]
        present = set(there) - set(rng.sample(there, min(axes.absent, len(there) - 2)) if len(there) > 2 else ())
        return Event(
            entrants=tuple(Entrant(tpn, 2400 - 20 * tpn) for tpn in tpns),
            rounds=tuple(self.rounds),
            rounds_total=axes.rounds_total,
            initial_colour=rng.choice("wb"),
            absent=frozenset(tpns) - present,
            forbidden=self.forbidden,
            points=dict(self.points),
            virtual=self.virtual,
        )

    def _prohibited_pairs(self) -> frozenset[frozenset[int]]:
        players, divided = self.axes.players, self.axes.divided
        pairs = list(combinations(range(1, players + 1), 2))
        anywhere = self.rng.sample(pairs, min(self.axes.prohibited, len(pairs)))
        across = [(one, two) for one, two in pairs if one <= players // 2 < two and self.rng.random() < divided]
        return frozenset(frozenset(pair) for pair in anywhere + across)

    def _virtual_points(self) -> dict[tuple[int, int], int]:
        win, players = self.points["1"], self.axes.players
        if self.axes.virtual == "baku":
            return baku(players, self.axes.rounds_total, win)
        if self.axes.virtual == "wild":
            numbers = range(1, self.axes.rounds_total + 1)
            steps = (0, 0, win // 2, win)
            return {(tpn, number): self.rng.choice(steps) for tpn in range(1, players + 1) for number in numbers}
        return {}

    def _round(self, there: Sequence[int]) -> dict[int, Cell]:
        """Generate a round: byes, pairs of neighbours, the pairing-allocated bye, and absences."""
        cells: dict[int, Cell] = {}
        for tpn in there:
            if self.rng.random() < self.axes.byes:
                result = self.rng.choice("HHHZZF ")
                if result != " ":  # a participant without a cell is absent
                    cells[tpn] = Cell(0, "-", result)
                there = [other for other in there if other != tpn]
        for one, two in self._neighbours(there):
            cells |= self._game(one, two)
        left = sorted((tpn for tpn in there if tpn not in cells), key=self._place, reverse=True)
        for tpn in left:
            given = any(cell.result == "U" for cell in cells.values())
            cells[tpn] = Cell(0, "-", "Z" if given or self._had_pab(tpn) else "U")
        return cells

    def _place(self, tpn: int) -> tuple[int, int]:
        return -self._score(tpn), tpn

    def _score(self, tpn: int) -> int:
        gained = sum(self.points[cells[tpn].result] for cells in self.rounds if tpn in cells)
        return gained + self.virtual.get((tpn, len(self.rounds) + 1), 0)

    def _had_pab(self, tpn: int) -> bool:
        return any(tpn in cells and cells[tpn].result in "U+F" for cells in self.rounds)

    def _colours(self, tpn: int) -> str:
        return "".join(cells[tpn].colour for cells in self.rounds if tpn in cells and cells[tpn].result in PLAYED)

    def _met(self, one: int, two: int) -> bool:
        return any(one in cells and cells[one].opponent == two and cells[one].result in PLAYED for cells in self.rounds)

    def _due(self, tpn: int) -> str:
        colours = self._colours(tpn)
        difference = colours.count("w") - colours.count("b")
        if difference >= 2 or colours.endswith("ww"):
            return "b"
        return "w" if difference <= -2 or colours.endswith("bb") else ""

    def _neighbours(self, there: Sequence[int]) -> list[tuple[int, int]]:
        """Pair players with similar scores who have not met, and leave out as few players as possible."""
        shaken = {tpn: -self._score(tpn) + self.rng.gauss(0, self.axes.jitter) for tpn in there}
        order = sorted(there, key=lambda tpn: (shaken[tpn], tpn))
        if len(order) % 2:
            eligible = [tpn for tpn in order if not self._had_pab(tpn)] or order
            order.remove(eligible[-1])
        for strict in (True, False):
            found = next(self._pairings(order, strict), None)
            if found is not None:
                return found
        return self._greedy(order)

    def _pairings(self, order: list[int], strict: bool) -> Iterator[list[tuple[int, int]]]:
        if not order:
            yield []
            return
        first, rest = order[0], order[1:]
        for two in rest:
            clash = strict and self._due(first) and self._due(first) == self._due(two)
            if not clash and not self._met(first, two):
                for others in self._pairings([tpn for tpn in rest if tpn != two], strict):
                    yield [(first, two), *others]

    def _greedy(self, order: list[int]) -> list[tuple[int, int]]:
        pairs = []
        left = list(order)
        while left:
            first = left.pop(0)
            two = next((tpn for tpn in left if not self._met(first, tpn)), 0)
            if two:
                left.remove(two)
                pairs.append((first, two))
        return pairs

    def _game(self, one: int, two: int) -> dict[int, Cell]:
        white, black = (one, two) if self._first_is_white(one, two) else (two, one)
        if self.rng.random() < self.axes.forfeits:
            result, other = self.rng.choice(("+-", "-+", "+-", "-+", "--"))
        elif self.rng.random() < self.axes.draws:
            result, other = "=="
        else:
            white_wins = (white < black) == (self.rng.random() < self.axes.favourites)
            result, other = "10" if white_wins else "01"
        return {white: Cell(black, "w", result), black: Cell(white, "b", other)}

    def _first_is_white(self, one: int, two: int) -> bool:
        """Whether the first player gets White, according to colour difference, alternation or lot."""
        due = self._due(one), self._due(two)
        if due[0] != due[1]:
            return due[0] == "w" or due[1] == "b"
        if due[0] or self.rng.random() < self.axes.careless:
            return self.rng.random() < 0.5
        first, second = self._colours(one), self._colours(two)
        balance = first.count("w") - first.count("b") - second.count("w") + second.count("b")
        if balance:
            return balance < 0
        if first[-1:] != second[-1:]:
            return first[-1:] == "b" or second[-1:] == "w"
        return self.rng.random() < 0.5
