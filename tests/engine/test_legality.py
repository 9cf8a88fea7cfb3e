"""The second opinion checks byes with abnormal points, and byes given before the round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.errors import BadRequest
from pairing_engine.facts.basic_rules import BASIC_RULES_2026
from pairing_engine.facts.model import AbnormalPoints, Bye, ByeKind, Points, Request, Settings, Tpn
from pairing_engine.legality import fault_of_preassigned_bye, faults
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament

DUTCH = SYSTEMS["dutch"]["2026"].absolutes

FIVE, FOUR = Tpn(5), Tpn(4)


def test_a_record_299_for_a_player_keeps_the_check_of_byes() -> None:
    settings = Settings(abnormal_points=(AbnormalPoints("", Points(-10), 1, frozenset({FIVE})),))
    event = tournament(5, "1-3:10 2-4:10 5:U", settings=settings)
    found = faults(event, 2, DUTCH, BASIC_RULES_2026, [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))], FIVE)
    assert found == [
        "5 cannot get the pairing-allocated bye because of the pairing-allocated bye of round 1 [C.04.1 4]"
    ]


@pytest.mark.parametrize(("points", "barred"), [(Points(10), True), (Points(9), False)])
def test_points_of_an_unplayed_round_count_by_record_299(points: Points, barred: bool) -> None:
    settings = Settings(abnormal_points=(AbnormalPoints("H", points, 1, frozenset({FIVE})),))
    event = tournament(5, "1-3:10 2-4:10 5:H", settings=settings)
    found = faults(event, 2, DUTCH, BASIC_RULES_2026, [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))], FIVE)
    assert bool(found) is barred


def test_a_bye_given_beforehand_is_received_by_nobody_else() -> None:
    event = tournament(5, "1-3:10 2-4:10 5:U")
    event = replace(event, requests=(Request(2, Bye(FOUR, ByeKind.PAIRING_ALLOCATED)),))
    boards = [(Tpn(1), Tpn(2)), (Tpn(5), Tpn(4))]
    found = faults(event, 2, DUTCH, BASIC_RULES_2026, boards, Tpn(3))
    assert any("the pairing-allocated bye was assigned to 4 beforehand" in fault for fault in found)


def test_an_illegal_preassigned_bye_is_reported() -> None:
    event = tournament(5, "1-3:10 2-4:10 5:U", total=5)
    event = replace(event, requests=(Request(2, Bye(FIVE, ByeKind.PAIRING_ALLOCATED)),))
    assert "the pairing-allocated bye of round 1" in fault_of_preassigned_bye(event, 2, DUTCH.bye_bar, BASIC_RULES_2026)
    with pytest.raises(BadRequest, match="was assigned to 5 beforehand, but 5 may not have it"):
        pair(event, verify=True)
    assert pair(event, verify=False).bye == FIVE
