"""The browser and the programs give equal answers about recorded tournaments, byte for byte.

The tests compare `EVENTS` tournaments in Chromium, and the larger number `MANY` without a browser.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pairing_engine.facts.formats import as_json
from swisspair.conversation import ask
from swisspair.terminal.sources import find
from tests.places import FIXTURES
from tests.programs.program import SWISSCHECK, SWISSPAIR, run
from trf import read

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GOLDEN = FIXTURES / "golden"
EVENTS = int(os.environ.get("BROWSER_EVENTS", "16"))
MANY = int(os.environ.get("MANY_EVENTS", "200"))
ROUND = 3

ASK = """async questions => {
    const worker = new Worker("worker/worker.js", { type: "module" });
    const answers = [];
    for (const question of questions) {
        answers.push(await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => data.failed ? reject(data.failed) : data.answer && resolve(data.answer);
            worker.postMessage({ id: 1, question });
        }));
    }
    worker.terminate();
    return answers;
}"""


def events(folder: Path, number: int = EVENTS) -> list[Path]:
    """Write recorded tournaments from all parts of the collection, and return their paths."""
    sources = [source for source in find([GOLDEN]) if not source.is_passed_over()]
    chosen = sources[:: max(1, len(sources) // number)][:number]
    paths = []
    for place, source in enumerate(chosen):
        path = folder / f"{place:03}.trf"
        path.write_bytes(source.read())
        paths.append(path)
    return paths


def asked(page: Page, kind: str, paths: list[Path], **values: object) -> list[str]:
    """Ask the page the same question about every file, and return the answers as JSON."""
    texts = [(str(path), path.read_text(encoding="utf-8")) for path in paths]
    questions = [json.dumps({"ask": kind, "name": name, "trf": text, **values}) for name, text in texts]
    answers = page.evaluate(ASK, questions)
    return [as_json(without_words(json.loads(answer))) for answer in answers]


def without_words(value: dict[str, object]) -> dict[str, object]:
    """Remove the keys "lines" and "rounds_in_words", which only the page needs."""
    return {key: found for key, found in value.items() if key not in ("lines", "rounds_in_words")}


def printed(*arguments: str) -> list[str]:
    program = [sys.executable, "-m", "swisspair" if arguments[0] == "--pair" else "checker", *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=600)
    return [as_json(json.loads(line)) for line in done.stdout.splitlines()]


def test_a_round_is_paired_as_by_the_program(page: Page, tmp_path: Path) -> None:
    paths = events(tmp_path)
    assert len(paths) == EVENTS
    expected = printed("--pair", *map(str, paths), "--round", str(ROUND), "--format", "jsonl", "--quiet")
    assert asked(page, "pair", paths, round=ROUND) == expected


class Asked(NamedTuple):
    player: int
    round: int

    @classmethod
    def about(cls, path: Path) -> Asked:
        """Choose a player, and round `ROUND` or the last recorded round of a shorter event."""
        event = read(path)
        number = max(1, min(ROUND, len(event.rounds)))
        playing = event.taking_part(number)
        numbers = {one.tpn: int(one.number) for one in event.participants}
        return cls(numbers[playing[int(path.stem) % len(playing)]], number)

    def of_the_program(self, path: Path) -> str:
        words = ("--why", str(self.player), path, "--round", str(self.round), "--format", "json")
        return run(SWISSPAIR, *words, cwd=path.parent).output.decode()


def test_why_is_answered_in_the_page_as_by_the_program(page: Page, tmp_path: Path) -> None:
    for path in events(tmp_path)[:: max(1, EVENTS // 8)]:
        question = Asked.about(path)
        assert asked(page, "why", [path], **question._asdict()) == [question.of_the_program(path)], path.name


def test_an_event_is_checked_in_the_page_as_by_the_program(page: Page, tmp_path: Path) -> None:
    for path in events(tmp_path)[:: max(1, EVENTS // 8)]:
        done = run(SWISSCHECK, path, "--format", "json", cwd=tmp_path)
        (found,) = asked(page, "check", [path])
        assert found == done.output.decode()


def answered(kind: str, path: Path, **values: object) -> str:
    question = {"ask": kind, "name": str(path), "trf": path.read_text(encoding="utf-8"), **values}
    return as_json(without_words(json.loads(ask(json.dumps(question)))))


def test_why_is_answered_as_by_the_program_on_many_events(tmp_path: Path) -> None:
    for path in events(tmp_path, MANY):
        question = Asked.about(path)
        assert answered("why", path, **question._asdict()) == question.of_the_program(path), path.name


def test_events_are_checked_as_by_the_program_on_many_events(tmp_path: Path) -> None:
    for path in events(tmp_path, MANY):
        done = run(SWISSCHECK, path, "--format", "json", cwd=tmp_path)
        assert answered("check", path) == done.output.decode(), path.name
