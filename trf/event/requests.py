"""Byes that are known before their round is paired: letters in later columns, records 240 and XXZ."""

from __future__ import annotations

from typing import Protocol

from pairing_engine.facts.model import Bye, ByeKind, Request, Tpn
from pairing_engine.language import say
from trf.event.players import Roster, check_listed
from trf.format.cells import Cell
from trf.format.fields import FIRST_VALUE_COLUMN, TABLES
from trf.format.findings import Findings
from trf.format.records import Index, Record

_KINDS = {kind.value: kind for kind in (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT)}

_KIND, _ROUND = TABLES["240"].fields


class RoundTable(Protocol):
    """The rounds in the players' lines, before records 240 and XXZ are read."""

    findings: Findings
    rounds: int | None
    played: int
    lines_have_byes: bool
    """Whether players' lines already contain the byes of paired rounds, and record 240 only repeats these byes."""

    def requests(self) -> list[Request]:
        """Return the byes of rounds that are not yet paired."""

    def said_in(self, round_: int, number: Tpn) -> Cell:
        """Return a participant's cell in a given round."""

    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None:
        """Record a bye in a round that is already paired."""

    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]:
        """Return the line and column of a participant's bye."""


class Announcements:
    """The announced byes of rounds that are not yet paired.

    If several records state a bye for the same player and round, the first bye is used.
    """

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self.findings = table.findings
        self.requests = {(request.round, request.bye.tpn): request for request in table.requests()}

    def read(self, index: Index, roster: Roster) -> tuple[Request, ...]:
        for record in index.of("240"):
            self._read_240(record, roster)
        for record in index.of("XXZ"):
            self._read_absences(record, roster)
        self._check_pairing_allocated()
        return tuple(self.requests[key] for key in sorted(self.requests))

    def _read_240(self, record: Record, roster: Roster) -> None:
        kind, number = _KINDS.get(record.text("kind").upper()), record.number("round")
        players = roster.listed(record, self.findings)
        if kind is None:
            found = repr(record.text("kind"))
            self.findings.problem(record.line, _KIND.first, "kind", "kind", found, say("F, H or Z"))
        elif not number:
            found = record.text("round") or "blanks"
            self.findings.problem(record.line, _ROUND.first, "number", "round", found, say("the number of a round"))
        elif not check_listed(record, self.findings):
            return
        elif number <= self.table.played:
            for player in players:
                self._compare_with_result(record, number, player, kind)
        elif self._is_to_come(record, number):
            for player in players:
                self._announce(record, number, Bye(player, kind))

    def _read_absences(self, record: Record, roster: Roster) -> None:
        """[XXZ] Mark the listed players absent from the next round, unless they already have a bye in it."""
        number = self.table.played + 1
        players = roster.named(record, self.findings)
        if players and self._is_to_come(record, number):
            for player in players:
                request = Request(number, Bye(player, ByeKind.ZERO_POINT))
                self.requests.setdefault((number, player), request)

    def _is_to_come(self, record: Record, number: int) -> bool:
        rounds = self.table.rounds
        if rounds is None or number <= rounds:
            return True
        words = say(
            "record {code} is about round {number}, but the event has only {rounds} rounds: the record is ignored",
            code=record.code,
            number=number,
            rounds=rounds,
        )
        self.findings.adjust("ADJ-59", record.line, FIRST_VALUE_COLUMN, words)
        return False

    def _announce(self, record: Record, number: int, bye: Bye) -> None:
        stated = self.requests.setdefault((number, bye.tpn), Request(number, bye)).bye.kind
        if stated is not bye.kind:
            values = {"kind": bye.kind.value, "tpn": bye.tpn, "number": number, "stated": stated.value}
            words = say(
                "{kind} is stated for {tpn} in round {number}, but {stated} was stated earlier: the "
                "earlier statement is used",
                **values,
            )
            self.findings.adjust("ADJ-58", record.line, FIRST_VALUE_COLUMN, words)

    def _compare_with_result(self, record: Record, number: int, player: Tpn, kind: ByeKind) -> None:
        """Compare a record 240 for a past round with the player's line. It counts only if the cell is blank."""
        opponent, mark = self.table.said_in(number, player)
        if not opponent and not mark:
            self.table.give_bye(number, player, kind)
            if not self.table.lines_have_byes:
                return
            values = {"player": player, "number": number, "kind": kind.value}
            words = say("the line of {player} is blank in round {number}: {kind} is taken from record 240", **values)
        elif not opponent and mark == kind.value:
            return
        else:
            words = say(
                (
                    "{kind} is stated for {player} in round {number}, but the player's own line says "
                    "otherwise: that line is used"
                )
                if self.table.lines_have_byes
                else (
                    "{kind} is stated for {player} in round {number}, but the games show otherwise: the games are used"
                ),
                kind=kind.value,
                player=player,
                number=number,
            )
        self.findings.adjust("ADJ-58", record.line, FIRST_VALUE_COLUMN, words)

    def _check_pairing_allocated(self) -> None:
        """[C.04.1 3] Check that the file gives at most one pairing-allocated bye in the next round."""
        number = self.table.played + 1
        kind = ByeKind.PAIRING_ALLOCATED
        given = [r.bye.tpn for key, r in sorted(self.requests.items()) if key[0] == number and r.bye.kind is kind]
        for player in given[1:]:
            field = say("round {number}", number=number)
            found = say(
                "a pairing-allocated bye for {player}, although {given} already has it",
                player=player,
                given=given[0],
            )
            expected = say("at most one pairing-allocated bye in a round")
            advice = say("write Z, H or F for a player who does not play in this round")
            self.findings.problem(*self.table.place_of_bye(number, player), "bye", field, found, expected, advice)
