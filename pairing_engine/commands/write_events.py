"""``swisspair --generate``: random tournaments, written as TRF26."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pairing_engine.facts.model import Settings
from pairing_engine.facts.shown import one_line
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems.choice import choose
from pairing_engine.terminal.console import Failure
from pairing_engine.terminal.generated import seed_by_lot, text_of
from pairing_engine.terminal.screen import with_progress
from pairing_engine.terminal.statuses import ExitStatus
from pairing_engine.terminal.streams import overwritten, show, warn, write_whole

STANDARD_OUTPUT = Path("-")


def write_events(
    plan: Plan,
    system_name: str | None,
    edition: str | None,
    seed: int | None,
    count: int,
    output: Path | None,
    output_dir: Path | None,
    inputs: Sequence[Path] = (),
) -> ExitStatus:
    """Write ``count`` tournaments: the seeds count up from ``seed`` (by lot, if None). Raises `Failure`, OSError.

    ``inputs`` are files that were read for it, which no tournament may overwrite.
    """
    if (output is None) == (output_dir is None):
        raise Failure(ExitStatus.BAD_REQUEST, "--generate needs either --output FILE or --output-dir DIR")
    if count < 1:
        raise Failure(ExitStatus.BAD_REQUEST, f"--count: {count} tournaments cannot be written")
    if output is not None and count > 1:
        raise Failure(ExitStatus.BAD_REQUEST, "several tournaments need --output-dir")
    system = choose(Settings(), system_name, edition).system
    if output_dir is not None:
        output_dir.mkdir(exist_ok=True)
    first = seed_by_lot() if seed is None else seed
    for number in with_progress(range(first, first + count), count, "generating"):
        event = generate(plan, number, system)
        path = output if output is not None else Path(output_dir or ".") / f"{system.name}-{number}.trf"
        if overwritten([path], inputs) is not None:
            raise Failure(ExitStatus.BAD_REQUEST, one_line(f"{path}: the tournament would be written over an input"))
        if path == STANDARD_OUTPUT:
            show(text_of(event))
        else:
            write_whole(path, text_of(event))
        planned = event.settings.rounds
        if len(event.rounds) != planned:
            words = f"round {len(event.rounds) + 1} of {planned} had no valid pairing: the event stops before it"
            warn(one_line(f"{path}: {words}"))
    return ExitStatus.DONE
