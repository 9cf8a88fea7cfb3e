"""The work of ``swisspair --generate``: writing tournaments according to the options."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from pairing_engine.answers.contract import stated
from pairing_engine.facts.model import EventKind, Settings, Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.generator.configuration import (
    decoded,
    ratings_in,
    scoring_from,
    with_configuration,
)
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.generator.rounds import one_amount, per_round
from pairing_engine.language import say
from pairing_engine.systems.choice import choose
from pairing_engine.values import NamedTuple, replace
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.event_files import in_format_of, seed_by_lot, text_of
from swisspair.terminal.many import HowToWork, each
from swisspair.terminal.opening import read_bounded
from swisspair.terminal.screen import with_progress
from swisspair.terminal.streams import show, warn
from swisspair.terminal.whole_files import STANDARD, make_directory, overwritten, write_or_show, writing


class StatedPlan(NamedTuple):
    """The generator's settings from the command line, by field of `Plan`; ``amounts`` are texts such as ``5%,0,2``."""

    config: Path | None = None
    ratings: Path | None = None
    points: str | None = None
    amounts: Mapping[str, str | None] = {}
    values: Mapping[str, object] = {}


def plan_from(options: StatedPlan, kind: EventKind = EventKind.INDIVIDUAL) -> Plan:
    """Build the generator's plan from command-line options. Raises `BadRequest`, and OSError for an unreadable file."""
    plan = Plan()
    if options.config is not None:
        plan = with_configuration(plan, text_in(options.config), str(options.config), kind)
    stated = {name: value for name, value in options.values.items() if value is not None}
    if options.ratings is not None:
        stated["ratings"] = ratings_in(text_in(options.ratings), f"--ratings: {options.ratings}")
    if options.points is not None:
        stated["scoring"] = scoring_from(options.points, "--points", kind)
    for name, text in options.amounts.items():
        if text is not None:
            read = one_amount if name == "late_entries" else per_round
            stated[name] = read(text, f"--{name.replace('_', '-')}")
    return replace(plan, **stated)  # type: ignore[arg-type]


def text_in(path: Path) -> str:
    """Return the text of a file or of standard input. Raises `BadRequest` for content that is not text, and OSError."""
    return decoded(read_bounded(path), str(path))


class Series(NamedTuple):
    """The tournaments to write and their destination. Seeds increase by one, from ``seed`` or a random seed."""

    system: str | None
    edition: str | None
    seed: int | None
    number: int
    output: Path | None
    output_dir: Path | None
    lines: bool = False
    """Whether to write JSON lines, whatever the name of the output is."""
    tie_breaks: tuple[str, ...] | None = None
    """[C.07] The tie-breaks after points; None for `USUAL_TIE_BREAKS`."""


class Generated(NamedTuple):
    """A generated tournament: its TRF26, and the numbers of rounds played and planned."""

    seed: int
    text: str = ""
    played: int = 0
    planned: int | None = None
    fault: str = ""
    """The reason why the tournament could not be generated; empty if it was generated."""
    status: ExitStatus = ExitStatus.DONE


def write_events(plan: Plan, series: Series, work: HowToWork, inputs: Sequence[Path] = ()) -> ExitStatus:
    """Write tournaments, the same from a cluster, never over ``inputs``. Raises `Failure` and OSError."""
    _check(series)
    name = choose(Settings(), series.system, series.edition).system.name
    if series.output_dir is not None:
        make_directory(series.output_dir)
    statuses = [ExitStatus.DONE]
    first = seed_by_lot() if series.seed is None else series.seed
    with (
        opened(series.output, lines=series.lines) as put,
        closing(_generated(range(first, first + series.number), plan, series, work)) as events,
    ):
        for event in with_progress(events, series.number, "generating", wanted=work.progress):
            if event.fault:
                warn(one_line(say("seed {seed}: {fault}", seed=event.seed, fault=event.fault)))
                statuses.append(event.status)
                if len(statuses) > series.number:
                    raise Failure(max(statuses), say("no tournament could be generated"))
                continue
            path = _path_of(event, name, series)
            if overwritten([series.output or path], inputs) is not None:
                raise Failure(
                    ExitStatus.BAD_REQUEST,
                    one_line(say("{path}: the tournament would overwrite an input file", path=path)),
                )
            put(path, event.text)
            if not work.quiet:
                _warn_of_end(event, path)
    return max(statuses)


def _path_of(event: Generated, system: str, series: Series) -> Path:
    if series.output is not None and not (series.lines or holds_many(series.output)):
        return series.output
    return Path(series.output_dir or ".") / f"{system}-{event.seed}.trf"


def _warn_of_end(event: Generated, path: Path) -> None:
    if event.played != event.planned:
        what = say("round {played} of {planned}", played=event.played + 1, planned=event.planned)
        warn(
            one_line(
                say(
                    "{path}: {what} has no valid pairing: the tournament ends after the previous round",
                    path=path,
                    what=what,
                )
            )
        )


def _generated(seeds: range, plan: Plan, series: Series, work: HowToWork) -> Generator[Generated, None, None]:
    make = partial(generated, plan=plan, series=series)
    yield from each(make, seeds, work.jobs, work.cluster, of_death=_died)


def _died(seed: int) -> Generated:
    words = say(
        "the process that generated it was killed twice, the second time while nothing else was running: out of memory?"
    )
    return Generated(seed, fault=words, status=ExitStatus.TOO_LARGE)


def generated(seed: int, plan: Plan, series: Series) -> Generated:
    """Generate a seed's tournament, or the reason why no TRF holds it; alone, it raises `Failure`."""
    system = choose(Settings(), series.system, series.edition).system
    event = _ranked(generate(plan, seed, system), series.tie_breaks)
    try:
        return Generated(seed, text_of(event), len(event.rounds), event.settings.rounds)
    except Failure as failure:
        if series.number == 1:
            raise
        return Generated(seed, fault=failure.words, status=failure.status)


def _ranked(event: Tournament, tie_breaks: tuple[str, ...] | None) -> Tournament:
    from pairing_engine.standings.codes import USUAL_TIE_BREAKS, points_code, understood
    from pairing_engine.standings.compare import with_ranks

    if tie_breaks is None:
        tie_breaks = USUAL_TIE_BREAKS[event.settings.kind]
    if not tie_breaks:
        return event
    tie_breaks = tuple(understood(code, of_teams=event.settings.team is not None) for code in tie_breaks)
    order = (points_code(event.settings), *tie_breaks)
    settings = replace(event.settings, tie_breaks=tie_breaks, standings_order=order)
    return with_ranks(replace(event, settings=settings))


def _check(series: Series) -> None:
    if (series.output is None) == (series.output_dir is None):
        raise Failure(ExitStatus.BAD_REQUEST, say("--generate needs either --output FILE or --output-dir DIR"))
    if series.lines and (series.output is None or series.output.suffix.lower() == ARCHIVE):
        raise Failure(
            ExitStatus.BAD_REQUEST, say("--format jsonl needs --output FILE, or --output - for standard output")
        )
    if series.output is not None and series.number > 1 and not (series.lines or holds_many(series.output)):
        words = say("several tournaments need --output-dir, or --output with a file name that ends in .zip or .jsonl")
        raise Failure(ExitStatus.BAD_REQUEST, words)


ARCHIVE, LINES = ".zip", ".jsonl"

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every member of an archive. With a constant date, equal events give equal archives."""


def holds_many(output: Path | None) -> bool:
    return output is not None and output.suffix.lower() in (ARCHIVE, LINES)


Put = Callable[[Path, str], None]
"""A function that writes one tournament, under the name of its file. Raises OSError."""


@contextmanager
def opened(output: Path | None, *, lines: bool = False) -> Iterator[Put]:
    """Open the files, the archive or the JSON lines for the tournaments; they appear when complete. Raises OSError."""
    if output == STANDARD and lines:
        yield lambda path, text: show(_as_line(path, text))
    elif output is None or not (lines or holds_many(output)):
        yield lambda path, text: write_or_show(path, in_format_of(path, text))
    else:
        with writing(output) as file:
            if output.suffix.lower() == ARCHIVE:
                with zipfile.ZipFile(file, "w") as archive:
                    yield partial(_into_archive, archive)
            else:
                yield partial(_into_lines, file)


def _as_line(path: Path, text: str) -> str:
    return json.dumps(stated({"file": path.name, "trf": text})) + "\n"


def _into_lines(file: BinaryIO, path: Path, text: str) -> None:
    file.write(_as_line(path, text).encode())


def _into_archive(archive: zipfile.ZipFile, path: Path, text: str) -> None:
    member = zipfile.ZipInfo(path.name, EARLIEST)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, text)
