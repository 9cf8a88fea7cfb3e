"""If a matching problem does not fit into memory, the error names the bracket."""

from __future__ import annotations

from sys import getsizeof

import pytest

from checker.checking import check
from checker.report import Status
from pairing_engine.answers.paired import pair
from pairing_engine.errors import TooLarge
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel import bracket_graph
from pairing_engine.kernel.order import bytes_of_order
from pairing_engine.matching import Backend, size
from pairing_engine.systems.burstein.order import descending_order
from pairing_engine.systems.dubov.subgroups import Subgroups, transposition_order
from pairing_engine.systems.dutch.orders_2026 import mdp_order, resident_order
from pairing_engine.systems.shared.orders import identifier_order
from swisspair.statuses import ExitStatus
from swisspair.terminal.program import failure_of
from tests.builders import player
from tests.places import FIXTURES
from trf import read

EVENT = FIXTURES / "open-2026-round-5.trf"


@pytest.fixture
def _no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "MOST_BYTES", 2_000)


@pytest.mark.usefixtures("_no_room")
def test_a_bracket_without_room_is_named() -> None:
    with pytest.raises(
        TooLarge, match=r"the bracket of \d\.\d points together with everybody below it is too large: \d+ pl"
    ):
        pair(read(EVENT), engine="reference")


@pytest.mark.usefixtures("_no_room")
def test_a_round_without_room_is_reported_with_its_status() -> None:
    report = check(read(EVENT), engine=Backend.REFERENCE)
    assert {found.status for found in report.rounds} == {Status.TOO_LARGE}
    assert failure_of(TooLarge("the bracket ..."), "in.trf").status == ExitStatus.TOO_LARGE


def test_there_is_room_for_usual_events() -> None:
    assert size.most_edges(100) > 1_500 * 1_499 // 2
    assert size.most_edges(1_000, networkx=True) > 300 * 299 // 2


@pytest.mark.usefixtures("_no_room")
def test_pairs_that_are_only_counted_have_a_limit_too() -> None:
    assert len(size.pairs_of(3, lambda _i, _j: True)) == 3
    with pytest.raises(TooLarge, match="the rest of the round is too large"):
        size.pairs_of(20, lambda _i, _j: True)


def test_an_order_without_room_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bracket_graph, "MOST_BYTES", 10)
    with pytest.raises(TooLarge, match=r"the bracket of .* is too large: ordering the candidates of its \d+ mem"):
        pair(read(EVENT), engine="reference")


def test_subgroups_of_the_dubov_system_without_room_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [player(tpn, colours="w" if tpn % 2 else "b") for tpn in range(1, 21)]
    subgroups = Subgroups(players, dict.fromkeys(map(Tpn, range(1, 21)), 2000), lambda _a, _b: True, Backend.REFERENCE)
    assert len(subgroups.pairs()) == 10
    monkeypatch.setattr(size, "MOST_BYTES", 2_000)
    with pytest.raises(TooLarge, match=r"the bracket of 1\.0 points is too large: 20 players have more than \d+ poss"):
        subgroups.pairs()
    monkeypatch.setattr("pairing_engine.systems.dubov.subgroups.MOST_BYTES", 10)
    with pytest.raises(TooLarge, match=r"ordering the candidates of its \d+ members"):
        subgroups._first_transposition(subgroups.g1, subgroups.g2)


@pytest.mark.parametrize("players", [100, 300, 700])
def test_the_size_of_an_order_is_not_underestimated(players: int) -> None:
    orders = [resident_order(players, players // 2), mdp_order(players // 2, players), descending_order(players)]
    for order in [*orders, identifier_order(players), transposition_order(players // 2, players)]:
        taken = sum(
            getsizeof(number) - getsizeof(0) for row in (order.top, order.other, order.opponent) for number in row
        )
        assert taken < bytes_of_order(players)


def test_large_orders_are_not_kept() -> None:
    assert resident_order(30, 15) is resident_order(30, 15)
    assert resident_order(300, 150) is not resident_order(300, 150)
