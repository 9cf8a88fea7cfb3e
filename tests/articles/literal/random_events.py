"""Random crosstables of small events, generated without any pairing engine.

The past rounds look like real rounds, but follow no pairing rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import ceil
from random import Random

from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Result, Round, Settings, Tournament
from tests.articles.literal.facts import (
    POINTS,
    Cell,
    Entrant,
    Event,
    Happened,
    MatchCell,
    MatchEvent,
    Paired,
    Preferences,
)

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


Points = tuple[int, int]
Cells = dict[int, MatchCell]

REQUESTED = {Happened.FULL_BYE: 1, Happened.HALF_BYE: 5, Happened.ZERO_BYE: 4}
GAMES = (0, 5, 10)


@dataclass(frozen=True)
class Scale:
    """The number of games in a match, and the points for matches and byes, in tenths.

    A Double-Swiss match has two games, and a team match has one game for each board. ``match_points`` contains the
    points for a win and for a draw, or is None in Double-Swiss. If ``by_games`` is true, the primary scores of a team
    event are the game points.
    """

    games: int
    match_points: Points | None
    win: Points
    draw: Points
    pairing_bye: Points
    by_games: bool = False

    def side(self, mine: int, yours: int) -> Points:
        """Return the primary and secondary points, in tenths, for the game points ``mine`` and ``yours``."""
        if self.match_points is None:
            return mine, 0
        win, draw = self.match_points
        gained = win if mine > yours else draw if mine == yours else 0
        return (mine, gained) if self.by_games else (gained, mine)


@dataclass(frozen=True)
class Habits:
    """The characteristics of a random event: chances in percent, late entries and withdrawals.

    If ``excused`` is true, late entries have requested byes until they arrive.
    """

    rounds_total: int
    arrives: dict[int, int]
    leaves: dict[int, int]
    excused: bool
    requested_bye: int
    forfeit: int
    colourless: int
    decisive: int
    disorder: int


def double_swiss_event(seed: int) -> MatchEvent:
    """Generate a random Double-Swiss event. The same seed gives the same event."""
    rng = Random(f"double-swiss {seed}")
    bye = (rng.choice((15, 15, 15, 10, 20)), 0)
    scale = Scale(games=2, match_points=None, win=(20, 0), draw=(10, 0), pairing_bye=bye)
    return _event(rng, scale, Preferences.TYPE_A, secondary_used=True, colourless=3)


def team_event(seed: int) -> MatchEvent:
    """Generate a random team event. The same seed gives the same event."""
    rng = Random(f"team {seed}")
    boards = rng.choice((2, 4, 4, 5))
    win, draw = rng.choice(((20, 10), (20, 10), (30, 10)))
    by_games = rng.random() < 0.2
    whole, half = (win, boards * 10), (draw, boards * 5)
    if by_games:
        whole, half = (boards * 10, win), (boards * 5, draw)
    bye = half if rng.random() < 0.8 else whole
    scale = Scale(boards, (win, draw), whole, half, bye, by_games)
    preferences = rng.choice((Preferences.TYPE_A, Preferences.TYPE_B, Preferences.TYPE_B, Preferences.UNUSED))
    return _event(rng, scale, preferences, secondary_used=rng.random() < 0.7, colourless=0)


def features(event: MatchEvent) -> frozenset[str]:
    number = len(event.rounds) + 1
    cells = [cell for round_ in event.rounds for cell in round_.values()]
    found = {cell.happened.name.lower() for cell in cells}
    found |= {f"preferences {event.preferences.value}", f"secondary score {event.secondary_used}"}
    tests = {
        "first round": number == 1,
        "last but one round": number == event.rounds_total - 1,
        "last round": number == event.rounds_total,
        "odd number to pair": (len(event.participants) - len(event.absent)) % 2 == 1,
        "prohibited pairs": bool(event.forbidden),
        "virtual points now": any(key[1] == number for key in event.virtual),
        "virtual points in the previous round": any(key[1] == number - 1 for key in event.virtual),
        "absent now": bool(event.absent),
        "never there so far": number > 1
        and any(all(tpn not in round_ for round_ in event.rounds) for tpn in event.participants),
        "late entry": number > 1 and any(tpn not in event.rounds[0] for tpn in event.participants),
        "played without a colour": any(cell.happened is Happened.PLAYED and cell.colour == "-" for cell in cells),
    }
    return frozenset(found | {name for name, holds in tests.items() if holds})


# --- Generating an event ----------------------------------------------------------------------------------------------


def _event(rng: Random, scale: Scale, preferences: Preferences, secondary_used: bool, colourless: int) -> MatchEvent:
    count = rng.choice((2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 10, 10, 10))
    participants = tuple(range(1, count + 1))
    number = rng.randint(1, max(2, count - rng.choice((0, 1, 2))))
    habits = _habits(rng, participants, number + rng.choice((0, 0, 1, 1, 2, 3, 4, 5)), colourless)
    virtual = _virtual_points(rng, scale, participants, habits.rounds_total)
    forbidden = _forbidden(rng, participants)
    rounds: tuple[Cells, ...] = ()
    while len(rounds) + 1 < number:
        rounds += (_next_round(rng, scale, habits, participants, forbidden, rounds),)
    absent = frozenset(tpn for tpn in participants if not _is_there(habits, tpn, number) or rng.random() < 0.04)
    return MatchEvent(
        participants=participants,
        rounds=rounds,
        rounds_total=habits.rounds_total,
        initial_colour=rng.choice("wb"),
        absent=absent,
        forbidden=forbidden,
        virtual=virtual,
        preferences=preferences,
        secondary_used=secondary_used,
    )


def _habits(rng: Random, participants: tuple[int, ...], rounds_total: int, colourless: int) -> Habits:
    late = rng.sample(participants, rng.choice((0, 0, 1, 2)) if len(participants) > 3 else 0)
    leaving = rng.sample(participants, rng.choice((0, 0, 0, 1)) if len(participants) > 3 else 0)
    return Habits(
        rounds_total=rounds_total,
        arrives={tpn: rng.randint(2, 5) for tpn in late},
        leaves={tpn: rng.randint(1, rounds_total) for tpn in leaving},
        excused=rng.random() < 0.4,
        requested_bye=rng.choice((0, 3, 8)),
        forfeit=rng.choice((0, 5, 12)),
        colourless=colourless,
        decisive=rng.choice((40, 70, 95)),
        disorder=rng.choice((0, 10, 30)),
    )


def _is_there(habits: Habits, tpn: int, number: int) -> bool:
    return habits.arrives.get(tpn, 1) <= number <= habits.leaves.get(tpn, habits.rounds_total)


def _virtual_points(
    rng: Random, scale: Scale, participants: tuple[int, ...], rounds_total: int
) -> dict[tuple[int, int], int]:
    """[C.04.7 1.2, 1.4] Give virtual points with the Baku method in a quarter of all events."""
    if rng.random() < 0.75:
        return {}
    accelerated = ceil(rounds_total / 2)
    group = participants[: 2 * ceil(len(participants) / 4)]
    return {
        (tpn, number): scale.win[0] if number <= ceil(accelerated / 2) else scale.draw[0]
        for number in range(1, accelerated + 1)
        for tpn in group
    }


def _forbidden(rng: Random, participants: tuple[int, ...]) -> frozenset[frozenset[int]]:
    count = rng.choice((0, 0, 0, 1, 2, 3)) if len(participants) > 3 else 0
    return frozenset(frozenset(rng.sample(participants, 2)) for _ in range(count))


# --- Generating a round -----------------------------------------------------------------------------------------------


def _next_round(
    rng: Random,
    scale: Scale,
    habits: Habits,
    participants: tuple[int, ...],
    forbidden: frozenset[frozenset[int]],
    rounds: tuple[Cells, ...],
) -> Cells:
    number = len(rounds) + 1
    cells: Cells = {}
    there = []
    for tpn in participants:
        if not _is_there(habits, tpn, number):
            if habits.excused and number < habits.arrives.get(tpn, 1):
                cells[tpn] = _requested_bye(rng, scale)
            continue
        if rng.randrange(100) < habits.requested_bye:
            cells[tpn] = _requested_bye(rng, scale)
        else:
            there.append(tpn)
    barred = forbidden | {
        frozenset((tpn, cell.opponent))
        for round_ in rounds
        for tpn, cell in round_.items()
        if cell.happened is Happened.PLAYED
    }
    order = sorted(there, key=lambda tpn: (-_gained(rounds, tpn) - rng.randrange(habits.disorder + 1), tpn))
    if len(order) % 2:
        receiver = _receiver(order, rounds)
        order.remove(receiver)
        cells[receiver] = MatchCell(0, "-", Happened.PAIRING_BYE, *scale.pairing_bye)
    while (pairs := _matching(order, barred)) is None:
        for tpn in order[-2:]:
            cells[tpn] = MatchCell(0, "-", Happened.ZERO_BYE)
        order = order[:-2]
    for pair in pairs:
        cells |= _match(rng, scale, habits, pair, rounds)
    return dict(sorted(cells.items()))


def _gained(rounds: tuple[Cells, ...], tpn: int) -> int:
    return sum(round_[tpn].primary for round_ in rounds if tpn in round_)


def _requested_bye(rng: Random, scale: Scale) -> MatchCell:
    happened = rng.choices(list(REQUESTED), list(REQUESTED.values()))[0]
    points = {Happened.FULL_BYE: scale.win, Happened.HALF_BYE: scale.draw}.get(happened, (0, 0))
    return MatchCell(0, "-", happened, *points)


def _receiver(order: list[int], rounds: tuple[Cells, ...]) -> int:
    """Choose the lowest participant without an earlier bye, or else the lowest participant."""
    fresh = [tpn for tpn in order if all(round_[tpn].opponent for round_ in rounds if tpn in round_)]
    return (fresh or order)[-1]


def _matching(order: list[int], barred: Iterable[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pair participants who are close in the order, or return None if not everybody can be paired."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) in barred:
            continue
        rest = _matching([tpn for tpn in others if tpn != other], barred)
        if rest is not None:
            return [(first, other), *rest]
    return None


def _match(rng: Random, scale: Scale, habits: Habits, pair: tuple[int, int], rounds: tuple[Cells, ...]) -> Cells:
    white, black = _colours(rng, pair, rounds)
    if rng.randrange(100) < habits.forfeit:
        return _forfeited(rng, scale, white, black)
    if rng.randrange(100) < habits.colourless:
        return {white: MatchCell(black, "-", Happened.PLAYED, 10), black: MatchCell(white, "-", Happened.PLAYED, 10)}
    mine, yours = _game_points(rng, scale, habits)
    return {
        white: MatchCell(black, "w", Happened.PLAYED, *scale.side(mine, yours)),
        black: MatchCell(white, "b", Happened.PLAYED, *scale.side(yours, mine)),
    }


def _colours(rng: Random, pair: tuple[int, int], rounds: tuple[Cells, ...]) -> tuple[int, int]:
    """Usually give White to the side that has had White less often."""

    def whites(tpn: int) -> int:
        return sum(round_[tpn].colour == "w" for round_ in rounds if tpn in round_)

    one, other = pair if rng.random() < 0.5 else pair[::-1]
    if whites(one) > whites(other) and rng.random() < 0.7:
        return other, one
    return one, other


def _forfeited(rng: Random, scale: Scale, white: int, black: int) -> Cells:
    if rng.random() < 0.25:
        return {
            white: MatchCell(black, "w", Happened.DOUBLE_FORFEIT),
            black: MatchCell(white, "b", Happened.DOUBLE_FORFEIT),
        }
    winner, loser = rng.choice(((white, black), (black, white)))
    return {
        winner: MatchCell(loser, "w" if winner == white else "b", Happened.WON_BY_FORFEIT, *scale.win),
        loser: MatchCell(winner, "w" if loser == white else "b", Happened.LOST_BY_FORFEIT),
    }


def _game_points(rng: Random, scale: Scale, habits: Habits) -> Points:
    if rng.random() < 0.03:
        return rng.choice(GAMES), rng.choice(GAMES)
    if rng.randrange(100) >= habits.decisive:
        return scale.games * 5, scale.games * 5
    mine = sum(rng.choice(GAMES) for _ in range(scale.games))
    return mine, scale.games * 10 - mine


AS_RATED = {Result.UNRATED_WIN: "1", Result.UNRATED_DRAW: "=", Result.UNRATED_LOSS: "0"}


def event_before(tournament: Tournament, number: int, initial_colour: Colour | None) -> Event:
    """Return the facts that are known before a round.

    In a recorded round, a participant counts as absent if he or she had no opponent and no pairing-allocated bye.
    """
    settings = tournament.settings
    if number <= len(tournament.rounds):
        there = set(tournament.rounds[number - 1].paired())
        absent = {participant.tpn for participant in tournament.participants} - there
    else:
        absent = {request.bye.tpn for request in tournament.requests if request.round == number}
    return Event(
        entrants=tuple(Entrant(participant.tpn, participant.rating) for participant in tournament.participants),
        rounds=tuple(_cells(recorded) for recorded in tournament.rounds[: number - 1]),
        rounds_total=settings.rounds or 0,
        initial_colour="w" if initial_colour is None else initial_colour.value,
        absent=frozenset(absent),
        forbidden=frozenset(
            frozenset((one, two))
            for prohibition in settings.prohibitions
            if prohibition.first_round <= number <= prohibition.last_round
            for one in prohibition.tpns
            for two in prohibition.tpns
            if one < two
        ),
        points=_points(settings),
        virtual={
            (tpn, round_): virtual.points
            for virtual in settings.virtual_points
            for round_ in range(virtual.first_round, virtual.last_round + 1)
            for tpn in virtual.tpns
        },
    )


def recorded_answer(recorded: Round) -> Paired:
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    return Paired(frozenset((game.white, game.black) for game in recorded.games), sum(byes))


def _cells(recorded: Round) -> dict[int, Cell]:
    cells: dict[int, Cell] = {}
    for game in recorded.games:
        cells[game.white] = Cell(game.black, "w", _letter(game, game.white_result))
        cells[game.black] = Cell(game.white, "b", _letter(game, game.black_result))
    cells |= {bye.tpn: _bye(bye) for bye in recorded.byes}
    return cells


def _letter(game: Game, result: Result) -> str:
    assert game.is_played or not result.played
    return AS_RATED.get(result, str(result.value))


def _bye(bye: Bye) -> Cell:
    return Cell(0, "-", bye.kind.value)


def _points(settings: Settings) -> dict[str, int]:
    scoring = settings.scoring
    games: dict[str, int] = {result.value: points for result, points in scoring.of_result(Colour.WHITE).items()}
    return games | {kind.value: points for kind, points in scoring.of_bye().items()}
