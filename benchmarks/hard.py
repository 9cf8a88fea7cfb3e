"""`python -m benchmarks.hard`: legal inputs that once took too long or too much memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from math import log
from pathlib import Path

from benchmarks.calibration import calibrate
from benchmarks.inputs import (
    GOLDEN,
    before_round,
    begun,
    circle,
    late_round,
    plain,
    second_scoregroup_apart,
    written,
)
from benchmarks.measuring import HERE, Figure, in_fresh_process, other_program, show
from pairing_engine.facts.model import Tournament
from pairing_engine.systems import SYSTEMS
from trf import read, write

LIMIT = 120
"""The CPU seconds after which a measurement is stopped."""

LIM_FIELDS = (200, 500, 1000, 2000, 5000)
MOST_ROUNDS = {"double-swiss": 49}
MOST_TEAMS = 998


class Hard:
    """Measurements of hard inputs. The unit is calibrated before each measurement."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def figures(self) -> Iterator[Figure]:
        for name in ("gs160-98", "gs199-98", "gs200-98", "dutch200-r83"):
            yield self.round(f"{name}: a late round of a small field", read(late_round(f"{name}.trf")), 0.5)
        yield self.long_events()
        for system in SYSTEMS:
            yield self.saturated(system)
        yield self.round("Dubov, round 9 of 2,000 players", begun(8, 2000, 2000, "dubov"), 0.5, 200, "dubov")
        yield self.round("all drawn, round 99 of 2,000 players", circle(2000, 98, 2000), 1.0, 300)
        yield from self.growth_of_lim()
        for system, players, to_reach in (
            ("double-swiss", 1000, 1),
            ("double-swiss", 2000, 4),
            ("team", MOST_TEAMS, 1),
        ):
            work = f"[C6] second scoregroup prohibited among itself, {players:,}, {system}"
            yield self.round(work, second_scoregroup_apart(players, 1, system), to_reach, 300, system)
        yield from self.large_fields()

    def round(
        self,
        work: str,
        event: Tournament,
        to_reach: float | None,
        most: float | None = None,
        system: str = "dutch",
        beside: bool = True,
    ) -> Figure:
        """Measure reading a file and pairing one round, in a new process."""
        path = written(event, self.folder) if system == "dutch" else self.folder / f"{system}.trf"
        if system != "dutch":
            path.write_text(write(event), encoding="utf-8")
        cal = calibrate()
        cost = in_fresh_process("pair_file(*sys.argv[1:])", str(path), system, most_seconds=LIMIT)
        other = other_program(path, "-p", LIMIT) if beside and system == "dutch" else None
        return Figure(work, cost.seconds / cal, to_reach, other and other / cal, "cal", cost.mebibytes, most)

    def long_events(self) -> Figure:
        """Measure the time for checking events with many rounds and few players."""
        path, cal = GOLDEN / "long.zip", calibrate()
        cost = in_fresh_process("verify_file(sys.argv[1])", str(path))
        other = other_program(path)
        work = "verify golden long.zip (396 events, 5,406 rounds)"
        return Figure(work, cost.seconds / cal, 10, other and other / cal, "cal", cost.mebibytes)

    def saturated(self, system: str) -> Figure:
        """Measure pairing an event with 200 participants and a very large number of rounds."""
        rounds = MOST_ROUNDS.get(system, 99)
        words, cal = ("200", str(rounds), "1", system), calibrate()
        cost = in_fresh_process("play(*map(int, sys.argv[1:4]), sys.argv[4])", *words, most_seconds=LIMIT)
        work = f"every round of 200 over {rounds} rounds, {system}"
        return Figure(work, cost.seconds / cal, 60, None, "cal", cost.mebibytes)

    def growth_of_lim(self) -> Iterator[Figure]:
        """Measure the Lim System for different numbers of players, and compute the growth of the time."""
        for number, to_reach in ((2, 1.5), (5, None)):
            points = []
            for players in LIM_FIELDS:
                event = begun(number - 1, players, 2000, "lim")
                figure = self.round(f"Lim, round {number} of {players:,} players", event, None, system="lim")
                points.append((log(players), log(figure.measured)))
                yield figure._replace(to_reach=to_reach if players == 2000 else None)
            yield Figure(f"Lim, round {number}: exponent of the growth", exponent(points), 1.3, unit="")

    def large_fields(self) -> Iterator[Figure]:
        """Measure single rounds of large events."""
        online = plain(705, 11, 705, draws=5, usual=True)
        for number in (2, 5, 8, 11):
            work = f"round {number} of an online event of 705 players, 5 percent draws"
            yield self.round(work, before_round(online, number), None)
        yield self.round("round 5 of 1,000 players", begun(4, 1000, 1), None)
        for system in SYSTEMS:
            players = MOST_TEAMS if system == "team" else 9999
            event = begun(4, players, 9999, system)
            yield self.round(f"round 5 of {players:,}, {system}", event, 1.0, 1024, system, beside=False)


def exponent(points: list[tuple[float, float]]) -> float:
    """Return the exponent of growth: the slope of a line through the logarithms of sizes and times."""
    sizes, times = zip(*points, strict=True)
    size, time = sum(sizes) / len(sizes), sum(times) / len(times)
    return float(sum((x - size) * (y - time) for x, y in points) / sum((x - size) ** 2 for x in sizes))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        show(Hard(Path(folder)).figures(), HERE / "results-hard.json")


if __name__ == "__main__":
    main()
