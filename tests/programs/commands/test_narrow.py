"""On a narrow terminal, sentences wrap, but columns do not."""

from __future__ import annotations

import pytest

import swisspair.terminal.streams
from tests.places import FIXTURES
from tests.programs.commands.calls import Call

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


@pytest.mark.parametrize("columns", [80, 120])
def test_a_crosstable_continues_below_itself(call: Call, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    call("swisspair", "--generate", "--players", 30, "--rounds", 13, "--seed", 3, "--output", "e.trf")
    words = ("--standings", "e.trf", "--tiebreaks", "PTS,BH/C1,BH,SB", "--crosstable")
    wide = [line.split() for line in call("swisspair", *words).output.splitlines()[1:]]
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    found = call("swisspair", *words).output
    assert max(map(len, found.splitlines())) <= columns
    parts = [[line.split() for line in part.splitlines()[-31:]] for part in found.split("\n\n")]
    assert len(parts) > 1
    columns_beside = len(wide[0]) - 3
    values = [len(part[0]) - 3 for part in parts]  # the first three columns are rank, number and name
    for line, *pieces in zip(wide, *parts, strict=True):
        shown = [cell for piece, many in zip(pieces, values, strict=True) for cell in piece[-many:]]
        assert shown == line[-columns_beside:]
        assert all(piece[:-many] == line[:-columns_beside] for piece, many in zip(pieces, values, strict=True))


def test_columns_stay_as_they_are(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--standings", FILE, "--tiebreaks", "PTS,BH,SB")
    whole = call("swisspair", *words).output
    monkeypatch.setattr(swisspair.terminal.streams, "is_terminal", lambda _stream: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert call("swisspair", *words).output == whole
