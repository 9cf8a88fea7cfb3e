"""The tables and examples that the texts of 2009 and 2012 print, and the first round."""

import pytest

from tests.articles.literal import blind_2012, blind_events
from tests.articles.literal.blind_common import Bracket, Card, Position, Stage, exchanges, transpositions


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
            is_barred=name != "G",
        )
        for name, score in scores.items()
    }
    procedure = blind_2012.Istanbul(Position(tuple(cards.values()), 5, 9))
    down = tuple(cards[name] for name in "ABC")
    bracket = Bracket(down, tuple(card for card in cards.values() if card not in down), True, True)
    stage = procedure.first_stage(bracket)
    assert stage == Stage(3, 3 if seventh else 0)
    found = next(procedure.completions(bracket, stage))
    names = sorted(f"{'ABCDEFG'[one.number - 1]}{'ABCDEFG'[two.number - 1]}" for one, two in found.pairs)
    assert names == (["AF", "BD", "CE"] if seventh else ["AF", "BC", "DE"])


@pytest.mark.parametrize("edition", blind_events.EDITIONS)
def test_the_first_round_pairs_both_halves_in_order(edition: str) -> None:
    made = blind_events.EDITIONS[edition](Position(tuple(players(1, 7)), 1, 5)).paired()
    assert made.pairs == ((1, 4), (3, 6), (5, 2))
    assert made.bye == 7
