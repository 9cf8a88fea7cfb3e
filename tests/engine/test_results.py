"""Results can be entered by board or by player, and corrected later. Wrong results are refused."""

from __future__ import annotations

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.changes.new_event import new_event
from pairing_engine.changes.paired import with_round
from pairing_engine.changes.results import boards_of, enter, result_text
from pairing_engine.changes.stated_results import stated_results
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import ByeKind, Colour, Game, Participant, Result, Settings, Tournament, Tpn
from trf import Dialect, carried_on, examine, write

NAMES = ("Aalto, Eino", "Bianchi, Sara", "Castro, Iker", "Dvořák, Hana", "Edlund, Nils", "Fiala, Pavel", "Gruber, Lena")


def begun(players: int = 7, **settings: object) -> Tournament:
    people = [Participant(Tpn(0), name, 2000 - place) for place, name in enumerate(NAMES[:players])]
    return new_event("Club", people, Settings(rounds=3, initial_colour=Colour.WHITE, **settings))  # type: ignore[arg-type]


def paired(event: Tournament) -> Tournament:
    return with_round(event, pair(event).pairing)


def results_of(event: Tournament, number: int = 1) -> list[str]:
    return [result_text(game) for game in boards_of(event, number) if isinstance(game, Game)]


def test_a_tie_break_that_is_not_known_keeps_no_result_out() -> None:
    event = enter(paired(begun(tie_breaks=("BH:1",))), "1:1-0 2:1-0 3:1-0").tournament
    assert not event.under_way
    assert list(event.recorded_ranks) == [1, 3, 5, 7, 2, 4, 6]  # sorted by points, then by numbers


def test_a_round_is_open_until_its_last_result() -> None:
    event = paired(begun())
    assert [game[:2] for game in boards_of(event, 1)] == [(1, 4), (5, 2), (3, 6)]
    assert event.rounds[0].byes == ((7, ByeKind.PAIRING_ALLOCATED),)
    first = enter(event, "1:1-0 3:0-1")
    assert (first.still_open, first.tournament.under_way, dict(first.tournament.recorded_ranks)) == (1, True, {})
    second = enter(first.tournament, "2:½-½")
    assert (second.still_open, second.tournament.under_way) == (0, False)
    assert results_of(second.tournament) == ["1-0", "½-½", "0-1"]
    assert [tpn for tpn, _ in sorted(second.tournament.recorded_ranks.items(), key=lambda it: it[1])] == [
        1,
        6,
        7,
        2,
        5,
        3,
        4,
    ]


@pytest.mark.parametrize(
    "text",
    ["1:1-0 2:½-½ 3:+-", "1:1–0, 2:1/2-1/2; 3:+--", "# round 1\n1 1-0\n2,=\n3;+-\n", "aalto:1 Edlund, Nils:=, castro:+",
     "dvorak:0 bianchi:½ fiala:-", "1-4:1-0 Edlund - Bianchi:0.5-0.5 3=+-"],
)  # fmt: skip
def test_the_ways_of_writing_results_are_alike(text: str) -> None:
    event = enter(paired(begun()), text).tournament
    assert results_of(event) == ["1-0", "½-½", "+--"]


@pytest.mark.parametrize(("text", "words"), [
    ("1:2-0", "line 1: found '1:2-0', expected results"),
    ("1:1-0 1:0-1", "board 1 (1 Aalto, Eino - 4 Dvořák, Hana) already has a different result in result 1 (1:1-0)"),
    ("4:1-0", "there is no board 4 in round 1: it has boards 1 to 3"),
    ("1:1", "for a board, give both results, such as 1:1-0"),
    ("Gruber:1", "7 Gruber, Lena has no opponent in round 1"),
    ("4-1:1-0", "1 Aalto, Eino has White against 4 Dvořák, Hana in round 1: name White first"),
    ("1-2:1-0", "1 Aalto, Eino does not play 2 Bianchi, Sara in round 1"),
    ("alto:1 9-1:0-1", "result 2 (9-1:0-1): there is no participant 9 in this event: numbers go from 1 to"),
    ("1:1-0/0-1", "give only one result for a board"),
    ("", "no result was given"),
])  # fmt: skip
def test_an_invalid_result_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        enter(paired(begun()), text)
    assert words in str(refused.value)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadRequest) as refused:
        enter(paired(begun()), "9:1-0 1:1-0 8:1-0")
    assert str(refused.value).count("\n") == 1


def test_a_result_that_is_there_is_corrected_only_when_asked() -> None:
    event = enter(paired(begun()), "1:1-0 2:1-0").tournament
    assert enter(event, "1:1-0 3:1-0").still_open == 0, "entering the same result again changes nothing"
    with pytest.raises(BadRequest, match="already has the result 1-0 in the file: to correct it, use --round 1"):
        enter(event, "1:0-1")
    corrected = enter(event, "1:0-1", 1)
    assert [result_text(game) for game in corrected.corrected] == ["1-0"]
    assert results_of(corrected.tournament)[0] == "0-1"
    reopened = enter(enter(event, "3:1-0").tournament, "1:?", 1)
    assert (reopened.still_open, reopened.tournament.under_way) == (1, True)


def test_no_result_without_a_round() -> None:
    with pytest.raises(BadRequest, match="no round has been paired"):
        enter(begun(), "1:1-0")
    over = enter(paired(begun()), "1:1-0 2:1-0 3:1-0").tournament
    with pytest.raises(BadRequest, match="all results of round 1 are known"):
        enter(over, "1:1-0")
    with pytest.raises(BadRequest, match="round 2 is not in the file"):
        enter(over, "1:1-0", 2)


def test_a_match_of_double_swiss_takes_two_games() -> None:
    """[C.04.5] Enter both results of a match. Each result begins with the points of White in the first game."""
    event = paired(begun(4, double=True, system="FIDE_DOUBLESWISS_2026"))
    with pytest.raises(BadRequest, match="a match has two games"):
        enter(event, "1:1-0")
    entered = enter(event, "1:1-0/0-1 2:½-½/+-").tournament
    first, second = boards_of(entered, 1)
    assert isinstance(first, Game)
    assert isinstance(second, Game)
    assert (first.white_result, first.second) == (Result.WIN, (Result.LOSS, Result.WIN))
    assert second.second == (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    text = write(entered, Dialect.TRF26)
    assert examine(text, strict=True).tournament.rounds == entered.rounds


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_goes_on_and_keeps_what_it_says(newline: str) -> None:
    begin = write(begun()).replace("0.0    1\n", "0,0\n", 1)
    text = (begin + "102 An Arbiter\nXXZ 6\n240 H 001    5\n### a remark\nno record\n").replace("\n", newline)
    found = examine(text)
    after = with_round(found.tournament, pair(found.tournament).pairing)
    new = write(carried_on(found.file, found.tournament, after))
    lines, old = new.split(newline), text.split(newline)
    assert "XXZ 6" not in new, "the record would apply to the round after this one"
    assert [line for line in old if not line.startswith(("001", "XXZ"))] == [
        line for line in lines if line[:3] != "001"
    ]
    assert [line[91:].strip() for line in lines if line[:3] == "001"] == [
        "3 w", "4 b", "1 b", "2 w", "0000 - H", "0000 - Z", "0000 - U"
    ]  # fmt: skip
    again = examine(new)
    assert (again.tournament.rounds, again.tournament.under_way) == (after.rounds, True)
    assert {one.code for one in again.adjustments} - {one.code for one in found.adjustments} == {"ADJ-77"}


def test_correcting_an_old_round_changes_later_rounds_too() -> None:
    event = enter(paired(enter(paired(begun(6)), "1:1-0 2:1-0 3:1-0").tournament), "1:1-0").tournament
    text = write(event)
    found = examine(text)
    corrected = enter(found.tournament, "1:0-1", 1).tournament
    new = write(carried_on(found.file, found.tournament, corrected))
    changed = [
        (a[4:8].strip(), b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a[90:] != b[90:]
    ]
    assert [number for number, _ in changed] == ["1", "4"]
    assert examine(new).tournament.rounds == corrected.rounds


def test_results_have_bounds() -> None:
    with pytest.raises(BadRequest, match="expected the results of a round"):
        stated_results("1" * (1 << 17) + ":1-0")
