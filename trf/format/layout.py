"""The layout of players' lines: the columns that make up a round."""

from __future__ import annotations

from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from trf.format.cells import column_of


class Layout(NamedTuple):
    """The number of games in a pairing. In most files, each game has its own column.

    If ``joined`` is true, one column contains all games of a pairing, and gives their points.
    """

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
        """Return the number of the ten-character block in which this column is written."""
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
