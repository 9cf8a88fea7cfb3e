"""The players of a round when it was paired: some left after the pairing, and others came after it.

The boards that were paired first are put back. They may differ from the record only where somebody left or came.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby, product
from operator import attrgetter

from checker.causes import trials
from checker.causes.trials import Change, ChangeKind, Trial
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Tpn, show_points
from pairing_engine.facts.renumbered import renumbered
from pairing_engine.kernel.trace import RoundPairing, compare
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import NO_FLOAT, NONE, STRONG, Player, Preference, RoundState, ranking

MOST_ABSENT = 14
"""The search tries at most this many absent players who may have left after the pairing."""

FEW_ABSENT = 6
"""The number of them, the most likely ones, that the search tries together with somebody who came."""

MOST_POINTS = 3
"""The largest number of players with full-point byes whose opponents the search looks for together."""

EACH, BROKEN, UNUSUAL, MANY = 2, 3, 3, 99
"""The prices of each player who left or came, of a board that was broken up, of unusual players, and of no cause."""

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
        pairing = self.trial.paired(self.state.as_if_absent(({*self.absent} - gone) | late))
        return None if pairing is None else self._as_change(gone, late, pairing)

    def _as_change(self, gone: Some, late: Some, pairing: RoundPairing) -> tuple[Change, int] | None:
        recorded, first = compare(self.trial.recorded, pairing)
        broken = sum(gone.isdisjoint(pair) and pair[1] != NOBODY for pair in first)
        boards = len(self.trial.recorded.meetings())
        if broken > 1 or len(recorded) >= len(self.trial.difference.recorded) or 2 * len(recorded) > boards:
            return None
        pointed = sorted(gone & self.with_point)
        left = tuple(sorted(gone.difference(pointed)))
        mates = {tpn: mate for pair in first for tpn, mate in (pair, pair[::-1])}
        if any(mates.get(tpn) not in left for tpn in pointed) or (gone and not left):
            return None
        then = (*recorded, *((tpn, NOBODY) for tpn in pointed))
        kind, players = (ChangeKind.WITHDRAWN, left) if left else (ChangeKind.LATE, tuple(sorted(late)))
        return Change(kind, players, value="F" if pointed else "", first=first, then=then), broken


def changes_of_field(trial: Trial) -> Iterator[tuple[Change, int]]:
    """Yield who left or came, with which the round agrees, and the price. Raises `TrialsSpentError`.

    Unusual is somebody who left and is in no round near (one round away, or else two), or who came and was in the round
    before. If the opponents of
    those who left got the points of their games, the file itself supports the assumption. A board that was broken up is
    assumed only if the round is not explained without it.
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
            standing_in = 2 if trial.small and len(trial.small) == 1 else 1  # two players may have exchanged places
            known = 0 if late.isdisjoint(field.before) else standing_in if gone else UNUSUAL
            unusual = sum(field.rare.get(tpn, 0) for tpn in gone) or known
            with_bye = any(pair[:1] == change.players and pair[1] == NOBODY for pair in change.then)
            persons = 1 if change.value else len(gone) + len(late) + 2 * with_bye
            price = EACH * persons + BROKEN * broken + unusual
            if broken:
                others.append((change, price))
            else:
                whole.setdefault(change.players if gone else change.then, (change, price))
        if any(price <= 2 * EACH for _, price in whole.values()):
            break
    dearest = min((price for _, price in whole.values()), default=MANY)
    yield from whole.values()
    yield from (one for one in others if one[1] < dearest)
    if not whole and not trial.system.method.reads_pasts:
        yield from _with_deleted(field)


DELETED, DELETED_WITH_BYE = 4, 6
"""The prices of somebody who is no longer in the file, and if his opponent got the bye, as by hand."""

FEW_DELETED = 3
"""The number of absent players who are tried as the opponent of somebody who is no longer in the file."""


def _with_deleted(field: Field) -> Iterator[tuple[Change, int]]:
    """Yield the first place of somebody who is no longer in the file, with which the round agrees.

    All numbers are doubled, to leave one between any two. The opponent got the bye, met its holder, or left too.
    """
    trial = field.trial
    tpns = {p.tpn: Tpn(2 * p.tpn) for p in trial.state.tournament.participants}
    full = state_before(renumbered(field.tournament, tpns), trial.state.number, trial.system.conventions)
    recorded = set(trial.recorded.pairs)
    for back in (NO_ONE, *(Some({tpn}) for tpn in field.likely[:FEW_DELETED] if tpn not in field.rare)):
        state = full.as_if_absent({tpns[tpn] for tpn in field.absent if tpn not in back})
        for ghost in _ghosts(state):
            pairing = trial.paired(_beside(state, ghost))
            if pairing is None:
                continue
            pairs = {(Tpn(white // 2), Tpn(black // 2)): ghost.tpn in (white, black) for white, black in pairing.pairs}
            then = {pair for pair, with_ghost in pairs.items() if not with_ghost}
            mate = next(tpns_of for tpns_of, with_ghost in pairs.items() if with_ghost)
            other = mate[0] if mate[1] == ghost.tpn // 2 else mate[1]
            new, gone = recorded - then, then - recorded
            is_whole = all(pair[1] == NOBODY for pair in gone) and all(other in pair for pair in new)
            if is_whole and other and (not back or other in back):
                colour = "w" if ghost.preference > 0 else "b" if ghost.preference < 0 else ""
                value = f"{(ghost.tpn + 1) // 2} {show_points(ghost.points)} {colour}".strip()
                change = Change(ChangeKind.DELETED, (other,), value=value, first=(*gone,), then=(*new,))
                yield change, DELETED_WITH_BYE if (other, NOBODY) in new else DELETED
                return


def _ghosts(state: RoundState) -> Iterator[Player]:
    """Yield a player for each place in each scoregroup, first without a colour preference, then with one."""
    number = state.number
    for wanted in (NONE, STRONG, -STRONG) if number > 1 else (NONE,):
        for score, group in groupby(state.players, key=attrgetter("score")):
            players = list(group)
            for tpn in (players[0].tpn - 1, *(player.tpn + 1 for player in players)):
                floats, points = NO_FLOAT * (number - 1), players[0].points
                preference = Preference(wanted)
                yield Player(Tpn(tpn), score, points, "", 0, preference, NO_ONE, floats, 0, True)


def _beside(state: RoundState, ghost: Player) -> RoundState:
    return state._replace(players=tuple(sorted((*state.players, ghost), key=ranking)))
