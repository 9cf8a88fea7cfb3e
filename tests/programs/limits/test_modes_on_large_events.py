"""Extreme events, huge JSON lines and endless input stay within the limits (``make limits``)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.programs.limits.hostile import by_lot
from tests.programs.limits.measuring import ANSWERED, measured
from tests.programs.program import SWISSCHECK, SWISSPAIR
from trf import write

pytestmark = pytest.mark.limits

QUESTIONS = (
    ("--why", "500"),
    ("--why-not", "1-3"),
    ("--what-if", "absent:7"),
    ("--judge", "1-2"),
)

NO_FILES = {
    "nested lists": b"[" * 2**25 + b"\n",
    "nested objects": b"[" + (b'{"":' * 800 + b"0" + b"}" * 800 + b",") * 8_000 + b"0]\n",
    "empty objects": b"[" + b"{}," * 11_000_000 + b"0]\n",
    "one character of four bytes": b'{"file":"a","trf":"' + b"x" * (2**25 - 99) + "\U0001f600".encode() + b'"}\n',
}
"""JSON lines that once made the program use gigabytes of memory."""


@pytest.mark.parametrize("mode", ["--standings", "--why-rank"])
def test_standings_after_very_many_rounds(tmp_path: Path, mode: str) -> None:
    (tmp_path / "in.trf").write_bytes(by_lot(2_000, 97))
    assert measured(SWISSPAIR, mode, *(["1-2"] if mode == "--why-rank" else []), tmp_path / "in.trf") in ANSWERED


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_questions_after_very_many_rounds(tmp_path: Path, question: tuple[str, str]) -> None:
    (tmp_path / "in.trf").write_bytes(by_lot(2_000, 97))
    assert measured(SWISSPAIR, *question, tmp_path / "in.trf") in ANSWERED


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_questions_about_a_bracket_of_everybody(tmp_path: Path, question: tuple[str, str]) -> None:
    """A bracket may have 9,998 players, although Python allows far fewer nested calls."""
    (tmp_path / "in.trf").write_bytes(by_lot(9_998, 5, 100))
    assert measured(SWISSPAIR, *question, tmp_path / "in.trf") in ANSWERED


def test_one_result_reversed_among_many(tmp_path: Path) -> None:
    event = generate(Plan(players=9_998, rounds=4), 3, SYSTEMS["dutch"]["2026"])
    second = event.rounds[1]
    games = list(second.games)
    place = next(at for at, game in enumerate(games) if at > 1_500 and game.white_result != game.black_result)
    game = games[place]
    games[place] = game._replace(white_result=game.black_result, black_result=game.white_result)
    rounds = (event.rounds[0], second._replace(games=tuple(games)), *event.rounds[2:])
    path = tmp_path / "in.trf"
    path.write_text(write(replace(event, rounds=rounds, recorded_ranks={})))
    assert measured(SWISSCHECK, path, "--jobs", "1", rounds=4) == 1


def test_as_many_rounds_as_can_be_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "in.trf"
    path.write_text(write(generate(Plan(players=600, rounds=1), 1, SYSTEMS["dutch"]["2026"])))
    assert measured(SWISSPAIR, "--feasible", "97", path) in ANSWERED


@pytest.mark.parametrize("what", NO_FILES)
@pytest.mark.parametrize("option", [(), ("--merge",)], ids=["checked", "merged"])
def test_json_that_is_made_to_fill_the_memory(tmp_path: Path, what: str, option: tuple[str, ...]) -> None:
    (tmp_path / "in.jsonl").write_bytes(NO_FILES[what])
    assert measured(SWISSCHECK, *option, tmp_path / "in.jsonl") in ANSWERED


@pytest.mark.parametrize(
    "words",
    [
        (SWISSCHECK, "--merge", "/dev/zero"),
        (SWISSCHECK, "--files-from", "/dev/zero"),
        (SWISSPAIR, "--generate", "--config", "/dev/zero", "--output", "-"),
        (SWISSPAIR, "--generate", "--ratings", "/dev/zero", "--output", "-"),
        (SWISSPAIR, "--generate", "--config", "/dev/zero", "--seed", "1", "--output", "-"),
    ],
    ids=lambda words: " ".join(words[1:3]),
)
def test_endless_input(words: tuple[str, ...]) -> None:
    assert measured(*words) in ANSWERED
