"""The browser's answers are the programs' answers, byte for byte as JSON, on recorded tournaments.

`BROWSER_EVENTS` says how many (docs/browser.md has the figure for 200).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pairing_engine.facts.shown import as_json
from swisspair.terminal.sources import find
from tests.places import FIXTURES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

GOLDEN = FIXTURES / "golden"
EVENTS = int(os.environ.get("BROWSER_EVENTS", "16"))
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


def events(folder: Path) -> list[Path]:
    """Recorded tournaments, evenly spread over all of them, as files."""
    sources = [source for source in find([GOLDEN]) if not source.is_passed_over()]
    chosen = sources[:: max(1, len(sources) // EVENTS)][:EVENTS]
    paths = []
    for place, source in enumerate(chosen):
        path = folder / f"{place:03}.trf"
        path.write_bytes(source.read())
        paths.append(path)
    return paths


def asked(page: Page, kind: str, paths: list[Path], **values: object) -> list[str]:
    """The answers of the page to a question about each of these files, as the programs write JSON."""
    texts = [(str(path), path.read_text(encoding="utf-8")) for path in paths]
    questions = [json.dumps({"ask": kind, "name": name, "trf": text, **values}) for name, text in texts]
    answers = page.evaluate(ASK, questions)
    return [as_json(without_words(json.loads(answer))) for answer in answers]


def without_words(value: dict[str, object]) -> dict[str, object]:
    """An answer without the lines for people, which only the page has."""
    return {key: found for key, found in value.items() if key != "lines"}


def printed(*arguments: str) -> list[str]:
    """The lines of JSON that a program writes."""
    program = [sys.executable, "-m", "swisspair" if arguments[0] == "--pair" else "checker", *arguments]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=600)
    return [as_json(json.loads(line)) for line in done.stdout.splitlines()]


def test_a_round_is_paired_as_by_the_program(page: Page, tmp_path: Path) -> None:
    paths = events(tmp_path)
    assert len(paths) == EVENTS
    expected = printed("--pair", *map(str, paths), "--round", str(ROUND), "--format", "jsonl", "--quiet")
    assert asked(page, "pair", paths, round=ROUND) == expected


def test_why_is_answered_as_by_the_program(page: Page, tmp_path: Path) -> None:
    for path in events(tmp_path)[:: max(1, EVENTS // 8)]:
        program = [
            sys.executable,
            "-m",
            "swisspair",
            "--why",
            "2",
            str(path),
            "--round",
            str(ROUND),
            "--format",
            "json",
        ]
        done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=600)
        (found,) = asked(page, "why", [path], player=2, round=ROUND)
        if done.returncode == 0:
            assert found == done.stdout


def test_an_event_is_checked_as_by_the_program(page: Page, tmp_path: Path) -> None:
    for path in events(tmp_path)[:: max(1, EVENTS // 8)]:
        program = [sys.executable, "-m", "checker", str(path), "--format", "json"]
        done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=600)
        (found,) = asked(page, "check", [path])
        assert found == done.stdout
