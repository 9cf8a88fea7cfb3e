"""Users can state wishes. If a wish contains a mistake, a message explains the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing_engine import BadRequest, NoPairing, pair
from pairing_engine.facts.asked_wishes import Asked, AskedAs, wishes_of, with_asked
from pairing_engine.facts.model import Colour, Participant, Settings, Strength, Team, Tournament, Tpn, Wish, WishKind
from trf import Dialect, TrfProblems, read, write

EVENT = Tournament(
    "",
    tuple(Participant(Tpn(n), federation="AUT" if n in (1, 2, 5) else "SUI" if n < 5 else "") for n in range(1, 8)),
    settings=Settings(rounds=5, initial_colour=Colour.WHITE),
    teams=(Team(Tpn(1), (Tpn(3), Tpn(7))), Team(Tpn(2), (Tpn(4), Tpn(5), Tpn(6)))),
)


def groups(asked: Asked) -> list[set[int]]:
    return [set(group) for wish in wishes_of(EVENT, asked) for group in wish.groups]


def test_fields_of_the_event_make_groups_of_two_and_more() -> None:
    assert groups(Asked("federation")) == [{1, 2, 5}, {3, 4}]
    assert groups(Asked("team")) == [{3, 7}, {4, 5, 6}]
    assert groups(Asked(["team", {1: "X", 4: "X", 6: "Y"}])) == [{3, 7}, {4, 5, 6}, {1, 4}]


def test_a_file_of_groups(tmp_path: Path) -> None:
    path = tmp_path / "clubs.csv"
    path.write_text('number,club\n1,"Kiel"\n3;Kiel\n\n4,\n5\tBonn\n6,Bonn\n', encoding="utf-8-sig")
    (wish,) = wishes_of(EVENT, Asked(path))
    assert (wish.label, [set(group) for group in wish.groups]) == ("clubs.csv", [{1, 3}, {5, 6}])
    path.write_bytes("1,Köln\n2,Köln\n".encode("cp1252"))
    assert groups(Asked(str(path))) == [{1, 2}]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,Kiel\nx,Kiel\n", "clubs.csv:2: found 'x,Kiel'"),
        ("1,Kiel\n77,Kiel\n", "clubs.csv:2: there is no participant"),
    ],
)
def test_a_wrong_line_of_a_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "clubs.csv"
    path.write_text(text)
    with pytest.raises(BadRequest, match=words):
        wishes_of(EVENT, Asked(path))


def test_pairs_rounds_and_byes() -> None:
    asked = Asked(avoid_pairs="3-7, 4-5", avoid_rounds="2-3", strength="hard", prefer_bye="1,2", no_bye=6)
    assert wishes_of(EVENT, asked) == (
        Wish(WishKind.AVOID, Strength.HARD, 2, 3, "pairs", (frozenset({3, 7}), frozenset({4, 5}))),  # type: ignore[arg-type]
        Wish(WishKind.BYE, Strength.HARD, 2, 3, "1 and 2", (frozenset({1, 2}),)),  # type: ignore[arg-type]
        Wish(WishKind.NO_BYE, Strength.HARD, 2, 3, "6", (frozenset({6}),)),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"avoid": "club"}, "this event has no field club"),
        ({"avoid": "nothing"}, "nothing is neither a field nor a file"),
        ({"avoid_pairs": "3"}, "found '3', expected pairs such as 3-7,4-9"),
        ({"avoid_pairs": "3-3"}, "expected two different participants"),
        ({"avoid_pairs": "3-77"}, "there is no participant 77"),
        ({"avoid_pairs": "3-4", "avoid_rounds": "3-1"}, "expected rounds from 1 to"),
        ({"avoid_pairs": "3-4", "strength": "mild"}, "there is no strength 'mild'"),
        ({"no_bye": "x"}, "there is no participant x"),
        ({"no_bye": "3,?"}, "expected numbers of participants"),
        ({"strength": "hard"}, "given without a wish"),
    ],
)
def test_unclear_input_is_refused(asked: AskedAs, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        pair(EVENT, **asked)


def test_wishes_about_other_rounds_are_not_looked_at() -> None:
    plain = pair(EVENT)
    assert pair(EVENT, avoid_pairs="1-4", avoid_rounds="2-5").to_dict() == plain.to_dict()
    assert pair(EVENT, avoid_pairs="1-4", avoid_rounds="1").boards != plain.boards


@pytest.mark.parametrize(
    ("system", "edition"), [("lim", "2026"), ("dutch", "2012"), ("dutch", "2009"), ("dutch", "1998")]
)
def test_a_procedure_knows_hard_wishes_only(system: str, edition: str) -> None:
    for strength in ("weak", "strong"):
        with pytest.raises(BadRequest, match="pairs step by step and cannot follow weak or strong wishes"):
            pair(EVENT, system=system, edition=edition, avoid_pairs="1-4", strength=strength)
    plain = pair(EVENT, system=system, edition=edition)
    first, bye = plain.boards[0], plain.bye
    pairs = [(first.white, first.black)]
    found = pair(EVENT, system=system, edition=edition, avoid_pairs=pairs, no_bye=bye, strength="hard")
    assert set(pairs[0]) not in [{board.white, board.black} for board in found.boards]
    assert found.bye != bye
    assert found.wished is not None
    assert all(not outcome.broken for outcome in found.wished.outcomes)


def test_impossible_hard_wishes_are_named_as_the_reason() -> None:
    everybody = [(1, n) for n in range(2, 8)]
    with pytest.raises(NoPairing, match="without the hard wishes the round could be paired"):
        pair(EVENT, avoid_pairs=everybody, no_bye=1, strength="hard")


def test_wishes_that_change_nothing_leave_the_answer_as_it_is() -> None:
    plain = pair(EVENT)
    for strength in Strength:
        found = pair(EVENT, avoid_pairs="1-2", no_bye=1, strength=strength)
        assert found.wished is not None
        assert not found.wished.changes
        assert found.to_dict() == plain.to_dict()


def test_a_file_records_wishes_and_gives_them_back() -> None:
    for dialect in Dialect:
        event = with_asked(EVENT, Asked("federation", "3-7,4-5", "1-3", "strong", prefer_bye=2, no_bye=[5, 6]))
        again = read(write(event, dialect))
        assert again.settings.wishes == event.settings.wishes
        assert again.teams == event.teams
        assert pair(again).boards == pair(event).boards


@pytest.mark.parametrize(
    "comment",
    [
        "avoid club, weak, rounds 3-2: 1 2",
        "avoid club, mild, rounds 1-2: 1 2",
        "avoid: 1",
        "no-bye, weak, rounds 1-2: 99",
    ],
)
def test_a_damaged_record_of_a_wish_is_a_problem(comment: str) -> None:
    with pytest.raises(TrfProblems, match="recorded wish"):
        read(f"{write(EVENT)}### swisspair wish: {comment}\n")
