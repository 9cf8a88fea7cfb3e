"""Small tournaments in TRF, with pairs that were found by hand."""

HEAD = ("012 Club Championship", "XXR 5", "XXC white1")


def player(number: int, points: str, *cells: str, name: str = "", rating: str = "2000") -> str:
    """Write a player's line. A cell such as `` 3 w 1`` gives the opponent, colour and result."""
    start = f"001 {number:>4} m    {name or f'Player {number}':<33} {rating:>4} NED {number:>11} 1990/01/01"
    return f"{start} {points:>4} {number:>4}" + "".join(f"  {cell:<8}" for cell in cells).rstrip()


def event(*lines: str, head: tuple[str, ...] = HEAD) -> str:
    """Join the usual first lines and the given lines into the text of a file."""
    return "".join(f"{line}\n" for line in (*head, *lines))


FOUR_LINES = (
    player(1, "1.0", "   3 w 1"),
    player(2, "1.0", "   4 b 1"),
    player(3, "0.0", "   1 b 0"),
    player(4, "0.0", "   2 w 0"),
)
FOUR = event(*FOUR_LINES, head=("012 Club Championship", "XXR 3", "XXC white1"))
"""An event of four players after one round. The winners meet each other, and so do the losers [C.04.3 5.2.1]."""

FOUR_PAIRS = b"2\n2 1\n3 4\n"

FIVE_LINES = (*FOUR_LINES, player(5, "1.0", "0000 - U"))
FIVE = event(*FIVE_LINES)
"""An event of five players after one round. Player 5 had the bye and should not float again [C14]."""

FIVE_PAIRS = b"3\n5 1\n2 3\n4 0\n"

STUCK_LINES = (player(1, "1.0", "   2 w 1"), player(2, "0.0", "   1 b 0"))
STUCK = event(*STUCK_LINES)
"""An event of two players who have met, so that no further round is possible."""

OVER = event(*FOUR_LINES, head=("XXR 1", "XXC white1"))

ACCELERATED_LINES = (
    player(1, "1.0", "   3 w 1"),
    player(2, "0.5", "   4 b ="),
    player(3, "0.0", "   1 b 0"),
    player(4, "0.5", "   2 w ="),
    player(5, "1.0", "   7 w 1"),
    player(6, "0.5", "   8 b ="),
    player(7, "0.0", "   5 b 0"),
    player(8, "0.5", "   6 w ="),
)
ACCELERATED = event(*ACCELERATED_LINES, head=("XXR 9", "XXC white1"))
"""An accelerated event of eight players after one round. Players 1 to 4 have one virtual point each.

Everybody meets an opponent from a neighbouring scoregroup: 2-1, 3-4, 6-5, 7-8. Without acceleration, players 1 and 5
would meet.
"""

ACCELERATED_BY_REAL_SCORES = b"4\n2 1\n6 5\n3 4\n7 8\n"
ACCELERATED_BY_PAIRING_SCORES = b"4\n2 1\n3 4\n6 5\n7 8\n"
NOT_ACCELERATED = b"4\n5 1\n2 8\n6 4\n3 7\n"

FIRST_ROUND = event(*(player(number, "0.0") for number in range(1, 6)))
"""An event of five players before round 1. Player 1 meets player 3, and player 2 meets player 4 [C.04.3 5.2.5]."""

FIRST_ROUND_PAIRS = b"3\n1 3\n4 2\n5 0\n"

WRONG_LINES = (
    player(1, "1.0", "   3 b 1"),
    player(2, "0.0", "   5 b 0"),
    player(3, "0.0", "   1 w 0"),
    player(4, "1.0", "0000 - U"),
    player(5, "1.0", "   2 w 1"),
)
WRONG = event(*WRONG_LINES)
"""An event of five players whose first round has wrong colours and a wrong bye."""
