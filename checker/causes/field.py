"""The players of a round when it was paired: some left after the pairing, and others came after it.

The boards that were paired first are put back. They may differ from the record only where somebody left or came.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, groupby, product
from operator import attrgetter

from checker.causes import trials
from checker.causes.trials import Change, ChangeKind, Trial, best_place
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Round, Tpn, show_points
from pairing_engine.facts.renumbered import renumbered
from pairing_engine.kernel.trace import Difference, RoundPairing, compare
from pairing_engine.state.history import state_before
from pairing_engine.state.initial_colour import inferred_initial_colour
from pairing_engine.state.round_state import DOWN, NO_FLOAT, NONE, STRONG, Player, Preference, RoundState, ranking

MOST_ABSENT = 14
"""The search tries at most this many absent players who may have left after the pairing."""

FEW_ABSENT = 6
"""The number of them, the most likely ones, that the search tries together with somebody who came."""

MOST_POINTS = 3
"""The largest number of players with full-point byes whose opponents the search looks for together."""

EACH, BROKEN, UNUSUAL, MANY = 2, 3, 3, 99
"""The prices of each player who left or came, of a board that was broken up, of unusual players, and of no cause."""

LEAST_SEVERAL, BOARDS_OF_EACH = 3, 5
"""The least number of players who left or came in a search step by step, and the boards that differ for each."""

Some = frozenset[Tpn]
NO_ONE: Some = frozenset()


class Field:
    """The field of a round when it was paired, for all assumptions about who left and who came."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        tournament, number, past = trial.state.tournament, trial.state.number, trial.recorded
        paired = {*past.paired()}
        self.absent = [p.tpn for p in tournament.participants if p.tpn not in paired]
        rounds = tournament.rounds
        ever = {tpn for one in rounds for tpn in one.paired()}
        around = [
            {tpn for one in rounds[max(0, number - 1 - far) : number + far] for tpn in one.paired()} for far in (1, 2)
        ]
        rare = {tpn: sum(tpn not in there for there in around) for tpn in self.absent}
        self.likely = sorted(self.absent, key=lambda tpn: (rare[tpn], tpn not in ever))[:MOST_ABSENT]
        self.rare = {tpn: UNUSUAL if far > 1 else far for tpn, far in rare.items() if far and number > 1}
        self.with_point = {bye.tpn for bye in past.byes if bye.kind is ByeKind.FULL_POINT}
        byes = tuple(Bye(tpn, ByeKind.PAIRING_ALLOCATED) for tpn in self.absent)
        others = tuple(bye for bye in past.byes if bye.tpn in paired)
        full = (*rounds[: number - 1], past._replace(byes=(*others, *byes)), *rounds[number:])
        self.tournament = tournament._replace(rounds=full)
        self.state = state_before(self.tournament, number, trial.system.conventions)
        odd = trial.left(trial.expected)[: trials.MOST_TRIED]
        self.odd = [pair for pair in odd if NOBODY not in pair]
        self.came = [*dict.fromkeys(tpn for pair in odd for tpn in pair if tpn != NOBODY)]
        self.before = {*rounds[number - 2].paired()} if number > 1 else set()
        self.came.sort(key=lambda tpn: tpn in self.before)

    def assumptions(self) -> Iterator[Iterator[tuple[Some, Some]]]:
        """Yield stages of assumptions, each with those who left and those who came; the likeliest stage first."""

        def each(some: list[Tpn]) -> Iterator[Some]:
            return (frozenset({tpn}) for tpn in some)

        yield self._one_or_two()
        few = self.likely[:FEW_ABSENT]
        yield ((gone | self._pointed(gone), late) for gone, late in product(each(few), each(self.came)))
        pairs = [frozenset(pair) for pair in combinations(few, 2)]
        yield ((gone, late) for gone, late in product(pairs, each(self.came)))

    def _one_or_two(self) -> Iterator[tuple[Some, Some]]:
        yield from ((frozenset({tpn}), NO_ONE) for tpn in self.likely)
        yield from ((NO_ONE, frozenset({tpn})) for tpn in self.came)
        yield from ((NO_ONE, frozenset(pair)) for pair in self.odd if self.before.isdisjoint(pair))
        yield from ((frozenset(pair), NO_ONE) for pair in combinations(self.likely, 2))
        others = [tpn for tpn in self.likely if tpn not in self.with_point]
        if 1 < len(self.with_point) <= min(len(others), MOST_POINTS):
            for some in combinations(others, len(self.with_point)):
                yield Some(some) | self.with_point, NO_ONE

    def _pointed(self, gone: Some) -> Some:
        """Return those who got the point of a game, if as many left."""
        return Some(self.with_point) if len(self.with_point) == len(gone) else NO_ONE

    def change(self, gone: Some, late: Some) -> tuple[Change, int] | None:
        """Return the change, and the number of boards that it breaks, if it explains the round. Raises as `paired`."""
        pairing = self.trial.paired(self.under(gone, late))
        return None if pairing is None else self.as_change(gone, late, compare(self.trial.recorded, pairing))

    def under(self, gone: Some, late: Some) -> RoundState:
        """Return the state without those who came, and with those who left; in round 1 with the colour that follows."""
        state = self.state.as_if_absent(({*self.absent} - gone) | late)
        if state.number > 1 or state.settings.initial_colour is not None:
            return state
        byes = tuple(Bye(tpn, ByeKind.PAIRING_ALLOCATED) for tpn in gone)
        first = Round(self.trial.recorded.games, (*self.trial.recorded.byes, *byes))
        return state._replace(initial_colour=inferred_initial_colour(self.tournament._replace(rounds=(first,))))

    def as_change(self, gone: Some, late: Some, difference: Difference) -> tuple[Change, int] | None:
        recorded, first = difference
        broken = sum(gone.isdisjoint(pair) and pair[1] != NOBODY for pair in first)
        boards = len(self.trial.recorded.meetings())
        if (
            broken > (not self.trial.only_colours)
            or len(recorded) >= len(self.trial.difference.recorded)
            or 2 * len(recorded) > boards
        ):
            return None
        pointed = sorted(gone & self.with_point)
        left = tuple(sorted(gone.difference(pointed)))
        mates = {tpn: mate for pair in first for tpn, mate in (pair, pair[::-1])}
        then = (*recorded, *((tpn, NOBODY) for tpn in pointed))
        if any(mates.get(tpn) not in left for tpn in pointed) or (gone and not left) or not (then or GHOST in left):
            return None
        kind, players = (ChangeKind.WITHDRAWN, left) if left else (ChangeKind.LATE, tuple(sorted(late)))
        if GHOST in left:
            kind, players = (
                ChangeKind.DELETED,
                (mates[GHOST], *(tpn for tpn in left if tpn not in (GHOST, mates[GHOST]))),
            )
            first = tuple(pair for pair in first if GHOST not in pair)
        return Change(kind, players, value="F" if pointed else "", first=first, then=then), broken

    def price(self, gone: Some, late: Some, change: Change, broken: int) -> int:
        standing_in = 2 if self.trial.small and len(self.trial.small) == 1 else 1  # two may have exchanged places
        known = 0 if late.isdisjoint(self.before) else standing_in if gone else UNUSUAL
        unusual = sum(self.rare.get(tpn, 0) for tpn in gone) or known
        with_bye = any(pair[:1] == change.players and pair[1] == NOBODY for pair in change.then)
        persons = 1 if change.value else len(gone) + len(late) + 2 * with_bye
        return EACH * persons + BROKEN * broken + unusual

    def several(self) -> Iterator[tuple[Change, int]]:
        """Yield the change of at least three players, if many boards differ: one or two join or leave at each step."""
        boards = len(self.trial.difference.recorded)
        some = (*self.likely[:FEW_ABSENT], *self.came[:FEW_ABSENT])
        steps = [frozenset(step) for size in (1, 2) for step in combinations(some, size)]
        now, left = NO_ONE, boards
        while boards >= LEAST_SEVERAL * BOARDS_OF_EACH:
            found = {now ^ step: self._left(now ^ step) for step in steps}
            best = min(found, key=lambda one: (found[one], len(one)))
            if found[best] >= left:
                break
            now, left = best, found[best]
        gone, late = now.intersection(self.absent), now.difference(self.absent)
        one = self.change(gone, late) if len(now) >= LEAST_SEVERAL else None
        if one is not None and not one[1] and boards >= len(now) * BOARDS_OF_EACH:
            yield one[0], self.price(gone, late, *one)

    def _left(self, some: Some) -> int:
        pairing = self.trial.paired(self.under(some.intersection(self.absent), some.difference(self.absent)))
        return MANY if pairing is None else len(compare(self.trial.recorded, pairing).recorded)


def changes_of_field(trial: Trial) -> Iterator[tuple[Change, int]]:
    """Yield who left or came, with which the round agrees, and the price. Raises `TrialsSpentError`.

    Unusual is somebody who left and is in no round near (one round away, or else two), or who came and was in the round
    before. If the opponents of those who left got the points of their games, the file itself supports the assumption.
    A board that was broken up is assumed only if the round is not explained without it.
    """
    field = Field(trial)
    whole: dict[object, tuple[Change, int]] = {}
    others: list[tuple[Change, int]] = []
    for stage in field.assumptions():
        for gone, late in stage:
            one = field.change(gone, late)
            if one is None:
                continue
            change, broken = one
            if broken:
                others.append((change, field.price(gone, late, *one)))
            else:
                whole.setdefault(change.players if gone else change.then, (change, field.price(gone, late, *one)))
        if any(price <= 2 * EACH for _, price in whole.values()):
            break
    dearest = min((price for _, price in whole.values()), default=MANY)
    yield from whole.values()
    yield from (one for one in others if one[1] < dearest)
    if not whole and not others:
        yield from field.several()
    if dearest >= DELETED and not trial.system.method.reads_pasts and not trial.state.settings.wishes:
        found = _with_deleted(field)
        if found is not None:
            yield found


DELETED, HAD_GAMES = 4, 2
"""The price of somebody who is no longer in the file, and what is added if that player had games before."""

FEW_DELETED = 3
"""The number of assumptions about who left with which somebody may have had games before."""

GHOST = Tpn(-1)
"""The number of somebody who is no longer in the file."""

MOST_SCORES, PLACES, BEST = 3, 20, 3
"""The numbers of scores, of places in a scoregroup at first, and of the best of these, for somebody who was deleted."""


def _with_deleted(field: Field) -> tuple[Change, int] | None:
    """Put somebody who is no longer in the file back into the round, and return the change if the round then agrees.

    The opponent of that player got a bye of any kind, met the holder of the bye, or somebody whose opponent left too.
    All numbers are doubled, to leave one between any two.
    """
    trial, number = field.trial, field.trial.state.number
    double = {p.tpn: Tpn(2 * p.tpn) for p in trial.state.tournament.participants}
    full = state_before(renumbered(field.tournament, double), number, trial.system.conventions)
    few = [frozenset({tpn}) for tpn in field.likely if tpn not in field.rare]
    some = [NO_ONE, *few]
    for played, gone in chain(product([False], some), product([True], some[:FEW_DELETED] if number > 1 else [])):
        state = full.as_if_absent({double[tpn] for tpn in {*field.absent} - gone})
        for ghost, places in _ghosts(trial, state, played=played):
            place, difference = _place_of(trial, state, ghost, places)
            found = field.as_change(gone | {GHOST}, NO_ONE, difference) if difference else None
            if found is not None and found[0].players[0] != NOBODY and not found[1]:
                change, _ = found
                colour = "w" if ghost.preference > 0 else "b" if ghost.preference < 0 else ""
                value = f"{(place + 1) // 2} {show_points(ghost.points)} {colour} {change.value}"
                supported = (change.players[0] in gone) + bool(change.value)  # the opponent is absent, with the point
                price = DELETED - supported + played * HAD_GAMES + EACH * (len(change.players) - 1)
                return change._replace(value=" ".join(value.split())), price
    return None


def _place_of(trial: Trial, state: RoundState, ghost: Player, places: list[Tpn]) -> tuple[Tpn, Difference | None]:
    """Find the place of somebody with which the fewest boards differ, the boards of that score and above first."""
    found: dict[Tpn, Difference] = {}

    def boards(place: Tpn) -> tuple[int, int]:
        everybody = sorted((*state.players, ghost._replace(tpn=place)), key=ranking)
        pairing = trial.paired(state._replace(players=tuple(everybody)))
        if pairing is None:
            return MANY, MANY
        wrong = compare(trial.recorded, _halved(pairing, place))
        found[place] = wrong
        above = sum(any(trial.score.get(tpn, -1) >= ghost.score for tpn in pair) for pair in wrong.recorded)
        return above, len(wrong.recorded)

    place = best_place(places, boards, PLACES, BEST)
    return place, found.get(place)


def _halved(pairing: RoundPairing, ghost: Tpn) -> RoundPairing:
    """Return a pairing with the numbers of the file, and `GHOST` for ``ghost``."""

    def half(tpn: Tpn) -> Tpn:
        return GHOST if tpn == ghost else Tpn(tpn // 2)

    boards = (board._replace(white=half(board.white), black=half(board.black)) for board in pairing.boards)
    return pairing._replace(boards=tuple(boards), bye=None if pairing.bye is None else half(pairing.bye))


def _ghosts(trial: Trial, state: RoundState, *, played: bool) -> Iterator[tuple[Player, list[Tpn]]]:
    """Yield somebody with no points or half a point a round, or with games before; each with places in a scoregroup."""
    before = state.number - 1
    groups = {points: list(group) for points, group in groupby(state.players, key=attrgetter("points"))}
    wrong = sorted({player.points for player in state.players if player.tpn // 2 in trial.differing}, reverse=True)
    likely = (
        wrong[:MOST_SCORES] if played else [points for points in (0, before * state.scoring.draw) if points in groups]
    )
    for points, wanted in product(dict.fromkeys(likely), (STRONG, -STRONG) if played else (NONE,)):
        first = groups[points][0]
        places = [Tpn(first.tpn - 1), *(Tpn(player.tpn + 1) for player in groups[points])]
        someone = first._replace(colours="", difference=0, preference=Preference(wanted), barred=NO_ONE)
        floats = (NO_FLOAT if played or not points else DOWN) * before
        yield someone._replace(floats=floats, unplayed=0, may_have_bye=True), places
