"""Code that keeps the text of unchanged cells when a file is updated."""

from __future__ import annotations

from trf.format.cells import UNKNOWN_RESULT
from trf.format.fields import RESULT_OFFSET


def without_open(cell: str) -> str:
    """Return the cell of a game, with a missing result written as a blank.

    >>> without_open("   4 w ?  "), without_open("   4 w 1  ")
    ('   4 w', '   4 w 1  ')
    """
    return cell[:RESULT_OFFSET].rstrip() if cell[RESULT_OFFSET:].strip() == UNKNOWN_RESULT else cell
