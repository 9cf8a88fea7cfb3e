from __future__ import annotations

import pytest

from pairing_engine.facts.basic_rules import BASIC_RULES_2026
from pairing_engine.facts.model import ByeKind, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.legality import Moment, _look_back, _moment, _wrong_colours, faults, to_teams
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament


@pytest.mark.parametrize(
    ("system", "one", "other", "due"),
    [
        ("dutch", "W", "B", "B"),  # both preferences are granted
        ("dutch", "", "B", "B"),
        ("dutch", "", "", None),
        ("dutch", "WBB", "BWB", "W"),  # the stronger preference is granted
        ("dutch", "BW", "W", "W"),
        ("dutch", "WBW", "BWW", "W"),
        ("dutch", "WBWB", "BWWB", "W"),  # the colours alternate from the last difference
        ("dutch", "WB", "WB", None),  # the ranking decides, which the second opinion leaves open
        ("dutch", "WWW", "WW", None),
        ("dubov", "W", "B", "B"),
        ("dubov", "", "BW", None),  # [1.6.4] both have a mild preference for Black, so the ranking decides
        ("dubov", "", "WB", "B"),
        ("dubov", "", "", None),
        ("burstein", "W", "B", "B"),
        ("burstein", "", "BW", "W"),
        ("lim", "W", "B", "B"),
        ("lim", "W", "WBW", None),
        ("lim", "WBW", "BW", "B"),
        ("lim", "WW", "B", None),
        ("double-swiss", "WW", "BW", "B"),
        ("double-swiss", "WB", "BW", "W"),
        ("double-swiss", "WB", "WB", None),
    ],
)
def test_the_verdict_on_two_histories(system: str, one: str, other: str, due: str | None) -> None:
    opinion = SYSTEMS[system]["2026"].absolutes.due
    assert opinion is not None
    assert opinion(one, other, Moment()) == due


@pytest.mark.parametrize(
    ("kind", "is_last", "one", "other", "due"),
    [
        ("A", False, "WW", "B", "B"),
        ("A", False, "W", "B", "B"),  # no preferences: the lower colour difference decides
        ("B", False, "W", "B", "B"),
        ("B", False, "WW", "W", "B"),  # the only strong preference is granted
        ("B", False, "WB", "BW", "W"),
        ("B", True, "WB", "BW", "W"),  # no preferences: the colours alternate from the last difference
        ("B", None, "WB", "BW", None),
        ("", False, "BB", "WW", "W"),
        ("", False, "WBB", "BWB", "W"),
    ],
)
def test_the_verdict_on_two_histories_of_teams(kind: str, is_last: bool | None, one: str, other: str, due: str) -> None:
    assert to_teams(one, other, Moment(kind, is_last)) == due


@pytest.mark.parametrize("name", SYSTEMS)
def test_right_colours_pass_and_swapped_ones_are_noticed(name: str) -> None:
    noticed = boards_seen = 0
    system = [*SYSTEMS[name].values()][-1]
    due = system.absolutes.due
    assert due is not None
    for seed in range(12):
        event = generate(Plan(players=5 + seed, rounds=6), seed, system)
        for number, recorded in enumerate(event.rounds, 1):
            boards = [(meeting.white, meeting.black) for meeting in recorded.meetings()]
            bye = next((bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
            assert faults(event, number, system.absolutes, system.basic, boards, bye) == []
            histories = _look_back(event, event.rounds[: number - 1], {})[1]
            swapped = [(black, white) for white, black in boards]
            noticed += len(_wrong_colours(_moment(event, number), due, swapped, histories))
            boards_seen += len(boards)
    assert noticed > boards_seen / 3  # no objection is possible in the first round


def test_an_edition_without_a_say_in_colours_has_no_objection() -> None:
    event = tournament(4, "1-2:10 3-4:10", total=3)
    absolutes = SYSTEMS["dutch"]["2026"].absolutes
    swapped = [(Tpn(1), Tpn(4)), (Tpn(3), Tpn(2))]
    assert len(faults(event, 2, absolutes, BASIC_RULES_2026, swapped, None)) == 2
    assert not faults(event, 2, absolutes._replace(due=None), BASIC_RULES_2026, swapped, None)
