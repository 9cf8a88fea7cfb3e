"""On a terminal, sentences break between words; columns do not break."""

from __future__ import annotations

import pytest

import swisspair.terminal.streams
from tests.commands.calls import Call
from tests.conftest import FIXTURES

FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("words", [
    ("--why", "carla", FILE), ("--why-not", "8-6", FILE), ("--pair", FILE, "--format", "account"),
])  # fmt: skip
def test_no_word_is_broken(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], columns: int
) -> None:
    whole = call("swisspair", *words).output
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    found = call("swisspair", *words).output
    assert found.split() == whole.split()
    assert max(map(len, found.splitlines())) <= columns
    assert max(map(len, whole.splitlines())) > 80


def test_columns_stay_as_they_are(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--standings", FILE, "--tiebreaks", "PTS,BH,SB", "--crosstable")
    whole = call("swisspair", *words).output
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert call("swisspair", *words).output == whole
