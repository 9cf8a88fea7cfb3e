"""Round robins by the Berger tables [C.05 Annex 1], which FIDE has not changed for longer than it has kept dates.

The table of an even number of participants has one round fewer than participants. If the number is odd, the highest
number of the table is nobody's, and whoever meets it has the bye. In a second cycle, the colours are reversed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pairing_engine.errors import NoPairing
from pairing_engine.facts.basic_rules import Absolutes, BasicRules, ByeBar, Colours
from pairing_engine.facts.model import NOBODY, Colour, Points, Tpn
from pairing_engine.kernel.colour import colour_step
from pairing_engine.kernel.findings import Fault, Finding, TwoRounds
from pairing_engine.kernel.rules import Bracket, BracketPairing, Route
from pairing_engine.kernel.trace import BracketTrace, Step
from pairing_engine.language import marked, say
from pairing_engine.state.round_state import INDIVIDUAL, Player, RoundState, by_tpn
from pairing_engine.systems.system import ByeRule, Completion, Method, Names, Pairs, System

ARTICLE = "Annex 1"


class TableRound(NamedTuple):
    """[C.05 Annex 1] A round of the table for ``size`` places, an even number; places are counted from 1.

    ``pivot`` is the place that meets the last place. Any two other opponents are equally far from it, on either side of
    the circle of all places but the last.
    """

    size: int
    pivot: int

    @classmethod
    def numbered(cls, size: int, number: int) -> TableRound:
        return cls(size, number // 2 + size // 2 if number % 2 == 0 else number // 2 + 1)

    @classmethod
    def with_pair(cls, size: int, one: int, other: int) -> TableRound:
        """Return the round in which two places meet."""
        pivot = min(one, other) if size in (one, other) else (one + other) * size // 2 % (size - 1)
        return cls(size, pivot or size - 1)

    def opponent(self, place: int) -> int:
        if place in (self.size, self.pivot):
            return self.size + self.pivot - place
        return (2 * self.pivot - place - 1) % (self.size - 1) + 1

    def boards(self) -> list[tuple[int, int]]:
        """Return the boards as the annex prints them: along both sides of the circle, White of the first cycle first.

        >>> TableRound.numbered(8, 2).boards()
        [(8, 5), (6, 4), (7, 3), (1, 2)]
        """
        places = [(self.pivot + step - 1) % (self.size - 1) + 1 for step in range(self.size // 2)]
        return [
            (a, b) if self.has_white(a) else (b, a) for a, b in zip(places, map(self.opponent, places), strict=True)
        ]

    def has_white(self, place: int) -> bool:
        """Whether a place has White. The last place has White in every second round, beginning with the second."""
        if place in (self.size, self.pivot):
            return (place == self.pivot) is (self.pivot <= self.size // 2)
        return (place - self.pivot) % (self.size - 1) < self.size // 2


class Table(NamedTuple):
    """The places of an event before a round, also of those absent or withdrawn (reading R1), and the round's number."""

    places: dict[Tpn, int]
    size: int
    number: int
    cycle: int

    @classmethod
    def of(cls, state: RoundState, *, exchanged: bool = False) -> Table:
        """``exchanged`` is true if the last two rounds of the first cycle are exchanged (reading R3)."""
        tpns = sorted(participant.tpn for participant in state.tournament.participants)
        size = max(len(tpns) + len(tpns) % 2, 2)
        cycle, number = (state.number - 1) // (size - 1), (state.number - 1) % (size - 1) + 1
        if exchanged and not cycle and number >= size - 2 > 0:
            number = 2 * size - 3 - number
        return cls({tpn: place for place, tpn in enumerate(tpns, 1)}, size, number, cycle)

    def words(self) -> str:
        said = {"number": self.number, "size": self.size}
        if self.cycle % 2:
            return say("round {number} of the table for {size}, with the colours reversed", **said)
        return say("round {number} of the table for {size}", **said)


def by_table(one: Player, other: Player, state: RoundState) -> Colour:
    """[C.05 Annex 1] Return the colour that the table gives the first of two players in the cycle of the round."""
    table = state.once(Table.of)
    places = table.places[one.tpn], table.places[other.tpn]
    white = TableRound.with_pair(table.size, *places).has_white(places[0])
    return Colour.WHITE if white is (table.cycle % 2 == 0) else Colour.BLACK


class TableMethod(Method):
    """The method that reads a round from the table."""

    reads_pasts = True
    follows_wishes = False

    process: ByTable

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round. Raises `NoPairing` if the event cannot follow the table (reading R1)."""
        table = Table.of(state, exchanged=self.process.exchanged)
        row = TableRound.numbered(table.size, table.number)
        there = {table.places[player.tpn]: player for player in state.players}
        pairs = [
            (there[place], there[mate]) for place in sorted(there) if place < (mate := row.opponent(place)) in there
        ]
        free = [there[place] for place in sorted(there) if row.opponent(place) not in there]
        past: dict[frozenset[Tpn], list[int]] = {}
        for number, one in enumerate(state.earlier_rounds, 1):
            for meeting in one.meetings():
                past.setdefault(frozenset(meeting[:2]), []).append(number)
        for pair in pairs:
            self._check(table, pair, state, past)
        if len(free) > 1:
            names = ", ".join(str(state.shown(player.tpn)) for player in free)
            words = say(
                "{words}: the opponents of {names} are absent, and only one of these players can have the bye; give "
                "the others a bye, or pair everybody and enter forfeits",
                words=table.words(),
                names=names,
            )
            raise NoPairing(f"{self.system.article} {ARTICLE}", words, (state.shown(p.tpn) for p in free))
        if free and not free[0].may_have_bye:
            words = say("{words}: a wish keeps {bye} from the bye", words=table.words(), bye=state.shown(free[0].tpn))
            raise NoPairing(f"{self.system.article} {ARTICLE}", words, [state.shown(free[0].tpn)])
        bracket = Bracket(state, (), tuple(sorted(state.players, key=by_tpn)), route=Route.TABLE)
        steps = tuple(Step(one, other, ARTICLE, table.words()) for one, other in pairs)
        printed = tuple((there[a], there[b]) for a, b in row.boards() if a in there and b in there)
        trace = BracketTrace(bracket, BracketPairing(printed, tuple(free)), Route.TABLE.value, steps)
        return Pairs(tuple(pairs), free[0] if free else None, (trace,) if state.players else ())

    def _check(
        self, table: Table, pair: tuple[Player, Player], state: RoundState, past: Mapping[frozenset[Tpn], list[int]]
    ) -> None:
        """Raise `NoPairing` if two players of the table may not meet, or have met too often for this cycle.

        ``past`` has the rounds in which two players have met.
        """
        both = frozenset(player.tpn for player in pair)
        met = past.get(both, [])
        said = {"words": table.words(), "one": state.shown(pair[0].tpn), "other": state.shown(pair[1].tpn)}
        if pair[1].tpn in pair[0].barred:
            words = say("in {words}, {one} would meet {other}, but they are kept apart", **said)
        elif len(met) > table.cycle:
            words = say(
                "in {words}, {one} would meet {other} again after round {met}, so the event does not follow the table",
                **said,
                met=met[-1],
            )
        else:
            return
        raise NoPairing(f"{self.system.article} {ARTICLE}", words, (state.shown(tpn) for tpn in both))

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Compare the pairs in the order of the table."""
        called, mates = trace.bracket.state.called, rounds.other.mates
        for step in trace.steps:
            one, mate = step.player.tpn, mates.get(step.player.tpn, NOBODY)
            assert step.opponent is not None
            right = step.opponent.tpn
            if mate != right:
                if mate == NOBODY:
                    theirs = say("{name} has the bye", name=called(one))
                else:
                    theirs = say("{one} meets {other}", one=called(one), other=called(mate))
                players = (one,) if mate == NOBODY else (one, mate)
                article = f"{self.system.article} {step.article}"
                words = say("the pairs are those of {words}", words=step.words)
                ours = say("{one} meets {other}", one=called(one), other=called(right))
                served = NOBODY if mate == NOBODY else one
                return Finding(Fault.STEP, article, "", words, ours, theirs, players, (one, right), served=served)
        return None


class ByTable(NamedTuple):
    """The process that reads every round from the table."""

    exchanged: bool = False
    method: type[TableMethod] = TableMethod


def may_meet(a: Player, b: Player, _state: RoundState) -> bool:
    """Whether no prohibition and no hard wish keeps two players apart."""
    return b.tpn not in a.barred


def in_order_of_numbers(_player: Player) -> Points:
    """Return the same score for everybody, so that the boards are in the order of the smaller numbers."""
    return Points(0)


NO_BAR = ByeBar(frozenset(), win_points=False)

ROUND_ROBIN_2026 = System(
    name="round-robin",
    edition="2026",
    article="C.05",
    code="FIDE_ROUNDROBIN",
    conventions=INDIVIDUAL._replace(bye_bar=NO_BAR, once=False),
    procedure=((ARTICLE, marked("the table of the event gives each participant an opponent and a colour")),),
    may_meet=may_meet,
    colour_steps=(colour_step("C.05 Annex 1", "the table gives the colours", by_table),),
    basic=BasicRules("", "", f"C.05 {ARTICLE}", f"C.05 {ARTICLE}", "", f"C.05 {ARTICLE}"),
    completion=Completion(f"C.05 {ARTICLE}", f"C.05 {ARTICLE}", ""),
    bye_again=ByeRule(f"C.05 {ARTICLE}", "", "", ""),
    absolutes=Absolutes(Colours.FREE),
    board_score=in_order_of_numbers,
    rounds=lambda players: max(players - 1 + players % 2, 1),
    names=Names(floating=ARTICLE, colour_clash=None, halves=None, scoregroups=True),
    process=ByTable(),
)
