"""What is unusual in the rounds of a file although they could be read."""

from __future__ import annotations

from pairing_engine.model import ByeKind
from trf.cells import OPPONENT_COLUMN, RESULT_COLUMN, column_of
from trf.crosstable import Column, Crosstable
from trf.findings import WHOLE_FILE


def check_number_of_rounds(table: Crosstable) -> None:
    """Compare the columns with the number of rounds, and drop those of rounds that the event does not have."""
    rounds, played = table.rounds, table.played
    if rounds is None:
        last = f"; if the event is over, round {played} was the last" if played else ""
        table.findings.adjust("ADJ-31", WHOLE_FILE, 0, f"no record 142 or XXR gives the number of rounds{last}")
        return
    for column in table.columns[rounds:]:
        _check_superfluous(table, column, rounds)
    del table.columns[max(rounds, played) :]


def _check_superfluous(table: Crosstable, column: Column, rounds: int) -> None:
    """A round after the last one. One in which people are only absent is a slip of the program that wrote it."""
    paired = [number for number, cell in zip(table.numbers, column.cells, strict=False) if cell.opponent]
    with_points = [bye.tpn for bye in column.byes if bye.kind is not ByeKind.ZERO_POINT]
    if paired or with_points:
        table.findings.problem(
            table.line_of((paired or with_points)[0]),
            column_of(OPPONENT_COLUMN, column.number),
            "rounds",
            f"round {column.number}",
            f"an entry in round {column.number}",
            f"no more than {rounds} rounds",
            "correct record 142 (XXR) or remove the column",
        )
    elif column.byes:
        table.adjust("ADJ-09", column.byes[0].tpn, column, f"round {column.number} of {rounds} is ignored")


def report_tolerances(table: Crosstable, unknown_results: str) -> None:
    """Note what was unusual in the rounds.

    ``unknown_results``: how a game without a result is counted, in words; empty if nothing says so, a problem then.
    """
    for column in table.columns[: table.played]:
        _report_tolerated_games(table, column, unknown_results)
        _report_forfeited_round(table, column)
    for column in table.columns[table.played + 1 :]:
        if column.byes:
            words = f"round {column.number} is not the next to be paired: its byes ({len(column.byes)}) are kept for it"
            table.adjust("ADJ-54", column.byes[0].tpn, column, words)
    _report_full_point_byes(table)


def _report_tolerated_games(table: Crosstable, column: Column, unknown_results: str) -> None:
    for number, adjustment in column.tolerated:
        opponent = column.cells[table.place[number]].opponent
        if adjustment == "ADJ-10":
            table.adjust(adjustment, number, column, f"Z beside opponent {opponent} is read as a forfeit loss")
        elif unknown_results:
            words = f"the game of {number} against {opponent} has no result: it counts as {unknown_results}"
            table.adjust(adjustment, number, column, words)
        else:
            table.findings.problem(
                table.line_of(number),
                column_of(RESULT_COLUMN, column.number),
                "unknown",
                f"result of round {column.number}",
                f"no known result of the game against {opponent}",
                "a result",
                "enter it, give unknown results a value (162 X), or count adjourned games as draws",
            )


def _report_forfeited_round(table: Crosstable, column: Column) -> None:
    """Games that were played but entered with + and - lose their colours, and may be paired again."""
    forfeited = sum(not game.white_result.played for game in column.games)
    if forfeited == len(column.games) > 1:
        first = column.games[0]
        words = f"all {forfeited} games of round {column.number} are forfeits: were they played (1 and 0)?"
        table.adjust("ADJ-12", min(first.white, first.black), column, words)


def _report_full_point_byes(table: Crosstable) -> None:
    """F where U may be meant: there is no U, and in a round in which all others play, one player has F."""
    kinds = {bye.kind for column in table.columns for bye in column.byes}
    if ByeKind.FULL_POINT not in kinds or ByeKind.PAIRING_ALLOCATED in kinds:
        return
    for column in table.columns[: table.played]:
        full = [bye.tpn for bye in column.byes if bye.kind is ByeKind.FULL_POINT]
        if full and 2 * len(column.games) + 1 == len(table.entries):
            words = f"the odd one out of round {column.number} has F: was the pairing-allocated bye U meant?"
            table.adjust("ADJ-13", full[0], column, words)
