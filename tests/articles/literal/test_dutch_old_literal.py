"""The Dutch System of 2009 and 2012 against its transcription, and against a blind one."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from tests.articles.literal import blind_1998, blind_2009, blind_2012, dutch_2009, dutch_2012
from tests.articles.literal.blind_common import Bracket as BlindBracket
from tests.articles.literal.blind_common import Card, Position, Stage, exchanges, transpositions
from tests.articles.literal.common import preference
from tests.articles.literal.dutch_2009 import Bracket, Player, Round
from tests.articles.literal.facts import Cell, Entrant, Event


def player(tpn: int, score: int = 10, colours: str = "", met: Sequence[int] = (), **others: object) -> Player:
    due = preference(colours)
    values: dict[str, Any] = {"last": "-", "before": "-", "top": False, "may_have_bye": True, "number": tpn}
    values |= others
    return Player(
        tpn=tpn, score=score, colours=colours, colour=due.colour, strength=due.strength, met=frozenset(met), **values
    )


# --- C.04.3.1 D -------------------------------------------------------------------------------------------------------


def test_d_1_1_transpositions_of_eleven() -> None:
    s1, s2 = [player(tpn) for tpn in range(1, 6)], [player(tpn) for tpn in range(6, 12)]
    found = [[other.tpn for _, other in row] for row in dutch_2012.transpositions(s1, s2)]
    assert len(found) == 720
    assert found[:4] == [[6, 7, 8, 9, 10], [6, 7, 8, 9, 11], [6, 7, 8, 10, 9], [6, 7, 8, 10, 11]]
    assert found[24][:3] == [6, 8, 7]
    assert found[-1] == [11, 10, 9, 8, 7]


ONE_PLAYER = {
    6: (1, 3, 6, 10, 15), 7: (2, 5, 9, 14, 20), 8: (4, 8, 13, 19, 24), 9: (7, 12, 18, 23, 27), 10: (11, 17, 22, 26, 29),
    11: (16, 21, 25, 28, 30),
}  # fmt: skip
"""The numbers that the rules give to exchanges of one player.

Number 1 exchanges players 5 and 6, and number 2 exchanges players 5 and 7.
"""


def test_d_2_exchanges_of_one_player() -> None:
    found = [
        (out[0] + 1, back[0] + 1) for out, back in islice(dutch_2012.exchanges(11, 5), 1, 31)
    ]  # the first is no exchange
    for two, places in ONE_PLAYER.items():
        assert [found.index((one, two)) + 1 for one in (5, 4, 3, 2, 1)] == list(places)


TWO_PLAYERS = {
    (6, 7): (1, 3, 7, 14, 8, 16, 28, 29, 45, 65), (6, 8): (2, 6, 13, 24, 15, 27, 43, 44, 64, 85),
    (7, 8): (5, 12, 23, 38, 26, 42, 61, 63, 84, 105), (10, 11): (86, 106, 122, 135, 124, 136, 143, 144, 148, 150),
}  # fmt: skip


def test_d_2_exchanges_of_two_players() -> None:
    every = [
        (tuple(i + 1 for i in out), tuple(i + 1 for i in back))
        for out, back in islice(dutch_2012.exchanges(11, 5), 31, 181)
    ]
    of_s1 = [(5, 4), (5, 3), (5, 2), (5, 1), (4, 3), (4, 2), (4, 1), (3, 2), (3, 1), (2, 1)]
    for two, places in TWO_PLAYERS.items():
        assert [every.index((one, two)) + 1 for one in of_s1] == list(places)


@pytest.mark.parametrize(
    ("m1", "sets"), [(4, "1234 1235 1245 1345 2345"), (3, "123 124 125 134 135 145 234 235 245 345"), (1, "1 2 3 4 5")]
)
def test_d_3_sets_of_players_moved_down(m1: int, sets: str) -> None:
    mdps = [player(tpn, 20) for tpn in range(1, 6)]
    bracket = Bracket(tuple(mdps), (), 3)
    (found,) = dutch_2012._sets(bracket, mdps, m1)
    assert ["".join(str(p.tpn) for p in one) for one in found] == sets.split()


def example_of_d_4(with_g: bool) -> Bracket:
    """Build a bracket of players A to F (1 to 6), with or without G (7).

    Only A can meet F. Only G may have the bye.
    """
    scores = {1: 30, 2: 25, 3: 25, 4: 20, 5: 15, 6: 10} | ({7: 10} if with_g else {})
    everybody = [
        player(
            tpn,
            score,
            met=[other for other in range(1, 8) if (tpn == 6 or other == 6) and {tpn, other} != {1, 6}]
            + [other for other in range(1, 8) if 7 in (tpn, other)],
            may_have_bye=tpn == 7,
        )
        for tpn, score in scores.items()
    ]
    return Bracket(tuple(everybody[:3]), tuple(everybody[3:]), 4, last=True, merged=True)


def test_d_4_the_b3_factor() -> None:
    found = dutch_2012.best(example_of_d_4(False), lambda paired: True)
    assert found is not None
    assert sorted((one.tpn, two.tpn) for one, two in found.pairs) == [(1, 6), (2, 3), (4, 5)]


def test_d_4_warning_a_heterogeneous_bracket() -> None:
    found = dutch_2012.best(example_of_d_4(True), lambda paired: len(paired.floaters) == 1)
    assert found is not None
    assert sorted((one.tpn, two.tpn) for one, two in found.pairs) == [(1, 6), (2, 4), (3, 5)]
    assert [p.tpn for p in found.floaters] == [7]


@pytest.mark.parametrize(
    ("colours", "number", "x1", "z1"),
    [
        (("wb", "wb", "wb", "wb"), 3, 2, 0),  # four players prefer White; two pairs
        (("wb", "wb", "bw", ""), 3, 0, 0),
        (("w", "w", "w", "b"), 2, 1, 1),
        (("bw", "bw", "b", "wbw"), 4, 1, 0),  # three players prefer Black, two of them mildly
    ],
)
def test_a_8_x1_and_z1(colours: Sequence[str], number: int, x1: int, z1: int) -> None:
    players = tuple(player(tpn, colours=of) for tpn, of in enumerate(colours, 1))
    found = dutch_2012.least(Bracket((), players, number), 2)
    assert (found[3], found[4]) == (x1, z1)


# --- C.04.1 D ---------------------------------------------------------------------------------------------------------


def test_d_1_of_the_older_text() -> None:
    s1, s2 = [player(tpn) for tpn in (1, 2, 3, 4)], [player(tpn) for tpn in (5, 6, 7, 8)]
    anything = dutch_2009.Requirements("", b2=False, a7d=False, x=4, down="", up="")
    rows = ["".join(str(other.tpn) for _, other in row) for row in dutch_2009.transpositions(s1, s2, anything, 4)]
    assert rows[:8] == ["5678", "5687", "5768", "5786", "5867", "5876", "6578", "6587"]


ONE = {
    "a": (4, 5),
    "b": (4, 6),
    "c": (3, 5),
    "d": (4, 7),
    "e": (3, 6),
    "f": (2, 5),
    "g": (3, 7),
    "h": (2, 6),
    "i": (2, 7),
}
TWO = {
    "j": ((3, 4), (5, 6)), "k": ((3, 4), (5, 7)), "l": ((2, 4), (5, 6)), "m": ((3, 4), (6, 7)), "n": ((2, 4), (5, 7)),
    "o": ((2, 3), (5, 6)), "p": ((2, 4), (6, 7)), "q": ((2, 3), (5, 7)), "r": ((2, 3), (6, 7)),
}  # fmt: skip
"""The rules' tables name only exchanges of players 2 to 7."""


def test_d_2_of_the_older_text() -> None:
    found = [{i + 1 for i in places} for places in dutch_2009.exchanges(8, 4)]
    ones = [found.index({1, 2, 3, 4} - {one} | {two}) for one, two in ONE.values()]
    twos = [found.index({1, 2, 3, 4} - {*one} | {*two}) for one, two in TWO.values()]
    assert ones == sorted(ones)
    assert twos == sorted(twos)
    assert max(ones) < min(twos)


# --- both -------------------------------------------------------------------------------------------------------------


def first_round(players: int) -> Event:
    return Event(tuple(Entrant(tpn) for tpn in range(1, players + 1)), (), 5)


@pytest.mark.parametrize("edition", [dutch_2009, dutch_2012])
def test_f_4_the_first_round(edition: object) -> None:
    found = edition.pair(first_round(7))  # type: ignore[attr-defined]
    assert found.boards == {(1, 4), (5, 2), (3, 6)}
    assert found.bye == 7


def test_b_1_b_a_half_point_bye_bars_from_the_bye_in_2012_only() -> None:
    rounds = ({1: Cell(2, "w", "1"), 2: Cell(1, "b", "0"), 3: Cell(0, "-", "H")},)
    event = Event(tuple(Entrant(tpn) for tpn in (1, 2, 3)), rounds, 5)
    assert not next(p for p in dutch_2012.players(event) if p.tpn == 3).may_have_bye
    assert next(p for p in dutch_2009.players(event) if p.tpn == 3).may_have_bye


def test_c_12_takes_other_floaters_of_the_same_score() -> None:
    """Players 1 and 2 have met, so player 3 would float. Player 3 has no opponent below, so another player floats."""
    top = [player(1, 20, met=[2]), player(2, 20, met=[1]), player(3, 20, met=[4, 5, 6])]
    rest = [player(tpn, 10, met=[3]) for tpn in (4, 5, 6)]
    for text in (dutch_2012.TEXT, dutch_2009.TEXT):
        first, second = Round(text, 2).brackets([*top, *rest])
        assert [p.tpn for p in first.floaters] == [2]
        assert {(one.tpn, two.tpn) for one, two in first.pairs} == {(1, 3)}
        assert not second.floaters


def numbers(cards: list[Card]) -> list[int]:
    return [card.number for card in cards]


def players(first: int, last: int) -> list[Card]:
    return [Card(number, 0) for number in range(first, last + 1)]


def exchanged(one: list[Card], two: list[Card]) -> list[tuple[list[int], list[int]]]:
    """List the players who leave S1, highest number first, and the players who join S1, lowest number first."""
    found = []
    for first, second in exchanges(one, two):
        leaves, comes = set(one) & set(second), set(two) & set(first)
        found.append((sorted(numbers(list(leaves)), reverse=True), sorted(numbers(list(comes)))))
    return found[1:]


def test_exchanges_follow_the_tables_of_2012() -> None:
    found = exchanged(players(1, 5), players(6, 11))
    assert found[:3] == [([5], [6]), ([5], [7]), ([4], [6])]
    assert found[29] == ([1], [11])
    two = [([5, 4], [6, 7]), ([5, 4], [6, 8]), ([5, 3], [6, 7]), ([5, 4], [6, 9]), ([5, 4], [7, 8]), ([5, 3], [6, 8])]
    assert found[30:36] == two
    assert found[30 + 26] == ([4, 2], [6, 8])  # number 27 of the table
    three = [([5, 4, 3], [6, 7, 8]), ([5, 4, 3], [6, 7, 9]), ([5, 4, 2], [6, 7, 8]), ([5, 4, 3], [6, 7, 10])]
    assert found[180:184] == three


def test_exchanges_follow_the_matrices_of_2009() -> None:
    found = exchanged(players(1, 4), players(5, 8))
    listed = [change for change in found if change[0][-1] > 1 and change[1][-1] < 8]
    one = [(4, 5), (4, 6), (3, 5), (4, 7), (3, 6), (2, 5), (3, 7), (2, 6), (2, 7)]
    assert listed[:9] == [([leaves], [comes]) for leaves, comes in one]
    j_to_r = ["4356", "4357", "4256", "4367", "4257", "3256", "4267", "3257", "3267"]
    assert listed[9:18] == [([int(a), int(b)], [int(c), int(d)]) for a, b, c, d in map(list, j_to_r)]


def test_transpositions_follow_d1() -> None:
    found = [
        [pair[1].number for pair in pairs]
        for pairs, _ in transpositions(players(1, 4), players(5, 8), lambda one, two: True)
    ]
    assert found[:4] == [[5, 6, 7, 8], [5, 6, 8, 7], [5, 7, 6, 8], [5, 7, 8, 6]]
    assert len(found) == 24


@pytest.mark.parametrize("seventh", [False, True])
def test_the_example_of_d4_comes_out_as_the_text_says(seventh: bool) -> None:
    scores = {"A": 30, "B": 25, "C": 25, "D": 20, "E": 15, "F": 10} | ({"G": 5} if seventh else {})
    number = {name: place for place, name in enumerate(scores, 1)}
    barred = frozenset(number[name] for name in "BCDE" + ("G" if seventh else ""))
    cards = {
        name: Card(
            number[name],
            score,
            met=barred if name == "F" else frozenset({number["F"]}) if number[name] in barred else frozenset(),
            free_points=0 if name == "G" else 10,
        )
        for name, score in scores.items()
    }
    procedure = blind_2012.Istanbul(Position(tuple(cards.values()), 5, 9))
    down = tuple(cards[name] for name in "ABC")
    bracket = BlindBracket(down, tuple(card for card in cards.values() if card not in down), True, True)
    stage = procedure.first_stage(bracket)
    assert stage == Stage(3, 3 if seventh else 0)
    found = next(procedure.completions(bracket, stage))
    names = sorted(f"{'ABCDEFG'[one.number - 1]}{'ABCDEFG'[two.number - 1]}" for one, two in found.pairs)
    assert names == (["AF", "BD", "CE"] if seventh else ["AF", "BC", "DE"])


@pytest.mark.parametrize("edition", [blind_1998, blind_2009, blind_2012])
def test_the_first_round_pairs_both_halves_in_order(edition: object) -> None:
    position = Position(tuple(players(1, 7)), 1, 5)
    made = edition.pair(position)  # type: ignore[attr-defined]
    assert made.pairs == ((1, 4), (3, 6), (5, 2))
    assert made.bye == 7
