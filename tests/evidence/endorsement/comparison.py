"""``make endorsement``: continue all comparisons for the endorsement, and record the results.

A run continues where the last run stopped. Each block of events is added to the comparison that is furthest from its
target. The environment variables BBP6 and BBP5 name two versions of bbpPairings. If a version is missing, its
comparisons are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from tests.evidence.endorsement.directions import DIRECTIONS, Direction
from tests.evidence.store import version

RESULTS = Path(__file__).with_name("results.json")
BLOCK = 50


def load(path: Path = RESULTS) -> dict[str, dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def nothing() -> dict[str, Any]:
    return {"events": 0, "rounds": 0, "least": None, "most": None, "versions": {}, "differences": []}


def run_block(direction: Direction, program: str, result: dict[str, Any], block: int = BLOCK) -> dict[str, Any]:
    first = result["events"] + 1
    compared = [direction.compare(seed, program) for seed in range(first, first + block)]
    rounds = [one.rounds for one in compared]
    known = [number for number in (result["least"], result["most"]) if number is not None]
    return {
        "events": result["events"] + block,
        "rounds": result["rounds"] + sum(rounds),
        "least": min(known + rounds),
        "most": max(known + rounds),
        "versions": result["versions"] | {version(): result["versions"].get(version(), 0) + block},
        "differences": result["differences"] + [found.to_dict() for one in compared for found in one.found],
    }


def furthest(directions: list[Direction], results: dict[str, dict[str, Any]]) -> Direction | None:
    """Return the comparison that is furthest from its target, or None if all targets are reached."""

    def share(direction: Direction) -> float:
        return float(results.get(direction.name, nothing())["events"] / direction.target)

    open_ones = [direction for direction in directions if share(direction) < 1]
    return min(open_ones, key=share) if open_ones else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of the results")
    asked = parser.parse_args()
    begun = time.monotonic()
    directions = [one for one in DIRECTIONS if not one.program or os.environ.get(one.program)]
    while time.monotonic() - begun < asked.seconds:
        results = load(asked.results)
        direction = furthest(directions, results)
        if direction is None:
            break
        program = os.environ.get(direction.program, "")
        results[direction.name] = run_block(direction, program, results.get(direction.name, nothing()))
        fresh = asked.results.with_suffix(".new")
        fresh.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        fresh.replace(asked.results)
        found = results[direction.name]
        print(f"{direction.name}: {found['events']} events, {len(found['differences'])} differences", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
