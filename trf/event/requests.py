"""Byes that are announced before their round, in records 240 and XXZ or by a letter in the player's line."""

from __future__ import annotations

from typing import Protocol

from pairing_engine.facts.model import Bye, ByeKind, Request, Tpn
from pairing_engine.language import quoted, say
from trf.event.players import Roster, check_listed
from trf.format.cells import Cell
from trf.format.fields import FIRST_VALUE_COLUMN, TEXT_COLUMN
from trf.format.findings import Findings
from trf.format.records import Index, Record

_LETTERS = {kind.value: kind for kind in (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT)}


class RoundTable(Protocol):
    """The rounds in the players' lines, before records 240 and XXZ are read."""

    findings: Findings
    rounds: int | None
    played: int
    lines_have_byes: bool
    """Whether players' lines already contain the byes of paired rounds, and record 240 only repeats these byes."""

    def requests(self) -> list[Request]: ...
    def said_in(self, round_: int, number: Tpn) -> Cell: ...
    def give_bye(self, round_: int, number: Tpn, kind: ByeKind) -> None: ...
    def place_of_bye(self, round_: int, number: Tpn) -> tuple[int, int]: ...


class Announcements:
    """The announced byes of rounds not yet paired; the first of several for a player and round is used."""

    def __init__(self, table: RoundTable) -> None:
        self.table = table
        self.findings = table.findings
        self.requests = {(request.round, request.bye.tpn): request for request in table.requests()}

    def read(self, index: Index, roster: Roster) -> tuple[Request, ...]:
        stated: set[tuple[str, int | None]] = set()
        for record in index.of("240"):
            key = record.text("kind").upper(), record.number("round")
            if key in stated and all(key):
                self.findings.adjust("ADJ-58 again", record.line, FIRST_VALUE_COLUMN, kind=key[0], number=key[1])
            stated.add(key)
            self._read_240(record, roster)
        for record in index.of("XXZ"):
            self._read_absences(record, roster, stated)
        self._check_pairing_allocated()
        return tuple(self.requests[key] for key in sorted(self.requests))

    def _read_240(self, record: Record, roster: Roster) -> None:
        kind, number = _LETTERS.get(record.text("kind").upper()), record.number("round")
        players = roster.listed(record, self.findings)
        if kind is None:
            self.findings.refuse("kind of bye", *record.at("kind"), found=quoted(record.text("kind")))
        elif not number:
            self.findings.refuse("number of a round", *record.at("round"), found=record.text("round") or "blanks")
        elif not check_listed(record, self.findings):
            return
        elif number <= self.table.played:
            for player in players:
                self._compare_with_result(record, number, player, kind)
        elif self._is_to_come(record, number):
            for player in players:
                self._announce(record, number, Bye(player, kind))

    def _read_absences(self, record: Record, roster: Roster, stated: set[tuple[str, int | None]]) -> None:
        """Read a record XXZ, which is like a record 240 of zero-point byes in the round to be paired."""
        number = self.table.played + 1
        players = roster.named(record, self.findings)
        key = ByeKind.ZERO_POINT.value, number
        if key in stated and not all((number, player) in self.requests for player in players):
            self.findings.adjust("ADJ-58 again", record.line, FIRST_VALUE_COLUMN, kind=key[0], number=number)
        if not (any(map(str.isalnum, record.value)) or self.findings.only_pairing_data):
            self.findings.refuse("missing players", record.line, TEXT_COLUMN, "players")
        if players and self._is_to_come(record, number):
            for player in players:
                self._announce(record, number, Bye(player, ByeKind.ZERO_POINT))

    def _is_to_come(self, record: Record, number: int) -> bool:
        rounds = self.table.rounds
        if rounds is None or number <= rounds:
            return True
        self.findings.adjust("ADJ-59", record.line, FIRST_VALUE_COLUMN, code=record.code, number=number, rounds=rounds)
        return False

    def _announce(self, record: Record, number: int, bye: Bye) -> None:
        stated = self.requests.setdefault((number, bye.tpn), Request(number, bye)).bye.kind
        if stated is not bye.kind:
            values = {"kind": bye.kind.value, "tpn": bye.tpn, "number": number, "stated": stated.value}
            self.findings.adjust("ADJ-58 twice", record.line, FIRST_VALUE_COLUMN, **values)

    def _compare_with_result(self, record: Record, number: int, player: Tpn, kind: ByeKind) -> None:
        """Compare a record 240 for a past round with the player's line. It counts only if the cell is blank."""
        opponent, mark = self.table.said_in(number, player)
        if not opponent and not mark:
            self.table.give_bye(number, player, kind)
            if not self.table.lines_have_byes:
                return
            key = "ADJ-58 blank"
        elif not opponent and mark == kind.value:
            return
        else:
            key = "ADJ-58 by line" if self.table.lines_have_byes else "ADJ-58 by games"
        values = {"kind": kind.value, "player": player, "number": number}
        self.findings.adjust(key, record.line, FIRST_VALUE_COLUMN, **values)

    def _check_pairing_allocated(self) -> None:
        """[C.04.1 3] Check that the file gives at most one pairing-allocated bye in the next round."""
        number = self.table.played + 1
        kind = ByeKind.PAIRING_ALLOCATED
        given = [r.bye.tpn for key, r in sorted(self.requests.items()) if key[0] == number and r.bye.kind is kind]
        for player in given[1:]:
            place = *self.table.place_of_bye(number, player), say("round {number}", number=number)
            self.findings.refuse("bye of another", *place, player=player, given=given[0])
