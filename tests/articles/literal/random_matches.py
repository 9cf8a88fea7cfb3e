"""Small random events for the Double-Swiss and Team Systems, generated without any pairing engine.

Most opponents have similar scores, and nobody plays the same opponent twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from random import Random

from tests.articles.literal.match_facts import Happened, MatchCell, MatchEvent, Preferences

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
        return {
            white: MatchCell(black, "-", Happened.PLAYED, 10),
            black: MatchCell(white, "-", Happened.PLAYED, 10),
        }
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
