"""Long work shows its progress. Questions stop at a limit, and the answer names the limit."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pairing_engine.under_way import bounded, doing, within
from swisspair.terminal import screen
from tests.programs.commands.calls import DONE, TOO_LARGE, Call, put
from tests.programs.legacy.events import FIVE

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor seconds")

LONG = 10_000_000
"""The maximum number of steps before the program must report its progress."""


def said_during(work: list[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    said: list[bytes] = []
    with Path(os.devnull).open("w") as nowhere, monkeypatch.context() as changed:
        changed.setattr(screen, "FIRST", 0.001)
        changed.setattr(sys, "stderr", nowhere)
        changed.setattr(os, "write", lambda _, data: said.append(data))
        with screen.heartbeat("swisspair --why", arguments):
            doing(work[0], 3, 98)
            within(work[1], 2, 7)
            next(step for step in count() if said or step > LONG)
    return b"".join(said).decode()


def test_long_work_reports_its_task_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_during(["checking the rounds", "pairing the brackets"], monkeypatch)
    assert said == (
        "swisspair --why: checking the rounds, 3 of 98: pairing the brackets, 2 of 7 (0 s so far, Ctrl-C stops it)\n"
    )
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


def test_no_progress_is_shown_when_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.programs.commands.test_long_work.LONG", 100_000)
    assert said_during(["checking the rounds", ""], monkeypatch, "--quiet") == ""


def test_a_question_ends_at_a_bound_that_it_names(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    put("in.trf", FIVE)
    question = ("swisspair", "--why-not", "1-2", "in.trf", "--round", "1", "--engine", "reference")
    assert call(*question).status == DONE
    monkeypatch.setattr("swisspair.commands.questions.bounded", partial(bounded, 3))
    found = call(*question)
    assert (found.status, found.output) == (TOO_LARGE, "")
    assert "in.trf: the search for an answer was given up after 3 steps" in found.errors


@pytest.mark.parametrize(
    ("format_", "words"), [("text", "not decided"), ("json", '"given_up": "the search for an answer')]
)
def test_a_question_at_its_bound_is_answered_in_part(
    call: Call, monkeypatch: pytest.MonkeyPatch, format_: str, words: str
) -> None:
    put("in.trf", FIVE)
    question = ("swisspair", "--why-not", "1-2", "in.trf", "--round", "1", "--engine", "reference", "--format", format_)
    answered = []
    for steps in (10, 20, 40, 60, 80, 100, 150, 200, 400):
        monkeypatch.setattr("swisspair.commands.questions.bounded", partial(bounded, steps))
        found = call(*question)
        if words in found.output:
            answered.append(found.status)
            assert "the search for an answer was given up after" in found.output
    assert set(answered) == {TOO_LARGE}
    assert found.status == DONE
