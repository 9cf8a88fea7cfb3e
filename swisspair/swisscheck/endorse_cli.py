"""The command line of ``swisscheck --endorse``."""

from __future__ import annotations

import json
import shutil
from enum import Enum
from pathlib import Path
from typing import Annotated

from pairing_engine.answers.contract import stated
from pairing_engine.language import say
from swisspair.statuses import ExitStatus, Failure
from swisspair.swisscheck.forms import FileForm
from swisspair.terminal import options
from swisspair.terminal.command_line import Option
from swisspair.terminal.options import ANSWER, EVENT, WORK
from swisspair.terminal.streams import show


class ReportFormat(Enum):
    """The format of the report."""

    TEXT = "text"
    JSON = "json"


def swisscheck_endorse(
    engine: Annotated[
        str | None,
        Option(metavar="PROGRAM", help="A program that is called as PROGRAM --dutch TRF -p OUT.", group=WORK),
    ] = None,
    form: Annotated[FileForm, Option(help="The file format that PROGRAM reads.", group=WORK)] = FileForm.TRFX,
    files: Annotated[
        list[Path] | None,
        Option(
            metavar="PATH",
            help="Check these events, which the other program generated, instead of generating some.",
            group=EVENT,
        ),
    ] = None,
    events: Annotated[
        int,
        Option(metavar="N", min=1, help="The number of events that swisspair generates.", group=EVENT),
    ] = 50_000,
    seed: Annotated[int, Option(metavar="N", help="The seed of the first event.", group=EVENT)] = 1,
    system: Annotated[
        str | None,
        Option(metavar="NAME", help="The system (default: dutch, or the system of the --files).", group=EVENT),
    ] = None,
    edition: options.Edition = None,
    format_: Annotated[ReportFormat, Option("--format", help="text or json.", group=ANSWER)] = ReportFormat.TEXT,
    strict_boards: Annotated[
        bool,
        Option("--strict-boards", help="Count a different order of boards as a difference.", group=ANSWER),
    ] = False,
    work: options.Work = options.Work(),
) -> int:
    """Compare two programs on many events and report every difference, as an endorsement requires."""
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose
    from swisspair.swisscheck.checked_file import HowToCheck
    from swisspair.swisscheck.endorse import (
        ComparingWorkers,
        ComparisonPlan,
        generated_events,
        others_events,
        report_of,
    )
    from swisspair.terminal.screen import with_progress

    if (engine is None) == (not files):
        raise Failure(ExitStatus.BAD_REQUEST, say("--endorse needs either --engine PROGRAM or --files PATH"))
    workers = ComparingWorkers(work.at_once, work.cluster)
    if engine is None:
        assert files is not None
        how = HowToCheck(system=system, edition=edition)
        title = f"Events in {', '.join(map(str, files))}, checked by swisscheck"
        found = with_progress(others_events(files, how, workers), lambda: None, "comparing", wanted=work.progress)
        report = report_of(title, "swisscheck FILE", found, strict_boards=strict_boards)
    else:
        program = _path_of(engine)
        chosen = choose(Settings(), system, edition).system
        which = f"{chosen.title}, edition {chosen.edition}"
        title = f"Events of swisspair, seeds {seed} to {seed + events - 1}, paired again by {engine}: {which}"
        again = f"swisscheck --endorse --engine {engine} --system {chosen.name} --edition {chosen.edition} --events 1"
        again += f" --form {form.value}" if form is not FileForm.TRFX else ""
        trial = ComparisonPlan(program, events, seed, chosen.name, chosen.edition, form)
        compared = with_progress(generated_events(trial, workers), events, "comparing", wanted=work.progress)
        report = report_of(title, f"{again} --seed SEED", compared, strict_boards=strict_boards)
    if not report.events:
        raise Failure(ExitStatus.BAD_REQUEST, say("--files: no event was found"))
    show(report.to_text() if format_ is ReportFormat.TEXT else json.dumps(stated(report.to_dict()), indent=2) + "\n")
    return ExitStatus.NO_PAIRING if report.counted else ExitStatus.DONE


def _path_of(engine: str) -> str:
    """Return the path of the other program. Raises `Failure` if the program does not exist."""
    program = shutil.which(engine)
    if program is None:
        raise Failure(ExitStatus.NO_ACCESS, say("--engine: there is no program {engine}", engine=engine))
    return str(Path(program).absolute())
