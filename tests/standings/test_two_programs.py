"""[C.07] On random events, every tie-break agrees with two other programs.

Known differences are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from pairing_engine.facts.model import Tournament
from tests.conftest import some
from tests.evidence.tally import counted
from tests.standings.random_results import single, teams
from tests.standings.two_programs import EVIDENCE, Known, differences, entry_of, known_divergences, subject

MAKERS: dict[str, Callable[[int], Tournament]] = {"single": single, "teams": teams}


def compared(kind: str, seeds: Iterable[int]) -> None:
    """Fail if another program gives a different value without a known reason."""
    listed = known_divergences()
    for seed in seeds:
        for one in differences(MAKERS[kind](seed)):
            found = (one.witness, seed, one.tpn, one.code, str(one.ours), str(one.theirs))
            assert entry_of(one, listed) is not None, found
            counted(EVIDENCE, subject(one.event, one.witness), known=True)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", some(range(12), 6))
def test_both_witnesses_agree_or_the_difference_is_argued(kind: str, seed: int) -> None:
    compared(kind, range(2 * seed, 2 * seed + 2))


@pytest.mark.parametrize("entry", some(known_divergences(), 6))
def test_every_entry_has_an_example(entry: Known) -> None:
    event = MAKERS[entry.kind](entry.example)
    assert any(entry_of(one, [entry]) for one in differences(event))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("block", range(160))
def test_both_programs_agree_on_4000_events_of_each_kind(kind: str, block: int) -> None:
    compared(kind, range(1000 + 25 * block, 1025 + 25 * block))
