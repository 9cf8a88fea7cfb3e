"""[C.04.3 1.7] Colour preferences as whole numbers.

The sign of the number is the colour: positive for White, negative for Black. The further the number is from zero, the
stronger the preference.
"""

from __future__ import annotations

from typing import NewType

Preference = NewType("Preference", int)

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


def preference(colours: str, difference: int) -> Preference:
    """[C.04.3 1.7] Compute the colour preference of a player from the colours of the games played.

    A colour difference greater than one decides first, then two games in a row with the same colour (reading D1). After
    legal pairings, the colour difference and the last two games never call for opposite colours.

    >>> preference("wbw", 1), preference("bb", -2), preference("wb", 0), preference("", 0)
    (-2, 3, 1, 0)
    """
    if difference > 1:
        return Preference(-ABSOLUTE)
    if difference < -1:
        return Preference(ABSOLUTE)
    last = colours[-1:]
    if last and colours[-2:-1] == last:
        return Preference(-ABSOLUTE if last == "w" else ABSOLUTE)
    if difference:
        return Preference(-STRONG * difference)
    if not last:
        return Preference(NONE)
    return Preference(-MILD if last == "w" else MILD)
