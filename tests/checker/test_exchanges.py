"""The lists of impossible opponents are the same, with or without the shortcut that exchanges opponents."""

from __future__ import annotations

import pytest

from checker.questions import Moment, moment
from checker.questions.why import Exchanges, could_not_be_opponent, could_not_have_bye
from pairing_engine.errors import PairingError
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.builders import tournament


def lists(about: Moment) -> list[object]:
    players = about.state.players
    ends = {players[0].tpn, players[-1].tpn}
    found: list[object] = [list(could_not_have_bye(about, player)) for player in players]
    return found + [list(could_not_be_opponent(about, one, end)) for one in players for end in ends - {one.tpn}]


@pytest.mark.parametrize("players", [7, 8, 9])
@pytest.mark.parametrize("system", ["dutch", "dubov", "burstein", "lim"])
def test_an_exchange_proves_what_a_search_finds(monkeypatch: pytest.MonkeyPatch, system: str, players: int) -> None:
    event = generate(Plan(players=players, rounds=players - 1), players, SYSTEMS[system]["2026"])
    proved = asked = 0
    for number in range(2, len(event.rounds) + 2):
        try:
            about = moment(event, number)
            quick = lists(about)
        except PairingError:
            continue
        searched = Exchanges.complete_with

        def counted(self: Exchanges, one: int, other: int) -> bool:
            nonlocal proved, asked
            asked += 1
            proved += searched(self, one, other)  # type: ignore[arg-type] # noqa: B023
            return False

        with monkeypatch.context() as patch:
            patch.setattr(Exchanges, "complete_with", counted)
            assert lists(about) == quick
    assert 0 < proved <= asked


def test_an_exchange_proves_nothing_where_somebody_is_left_over() -> None:
    """An exchange proves nothing if it makes two players meet again.

    In the only possible round, player 1 meets player 2, and player 3 meets player 4. If players 1 and 3 met, players 2
    and 4 would have to meet again.
    """
    event = tournament(4, "1-3:== 4-2:==", "4-1:== 2-3:==", total=3)
    about = moment(event, 3)
    assert Exchanges(about).complete_with(about.tpn(1), about.tpn(2))
    assert not Exchanges(about).complete_with(about.tpn(1), about.tpn(3))
