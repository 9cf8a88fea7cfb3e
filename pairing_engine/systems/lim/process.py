"""[C.04.4.3 1, 2.2] The Lim pairing process: the bye, the scoregroups from both ends, then the median."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pairing_engine.facts.model import Colour, Tpn
from pairing_engine.kernel.bracket import Bracket, BracketPairing
from pairing_engine.kernel.bye import order_by, who_gets_bye
from pairing_engine.kernel.deadlock import no_pairing
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Rule, Total
from pairing_engine.kernel.trace import BracketTrace, Rejected, Step, TwoRounds
from pairing_engine.matching import Backend
from pairing_engine.state.conventions import Conventions
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.lim.exchanges import Pairing
from pairing_engine.systems.lim.floaters import Choices
from pairing_engine.systems.lim.group import Direction, Group
from pairing_engine.systems.lim.judge import judge
from pairing_engine.systems.lim.median import Crack, pair_median
from pairing_engine.systems.lim.player_table import PlayerTable, Rules, player_table_of
from pairing_engine.systems.lim.scoregroup import Paired, pair_scoregroup
from pairing_engine.systems.shared.judging import UsualMethod
from pairing_engine.systems.system import Fits, Method, Pairs, System
from pairing_engine.values import dataclass, replace

Groups = tuple[list[Group], Group, list[Group]]
"""The groups above the median, the median, and the groups below the median. Both lists are in pairing order."""


@dataclass(frozen=True)
class FromBothEnds:
    """[C.04.4.3 2.2] The Lim process: the bye, then the scoregroups from both ends towards the median.

    ``floated`` returns the players who floated in the previous round [3.10]. ``twice_median`` returns twice the median
    score [2.2]. ``no_bye`` is the article to cite if nobody can have the bye. ``groups`` returns the scoregroups in
    pairing order, with their directions [2.2]. ``choices`` contains the functions that choose floaters [2.3.4, 3, 4.4].
    ``exchanges`` returns the order in which opponents are tried [2.4, 4.2]. ``crack_next`` undoes one more pairing if
    the median cannot be paired [2.6]. ``due_colour`` returns the colour that a player is due [5.1].

    Some steps are carried out only if the System's ``procedure`` contains them: 2.3.1 to 2.3.3, 3.1, 3.2.2, 3.2.3, 3.5,
    3.9, 3.10, 3.10.2, 4.4.1, 5.2, 5.7 and 6.
    """

    floated: Callable[[RoundState, Conventions], frozenset[Tpn]]
    twice_median: Callable[[RoundState], int]
    no_bye: str
    groups: Callable[[PlayerTable, int], Groups]
    choices: Choices
    exchanges: Callable[[Sequence[int]], Iterator[int]]
    crack_next: Crack
    due_colour: Callable[[Player], Colour | None]

    def __call__(self, system: System) -> Method:
        return _Method(system, self)


class _Method(UsualMethod):
    def __init__(self, system: System, process: FromBothEnds) -> None:
        super().__init__(system)
        self.process = process
        steps = frozenset(system.procedure)
        self.rules = Rules(system.may_meet, process.due_colour, process.exchanges, steps)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the whole round, and choose who gets the pairing-allocated bye.

        The first player of every pair is the player whom 5.4 favours (see `colours`).

        Raises `NoPairing` if no complete round-pairing exists [2.6] (reading L52). Raises `MissingFact` if a player in
        a Maxi-tournament has no rating.
        """
        system, process = self.system, self.process
        bye = self._bye(state, backend)
        players = tuple(player for player in state.players if player is not bye)
        table = player_table_of(state, players, process.floated(state, system.conventions), backend, self.rules)
        groups = _pair_groups(process.groups(table, process.twice_median(state)), process)
        if groups is None:
            raise no_pairing(
                system.completion.impossible, players, lambda a, b: system.may_meet(a, b, state), state.shown
            )
        traces = tuple(trace_of(paired, state) for paired in groups if paired.pairings or paired.floaters)
        return Pairs(tuple(pair for trace in traces for pair in trace.pairing.pairs), bye, traces)

    def _bye(self, state: RoundState, backend: Backend) -> Player | None:
        """[C.04.4.3 1.1] Choose the player who gets the bye. None if the number of players is even.

        The lowest ranked player of the lowest scoregroup is considered first, then the next player above, and so on.
        The player must be allowed to have the bye, and a complete pairing of all other players must be possible
        (reading L14). Raises `NoPairing` if nobody can have the bye.
        """
        if len(state.players) % 2 == 0:
            return None
        may_meet, article = self.system.may_meet, f"{self.system.article} {self.process.no_bye}"
        return who_gets_bye(
            state, order_by(self.system.bye_steps, state), lambda a, b: may_meet(a, b, state), article, backend
        )

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        return judge(trace, rounds, self.system)

    def totals(self, _trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """Return an empty list, because a procedure has no criteria."""
        return []

    def candidates(self, _trace: BracketTrace, _fits: Fits, _like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield nothing, because this system pairs in steps and has no candidates."""
        return iter(())


def _pair_groups(groups: Groups, process: FromBothEnds) -> list[Paired] | None:
    """[C.04.4.3 2.2] Pair all groups in pairing order. None if the median cannot be paired."""
    above, median, below = groups
    opposite = replace(below[-1], direction=Direction.DOWN) if below else median
    # If the median is empty, the choice of floaters looks at the highest group below the median (reading L19).
    paired_above = _pair_side(above, median if median.own else opposite, process.choices)
    median = median.with_floaters(_floaters(paired_above))
    paired_below = _pair_side(below, median, process.choices)
    median = median.with_floaters(_floaters(paired_below))
    paired = pair_median(median, paired_above, paired_below, process.crack_next)
    return None if paired is None else [*paired_above, *paired_below, paired]


def groups_from_both_ends(table: PlayerTable, twice_median: int) -> Groups:
    """[C.04.4.3 2.2] Divide the players into the scoregroups above the median, the median, and the scoregroups below.

    The groups above are listed from the top down, and the groups below from the bottom up. The median may have no
    players of its own (reading L13).
    """
    above: list[Group] = []
    below: list[Group] = []
    median = Group(table, Direction.DOWN, twice_median, frozenset())
    for twice_score, places in groupby(range(len(table.players)), key=lambda place: 2 * table.players[place].score):
        own = frozenset(places)
        if twice_score > twice_median:
            above.append(Group(table, Direction.DOWN, twice_score, own))
        elif twice_score < twice_median:
            below.insert(0, Group(table, Direction.UP, twice_score, own))
        else:
            median = replace(median, own=own)
    return above, median, below


# C.04.4.3 2.2, 3.2.1
def _pair_side(groups: Sequence[Group], last_adjacent: Group, choices: Choices) -> list[Paired]:
    """[2.2, 3.2.1] Pair all groups above the median, or all groups below the median. Floaters join the next group."""
    paired: list[Paired] = []
    for group, adjacent in zip(groups, [*groups[1:], last_adjacent], strict=False):
        paired.append(pair_scoregroup(group.with_floaters(_floaters(paired)), adjacent, choices))
    return paired


def _floaters(paired: Sequence[Paired]) -> frozenset[int]:
    """Return the floaters of the last group in a list of groups."""
    return frozenset(floater.place for floater in paired[-1].floaters) if paired else frozenset()


def trace_of(paired: Paired, state: RoundState) -> BracketTrace:
    """Describe how a group was paired, as a `BracketTrace`.

    Floaters from other groups are listed as players moved down, unless the group has no players of its own.
    """
    group = paired.group
    players = group.table.players
    own = sorted(group.own or group.floaters)
    came = sorted(group.floaters) if group.own else []
    bracket = Bracket(state, tuple(players[place] for place in came), tuple(players[place] for place in own))
    upward = group.direction is Direction.UP
    pairs = (sorted(pairing.both, reverse=upward) for pairing in paired.pairings)
    pairing = BracketPairing(
        tuple((players[favoured], players[other]) for favoured, other in pairs),
        tuple(players[floater.place] for floater in paired.floaters),
    )
    return BracketTrace(bracket, pairing, group.direction.value, tuple(_steps(paired)))


def _steps(paired: Paired) -> Iterator[Step]:
    """Yield a step for each member of a group: the member gets an opponent or floats."""
    group = paired.group
    players = group.table.players
    floaters = {floater.place: floater for floater in paired.floaters}
    pairings = {pairing.served: pairing for pairing in paired.pairings}
    for place in group.order_of_service(group.members):
        told = floaters.get(place) or pairings.get(place)
        if told is None:
            continue
        opponent = players[told.opponent] if isinstance(told, Pairing) else None
        rejected = tuple(Rejected(players[other], *why) for other, why in told.rejected)
        yield Step(players[place], opponent, *told.why, rejected)
