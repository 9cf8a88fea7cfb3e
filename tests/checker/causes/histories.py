"""Events whose round was changed after its publication, or whose list was another one: as real events went."""

from functools import partial
from random import Random

from checker.causes.trials import Change, ChangeKind, Subject
from pairing_engine.facts.model import Bye, ByeKind, Game, Points, Result, Round, Tournament, Tpn, VirtualPoints
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.checker.causes.kinds import (
    ROUNDS,
    Altered,
    Kind,
    Truth,
    Unsuitable,
    absences,
    accelerated,
    base,
    before,
    in_round,
    paired,
    played,
    progressive_points,
    renumbered,
    renumbered_round,
    with_results,
)


def gone(how: str, seed: int, players: int) -> Altered:
    """Let somebody leave after the pairing; the opponent gets the bye or the point, or meets somebody else."""
    chance, event = Random(seed * 7 + len(how)), base(seed, players, ROUNDS)
    number = chance.randint(1, ROUNDS - 1)
    out: dict[Tpn, range] = {}
    came = Tpn(chance.randint(1, players)) if "stand-in" in how else None
    if came:
        out[came] = range(1 if "late" in how else number, number + 1)
    made: list[Change] = []

    def leave(state: RoundState) -> Round:
        right = paired(state)
        some = chance.sample(right.games, 2 if how == "two" else 1)
        left, mates = zip(*(game[:2] if chance.random() < 0.5 else game[1::-1] for game in some), strict=True)
        holder = next((bye.tpn for bye in right.byes), None)
        other = {"two": mates[-1], "point": None, "bye": holder}.get(how, came)
        if other in left or came in state.by_tpn or other in state.by_tpn[mates[0]].barred:
            raise Unsuitable
        games = tuple(game for game in right.games if set(left).isdisjoint(game[:2]))
        byes = [Bye(tpn, ByeKind.ZERO_POINT) for tpn in left] + [bye for bye in right.byes if bye.tpn != other]
        if how == "point" or other is None:
            byes.append(Bye(mates[0], ByeKind.FULL_POINT if how == "point" else ByeKind.PAIRING_ALLOCATED))
        else:
            games += (some[0]._replace(white=mates[0], black=other),)
        out.update({tpn: range(number, number + 1 if chance.random() < 0.5 else ROUNDS + 1) for tpn in left})
        made.append(Change(ChangeKind.WITHDRAWN, tuple(sorted(left)), value="F" * (how == "point")))
        return Round(games, tuple(byes))

    return Altered(played(event, 1, in_round(number, leave), chance, gone=out), Truth(made))


def deleted(seed: int, players: int) -> Altered:
    """Pair a round with somebody who does not come and is deleted from the file, after byes of one kind."""
    chance, event = Random(seed * 11 + 5), base(seed, players + 1, ROUNDS)
    number = 1 if chance.random() < 0.4 else chance.randint(2, 4)
    out, asked = Tpn(chance.randint(1, players + 1)), chance.choice([ByeKind.ZERO_POINT, ByeKind.HALF_POINT])
    kind = chance.choice([ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.ZERO_POINT])
    earlier = (_as_absent(past, out, asked) for past in event.rounds[: number - 1])
    event = event._replace(rounds=(*earlier, *event.rounds[number - 1 :]), requests=())
    mates: list[Tpn] = []

    def leave(state: RoundState) -> Round:
        right = paired(state)
        game = next((game for game in right.games if out in game[:2]), None)
        if game is None:
            raise Unsuitable
        mates.append(game.black if game.white == out else game.white)
        games = tuple(one for one in right.games if one != game)
        if right.byes:
            return Round((*games, game._replace(white=right.byes[0].tpn, black=mates[0])))
        return Round(games, (Bye(mates[0], kind),))

    told = played(event, 1, in_round(number, leave), chance, gone={out: range(number + 1, ROUNDS + 1)})
    told, numbers = _without(told, out)
    return Altered(told, Truth([Change(ChangeKind.DELETED, (numbers[mates[0]],))]))


def deleted_later(seed: int, players: int) -> Altered:
    """Delete somebody from the file after round 2 was paired, and tell the opponent of round 1 as absent."""
    chance, event = Random(seed * 17 + 3), base(seed, players + 1, ROUNDS)
    out = Tpn(chance.randint(1, players + 1))
    lost: list[Game] = []

    def alter(state: RoundState) -> Round | None:
        right = paired(state)
        if state.number == 1:
            lost.extend(game for game in right.games if out in game[:2])
            games = tuple(game for game in right.games if game not in lost)
            return Round(games, (*right.byes, *(Bye(tpn, ByeKind.ZERO_POINT) for game in lost for tpn in game[:2])))
        if state.number > 2 or not lost:
            return None
        past, (game,) = state.tournament.rounds[0], lost
        won, white = (Result.WIN, Result.LOSS), game.white == out
        played_game = game._replace(white_result=won[not white], black_result=won[white])
        byes = tuple(bye for bye in past.byes if bye.tpn not in game[:2])
        then = state.tournament._replace(rounds=(past._replace(games=(*past.games, played_game), byes=byes),))
        found = paired(state_before(then, 2, DUTCH_2026.conventions))
        if found == right:
            raise Unsuitable
        return found

    told = played(event, 1, alter, chance, gone={out: range(2, ROUNDS + 1)})
    if not lost:
        raise Unsuitable
    told, numbers = _without(told, out)
    mate = numbers[lost[0].black if lost[0].white == out else lost[0].white]
    return Altered(told, Truth([Change(ChangeKind.DELETED, (mate,), number) for number in (0, 1)]))


def _without(event: Tournament, out: Tpn) -> tuple[Tournament, dict[Tpn, Tpn]]:
    """Return the event without a player, who has no games, and the new number of everybody else."""
    rounds = tuple(past._replace(byes=tuple(bye for bye in past.byes if bye.tpn != out)) for past in event.rounds)
    people = tuple(one for one in event.participants if one.tpn != out)
    numbers = {one.tpn: Tpn(place) for place, one in enumerate(people, 1)}
    return renumbered(event._replace(participants=people, rounds=rounds), numbers), numbers


def _as_absent(past: Round, out: Tpn, asked: ByeKind) -> Round:
    games = tuple(game for game in past.games if out not in game[:2])
    return Round(games, (*(bye for bye in past.byes if bye.tpn != out), Bye(out, asked)))


def late_entries(seed: int, players: int) -> Altered:
    """Enter two to four players after round 1, last in the list; from some round on the list is in order again."""
    chance, event = Random(seed * 13 + 1), base(seed, players, ROUNDS)
    last, some = chance.randint(2, 4), sorted(map(Tpn, chance.sample(range(2, players - 1), max(2, 1 + seed % 4))))
    numbers = _last(players, some)
    out = {tpn: range(1, chance.randint(2, 3)) for tpn in some}

    def alter(state: RoundState) -> Round | None:
        number = state.number
        away = [Bye(tpn, ByeKind.ZERO_POINT) for tpn in some if number in out[tpn]]
        byes = (*(bye for bye in absences(event, number) if bye.tpn not in some or number not in out[bye.tpn]), *away)
        then = before(
            renumbered(state.tournament, numbers), number, tuple(b._replace(tpn=numbers[b.tpn]) for b in byes)
        )
        return renumbered_round(paired(then), {new: old for old, new in numbers.items()}) if number <= last else None

    return Altered(played(event, 1, alter, chance, gone=out), Truth(subject=Subject.NUMBERS, values=["*"]))


def put_last(seed: int, players: int) -> Altered:
    """Write two to four late entries at the end of the list, although they were paired in their places."""
    chance, event = Random(seed * 13 + 1), base(seed, players, ROUNDS)
    some = sorted(map(Tpn, chance.sample(range(2, players - 1), max(2, 1 + seed % 4))))
    told = played(event, 1, lambda _state: None, chance, gone={tpn: range(1, chance.randint(2, 3)) for tpn in some})
    told = told._replace(participants=tuple(one._replace(rating=0) for one in told.participants))
    return Altered(renumbered(told, _last(players, some)), Truth(subject=Subject.NUMBERS, values=["*"]))


def _last(players: int, some: list[Tpn]) -> dict[Tpn, Tpn]:
    """Return the numbers of a list in which ``some`` players stand last."""
    order = sorted(map(Tpn, range(1, players + 1)), key=lambda tpn: tpn in some)
    return {tpn: Tpn(place) for place, tpn in enumerate(order, 1)}


LEVELS = {"halves": [(10, 10)], "halves, then less": [(10, 5)], "thirds": [(20, 20), (10, 10)]}
"""The virtual points of each group in rounds 1 and 2."""


def groups(which: str, seed: int, players: int) -> Altered:
    """Accelerate the upper half, or the two upper thirds, in rounds 1 and 2."""
    levels, event = LEVELS[which], base(seed, players, ROUNDS)
    ends = [players * place // (len(levels) + 1) for place in range(len(levels) + 1)]
    virtual = [
        VirtualPoints(Points(points), number, number, frozenset(map(Tpn, range(first + 1, last + 1))))
        for first, last, both in zip(ends, ends[1:], levels, strict=False)
        for number, points in enumerate(both, 1)
    ]
    return accelerated(event, virtual, Random(seed))


def progressive(seed: int, players: int, win: int = 10) -> Altered:
    """Accelerate by thirds with 2, 1 and 0 points and half a point more for each 1.5 points won, as in France once.

    With other points for a ``win``, these are as many times larger.
    """
    chance, event = Random(seed), base(seed, players, ROUNDS)
    scoring = event.settings.scoring._replace(win=Points(win))
    event = event._replace(settings=event.settings._replace(scoring=scoring))
    virtual: list[VirtualPoints] = []
    told = event._replace(rounds=())
    for number in range(1, ROUNDS + 1):
        virtual += progressive_points(told, number, [players // 3, 2 * players // 3]) if number <= ROUNDS - 2 else []
        told = told._replace(settings=event.settings._replace(virtual_points=tuple(virtual)))
        byes = absences(event, number)
        found = paired(before(told, number, byes))
        named = {*found.paired(), *(bye.tpn for bye in found.byes)}
        whole = found._replace(byes=(*found.byes, *(bye for bye in byes if bye.tpn not in named)))
        told = told._replace(rounds=(*told.rounds, with_results(whole, chance)))
    return Altered(told._replace(settings=event.settings), Truth(subject=Subject.ACCELERATION, values=["*"]))


HISTORIES: dict[str, Kind] = {
    "gone, and the opponent had the bye": partial(gone, "bye"),
    "gone, and the opponent had the point": partial(gone, "point"),
    "gone, with a stand-in": partial(gone, "stand-in"),
    "gone, with a late stand-in": partial(gone, "late stand-in"),
    "two gone, and their opponents met": partial(gone, "two"),
    "deleted from the file": deleted,
    "deleted after the next round": deleted_later,
    "late entries who stood last": late_entries,
    "late entries who were put last": put_last,
    "two halves": partial(groups, "halves"),
    "two halves, and half as much in round 2": partial(groups, "halves, then less"),
    "thirds": partial(groups, "thirds"),
    "progressive acceleration": progressive,
}
"""The kinds of history, as in real events. Who left can be told in two ways if another absent player fits, too."""
