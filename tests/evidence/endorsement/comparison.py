"""Comparisons of swisspair with other programs, in both directions.

One program generates the events. The other program checks them, pairs them again, or computes their tie-breaks.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gacrux.gacruxexeptions import GacruxError

from pairing_engine.facts.model import MAX_ROUNDS, Tournament
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.scores.acceleration import virtual_points
from pairing_engine.systems import SYSTEMS
from swisspair.swisscheck.checked_file import HowToCheck
from swisspair.swisscheck.other_program import (
    Aspect,
    ComparedEvent,
    ComparisonPlan,
    Discrepancy,
    compare_event,
    compare_file,
)
from swisspair.terminal.sources import Source
from tests.evidence import store
from tests.evidence.oracles import test_gacrux
from tests.places import ROOT
from tests.spread import options
from tests.standings.random_results import single
from tests.standings.test_two_programs import differences, entry_of, known_divergences
from trf import Dialect, write

PATIENCE = 120


class Direction(NamedTuple):
    """A comparison of swisspair with another program.

    ``compare`` takes the seed of an event, and compares both programs on this event. ``program`` is the environment
    variable that contains the path of the other program, or empty.
    """

    name: str
    target: int
    program: str
    compare: Callable[[int, str], ComparedEvent]


def _for_bbp(event: Tournament, edition: str) -> str:
    """Write the event as a TRF(x) with virtual points, so that bbpPairings can check it."""
    conventions = SYSTEMS["dutch"][edition].conventions.acceleration
    settings = event.settings._replace(
        system="",
        baku=False,
        virtual_points=virtual_points(event, event.taking_part(1), conventions),
        prohibitions=tuple(rule._replace(first_round=1, last_round=MAX_ROUNDS) for rule in event.settings.prohibitions),
    )
    return write(event._replace(recorded_ranks={}, settings=settings), Dialect.TRF16X)


def our_event(seed: int, program: str, edition: str) -> ComparedEvent:
    """Check a generated event with bbpPairings.

    If bbpPairings does not confirm all rounds, compare the rounds one by one.
    """
    event = generate(Plan(), seed, SYSTEMS["dutch"][edition])
    with TemporaryDirectory() as folder:
        path = Path(folder, "event.trf")
        path.write_text(_for_bbp(event, edition), encoding="utf-8", newline="")
        command = [program, "--dutch", str(path), "-c"]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, text=True)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if not done.returncode and len(lines) == len(event.rounds) and all(": Round #" in line for line in lines):
        return ComparedEvent(len(lines))
    return compare_event(seed, ComparisonPlan(program, 1, seed, "dutch", edition))


def model_of(seed: int) -> str:
    """Write a configuration for the generator of bbpPairings. The rate 30 means 1 in 30."""
    lots = Random(seed)
    players = lots.randint(10, 60)
    lines = {
        "PlayersNumber": players,
        "RoundsNumber": lots.randint(5, min(11, players - 3)),
        "DrawPercentage": lots.choice((10, 30, 50)),
        "ForfeitRate": lots.choice((8, 30, 100)),
        "RetiredRate": lots.choice((20, 100, 500)),
        "HalfPointByeRate": lots.choice((10, 40, 100)),
    }
    return "".join(f"{name}={value}\n" for name, value in lines.items())


def their_event(seed: int, program: str, edition: str) -> ComparedEvent:
    with TemporaryDirectory() as folder:
        path, model = Path(folder, f"{seed}.trf"), Path(folder, "model.txt")
        model.write_text(model_of(seed), encoding="utf-8")
        command = [program, "--dutch", "-g", str(model), "-o", str(path), "-s", str(seed)]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False, text=True)
        if done.returncode and not path.exists():
            words = f"no event was generated: {' '.join(done.stderr.split())}"
            return ComparedEvent(0, (Discrepancy(str(seed), 0, Aspect.NO_ANSWER, words),))
        how = HowToCheck(system="dutch", edition=edition, cause=False)
        found = compare_file(Source(path, None, certain=True), how)
    return found._replace(found=tuple(one._replace(event=str(seed)) for one in found.found))


def tie_breaks(seed: int, _program: str) -> ComparedEvent:
    """Compare all tie-breaks of an individual event with Gacrux. Differences with a stated reason do not count."""
    event = single(seed)
    return ComparedEvent(len(event.rounds), tuple(_told(seed, event)))


def _told(seed: int, event: Tournament) -> Iterator[Discrepancy]:
    listed = known_divergences()
    for one in differences(event):
        if one.witness == "gacrux" and entry_of(one, listed) is None:
            words = f"{one.code} of {one.tpn}: swisspair {one.ours}; the other {one.theirs}"
            yield Discrepancy(str(seed), 0, Aspect.STANDINGS, words)


def teams(seed: int, _program: str) -> ComparedEvent:
    """Let Gacrux pair every round of a team event again. Leave out events that Gacrux reads differently."""
    event = test_gacrux.team_event(seed)
    if not test_gacrux.is_comparable(event):
        return ComparedEvent(0)
    found: list[Discrepancy] = []
    for before in test_gacrux.rounds_of(event):
        number = len(before.rounds) + 1
        try:
            theirs = test_gacrux.their_answer(before, test_gacrux.teams.pairing_fideteam)
        except (GacruxError, AssertionError) as error:
            found.append(Discrepancy(str(seed), number, Aspect.NO_ANSWER, " ".join(str(error).split())[:200]))
            continue
        ours = test_gacrux.our_answer(before)
        if theirs != ours:
            words = f"swisspair {sorted(ours or ())}; the other {sorted(theirs)}"
            found.append(Discrepancy(str(seed), number, Aspect.PAIRING, words))
    return ComparedEvent(len(event.rounds), tuple(found))


BBP_2026, BBP_2017 = "bbpPairings 6.0.0", "bbpPairings 5.0.1"
DIRECTIONS = (
    Direction(f"dutch/2026: our events, checked by {BBP_2026}", 50_000, "BBP6", partial(our_event, edition="2026")),
    Direction(f"dutch/2026: events of {BBP_2026}, checked by us", 50_000, "BBP6", partial(their_event, edition="2026")),
    Direction(f"dutch/2017: our events, checked by {BBP_2017}", 20_000, "BBP5", partial(our_event, edition="2017")),
    Direction(f"dutch/2017: events of {BBP_2017}, checked by us", 20_000, "BBP5", partial(their_event, edition="2017")),
    Direction("tie-breaks of players, compared with gacrux", 5_000, "", tie_breaks),
    Direction("team/2026: our events, paired by Gacrux 1.11", 5_000, "", teams),
)


RESULTS = ROOT / "build" / "endorsement.json"
BLOCK = 50


def load(path: Path = RESULTS) -> dict[str, dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def nothing() -> dict[str, Any]:
    return {"events": 0, "rounds": 0, "least": None, "most": None, "differences": []}


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
        "differences": result["differences"] + [found.to_dict() for one in compared for found in one.found],
    }


def furthest(directions: list[Direction], results: dict[str, dict[str, Any]]) -> Direction | None:
    """Return the comparison that is furthest from its target, or None if all targets are reached."""

    def share(direction: Direction) -> float:
        return float(results.get(direction.name, nothing())["events"] / direction.target)

    open_ones = [direction for direction in directions if share(direction) < 1]
    return min(open_ones, key=share) if open_ones else None


def main() -> int:
    asked = options(__doc__, seconds=float("inf"), results=RESULTS)
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
        wrong = sum(one["kind"] != Aspect.BOARD_ORDER.value for one in found["differences"])
        store.write_down("endorsement", direction.name, store.Entry(found["events"], "events", wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
