"""The work of ``swisspair --generate``: from what the options say to files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pairing_engine.facts.model import EventKind, Settings, Tournament
from pairing_engine.generator.configuration import (
    decoded,
    one_amount,
    per_round,
    ratings_in,
    scoring_from,
    with_configuration,
)
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems.choice import choose
from pairing_engine.terminal.generated import seed_by_lot, text_of
from pairing_engine.terminal.screen import with_progress
from pairing_engine.terminal.statuses import ExitStatus, Failure
from pairing_engine.terminal.streams import STANDARD, overwritten, read_whole, show, warn, write_whole

USUAL_TIE_BREAKS = {
    EventKind.INDIVIDUAL: ("DE", "BH/C1", "BH", "SB"),
    EventKind.DOUBLE: (),
    EventKind.TEAM: ("DE", "BH/C1", "EMGSB"),
}
"""[C.07] What a generated event is ranked by, if nobody says."""


class Written(NamedTuple):
    """A plan as the options state it; what they leave out (None) stays as the configuration file has it.

    ``amounts`` are texts such as ``5%,0,2``, ``values`` what needs no reading; both by the names of a `Plan`'s fields.
    """

    config: Path | None = None
    ratings: Path | None = None
    points: str | None = None
    amounts: Mapping[str, str | None] = {}
    values: Mapping[str, object] = {}


def plan_from(written: Written, kind: EventKind = EventKind.INDIVIDUAL) -> Plan:
    """The plan that the options state for this kind of event. Raises `BadRequest`; OSError for a file's sake."""
    plan = Plan()
    if written.config is not None:
        plan = with_configuration(plan, text_in(written.config), str(written.config), kind)
    stated = {name: value for name, value in written.values.items() if value is not None}
    if written.ratings is not None:
        stated["ratings"] = ratings_in(text_in(written.ratings), f"--ratings: {written.ratings}")
    if written.points is not None:
        stated["scoring"] = scoring_from(written.points, "--points", kind)
    for name, text in written.amounts.items():
        if text is not None:
            read = one_amount if name == "late_entries" else per_round
            stated[name] = read(text, f"--{name.replace('_', '-')}")
    return replace(plan, **stated)  # type: ignore[arg-type]


def text_in(path: Path) -> str:
    """The text of a file, or of standard input. Raises `BadRequest` if it is none; OSError."""
    return decoded(read_whole(path), str(path))


class Series(NamedTuple):
    """Which tournaments are written, and where to: the seeds count up from ``seed`` (by lot, if None)."""

    system: str | None
    edition: str | None
    seed: int | None
    number: int
    output: Path | None
    output_dir: Path | None
    tie_breaks: tuple[str, ...] | None = None
    """[C.07] What ties among those who have equal points are broken by; None: `USUAL_TIE_BREAKS`."""


def write_events(
    plan: Plan, series: Series, *, inputs: Sequence[Path] = (), quiet: bool = False, progress: bool = True
) -> ExitStatus:
    """Write the tournaments. Raises `Failure`, OSError.

    ``inputs`` are files that were read for it, which no tournament may overwrite.
    """
    _check(series)
    system = choose(Settings(), series.system, series.edition).system
    if series.output_dir is not None:
        series.output_dir.mkdir(exist_ok=True)
    first = seed_by_lot() if series.seed is None else series.seed
    for seed in with_progress(range(first, first + series.number), series.number, "generating", wanted=progress):
        event = _ranked(generate(plan, seed, system), series.tie_breaks)
        path = series.output or Path(series.output_dir or ".") / f"{system.name}-{seed}.trf"
        if overwritten([path], inputs) is not None:
            raise Failure(ExitStatus.BAD_REQUEST, f"{path}: the tournament would be written over an input")
        if path == STANDARD:
            show(text_of(event))
        else:
            write_whole(path, text_of(event))
        planned = event.settings.rounds
        if len(event.rounds) != planned and not quiet:
            warn(f"{path}: round {len(event.rounds) + 1} of {planned} had no valid pairing: the event stops before it")
    return ExitStatus.DONE


def _ranked(event: Tournament, tie_breaks: tuple[str, ...] | None) -> Tournament:
    """The event with tie-breaks, and with the ranks that they give."""
    if tie_breaks is None:
        tie_breaks = USUAL_TIE_BREAKS[event.settings.kind]
    if not tie_breaks:
        return event
    from pairing_engine.standings.codes import points_code
    from pairing_engine.standings.compare import with_ranks

    order = (points_code(event.settings), *tie_breaks)
    settings = replace(event.settings, tie_breaks=tie_breaks, standings_order=order)
    return with_ranks(replace(event, settings=settings))


def _check(series: Series) -> None:
    if (series.output is None) == (series.output_dir is None):
        raise Failure(ExitStatus.BAD_REQUEST, "--generate needs either --output FILE or --output-dir DIR")
    if series.output is not None and series.number > 1:
        raise Failure(ExitStatus.BAD_REQUEST, "several tournaments need --output-dir")
