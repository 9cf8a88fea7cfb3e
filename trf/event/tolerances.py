"""Reports about rounds and results that are unusual but can still be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.facts.model import ByeKind, Tpn
from pairing_engine.language import say, say_many
from trf.event.game_table import Column, GameTable
from trf.format.cells import COLOUR_COLUMN, KNOWN_RESULTS, OPPONENT_COLUMN, RESULT_COLUMN, column_of
from trf.format.fields import PLAYER_CODE, RESULT_OFFSET
from trf.format.findings import WHOLE_FILE
from trf.format.records import TrfFile

NO_RESULT = "ADJ-56"
"""The code of the adjustment for a game without a result."""
SAME_COLOUR = "ADJ-78"
"""The code of the adjustment for two players with the same colour in a game without a result."""


def check_number_of_rounds(table: GameTable) -> None:
    """Report a missing or contradicted number of rounds, and drop the columns of rounds after the last round."""
    rounds, played = table.rounds, table.played
    if rounds is None:
        last = say("; if the event is over, round {played} was the last", played=played) if played else ""
        table.findings.adjust(
            "ADJ-31", WHOLE_FILE, 0, say("the number of rounds is not stated (record 142 or XXR){last}", last=last)
        )
        return
    games = table.layout.games
    for column in table.columns[rounds * games :]:
        _check_superfluous(table, column, rounds)
    del table.columns[max(rounds, played) * games :]


_MANY_MATCHES = 8
"""From this number on, a stated number of rounds may be a number of games."""


def report_doubled_rounds(table: GameTable, place: tuple[int, int]) -> None:
    """[C.04.5] Report a number of rounds if it probably counts games instead of matches."""
    rounds, opponents = table.rounds, len(table.entries) - 1
    if rounds is None or rounds % 2 or not (rounds >= _MANY_MATCHES or rounds > max(opponents, 1)):
        return
    words = say(
        "the {rounds} rounds are read as {rounds} matches of two games each (reading W17): were "
        "{matches} matches meant?",
        rounds=rounds,
        matches=rounds // 2,
    )
    table.findings.adjust("ADJ-80", *place, words)


def _check_superfluous(table: GameTable, column: Column, rounds: int) -> None:
    """Report entries after the last round. If everybody is absent, a program has added the round by mistake."""
    paired = [number for number, cell in zip(table.numbers, column.cells, strict=False) if cell.opponent]
    with_points = [bye.tpn for bye in column.byes if bye.kind is not ByeKind.ZERO_POINT]
    if paired or with_points:
        table.findings.problem(
            table.line_of((paired or with_points)[0]),
            table.place_of(OPPONENT_COLUMN, column),
            "rounds",
            table.words(column),
            say("an entry in {column}", column=table.words(column)),
            say("no more rounds than stated ({rounds})", rounds=rounds),
            say("correct record 142 (XXR) or remove the column"),
        )
    elif column.byes:
        table.adjust(
            "ADJ-09",
            column.byes[0].tpn,
            column,
            say("{column} is ignored: the event has only {rounds} rounds", column=table.words(column), rounds=rounds),
        )


def report_tolerances(table: GameTable, unknown_results: str) -> bool:
    """Report unusual rounds. Return True if the last round is still being played.

    ``unknown_results`` says in words how a game without a result counts. If ``unknown_results`` is empty, a game
    without a result is a problem, except in the last round.
    """
    under_way = report_results(table, unknown_results)
    games = table.layout.games
    for column in table.columns[(table.played + 1) * games :: games]:
        if column.byes:
            round_ = table.layout.round_of(column.number)
            words = say(
                "round {round} is not the next round to be paired: its byes ({byes}) are kept until it is paired",
                round=round_,
                byes=len(column.byes),
            )
            table.adjust("ADJ-54", column.byes[0].tpn, column, words)
    _report_full_point_byes(table)
    return under_way


def report_results(table: GameTable, unknown_results: str) -> bool:
    columns, games = table.paired_columns, table.layout.games
    open_games = [] if unknown_results else _open_games(table)
    for column in columns:
        is_open = bool(open_games) and table.layout.round_of(column.number) == table.played
        _report_tolerated_games(table, column, unknown_results, is_open=is_open)
    if open_games:
        column, number = open_games[0]
        words = say_many(
            "{column} is still being played: {number} result is missing",
            "{column} is still being played: {number} results are missing",
            len(open_games),
            column=table.words(column),
        )
        table.adjust("ADJ-77", number, column, words)
    for first in range(0, len(columns), games):
        _report_forfeited_round(table, columns[first : first + games])
    return bool(open_games)


def _open_games(table: GameTable) -> list[tuple[Column, Tpn]]:
    """Return the games without a result in the last paired round, each as its column and one player."""
    last = table.paired_columns[-table.layout.games :]
    return [
        (column, number) for column in last for number, code in column.tolerated if code in (NO_RESULT, SAME_COLOUR)
    ]


def _report_tolerated_games(table: GameTable, column: Column, unknown_results: str, *, is_open: bool) -> None:
    for number, adjustment in column.tolerated:
        if is_open and adjustment == NO_RESULT:
            continue
        opponent = column.cells[table.place[number]].opponent
        if adjustment == SAME_COLOUR:
            _report_same_colour(table, column, number, is_open=is_open)
            continue
        if adjustment == "ADJ-10":
            words = say("Z together with opponent {opponent} is read as a forfeit loss", opponent=opponent)
            table.adjust(adjustment, number, column, words)
        elif adjustment == "ADJ-15":
            words = say(
                "only one of {number} and {opponent} has an unrated result (W, D or L): both results are kept as "
                "they are",
                number=number,
                opponent=opponent,
            )
            table.adjust(adjustment, number, column, words)
        elif unknown_results:
            words = say(
                "the game of {number} against {opponent} has no result: it counts as {points}",
                number=number,
                opponent=opponent,
                points=unknown_results,
            )
            table.adjust(adjustment, number, column, words)
        else:
            _refuse_unknown(table, column, number, opponent)


def _refuse_unknown(table: GameTable, column: Column, number: Tpn, opponent: Tpn) -> None:
    table.findings.problem(
        table.line_of(number),
        table.place_of(RESULT_COLUMN, column),
        "unknown",
        say("result of {column}", column=table.words(column)),
        say("no known result of the game against {opponent}", opponent=opponent),
        say("a result"),
        say(
            "enter the result, give unknown results a value (162 X), or count adjourned games as draws "
            "(--adjourned draw)"
        ),
    )


def _report_same_colour(table: GameTable, column: Column, number: Tpn, *, is_open: bool) -> None:
    """Report a game without a result in which both lines have the same colour.

    While the round is being played, an adjustment is enough, because a round's colours do not affect its own pairing.
    In a finished round, the contradiction is a problem.
    """
    opponent = column.cells[table.place[number]].opponent
    colour = column.cells[table.place[number]].mark[0]
    line = table.line_of(opponent)
    if is_open:
        words = say(
            "{number} and {opponent} both have {colour} in {column}: their colours are read as unknown",
            number=number,
            opponent=opponent,
            colour=colour,
            column=table.words(column),
        )
        table.findings.adjust(SAME_COLOUR, table.line_of(number), table.place_of(COLOUR_COLUMN, column), words)
        return
    table.findings.problem(
        table.line_of(number),
        table.place_of(COLOUR_COLUMN, column),
        "contradiction",
        say("colour of {column}", column=table.words(column)),
        say(
            "{colour}, the same colour as opponent {opponent} has in line {line}",
            colour=colour,
            opponent=opponent,
            line=line,
        ),
        say("w on one line and b on the other"),
        say("correct one of the two lines"),
    )


def _report_forfeited_round(table: GameTable, columns: Sequence[Column]) -> None:
    """Report a round in which every game is a forfeit.

    The games may have been played, although their results were entered as + and -. In this case, the engine would
    ignore the colours and could pair the same players again.
    """
    games = [game for column in columns for game in column.games]
    forfeited = sum(not game.white_result.played for game in games)
    if forfeited == len(games) > len(columns):
        first, round_ = games[0], table.layout.round_of(columns[0].number)
        words = say(
            "all {forfeited} games of round {round} are forfeits: if they were played, write 1 and 0",
            forfeited=forfeited,
            round=round_,
        )
        table.adjust("ADJ-12", min(first.white, first.black), columns[0], words)


def _report_full_point_byes(table: GameTable) -> None:
    """Report an F that may mean a pairing-allocated bye, unless the file also uses the letter U."""
    kinds = {bye.kind for column in table.columns for bye in column.byes}
    if ByeKind.FULL_POINT not in kinds or ByeKind.PAIRING_ALLOCATED in kinds:
        return
    for column in table.paired_columns[:: table.layout.games]:
        full = [bye.tpn for bye in column.byes if bye.kind is ByeKind.FULL_POINT]
        if full and 2 * len(column.games) + 1 == len(table.entries):
            round_ = table.layout.round_of(column.number)
            words = say(
                "in round {round} the player without an opponent has F: was the pairing-allocated bye (U) meant?",
                round=round_,
            )
            table.adjust("ADJ-13", full[0], column, words)


def unknown_symbols(file: TrfFile) -> Iterator[str]:
    """Yield a message for each unknown symbol, with the place of its first occurrence."""
    seen: set[str] = set()
    for record in file.records:
        for place, cell in enumerate(record.more if record.code == PLAYER_CODE else (), 1):
            symbol = cell[RESULT_OFFSET : RESULT_OFFSET + 1].upper()
            if symbol.strip() and symbol not in KNOWN_RESULTS and symbol not in seen and cell[:4].strip(" 0"):
                seen.add(symbol)
                yield say(
                    "line {line}, column {column}: {symbol!r} is not a known result, so the game has no result: "
                    "enter one",
                    line=record.line,
                    column=column_of(RESULT_COLUMN, place),
                    symbol=symbol,
                )
