"""py4swiss 0.3.1, a second implementation of the Dutch System, on random tournaments (`make oracle`).

It implements the text that applied until 31 January 2026: any unplayed round was a downfloat then, and the
pairing-allocated bye was counted otherwise. So nobody is absent here, and no game is forfeited; what is left reads the
same. (The programs meet in the text of a TRF: the file is theirs to read.)
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing_engine import NoPairing, pair
from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Amount, Plan, generate, scoring_of
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.evidence.golden.recorded import lines_of
from tests.evidence.tally import counted
from trf import Dialect, write

engines = pytest.importorskip("py4swiss.engines")
theirs = pytest.importorskip("py4swiss.trf")
common = pytest.importorskip("py4swiss.engines.common")

pytestmark = pytest.mark.oracle

NOTHING = Amount(0)
EVENTS = 300
BLOCK = 20


def random_event(seed: int) -> Tournament:
    """An event with games only, and a pairing-allocated bye if the number is odd."""
    plan = Plan(
        players=5 + seed % 28, rounds=3 + seed % 7, half_point_byes=(NOTHING,), zero_point_byes=(NOTHING,),
        withdrawals=(NOTHING,), late_entries=NOTHING, forfeits=(NOTHING,), double_forfeits=(NOTHING,),
        unusual=(NOTHING,), unrated=(NOTHING,), prohibited_groups=0, baku=False, scoring=scoring_of(),
        draws=float(seed * 7 % 101),
    )  # fmt: skip
    return generate(plan, seed, DUTCH_2026)


def their_answer(event: Tournament, folder: Path) -> set[tuple[int, int]] | None:
    path = folder / "event.trf"
    path.write_text(write(event, Dialect.TRF16X))
    try:
        found = engines.DutchEngine.generate_pairings(theirs.TrfParser.parse(path))
    except common.PairingError:
        return None
    return {(pairing.white, pairing.black) for pairing in found}


@pytest.mark.parametrize("first", range(0, EVENTS, BLOCK))
def test_both_programs_agree(first: int, tmp_path: Path) -> None:
    rounds = 0
    for seed in range(first, first + BLOCK):
        event = random_event(seed)
        for number in range(2, len(event.rounds) + 1):
            before = replace(event, rounds=event.rounds[: number - 1])
            try:
                ours: set[tuple[int, int]] | None = set(lines_of(pair(before)))
            except NoPairing:
                ours = None
            assert their_answer(before, tmp_path) == ours, f"seed {seed}, round {number}"
            counted("oracles", "dutch/2026: py4swiss 0.3.1")
            rounds += 1
    assert rounds >= BLOCK
