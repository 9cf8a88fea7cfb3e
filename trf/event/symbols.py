"""Unknown symbols instead of results. Games with unknown symbols count as games without a result."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.language import say
from trf.format.cells import KNOWN_RESULTS, RESULT_COLUMN, column_of
from trf.format.fields import PLAYER_CODE, RESULT_OFFSET
from trf.format.records import TrfFile


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
