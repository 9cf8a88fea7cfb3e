"""The second opinion about colours: what it says of two histories, and that it never contradicts what is right."""

from __future__ import annotations

import pytest

from pairing_engine.facts.model import ByeKind
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.legality import DUE, _due_to_team, _look_back, _wrong_colours, faults
from pairing_engine.systems import SYSTEMS


@pytest.mark.parametrize(
    ("system", "one", "other", "due"),
    [
        ("dutch", "W", "B", "B"),  # both granted
        ("dutch", "", "B", "B"),
        ("dutch", "", "", None),
        ("dutch", "WBB", "BWB", "W"),  # the stronger
        ("dutch", "BW", "W", "W"),
        ("dutch", "WBW", "BWW", "W"),
        ("dutch", "WBWB", "BWWB", "W"),  # the last time when they differed
        ("dutch", "WB", "WB", None),  # the ranking decides
        ("dutch", "WWW", "WW", None),
        ("dubov", "W", "B", "B"),
        ("dubov", "", "BW", None),  # [1.6.4] both would mildly rather have Black
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
        ("no such system", "W", "B", None),
    ],
)
def test_what_two_histories_say(system: str, one: str, other: str, due: str | None) -> None:
    assert (DUE[system](one, other) if system in DUE else None) == due


@pytest.mark.parametrize(
    ("kind", "is_last", "one", "other", "due"),
    [
        ("A", False, "WW", "B", "B"),
        ("A", False, "W", "B", "B"),  # no preferences: the lower difference
        ("B", False, "W", "B", "B"),
        ("B", False, "WW", "W", "B"),  # the only strong one
        ("B", False, "WB", "BW", "W"),
        ("B", True, "WB", "BW", "W"),  # no preferences: the last time when they differed
        ("B", None, "WB", "BW", None),
        ("", False, "BB", "WW", "W"),
        ("", False, "WBB", "BWB", "W"),
    ],
)
def test_what_two_histories_of_teams_say(kind: str, is_last: bool | None, one: str, other: str, due: str) -> None:
    assert _due_to_team(one, other, kind, is_last) == due


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_right_is_not_contradicted_and_the_other_way_round_is_noticed(name: str) -> None:
    noticed = boards_seen = 0
    for seed in range(12):
        event = generate(Plan(players=5 + seed, rounds=6), seed, [*SYSTEMS[name].values()][-1])
        for number, recorded in enumerate(event.rounds, 1):
            boards = [(meeting.white, meeting.black) for meeting in recorded.meetings()]
            bye = next((bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
            assert faults(event, number, name, boards, bye) == []
            histories = _look_back(event, event.rounds[: number - 1], {})[1]
            swapped = [(black, white) for white, black in boards]
            noticed += len(_wrong_colours(event, number, name, swapped, histories))
            boards_seen += len(boards)
    assert noticed > boards_seen / 3  # in the first round nothing is known
