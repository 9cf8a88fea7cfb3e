"""Damaged JSON lines for `--merge` and `--resume`: ``python -m tests.fuzz.lines``.

Each damaged line must be refused with a message of one line, or must contain only values that a run can write.
"""

import io
import json
from collections import Counter
from pathlib import Path
from random import Random

from swisspair.statuses import Failure
from swisspair.swisscheck.lines import lines_told
from tests.evidence import store
from tests.fuzz.mutations import mutated
from tests.spread import options

COMMAND = "make fuzz"

ROUND = {"round": 1, "status": "agrees", "boards": 4}
OTHER = {**ROUND, "round": 2, "status": "differs", "recorded": [[1, 2]], "expected": [[1, 3]]}
FILE = {"schema": 1, "place": 1, "file": "a.trf", "adjustments": [], "system": "dutch", "edition": "2026"}
FAILED = {**FILE, "place": 2, "file": "b.trf", "error": "unreadable", "status": 3, "counts": {"unreadable": 1}}
SUMS = {"listed": 2, "files": 2, "passed_over": 0, "tournaments": 1, "rounds": 2, "differing": 1, "unreadable": 1}
NONE = {"not_comparable": 0, "standings": 0, "wrong_standings": 0}
LINES = (
    {**FILE, "rounds": [ROUND, OTHER], "status": 1, "counts": {"tournaments": 1, "rounds": 2, "differing": 1}},
    FAILED,
    {"schema": 1, "summary": {**SUMS, **NONE, "status": 3}},
)
TWO = {"tournaments": 2, "rounds": 1, "differing": 0, "unreadable": 0}
AGREEING = (
    {**FILE, "rounds": [ROUND], "status": 0, "counts": {"tournaments": 1, "rounds": 1}},
    {**FILE, "place": 2, "file": "b.trf", "rounds": [], "status": 0, "counts": {"tournaments": 1}},
    {"schema": 1, "summary": {**SUMS, **NONE, **TWO, "status": 0}},
)

VALUES: tuple[object, ...] = (0, -1, 1, 2, 256, 10**9, 1.0, True, None, "", "x", [], {}, [[]], "9" * 50, "inf")


def changed(value: object, lot: Random) -> object:
    if isinstance(value, dict) and value and lot.random() < 0.9:
        name = lot.choice(list(value))
        return {**value, name: changed(value[name], lot)}
    if isinstance(value, list) and value and lot.random() < 0.9:
        place = lot.randrange(len(value))
        return [*value[:place], changed(value[place], lot), *value[place + 1 :]]
    return lot.choice(VALUES)


def attacked(lot: Random) -> str:
    """Read a damaged file of JSON lines, and return the outcome. Only the error `Failure` is allowed."""
    lines = [json.dumps(line).encode() + b"\n" for line in LINES]
    place = lot.randrange(len(lines))
    if lot.random() < 0.5:
        lines[place] = json.dumps(changed(LINES[place], lot)).encode() + b"\n"
        data = b"".join(lines)
    else:
        data = mutated(b"".join(lines), lot)
    try:
        for told in lines_told(io.BytesIO(data), Path("lines")):
            assert told.last or told.summary.status in range(6) or told.summary.status == 130, told
            assert told.last or 1 <= told.place <= 50_000_000, told
    except Failure as failure:
        return "refused" if "\n" not in failure.words else f"refused in several lines: {failure}"
    return "accepted"


def main() -> None:
    asked = options(__doc__, count=100_000, seed=0)
    words = Counter(attacked(Random(f"{asked.seed} {number}")) for number in range(asked.count))
    print(words)
    entry = store.found(asked.count, "inputs", 0, COMMAND, words, "lines of JSON for --merge and --resume")
    store.write_down("attack", "lines", entry)


if __name__ == "__main__":
    main()
