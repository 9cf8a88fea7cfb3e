"""The numbers in explanations are the scores of players, not internal values."""

from __future__ import annotations

import pytest

from checker.diff import compare, explain
from pairing_engine.answers.account import account_of
from pairing_engine.facts.model import Bye, ByeKind, Game, Result, Round, show_points
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round
from pairing_engine.state.history import states
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.system import System

BYE_SCORE = "the score of the assignee of the pairing-allocated bye"
FLOATERS_SCORES = "who have more points than the residents"


def system_of(name: str) -> System:
    return list(SYSTEMS[name].values())[-1]


@pytest.mark.parametrize("name", ["dutch", "burstein"])
def test_the_numbers_of_an_account_are_scores(name: str) -> None:
    """Explanations print scores, not internal values."""
    system, seen = system_of(name), 0
    for seed in range(20):
        event = generate(Plan(players=9 + seed % 8, rounds=6, baku=False), seed, system)
        for state, _ in zip(states(event, system.conventions), event.rounds, strict=False):
            scores = {state.shown(player.tpn): player.score for player in state.players}
            for bracket in account_of(pair_round(system, state), state, system).brackets:
                for unmet in bracket.unmet:
                    if unmet.words.endswith(FLOATERS_SCORES):
                        above = sorted((scores[n] for n in bracket.floaters if scores[n] > bracket.score), reverse=True)
                        assert unmet.total == ", ".join(map(show_points, above))
                        seen += 1
    assert seen, "no event has an unmet criterion of this kind"


def test_the_scores_of_two_byes_are_those_of_their_receivers() -> None:
    """[C5] If the wrong player has the bye, the explanation shows the scores of the right and the wrong player."""
    system, seen = system_of("dutch"), 0
    none = (Amount(0),)
    for seed in range(20):
        plan = Plan(9, 5, baku=False, half_point_byes=none, zero_point_byes=none, withdrawals=none)
        event = generate(plan, seed, system)
        for state, _ in zip(states(event, system.conventions), event.rounds, strict=False):
            pairing = pair_round(system, state)
            if pairing.bye is None:
                continue
            due = state.by_tpn[pairing.bye]
            other = next((p for p in reversed(state.players) if p.may_have_bye and p.score > due.score), None)
            if other is None:
                continue
            swap = {other.tpn: due.tpn}
            pairs = [(swap.get(b.white, b.white), swap.get(b.black, b.black)) for b in pairing.boards]
            games = tuple(Game(white, black, Result.DRAW, Result.DRAW) for white, black in pairs)
            recorded = Round(games, (Bye(other.tpn, ByeKind.PAIRING_ALLOCATED),))
            found = explain(state, recorded, pairing, compare(recorded, pairing), system)
            if found is not None and found.finding.words == BYE_SCORE:
                assert found.finding.right == show_points(due.score)
                assert found.finding.wrong == show_points(other.score)
                seen += 1
    assert seen
