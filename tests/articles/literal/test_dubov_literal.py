"""[C8] to [C10] of the Dubov System, on which no example of fixtures/articles turns."""

from tests.articles.literal.dubov import Bracket, Player, Round, c8, c9, c10, due_colour


def player(tpn: int, upfloats: int = 0) -> Player:
    """Build a player who upfloated in each of the first ``upfloats`` rounds."""
    return Player(tpn, tpn, 0, 0, "", due_colour(""), tuple(range(1, upfloats + 1)), frozenset(), True)


def test_c8_c9_and_c10_count_upfloats_except_in_the_last_round() -> None:
    bracket = Bracket((player(1),), (player(2, upfloats=2), player(3, upfloats=3), player(4, upfloats=4)))
    earlier, last = (Round(number=5, is_last=is_last, max_t=3) for is_last in (False, True))
    assert [criterion(bracket, earlier) for criterion in (c8, c9, c10)] == [(2,), (7,), (1,)]
    assert [criterion(bracket, last) for criterion in (c8, c9, c10)] == [(), (), ()]
