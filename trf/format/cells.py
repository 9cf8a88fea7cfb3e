"""Single cells of players' lines, and the columns of a round. The cells of two opponents together describe a game.

A cell is the ten columns of one round in a player's line.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from pairing_engine.facts.model import NOBODY, ByeKind, Result, Tpn, fit_together
from pairing_engine.language import say
from trf.format import fields
from trf.format.fields import COLOUR_OFFSET, FIRST_ROUND_COLUMN, RESULT_OFFSET, ROUND_WIDTH, number_of

OPPONENT_COLUMN = FIRST_ROUND_COLUMN
COLOUR_COLUMN = FIRST_ROUND_COLUMN + COLOUR_OFFSET
RESULT_COLUMN = FIRST_ROUND_COLUMN + RESULT_OFFSET

FIELDS_OF_CELL = {OPPONENT_COLUMN: "opponent", COLOUR_COLUMN: "colour", RESULT_COLUMN: "result"}

OPPONENT_WIDTH = 4

NO_COLOUR = "-"
UNKNOWN_RESULT = "?"
UNREADABLE = "!"
"""The mark of an unreadable cell. The cell has text between its fields, or an opponent that is not a number."""


class Cell(NamedTuple):
    """A player's cell for one round of a file: the opponent and the mark.

    ``opponent`` is the opponent's number in the file; 0 without an opponent.

    ``mark`` consists of colour and result, such as ``w1``, ``b=`` or ``-+``. The letters for results are the values of
    `Result`. Without an opponent, the mark is a single letter of `ByeKind`, or empty for a blank cell. The marks of
    byes in TRF06 have two characters, because TRF06 has no letters for byes.
    """

    opponent: Tpn
    mark: str


ABSENT = Cell(NOBODY, "")


def column_of(base: int, number: int) -> int:
    """Return the position of a field in this round. ``base`` is the field's position in round 1."""
    return base + (number - 1) * ROUND_WIDTH


_BYE_LETTERS = frozenset(kind.value for kind in ByeKind)

KNOWN_RESULTS = frozenset(result.value for result in Result) | _BYE_LETTERS | {"½"}

_COLOURS = {"W": "w", "B": "b"}


@lru_cache(maxsize=1 << 14)
def cell_of(text: str) -> Cell:
    """Return the cell that a text of up to ten columns describes. Files repeat the same few thousand texts."""
    rest = text[OPPONENT_WIDTH:]
    try:
        opponent = number_of(text[:OPPONENT_WIDTH])
    except ValueError:
        return Cell(NOBODY, UNREADABLE)
    if opponent is None and not rest.strip(" "):
        return ABSENT
    mark = _marks(rest)[not opponent]
    return Cell(NOBODY if mark == UNREADABLE else Tpn(opponent or NOBODY), mark)


def _marks(rest: str) -> tuple[str, str]:
    """Return the mark of a colour and a result with an opponent, and their mark without an opponent."""
    columns = rest.ljust(ROUND_WIDTH - OPPONENT_WIDTH)
    if any(columns[gap - OPPONENT_WIDTH] != " " for gap in fields.GAPS_OF_ROUND):
        return UNREADABLE, UNREADABLE
    colour, result = (columns[offset - OPPONENT_WIDTH] for offset in (COLOUR_OFFSET, RESULT_OFFSET))
    colour, result = _COLOURS.get(colour, colour), result.upper() if result.isascii() else result
    game = (NO_COLOUR if colour == " " else colour) + (result if result in KNOWN_RESULTS else UNKNOWN_RESULT)
    if colour in " -" and (result == " " or result in _BYE_LETTERS):
        return game, ByeKind.ZERO_POINT.value if result == " " else result
    return game, colour + result


_OLD_RESULTS = {"=": ByeKind.HALF_POINT, "+1": ByeKind.FULL_POINT, "-0": ByeKind.ZERO_POINT}

OLD_BYES = {colour + result: kind for results, kind in _OLD_RESULTS.items() for result in results for colour in "- "}
"""The marks of byes in TRF06, each with its kind of bye.

The mark of a full-point bye may also mean a pairing-allocated bye.
"""

PLAIN_ABSENCE = " -"

BYES = {kind.value: kind for kind in ByeKind}


class Encounter(NamedTuple):
    """A game as described by the marks of both players. The players' numbers are not included."""

    first_has_white: bool
    white_result: Result
    black_result: Result
    colours_known: bool
    adjustment: str = ""
    """The code of the adjustment that the two marks need; empty if no adjustment is needed."""


_PLAYED, _UNRATED, _UNPLAYED = "1=0WDL?", "WDL", "+-Z"
"""The letters for results of played games, those that are not rated, and those of games that were not played.

The letter Z should not be used together with an opponent, but clearly means that the player did not come.
"""


def _encounters() -> dict[str, Encounter]:
    found: dict[str, Encounter] = {}
    for letters, colours in ((_PLAYED, ("wb", "bw")), (_UNPLAYED, ("wb", "bw", "--", "w-", "-w", "b-", "-b"))):
        for one, other in product(letters, repeat=2):
            if fit_together(*(Result(letter.replace("Z", "-")) for letter in (one, other))):
                found |= {both[0] + one + both[1] + other: _encounter(both, one + other) for both in colours}
    return found | {f"{colour}?{colour}?": _encounter(colour * 2, "??") for colour in "wb"}


def _encounter(colours: str, letters: str) -> Encounter:
    results = [Result(letter) for letter in letters.replace("Z", Result.FORFEIT_LOSS.value)]
    first_has_white = colours[0] == "w" or colours[1] == "b" or colours == NO_COLOUR * 2
    if not first_has_white:
        results.reverse()
    adjustment = "ADJ-10" if "Z" in letters else "ADJ-56" if UNKNOWN_RESULT in letters else ""
    if (letters[0] in _UNRATED) is not (letters[1] in _UNRATED):  # this affects neither points nor pairings
        adjustment = "ADJ-15"
    if colours in ("ww", "bb"):
        adjustment = "ADJ-78"
    return Encounter(first_has_white, results[0], results[1], colours[0] != colours[1], adjustment)


ENCOUNTERS = _encounters()
"""All valid pairs of marks, each with its game. A key is one player's mark followed by the opponent's mark."""


class Layout(NamedTuple):
    """The number of games in a pairing, each in its own column or, if ``joined``, all in one that gives points."""

    games: int = 1
    joined: bool = False

    def round_of(self, number: int) -> int:
        """Return the round to which a column belongs.

        >>> Layout(2).round_of(3), Layout().round_of(3)
        (2, 3)
        """
        return -(-number // self.games)

    def first_column(self, round_: int) -> int:
        return (round_ - 1) * self.games + 1

    def block_of(self, number: int) -> int:
        return self.round_of(number) if self.joined else number

    def repeats(self, number: int) -> bool:
        """Whether this column and the previous column are written in the same ten characters of the line."""
        return self.joined and number != self.first_column(self.round_of(number))

    def place_of(self, base: int, number: int) -> int:
        """Return a field's position in cell ``number`` of a line.

        ``base`` is the position of the field in the first cell.

        >>> Layout(2).place_of(99, 2), Layout(2, joined=True).place_of(99, 2)
        (109, 99)
        """
        return column_of(base, self.block_of(number))

    def words(self, number: int) -> str:
        """Return the words that messages use for the column.

        >>> Layout().words(4), Layout(2).words(4)
        ('round 4', 'round 2, game 2')
        """
        round_ = self.round_of(number)
        if self.games == 1 or self.joined:
            return say("round {round}", round=round_)
        return say("round {round}, game {number}", round=round_, number=number - self.first_column(round_) + 1)


ONE_GAME = Layout()
TWO_GAMES = Layout(2)
