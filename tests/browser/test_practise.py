"""The questions of the room in which arbiters practise: exercises and hints (docs/practise.md)."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest

from checker import check
from checker.report import Status
from pairing_engine import pair
from pairing_engine.errors import BadRequest
from pairing_engine.systems import SYSTEMS
from swisspair.conversation import Conversation
from swisspair.examples import editions, examples
from swisspair.exercises import articles, exercise
from trf import read

EDITIONS = editions()


def asked(kind: str, **values: object) -> dict[str, Any]:
    found = Conversation().answer({"ask": kind, **values})
    assert "error" not in found, found["error"]
    return found


def hints(trf: str, round_: int, pairs: Iterable[Sequence[int]]) -> dict[str, Any]:
    return asked("hints", trf=trf, round=round_, pairs=[list(pair) for pair in pairs])


def meetings(pairs: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_an_exercise_is_solved_by_its_solution_after_rounds_by_the_rules(system: str, edition: str) -> None:
    rarer = 1 if edition == "2026" else 3
    for article, code, _ in articles(system, edition)[::rarer]:
        name = code or article
        given = asked("exercise", system=system, edition=edition, article=name, seed="a")
        trf, number = given["trf"], given["round"]
        right = hints(trf, number, given["pairs"])
        assert (right["agrees"], right["complete"], right["hints"], right["exchange"]) == (True, True, [], None)
        wrong = hints(trf, number, given["without"])
        assert not wrong["agrees"], name
        assert wrong["hints"]
        report = check(read(trf), system=system, edition=edition)
        assert [one.status for one in report.rounds] == [Status.AGREES] * (number - 1), name


@pytest.mark.parametrize("seed", range(12))
def test_every_exchange_leads_nearer_to_the_right_round(seed: int) -> None:
    rng = Random(seed)
    found = exercise("dutch", "2026", level=rng.choice(["easy", "medium", "hard"]), seed=str(seed))
    trf = asked("exercise", system="dutch", edition="2026", level=found.level, seed=str(seed))["trf"]
    people = [number for pair in found.pairs for number in pair if number]
    rng.shuffle(people)
    pairs: list[tuple[int, int]] = [
        *zip(people[::2], people[1::2], strict=False),
        *([(people[-1], 0)] if len(people) % 2 else []),
    ]
    found = exercise("dutch", "2026", level=found.level, seed=str(seed))
    while True:
        answer = hints(trf, found.example.round, pairs)
        if answer["agrees"]:
            break
        one, other = map(int, answer["exchange"])
        assert str(one) in answer["hints"][-1]
        assert str(other) in answer["hints"][-1]
        turned = {one: other, other: one}
        after = [(turned.get(white, white), turned.get(black, black)) for white, black in pairs]
        count = [
            len(meetings(these) & meetings(found.pairs)) + len({*these} & {*found.pairs}) for these in (pairs, after)
        ]
        assert count[1] > count[0]
        pairs = after
    assert set(pairs) == set(found.pairs)


@pytest.mark.parametrize(
    ("system", "article", "first", "third"),
    [
        ("dutch", "C2", "A rule forbids one of your boards, or your bye", ""),
        ("dutch", "C3", "A rule forbids one of your boards", ""),
        ("dutch", "C9", "another round serves one article better", "in the bracket of "),
        ("dutch", "C12", "another round serves one article better", "in the bracket of "),
        ("dutch", "4.2.2", "another one comes first in the order", "in the bracket of "),
        ("dutch", "5.2.4", "some of their colours are wrong", ""),
        ("dubov", "3.1.3", "somebody else should have the bye", ""),
        ("lim", "3.2.2", "the procedure reaches another round first", "in the scoregroup of "),
    ],
)
def test_the_first_hint_names_the_kind_of_mistake_and_the_second_the_article(
    system: str, article: str, first: str, third: str
) -> None:
    """The proposals are the rounds without the article, from the recorded examples."""
    told = []
    for seed in range(6):
        answer = asked("exercise", system=system, article=article, seed=f"{seed}")
        told.append(asked("hints", trf=answer["trf"], round=answer["round"], pairs=answer["without"])["hints"])
    mine = [hint for hint in told if first in hint[0]]
    assert mine, told
    assert any(f"{answer['article']}]" in hint[1] for hint in mine), mine
    assert all(len(hint) == 4 and third in hint[2] for hint in mine)


def test_a_meeting_that_was_played_and_a_second_bye_are_forbidden() -> None:
    found = asked("exercise", article="C9", level="medium", seed="class")
    met = next(
        (one["number"], int(cell[:-2]))
        for one in found["players"]
        for cell in one["rounds"]
        if cell[-2:-1] in ("w", "b")
    )
    told = asked("hints", trf=found["trf"], round=found["round"], pairs=[list(met)])["hints"]
    assert told[0] == "A rule forbids one of your boards, or your bye."
    assert "C.04.1 2]" in told[1] or "C1" in told[1], told


def test_boards_of_a_part_of_the_round_are_judged_too() -> None:
    found = asked("exercise", article="C9", level="medium", seed="part")
    some = found["pairs"][:2]
    answer = asked("hints", trf=found["trf"], round=found["round"], pairs=some)
    assert (answer["agrees"], answer["complete"]) == (True, False)


def test_a_seed_gives_the_same_exercise_again_and_another_seed_another_one() -> None:
    one, same = (asked("exercise", article="C12", seed="class 3") for _ in range(2))
    assert one == same
    others = {str(asked("exercise", article="C12", seed=str(seed))["trf"]) for seed in range(8)}
    assert len(others) == 8


def test_results_are_drawn_anew_where_the_article_can_be_left_out() -> None:
    """So an exercise is more than a recorded example: of a few seeds, most give an event that no file holds."""
    known = {one.event.rounds for one in examples("dutch", "2026")}
    fresh = [exercise("dutch", "2026", "C12", seed=str(seed)).event.rounds not in known for seed in range(10)]
    assert sum(fresh) >= 4


def test_without_any_criterion_that_is_listed_the_round_is_another() -> None:
    dutch, asked_for = SYSTEMS["dutch"]["2026"], 0
    for seed in range(8):
        found = exercise("dutch", "2026", "C12", seed=str(seed))
        for code in found.deciding:
            criteria = tuple(rule for rule in dutch.criteria if rule.code != code)
            other = pair(found.event, found.example.round, dutch._replace(criteria=criteria), verify=False)
            pairs = {(board.white, board.black) for board in other.boards}
            assert len(criteria) == len(dutch.criteria) or pairs != {one for one in found.pairs if one[1]}, (seed, code)
            asked_for += len(criteria) < len(dutch.criteria)
    assert asked_for > 8


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_level_is_stated_by_what_there_is_to_consider(level: str) -> None:
    limits = {"easy": (0, 7), "medium": (8, 12), "hard": (13, 99)}
    for seed in range(4):
        found = asked("exercise", system="dutch", edition="2026", level=level, seed=str(seed))
        scores = {one["number"]: one["score"] for one in found["players"]}
        pairs = [pair for pair in found["pairs"] if pair[1]]
        assert found["brackets"] == len(set(scores.values()))
        assert found["floaters"] == sum(scores[white] != scores[black] for white, black in pairs)
        least, most = limits[level]
        assert least <= found["brackets"] + found["floaters"] + len(found["deciding"]) <= most
        assert found["level"] == level


def test_the_cards_hold_what_the_file_says() -> None:
    found = asked("exercise", article="C9", level="medium", seed="class")
    event = read(str(found["trf"]))
    assert event.name == "class"
    for card in found["players"]:
        line = next(one for one in str(found["trf"]).splitlines() if one.startswith(f"001 {card['number']:4}"))
        entries = [(int(line[at : at + 4]), line[at + 5], line[at + 7]) for at in range(91, len(line), 10)]
        told = [f"{opponent or ''}{colour if result in '1=0' else ''}{result}" for opponent, colour, result in entries]
        assert (card["name"], card["score"]) == (line[14:47].strip(), line[80:84].strip())
        assert card["rounds"] == told


@pytest.mark.parametrize(
    ("language", "second", "sixth"),
    [
        (
            "en",
            "A participant who has had the pairing-allocated bye, or the points",
            "As few as possible: downfloaters.",
        ),
        ("fr", "Un participant qui a déjà été exempt, ou a déjà eu les points", "Le moins possible\u00a0: "),
    ],
)
def test_the_articles_to_choose_from_are_in_order_and_told_in_sentences(language: str, second: str, sixth: str) -> None:
    found = asked("exercise", system="dutch", edition="2026", language=language)["articles"]
    told = {one["code"] or one["article"]: one["about"] for one in found}
    assert list(told)[:6] == ["C1", "C2", "C.04.3 1.4.2", "C3", "C5", "C6"]
    assert told["C2"].startswith(second)
    assert told["C.04.3 1.4.2"] == ""
    assert told["C6"].startswith(sixth)


def test_an_exercise_names_the_criterion_that_decides_it_if_an_article_has_several() -> None:
    """All criteria for teams of 2024 are in Article 3."""
    for seed in range(8):
        told, found = (
            asked("exercise", system="team", edition="2024", article="3", seed=str(seed)),
            exercise("team", "2024", "3", seed=str(seed)),
        )
        assert (told["article"], told["code"]) == ("C.04.6 3", found.reading.code)


def test_an_article_without_exercises_is_refused_with_its_name() -> None:
    with pytest.raises(BadRequest, match=r"there is no exercise about 9\.9\.9"):
        exercise("dutch", "2026", "9.9.9")
