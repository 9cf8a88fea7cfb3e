"""[C.04.4.3 1, 2.2] The Lim pairing process: the bye, the scoregroups from both ends, then the median.

The explanation of a wrong round concerns the first step that differs from the correct round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, Points, Tpn
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.rules import Bracket, BracketPairing
from pairing_engine.kernel.trace import BracketTrace, Rejected, Step
from pairing_engine.language import say
from pairing_engine.matching.cover import Augmenting, bits, bits_of
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import Conventions, Player, RoundState
from pairing_engine.systems.lim import articles, floaters
from pairing_engine.systems.lim.articles import INCOMPATIBLE, LimReason
from pairing_engine.systems.lim.floaters import Direction, Floater, Group, Outlook, Pairing, Scrutiny
from pairing_engine.systems.system import Method, Pairs, System

Groups = tuple[list[Group], Group, list[Group]]
"""The groups above the median, the median, and the groups below the median. Both lists are in pairing order."""


class LimMethod(Method):
    """The method of the Lim System."""

    follows_wishes = False

    def pair(self, state: RoundState) -> Pairs:
        """Pair the whole round, with the player whom 5.4 favours first in each pair, and choose who gets the bye.

        Raises `NoPairing` if no complete round-pairing exists [2.6] (reading L52). Raises `MissingFact` if a player in
        a Maxi-tournament has no rating.
        """
        system = self.system
        # [1.1] The lowest ranked player of the lowest scoregroup is considered first for the bye (reading L14).
        bye, players = self.bye_first(state, f"{system.article} 1.1")
        floated, steps = floated_before(state, system.conventions), frozenset(system.procedure)
        table = floaters.player_table_of(state, players, system.may_meet, floated, steps)
        groups = _pair_groups(groups_from_both_ends(table, twice_median_score(state)))
        if groups is None:
            raise self.no_pairing(state._replace(players=tuple(players)))
        traces = tuple(trace_of(paired, state) for paired in groups if paired.pairings or paired.floaters)
        return Pairs(tuple(pair for trace in traces for pair in trace.pairing.pairs), bye, traces)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        return next(_Group(trace, rounds, self.system).findings(), None)


class FromBothEnds(NamedTuple):
    """[C.04.4.3 2.2] The Lim process: the bye, then the scoregroups from both ends towards the median.

    Some steps are carried out only if the System's ``procedure`` contains them: 2.3.1 to 2.3.3, 3.1, 3.2.2, 3.2.3, 3.5,
    3.9, 3.10, 3.10.2, 4.4.1, 5.2, 5.7 and 6.
    """

    method: type[LimMethod] = LimMethod


def floated_before(state: RoundState, conventions: Conventions) -> frozenset[Tpn]:
    """[C.04.4.3 3.10] Find the players who floated to another scoregroup in the previous round (reading L11).

    A pair with different scores contains one or two floaters. The higher player floated if the higher score was above
    the median of that round, because scoregroups above the median are paired downward. The lower player floated if the
    lower score was below the median. A pair counts even if the game was not played.
    """
    if not state.earlier_rounds:
        return frozenset()
    previous = state_before(state.tournament, state.number - 1, conventions)
    twice_median = twice_median_score(previous)
    floated = set()
    for game in state.earlier_rounds[-1].games:
        players = previous.by_tpn[game.white], previous.by_tpn[game.black]
        lower, higher = sorted(players, key=lambda player: player.score)
        if lower.score == higher.score:
            continue
        if 2 * higher.score > twice_median:
            floated.add(higher.tpn)
        if 2 * lower.score < twice_median:
            floated.add(lower.tpn)
    return frozenset(floated)


def twice_median_score(state: RoundState) -> int:
    """[C.04.4.3 2.2] Return twice the median score, which is the score for winning every round (readings L10, L12)."""
    return (state.number - 1) * state.scoring.win


def _pair_groups(groups: Groups) -> list[PairedGroup] | None:
    """[C.04.4.3 2.2] Pair all groups in pairing order. None if the median cannot be paired."""
    above, median, below = groups
    opposite = below[-1]._replace(direction=Direction.DOWN) if below else median
    # If the median is empty, the choice of floaters looks at the highest group below the median (reading L19).
    paired_above = _pair_side(above, median if median.own else opposite)
    median = median.with_floaters(_floaters(paired_above))
    paired_below = _pair_side(below, median)
    median = median.with_floaters(_floaters(paired_below))
    paired = pair_median(median, paired_above, paired_below)
    return None if paired is None else [*paired_above, *paired_below, paired]


def groups_from_both_ends(table: floaters.PlayerTable, twice_median: int) -> Groups:
    """[C.04.4.3 2.2] Divide the players into the scoregroups above the median, the median, and the scoregroups below.

    Both lists begin far from the median, which may have no players of its own (reading L13).
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
            median = median._replace(own=own)
    return above, median, below


def _pair_side(groups: Sequence[Group], last_adjacent: Group) -> list[PairedGroup]:
    """[C.04.4.3 2.2, 3.2.1] Pair all groups on one side of the median. Floaters join the next group."""
    paired: list[PairedGroup] = []
    for group, adjacent in zip(groups, [*groups[1:], last_adjacent], strict=False):
        paired.append(pair_scoregroup(group.with_floaters(_floaters(paired)), adjacent))
    return paired


def _floaters(paired: Sequence[PairedGroup]) -> frozenset[int]:
    return frozenset(floater.place for floater in paired[-1].floaters) if paired else frozenset()


def trace_of(paired: PairedGroup, state: RoundState) -> BracketTrace:
    """Describe how a group was paired. An empty median (reading L13) has no residents."""
    group = paired.group
    players = group.table.players
    came, own = (tuple(players[place] for place in sorted(places)) for places in (group.floaters, group.own))
    bracket = Bracket(state, came, own, level=Points(group.twice_score // 2))
    upward = group.direction is Direction.UP
    pairs = (sorted(pairing.both, reverse=upward) for pairing in paired.pairings)
    pairing = BracketPairing(
        tuple((players[favoured], players[other]) for favoured, other in pairs),
        tuple(players[floater.place] for floater in paired.floaters),
    )
    return BracketTrace(bracket, pairing, group.direction.value, tuple(_steps(paired)))


def _steps(paired: PairedGroup) -> Iterator[Step]:
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


def pair_median(group: Group, above: list[PairedGroup], below: list[PairedGroup]) -> PairedGroup | None:
    """[C.04.4.3 2.6] Pair the median scoregroup together with all floaters that have come to the median.

    Until it can be paired, pairings in the groups ``above`` and ``below`` are undone one by one; None if all were.
    """
    cracked: list[int] = []
    while True:
        # C.04.4.3 2.6, 4: the first pairings that give all players compatible opponents (reading L49)
        order = group.order_of_service(group.members)
        cover = Augmenting(group.table.compatible, bits_of(order), proposed_couples(group, order))
        if cover.demand_all(order):
            pairings = floaters.first_pairings(order, FirstScrutiny(group, {}, cracked), cover)
            return PairedGroup(group, second_scrutiny(group, pairings), [])
        following = crack_next(group, above, below)
        if following is None:
            return None
        cracked += following.both
        group = group.with_floaters(following.both)


def crack_next(median: Group, above: list[PairedGroup], below: list[PairedGroup]) -> Pairing | None:
    """[C.04.4.3 2.6.1, 2.6.2] Undo the last pairing of the side with fewer floaters (readings L50 to L52)."""
    from_above = sum(median.is_from_above(place) for place in median.floaters)
    from_below = len(median.floaters) - from_above
    sides = [(below, articles.CRACKED_BELOW), (above, articles.CRACKED_ABOVE)]
    for side, why in sides if from_above > from_below else reversed(sides):
        for paired in reversed(side):
            if paired.pairings:
                cracked: Pairing = paired.pairings.pop()
                paired.floaters.extend(Floater(place, why) for place in cracked.both)
                return cracked
    return None


class PairedGroup(NamedTuple):
    """A paired group: its pairings in the order of service, and its floaters in the order in which they left."""

    group: Group
    pairings: list[Pairing]
    floaters: list[Floater]


def pair_scoregroup(group: Group, adjacent: Group) -> PairedGroup:
    """[C.04.4.3 2.3-2.5, C.04.4.3 4, C.04.4.3 5.2] Pair a scoregroup. Its floaters go to the ``adjacent`` group."""
    stranded = floaters.without_opponents(group)
    outlook = Outlook(group, adjacent, tuple(floater.place for floater in stranded))
    members = group.members.difference(outlook.leaving)
    even = None
    if len(members) % 2:
        even = floaters.to_make_even(outlook, group.order_of_service(members))
        members -= {even.place}
    pairings, stuck = _ArticleFour(outlook, even).pair(members)
    return PairedGroup(group, second_scrutiny(group, pairings), stranded + stuck)


@dataclass(frozen=True)
class FirstScrutiny(Scrutiny):
    """[C.04.4.3 3.8, C.04.4.3 4.1-4.3] The first scrutiny: the search for compatible opponents.

    ``retained`` maps players to their earlier pairings, whose opponents are tried first [4.4] (reading L37).
    ``cracked`` are the floaters from pairings that were undone [2.6].
    """

    group: Group
    retained: Mapping[int, Pairing]
    cracked: Collection[int] = ()

    def opponents(self, served: int, remaining: Sequence[int]) -> Iterator[int]:
        kept = [self.retained[served].opponent] if served in self.retained else []
        yield from (other for other in kept if other in remaining)
        yield from (other for other in Scrutiny.opponents(self, served, remaining) if other not in kept)

    def why_not(self, served: int, tried: int) -> LimReason:
        return articles.LEAVES_OTHERS if self.group.table.fits(served, tried) else articles.INCOMPATIBLE

    def pairing(self, served: int, opponent: int, rejected: floaters.RejectedOpponents) -> Pairing:
        retained = self.retained.get(served)
        if retained is not None and retained.opponent == opponent:
            return retained
        if served in self.group.floaters:
            why = articles.CRACKED if served in self.cracked else articles.FLOATER
        elif not rejected:
            why = articles.PROPOSED
        else:
            incompatible = rejected[0][1] is articles.INCOMPATIBLE
            why = articles.EXCHANGED if incompatible else articles.EXCHANGED_FOR_OTHERS
        return Pairing(served, opponent, why, rejected)


class _ArticleFour:
    """[C.04.4.3 4] The first scrutiny of a group, and its floaters; ``even`` makes the number even [2.3.4]."""

    def __init__(self, outlook: Outlook, even: Floater | None) -> None:
        self.outlook, self.group = outlook, outlook.group
        self.even = even
        self.floaters: list[Floater] = []

    def pair(self, members: frozenset[int]) -> tuple[list[Pairing], list[Floater]]:
        """Pair the members, and choose floaters until the remaining members can be paired."""
        retained: list[Pairing] = []
        while True:
            order = self.group.order_of_service(members)
            couples = self._beginning(order, retained)
            cover = Augmenting(self.group.table.compatible, bits_of(members), couples)
            nobody_for = next((place for place in order if not cover.demand(place)), None)
            in_its_stead = bits(cover.instead_of(nobody_for)) if nobody_for is not None else ()
            scrutiny = FirstScrutiny(self.group, {pairing.served: pairing for pairing in retained})
            retained = floaters.first_pairings(order, scrutiny, cover, until=nobody_for)
            if nobody_for is None:
                return retained, self.floaters + ([self.even] if self.even else [])
            members = self._float(nobody_for, frozenset(in_its_stead), members, retained)
            retained = [pairing for pairing in retained if members.issuperset(pairing.both)]

    def _beginning(self, order: Sequence[int], retained: Sequence[Pairing]) -> list[tuple[int, int]]:
        """List the pairs of the first matching: retained pairings, then proposed pairings of all other members."""
        couples = [pairing.both for pairing in retained]
        taken = {place for couple in couples for place in couple}
        return couples + proposed_couples(self.group, [place for place in order if place not in taken])

    def _float(
        self, stuck: int, in_its_stead: Collection[int], members: frozenset[int], retained: Sequence[Pairing]
    ) -> frozenset[int]:
        """[C.04.4.3 4.4] Choose the floaters if ``stuck`` has no opponent; return the rest (readings L37 to L40)."""
        if self.even is not None and self.group.table.follows(articles.RETURNS):
            members |= {self.even.place}
            self.even = None
            self.floaters.append(floaters.in_exchange(self.outlook, self.group.order_of_service(members), stuck))
            return members - {self.floaters[-1].place}
        first = floaters.in_stead(self._outlook(), stuck, in_its_stead)
        self.floaters.append(first)
        members -= {first.place}
        settled = {place for pairing in retained for place in pairing.both if first.place not in pairing.both}
        company = floaters.in_company(self._outlook(), self.group.order_of_service(members), settled | {stuck})
        self.floaters.append(company)
        return members - {company.place}

    def _outlook(self) -> Outlook:
        leaving = (*self.outlook.leaving, *(floater.place for floater in self.floaters))
        return replace(self.outlook, leaving=leaving)


def proposed_couples(group: Group, order: Sequence[int]) -> list[tuple[int, int]]:
    """[C.04.4.3 2.4] List the proposed pairings of compatible players."""
    half = len(order) // 2
    return [couple for couple in zip(order[:half], order[half:], strict=False) if group.table.fits(*couple)]


def second_scrutiny(group: Group, pairings: list[Pairing]) -> list[Pairing]:
    """[C.04.4.3 5.2] Exchange opponents for due colours; floaters keep their opponents (reading L42).

    In the last round, opponents are exchanged for permitted colours first [6] (reading L47).
    """
    table = group.table
    in_force = table.follows(articles.EXCHANGED_IN_LAST_ROUND)
    if in_force and not all(_satisfies(table.permitted, pairing) for pairing in pairings):
        in_last_round = SecondScrutiny(group, pairings, table.compatible, articles.EXCHANGED_IN_LAST_ROUND)
        pairings = in_last_round.pairings_for(table.permitted)
    if not table.follows(articles.EXCHANGED_FOR_COLOURS):
        return pairings
    of_floaters = [pairing for pairing in pairings if not group.own.issuperset(pairing.both)]
    own = pairings[len(of_floaters) :]
    for_colours = SecondScrutiny(group, own, _within_limit(group, own), articles.EXCHANGED_FOR_COLOURS)
    return of_floaters + for_colours.pairings_for(table.content, kept=table.permitted)


def _satisfies(demand: Sequence[int], pairing: Pairing) -> bool:
    return bool(demand[pairing.served] >> pairing.opponent & 1)


def _kept(demand: Sequence[int], pairings: Sequence[Pairing], allowed: Sequence[int]) -> Sequence[int]:
    """Restrict the opponents of each player, so that no exchange undoes a demand that is already satisfied."""
    both = [place for pairing in pairings if _satisfies(demand, pairing) for place in pairing.both]
    if not any(allowed[place] & ~demand[place] for place in both):
        return allowed
    satisfied = bits_of(both)
    return [
        pairs & (wished if satisfied >> place & 1 else wished | ~satisfied)
        for place, (pairs, wished) in enumerate(zip(allowed, demand, strict=True))
    ]


def _within_limit(group: Group, pairings: Sequence[Pairing]) -> Sequence[int]:
    """[C.04.4.3 5.7] Find each player's possible opponents in the rating limit of a Maxi-tournament (reading L43)."""
    table = group.table
    if not table.ratings or not table.follows(articles.WRONG_RATING):
        return table.compatible
    before = dict([*(pairing.both for pairing in pairings), *(pairing.both[::-1] for pairing in pairings)])
    order = group.numbered(before)
    allowed = list(table.compatible)
    for number, leading in enumerate(order):
        for other in order[number + 1 :]:
            if not table.within_limit(other, before[leading]):
                allowed[leading] &= ~(1 << other)
                allowed[other] &= ~(1 << leading)
    return allowed


class SecondScrutiny(Scrutiny):
    """The second scrutiny, which serves one player after the other (reading L41).

    For each player in turn, it looks for the first complete pairing in which this player, and those served before, have
    a wanted opponent. ``within`` are the compatible pairs that 5.7 allows.
    """

    def __init__(self, group: Group, pairings: list[Pairing], within: Sequence[int], why: LimReason) -> None:
        self.group = group
        self.table = group.table
        self.pairings = pairings
        self.made = {pairing.both: pairing for pairing in pairings}
        self.order = group.order_of_service(place for pairing in pairings for place in pairing.both)
        self.within = within
        self.why = why

    def pairings_for(self, demand: Sequence[int], kept: Sequence[int] = ()) -> list[Pairing]:
        """Serve every player, and return the pairings.

        ``demand`` lists the wanted opponents of each player. If a player's present opponent is in ``kept``, a new
        opponent must also be in ``kept``. One search finds who can get a wanted opponent, earlier players first, and
        another the first pairing that satisfies all of them.
        """
        couples = [pairing.both for pairing in self.pairings]
        allowed = _kept(kept, self.pairings, self.within) if kept else self.within
        cover = Augmenting(allowed, bits_of(self.order), couples, demand)
        cover.demand_all(self.order)
        satisfied = bits_of(place for place in self.order if cover.insist(place))
        if all(_satisfies(demand, one) for one in self.pairings if bits_of(one.both) & satisfied):
            return self.pairings
        return floaters.first_pairings(self.order, self, cover)

    def why_not(self, served: int, tried: int) -> LimReason:
        if not self.table.fits(served, tried):
            return articles.INCOMPATIBLE
        if not self.within[served] >> tried & 1:
            return articles.WRONG_RATING
        in_last_round = self.why is articles.EXCHANGED_IN_LAST_ROUND
        return articles.NOT_PERMITTED if in_last_round else articles.WRONG_COLOURS

    def pairing(self, served: int, opponent: int, rejected: floaters.RejectedOpponents) -> Pairing:
        return self.made.get((served, opponent)) or Pairing(served, opponent, self.why, rejected)


class _Group:
    """A group of the correct round, compared with the same group in another round."""

    def __init__(self, trace: BracketTrace, rounds: TwoRounds, system: System) -> None:
        self.system, self.state, self.steps = system, trace.bracket.state, trace.steps
        self.right, self.mates = rounds.right.mates, rounds.other.mates
        self.members = {player.tpn for player in trace.bracket.members}
        self.floats = {step.player.tpn: step for step in trace.steps if step.opponent is None}

    def findings(self) -> Iterator[Finding]:
        """Yield each difference between the two rounds, in the order in which players are served; two floaters last."""
        for step in self.steps:
            mate = self._mate(step.player)
            if step.opponent is not None and mate != step.opponent.tpn:
                yield self._other_opponent(step, step.opponent, mate)
            elif step.opponent is None and mate in self.members and mate not in self.floats:
                yield self._is_paired(step, mate)
        for step in self.floats.values():
            mate = self._mate(step.player)
            if mate in self.floats and self._stays(step.player):
                yield self._is_paired(step, mate)

    def _mate(self, player: Player) -> Tpn:
        """Return the player's opponent in the other round. `NOBODY` if the player has no opponent."""
        return self.mates.get(player.tpn, NOBODY)

    def _stays(self, floater: Player) -> bool:
        """Whether a floater is paired within the group, and not with another floater as in the correct round [2.6]."""
        mate = self._mate(floater)
        return mate in self.members and mate != self.right.get(floater.tpn)

    def _may_meet(self, player: Player, mate: Tpn) -> bool:
        return self.system.may_meet(player, self.state.by_tpn[mate], self.state)

    def _other_opponent(self, step: Step, opponent: Player, mate: Tpn) -> Finding:
        """Find the reason why a player should have a different opponent."""
        tpn = step.player.tpn
        if mate != NOBODY and not self._may_meet(step.player, mate):
            return self._illegal(tpn, mate)
        if mate in self.floats:
            return self._is_paired(self.floats[mate], tpn)
        if mate not in self.members:
            for one in self.floats.values():
                other = _among(one.rejected, tpn)
                if other is not None and self._stays(one.player):
                    return self._other_floater(one, other)
        tried = _among(step.rejected, mate)
        fault = Fault.LATER if mate in self.members and tried is None else Fault.STEP
        right, wrong = self._pair(tpn, opponent.tpn), self._pair(tpn, mate)
        theirs = (tpn,) if mate == NOBODY else (tpn, mate)
        return self._finding(fault, tried or step, right, wrong, theirs, (tpn, opponent.tpn))

    def _is_paired(self, step: Step, mate: Tpn) -> Finding:
        """Explain why the player should float instead of being paired within the group."""
        tpn = step.player.tpn
        if not self._may_meet(step.player, mate):
            return self._illegal(tpn, mate)
        for other in step.rejected:
            if self._mate(other.player) not in self.members and other.player.tpn not in self.floats:
                return self._other_floater(step, other)
        return self._finding(Fault.STEP, step, self._floats(tpn), self._pair(tpn, mate), (tpn, mate), (tpn,))

    def _other_floater(self, step: Step, other: Rejected) -> Finding:
        right, wrong = step.player.tpn, other.player.tpn
        return self._finding(Fault.STEP, other, self._floats(right), self._floats(wrong), (wrong,), (right,))

    def _illegal(self, one: Tpn, other: Tpn) -> Finding:
        words = say("they are not compatible, because they have met, or one would get a colour that is not permitted")
        article = f"{self.system.article} {INCOMPATIBLE.article}"
        return Finding(Fault.ILLEGAL, article, "", words, players=(one, other))

    def _finding(
        self, fault: Fault, why: Step | Rejected, right: str, wrong: str, theirs: tuple[Tpn, ...], ours: tuple[Tpn, ...]
    ) -> Finding:
        served = ours[0] if ours[0] == theirs[0] else NOBODY
        article = f"{self.system.article} {why.article}"
        return Finding(fault, article, "", why.words, right, wrong, theirs, ours, served=served)

    def _pair(self, one: Tpn, other: Tpn) -> str:
        name = self.state.called(one)
        if other == NOBODY:
            return say("{one} has no opponent", one=name)
        return say("{one} meets {other}", one=name, other=self.state.called(other))

    def _floats(self, tpn: Tpn) -> str:
        return say("{name} floats", name=self.state.called(tpn))


def _among(rejected: tuple[Rejected, ...], tpn: Tpn) -> Rejected | None:
    return next((other for other in rejected if other.player.tpn == tpn), None)
