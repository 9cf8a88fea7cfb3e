"""Reports about cells that contradict themselves or the opponent's cell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.language import say
from trf.event.players import PlayerEntry
from trf.format.cells import (
    BYES,
    COLOUR_COLUMN,
    ENCOUNTERS,
    FIELDS_OF_CELL,
    NO_COLOUR,
    OLD_BYES,
    OPPONENT_COLUMN,
    RESULT_COLUMN,
    UNKNOWN_RESULT,
    UNREADABLE,
    Cell,
)
from trf.format.fields import GAPS_OF_ROUND, RESULT_OFFSET, ROUND_WIDTH
from trf.format.findings import Findings
from trf.format.layout import Layout

_UNPLAYED = "+-Z"


class FaultyColumn:
    """The cells of a round in which some cells are faulty or contradict each other.

    ``place`` maps a player's number to the player's index in ``entries``. ``alone`` lists the marks that are allowed
    without an opponent, besides byes.
    """

    def __init__(
        self,
        number: int,
        cells: Sequence[Cell],
        entries: Sequence[PlayerEntry],
        place: Mapping[Tpn, int],
        layout: Layout,
        alone: Collection[str],
        findings: Findings,
    ) -> None:
        self.number = number
        self.cells = cells
        self.entries = entries
        self.place = place
        self.layout = layout
        self.alone = alone
        self.findings = findings
        self.well_formed: dict[Tpn, bool] = {}

    def report(self) -> None:
        """Report faults within single cells, then contradictions between opponents."""
        pairs = list(zip(self.entries, self.cells, strict=False))
        for entry, cell in pairs:
            before = len(self.findings.problems)
            self._check_cell(entry, cell)
            self.well_formed[entry.number] = len(self.findings.problems) == before
        for entry, cell in pairs:
            if cell.opponent and self.well_formed[entry.number]:
                self._check_opponent(entry, cell)

    def _check_cell(self, entry: PlayerEntry, cell: Cell) -> None:
        if cell.mark == UNREADABLE:
            self._report_unreadable(entry)
        elif cell.opponent:
            self._check_game(entry, cell)
        elif cell.mark and not any(cell.mark in marks for marks in (BYES, OLD_BYES, self.alone)):
            self._report_bye(entry, cell)

    def _report_unreadable(self, entry: PlayerEntry) -> None:
        """Report text between the three fields of a cell. Also report an opponent that is not a number."""
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        digits = text[:4].strip(" ")
        if digits and not (digits.isascii() and digits.isdigit()):
            self._problem(entry, OPPONENT_COLUMN, "number", repr(digits), say("a starting rank, 0000 or blanks"))
            return
        offset = next(place for place in GAPS_OF_ROUND if text[place] != " ")
        opponent, colour, result = (self.layout.place_of(base, self.number) for base in FIELDS_OF_CELL)
        self.findings.problem(
            entry.record.line,
            opponent + offset,
            "blank",
            self.layout.words(self.number),
            repr(text[offset]),
            say("a blank"),
            say(
                "the opponent is in columns {opponent} to {last}, the colour in {colour}, the result in "
                "{result}: is the line shifted?",
                opponent=opponent,
                last=opponent + 3,
                colour=colour,
                result=result,
            ),
        )

    def _report_bye(self, entry: PlayerEntry, cell: Cell) -> None:
        """Report a cell that has no opponent and is not a bye."""
        colour, result = cell.mark[0], cell.mark[1]
        if colour not in " -":
            advice = say("name the opponent or, for a bye, remove the colour")
            self._problem(
                entry,
                COLOUR_COLUMN,
                "colour",
                say("{colour!r} without an opponent", colour=colour),
                say("- or a blank"),
                advice,
            )
        else:
            advice = say("U is the pairing-allocated bye; F, H and Z are full-, half- and zero-point byes")
            self._problem(
                entry,
                RESULT_COLUMN,
                "result",
                say("{result!r} without an opponent", result=result),
                say("U, F, H or Z"),
                advice,
            )

    def _check_game(self, entry: PlayerEntry, cell: Cell) -> None:
        colour, result = cell.mark[0], cell.mark[1]
        if result in BYES and result not in _UNPLAYED:
            advice = say(
                "for a bye, write 0000 as the opponent; for a game, write its result against {opponent}",
                opponent=cell.opponent,
            )
            found = say("the bye {result} together with opponent {opponent}", result=result, opponent=cell.opponent)
            self._problem(entry, RESULT_COLUMN, "result", found, say("the result of a game"), advice)
        elif result == "½":
            self._problem(entry, RESULT_COLUMN, "result", "'½'", say("= for a draw"), say("write ="))
        elif colour not in "wb-":
            self._problem(entry, COLOUR_COLUMN, "colour", repr(colour), say("w or b"))
        elif colour == NO_COLOUR and result not in _UNPLAYED:
            advice = say("only a forfeited game may be without colours")
            self._problem(entry, COLOUR_COLUMN, "colour", say("no colour for a played game"), say("w or b"), advice)

    def _check_opponent(self, entry: PlayerEntry, cell: Cell) -> None:
        """Check that a player's cell agrees with the opponent's cell.

        A contradiction is reported once, for the player with the lower number.
        """
        opponent = cell.opponent
        if opponent == entry.number:
            self._problem(
                entry,
                OPPONENT_COLUMN,
                "player",
                say("{opponent}, the player's own number", opponent=opponent),
                say("an opponent"),
            )
            return
        if opponent not in self.place:
            # A line with an unreadable number may be the opponent's: one problem is enough.
            if not self.findings.unsound_lines:
                found = say("{opponent}, a number that no player has", opponent=opponent)
                self._problem(entry, OPPONENT_COLUMN, "player", found, say("the number of a player"))
            return
        place = self.place[opponent]
        other, answer = self.entries[place], self.cells[place]
        if other.record.line in self.findings.unsound_lines or not self.well_formed[opponent]:
            return
        if answer.opponent != entry.number:
            self._report_one_sided(entry, other, answer)
        elif entry.number < opponent and cell.mark + answer.mark not in ENCOUNTERS:
            self._report_contradiction(entry, cell, other, answer)

    def _report_one_sided(self, entry: PlayerEntry, other: PlayerEntry, answer: Cell) -> None:
        says = say("opponent {opponent}", opponent=answer.opponent) if answer.opponent else say("no opponent")
        self._problem(
            entry,
            OPPONENT_COLUMN,
            "contradiction",
            say(
                "opponent {number}, but that player's line ({line}) names {says}",
                number=other.number,
                line=other.record.line,
                says=says,
            ),
            say("opponent {number} in line {line}", number=entry.number, line=other.record.line),
            say("correct one of the two lines"),
        )

    def _report_contradiction(self, entry: PlayerEntry, cell: Cell, other: PlayerEntry, answer: Cell) -> None:
        colour, others_colour = cell.mark[0], answer.mark[0]
        line = other.record.line
        advice = say("correct one of the two lines")
        if colour == others_colour != NO_COLOUR:
            found = say(
                "{colour}, the same colour as opponent {number} has in line {line}",
                colour=colour,
                number=other.number,
                line=line,
            )
            self._problem(entry, COLOUR_COLUMN, "contradiction", found, say("w on one line and b on the other"), advice)
        else:
            results = self._result(entry, cell), self._result(other, answer)
            found = say(
                "{result}, but opponent {number} has {other} in line {line}",
                result=results[0],
                other=results[1],
                number=other.number,
                line=line,
            )
            expected = say("results that fit together (1 and 0, = and =, W and L, + and -, ...)")
            self._problem(entry, RESULT_COLUMN, "contradiction", found, expected, advice)

    def _result(self, entry: PlayerEntry, cell: Cell) -> str:
        """Return the result in a cell as messages show it. An unknown result is quoted from the file."""
        if cell.mark[1] != UNKNOWN_RESULT:
            return cell.mark[1]
        text = entry.record.more[self.layout.block_of(self.number) - 1].ljust(ROUND_WIDTH)
        return text[RESULT_OFFSET].replace(" ", say("no result"))

    def _problem(self, entry: PlayerEntry, base: int, code: str, found: str, expected: str, advice: str = "") -> None:
        """Report a fault in a field of a cell. ``base`` is the column of the field in round 1."""
        column = self.layout.place_of(base, self.number)
        field = say("{field} of {column}", field=say(FIELDS_OF_CELL[base]), column=self.layout.words(self.number))
        self.findings.problem(entry.record.line, column, code, field, found, expected, advice)
