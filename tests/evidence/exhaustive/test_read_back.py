"""Every sentence of an answer is read back from its text and is true, and the reader finds sentences that are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from pairing_engine.kernel.rules import Clause
from tests.evidence.exhaustive import read_back
from tests.evidence.exhaustive.read_back import CLAUSES, EVERY, Here, read


@pytest.mark.parametrize("name", EVERY)
def test_every_sentence_is_true(name: str) -> None:
    found = [read(seed, name) for seed in range(2)]
    assert [line for one in found for line in one.shown] == []
    assert sum(one.read.total() for one in found) > 60


def test_the_reader_knows_every_clause() -> None:
    """[C7] of 2017 alone has a clause without a count: no legal round leaves a player over who may not have the bye."""
    without = {Clause.NO_BYE_LEFT.words}
    assert {one.words for one in Clause} - without == set(CLAUSES)


OTHER = {"1": "2", "2": "3", "3": "4", "4": "5", "5": "6", "6": "7", "7": "8", "8": "9", "9": "1"}

BROKEN: dict[str, tuple[str, str | Callable[[re.Match[str]], str]]] = {
    "a clause of another bracket": (r"in the bracket of [\d.]+ points more", "in the bracket of 9.0 points more"),
    "a clause about the bracket below": (
        r"in the bracket of (?=.*more players would float down\.)",
        "in the bracket below that of ",
    ),
    "a clause of another criterion": (
        r"more players would float down\.",
        "more players would float up again, as in the last round.",
    ),
    "a clause that is said of the round": (
        r"In that case, in the bracket of [\d.]+ points (?=more|players)",
        "In that case, ",
    ),
    "equally good, of a worse bracket": (
        r"In that case, in (the bracket of [\d.]+ points) more players would float down\.",
        r"In that case, \1 would be equally good, but would come later in the order of pairings.",
    ),
    "another opponent": (r"would meet (\d)(?=, who)", lambda found: f"would meet {OTHER[found[1]]}"),
    "another right opponent": (r"in the order than (\d)\.", lambda found: f"in the order than {OTHER[found[1]]}."),
    "another number": (r"downfloaters: (\d) instead of", lambda found: f"downfloaters: {OTHER[found[1]]} instead of"),
    "impossible, although it is possible": (r": (?:worse|later in the order)$", ": impossible"),
    "another verdict": (r": worse$", ": not so good"),
    "another board": (r"^    (\d) - (\d)$", lambda found: f"    {OTHER[found[1]]} - {found[2]}"),
    "more boards": (r"differs on (\d) board", lambda found: f"differs on {OTHER[found[1]]} board"),
    "columns that are crossed": (r"^  as paired: (S1  .*)", r"  as paired: \g<1>   9"),
    "avoidable, although nothing has less": (
        r"^(  \w[^:]*: [^:]*), because a higher criterion comes first",
        r"\1, and no legal pairing of this bracket has less",
    ),
    "another least number": (r"^    with 0,", "    with 7,"),
    "a reason of a third round": (
        r"^(  \d - \d)$",
        "\\1\n    downfloaters: 2 instead of 0, namely 1 and 2 [C6, C.04.3 2.4.1]",
    ),
    "no word about an illegal pair": (r"^  no legal round is like that: .*", "  these pairings would disappear:"),
    "a sentence that nobody knows": (r"^  In that case, .*", "  In that case, the round would be better."),
}


@pytest.mark.parametrize("mutant", BROKEN)
def test_a_broken_sentence_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form, instead = BROKEN[mutant]
    asked, broken = read_back.asked, 0

    def mutated(here: Here, kind: str, question: str) -> tuple[list[str], Any]:
        nonlocal broken
        lines, value = asked(here, kind, question)
        changed = [part for line in lines for part in re.sub(form, instead, line).split("\n")]
        broken += changed != lines
        return changed, value

    monkeypatch.setattr(read_back, "asked", mutated)
    for seed in range(60):
        found = read(seed, "dutch/2026")
        if broken and found.untrue.total():
            return
    assert broken, "no sentence is of this form"
    pytest.fail(f"{broken} broken answers were not found")
