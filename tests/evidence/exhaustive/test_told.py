"""The check of explanations detects exchanged names, wrong numbers and missing criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from pairing_engine.answers import sentences
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.systems.shared import judging
from tests.evidence.exhaustive.judged import look
from tests.evidence.exhaustive.positions import position
from tests.evidence.exhaustive.subjects import BY_NAME
from tests.evidence.exhaustive.told import Told, reason_in

POSITIONS = 12
SIZES = range(5, 7)

DUTCH, BURSTEIN, DUBOV, TEAM = "dutch/2026", "burstein/2026", "dubov/2026", "team/2026 B"

TOLD, FIRST, WORSE = sentences.in_words, judging.Sides.first_difference, judging.Sides.worse


def crossed(finding: Finding, name: sentences.Name, *, whole: bool = True) -> str:
    players, instead = finding.players, finding.instead
    return TOLD(finding._replace(players=instead, instead=players), name, whole=whole)


def of_the_wrong_round(sides: judging.Sides, chapter: str, found: judging.Compared) -> Finding:
    finding = WORSE(sides, chapter, found)
    return finding._replace(right=finding.wrong, wrong=finding.right)


def without_a_criterion(sides: judging.Sides, rules: Iterable[Rule]) -> judging.Compared | None:
    left_out = "colour preference", "score differences"
    return FIRST(sides, [rule for rule in rules if not any(words in rule.summary for words in left_out)])


def contradicted(name: str) -> bool:
    subject, lot = BY_NAME[name], Random(name)
    positions = (position(subject, lot, SIZES) for _ in range(POSITIONS))
    return any(look(subject, event, lot).contradictions for event in positions)


@pytest.mark.parametrize("name", [DUTCH, BURSTEIN, DUBOV, TEAM])
def test_crossed_names_are_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "in_words", crossed)
    assert contradicted(name)


@pytest.mark.parametrize("name", [DUTCH, BURSTEIN, DUBOV, TEAM])
@pytest.mark.parametrize(
    ("method", "mutant"), [("worse", of_the_wrong_round), ("first_difference", without_a_criterion)]
)
def test_a_wrong_number_and_a_missing_criterion_are_seen(
    name: str, method: str, mutant: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging.Sides, method, mutant)
    assert contradicted(name)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "  in the bracket of 2.0 points: downfloaters: 2 instead of 1; 3 Lee, 5, instead of 4 Kim [C6, C.04.3 2.4]",
            Told("2.0", "downfloaters", "C6", "C.04.3 2.4", ("2", "1"), (3, 5), (4,)),
        ),
        (
            "  in the bracket of 1.0 points: first: the opponent of 2 is 7 (6) instead of 4 (5) [C.04.3 4.2]",
            Told("1.0", "", "", "C.04.3 4.2", ("6", "5"), (7,), (4,), 2),
        ),
        ("  the first: 6 instead of 5 [C.04.6 3.6.2]", Told("", "", "", "C.04.6 3.6.2", ("", ""), (6,), (5,))),
    ],
)
def test_a_reason_is_read_back(line: str, told: Told) -> None:
    found = reason_in([line])
    assert found is not None
    assert found._replace(words=told.words or found.words) == told._replace(words=told.words or found.words)
