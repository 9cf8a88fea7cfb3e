"""The book: what reads, pairs and checks an event with the reference engine. It must stay small enough to be read."""

import subprocess
import sys
from pathlib import Path

from tests.places import FIXTURES
from tools import walks

EVENT = FIXTURES / "open-2026-round-5.trf"

MOST_MODULES, MOST_LINES, MOST_FUNCTIONS = 60, 9_556, 370
"""The size of the book; a change that makes it smaller lowers these figures."""

KEEP_RESULTS = {"trf.format.cells", "pairing_engine.systems.shared.orders", "pairing_engine.systems.system"}
"""The modules that keep results: cells of a TRF, orders of candidates, and rules with the wishes of a round."""

READ_PAIR_AND_CHECK = f"""
import sys
from pathlib import Path
from checker import check
from pairing_engine import pair
from trf import read
event = read({str(EVENT)!r})
assert pair(event, engine="reference").boards
assert check(event, engine="reference").number_of_faults == 0
for name, module in sys.modules.items():
    if name.partition(".")[0] in ("swisspair", "pairing_engine", "checker", "trf"):
        print(name, module.__file__)
"""


def test_the_book_is_no_longer_than_it_was_and_imports_no_wing() -> None:
    done = subprocess.run([sys.executable, "-c", READ_PAIR_AND_CHECK], capture_output=True, text=True, check=True)
    modules = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    wings = (
        "checker.causes",
        "checker.comparable",
        "checker.differing",
        "checker.explained",
        "checker.questions",
        "checker.report_in_words",
        "pairing_engine.answers.comparison",
        "pairing_engine.answers.paired_in_words",
        "pairing_engine.answers.sentences",
        "pairing_engine.changes",
        "pairing_engine.facts.wishes",
        "pairing_engine.fast",
        "pairing_engine.kernel.findings",
        "pairing_engine.standings",
        "swisspair",
    )
    assert [name for name in modules if name.startswith(wings)] == []
    texts = {name: Path(path).read_text("utf-8") for name, path in modules.items()}
    assert {name for name, text in texts.items() if "lru_cache" in text} == KEEP_RESULTS
    assert len(texts) <= MOST_MODULES
    assert sum(len(text.splitlines()) for text in texts.values()) <= MOST_LINES


def test_a_round_is_paired_by_few_functions() -> None:
    way = walks.walk(f"swisspair --pair {EVENT} --engine reference --jobs 1")
    assert "pairing_engine.fast" not in way.rooms
    assert way.functions <= MOST_FUNCTIONS
