"""The layout of players' lines: the columns that make up a round."""

from __future__ import annotations

from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from trf.format.cells import column_of


class Layout(NamedTuple):
    """The number of games in a pairing, each of which has its own column.

    If ``joined``, the file has only one column for all games of a pairing, with their points.
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
        """Return the number of the ten-column block in the file that contains this column."""
        return self.round_of(number) if self.joined else number

    def repeats(self, number: int) -> bool:
        """Whether a column is read from the same ten-column block of the file as the column before."""
        return self.joined and number != self.first_column(self.round_of(number))

    def place_of(self, base: int, number: int) -> int:
        """Return the position of a column's field in a line. ``base`` is the position of the first column's field.

        >>> Layout(2).place_of(99, 2), Layout(2, joined=True).place_of(99, 2)
        (109, 99)
        """
        return column_of(base, self.block_of(number))

    def words(self, number: int) -> str:
        """Return the name of the column in messages.

        >>> Layout().words(4), Layout(2).words(4)
        ('round 4', 'round 2, game 2')
        """
        round_ = self.round_of(number)
        if self.games == 1 or self.joined:
            return say("round {round}", round=round_)
        return say("round {round}, game {number}", round=round_, number=number - self.first_column(round_) + 1)


ONE_GAME = Layout()
TWO_GAMES = Layout(2)
