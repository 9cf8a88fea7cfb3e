"""The program swisscheck pairs all rounds of finished events again and explains differences."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.language import listed, say
from pairing_engine.matching import Backend
from swisspair.statuses import ExitStatus, Failure, exit_statuses, refused
from swisspair.swisscheck.options import FileForm, Telling
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option, missing, take_language
from swisspair.terminal.options import ANSWER, EVENT, READING, WORK, TextOrJson
from swisspair.terminal.program import ending, run, show_version

if TYPE_CHECKING:
    from swisspair.terminal.help_pages import Page

NAME = "swisscheck"


def swisscheck(
    paths: Annotated[
        list[Path] | None,
        Argument(
            "TRFs, directories, archives, addresses such as s3://club/*.trf; - is standard input.", READING, "PATH..."
        ),
    ] = None,
    files_from: Annotated[
        Path | None, Option("Check the files that LIST names, one per line (- is standard input).", READING, "LIST")
    ] = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    round_: Annotated[int | None, Option("The round to check (default: all).", EVENT, "N")] = None,
    system: options.System = None,
    edition: Annotated[
        str | None,
        Option(
            'The edition of the rules: {editions}; "each" for all (default: the one in force).',
            EVENT,
            "YEAR",
            values=lambda: ["each", *options.editions()],
        ),
    ] = None,
    event: options.EventOptions = options.EventOptions(),
    wishes: options.Wishes = options.Wishes(),
    strength: options.AskedStrength = None,
    telling: Telling = Telling(),
    resume: Annotated[Path | None, Option("Continue the run that wrote these JSON lines.", WORK, "FILE")] = None,
    send_files: Annotated[bool, Option("Send the files to the cluster, if it cannot read them itself.", WORK)] = False,
    engine: options.Engine = Backend.AUTO,
    work: options.Work = options.Work(),
) -> int:
    """Verify finished events: pair each recorded round again, compare, and explain what differs."""
    from swisspair.swisscheck.checked_file import HowToCheck
    from swisspair.swisscheck.stream import Which, stream

    if not (paths or files_from):
        raise missing("PATH...")
    how = HowToCheck(
        round_,
        system,
        edition,
        engine,
        reading,
        event.overrides,
        cause=telling.cause,
        standings=telling.standings,
        asked=wishes.asked(strength),
    )
    which = Which(tuple(paths or ()), files_from, resume)
    return stream(which, how, telling, work, send_files=send_files)


def compare(
    engine: Annotated[
        str | None, Option("A program that is called as PROGRAM --dutch TRF -p OUT.", WORK, "PROGRAM")
    ] = None,
    form: Annotated[FileForm, Option("The file format that PROGRAM reads.", WORK)] = "trfx",
    files: Annotated[
        list[Path] | None,
        Option("Check these events, which the other program generated, instead of generating some.", EVENT, "PATH"),
    ] = None,
    events: Annotated[int, Option("The number of events that swisspair generates.", EVENT, "N", min=1)] = 50_000,
    seed: Annotated[int, Option("The seed of the first event.", EVENT, "N")] = 1,
    system: Annotated[
        str | None,
        Option("The system (default: dutch, or the system of the --files).", EVENT, "NAME", values=APPLIED_FROM.keys),
    ] = None,
    edition: options.Edition = None,
    format_: Annotated[TextOrJson, Option("text or json.", ANSWER)] = "text",
    strict_boards: Annotated[bool, Option("Count a different order of boards as a difference.", ANSWER)] = False,
    work: options.Work = options.Work(),
) -> int:
    """Compare two programs on many events and report every difference, as an endorsement requires."""
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose
    from swisspair.swisscheck.checked_file import HowToCheck
    from swisspair.swisscheck.other_program import ComparisonPlan, generated_events, others_events, report_of
    from swisspair.terminal.screen import with_progress
    from swisspair.terminal.streams import is_terminal, warn

    if (engine is None) == (not files):
        raise refused("swisspair compare needs either --engine PROGRAM or --files PATH")
    if work.progress and not is_terminal(sys.stderr):  # on a terminal there is a bar
        warn(say("swisspair compare: comparing all rounds of the events, which can take long (Ctrl-C stops it)"))
    if engine is None:
        assert files is not None
        how = HowToCheck(system=system, edition=edition)
        title = f"Events in {', '.join(map(str, files))}, checked by swisscheck"
        found = with_progress(others_events(files, how, work), lambda: None, "comparing", wanted=work.progress)
        report = report_of(title, "swisscheck FILE", found, strict_boards=strict_boards)
    else:
        program = _path_of(engine, "--engine")
        chosen = choose(Settings(), system, edition).system
        which = f"{chosen.title}, edition {chosen.edition}"
        title = f"Events of swisspair, seeds {seed} to {seed + events - 1}, paired again by {engine}: {which}"
        again = f"swisspair compare --engine {engine} --system {chosen.name} --edition {chosen.edition} --events 1"
        again += f" --form {form}" if form != "trfx" else ""
        trial = ComparisonPlan(program, events, seed, chosen.name, chosen.edition, form)
        compared = with_progress(generated_events(trial, work), events, "comparing", wanted=work.progress)
        report = report_of(title, f"{again} --seed SEED", compared, strict_boards=strict_boards)
    if not report.rounds:
        raise refused("--files: no event was found")
    _give(report.to_text(), report.to_dict(), format_)
    return ExitStatus.NO_PAIRING if report.counted else ExitStatus.DONE


def conformance(
    command: Annotated[
        str,
        Argument('The program to ask: bbpPairings, JaVaFo, or a command such as "pair {in} {out}".', WORK, "COMMAND"),
    ],
    system: options.SystemToGenerate = None,
    edition: options.Edition = None,
    article: Annotated[str | None, Option("Ask about this article, such as C9 or 2.4.4.", EVENT, "ARTICLE")] = None,
    form: Annotated[FileForm, Option("The file format that COMMAND reads.", WORK)] = "trfx",
    format_: Annotated[TextOrJson, Option("text or json.", ANSWER)] = "text",
    html: Annotated[Path | None, Option("Also write the table as a page.", ANSWER, "FILE")] = None,
) -> int:
    """Ask another program for the round of the small examples of every article, and say which it gets wrong."""
    from pairing_engine.facts.model import Settings
    from pairing_engine.systems.choice import choose
    from swisspair.examples import about_article, examples
    from swisspair.swisscheck.other_program import ConformanceReport, Verdict, ask_all, command_of

    chosen = choose(Settings(), system, edition).system
    found = examples(chosen.name, chosen.edition)
    wanted = about_article(article, found) if article else list(found)
    if not wanted:
        raise refused(
            "{system}, edition {edition}, has no example of {article}; swisspair example lists them",
            system=chosen.name,
            edition=chosen.edition,
            article=article or say("any article"),
        )
    words = command_of(command)
    words[0] = _path_of(words[0], "COMMAND")
    report = ConformanceReport(command, tuple(ask_all(words, wanted, form)))
    if html is not None:
        from swisspair.page.environment import render
        from swisspair.terminal.whole_files import write_whole

        write_whole(html, render("conformance.html", report=report, verdicts=list(Verdict), large=False))
    _give(report.to_text(), report.to_dict(), format_)
    counts = report.counts()
    return ExitStatus.DONE if counts[Verdict.RIGHT] == len(wanted) else ExitStatus.NO_PAIRING


def _give(text: str, value: dict[str, object], format_: TextOrJson) -> None:
    from swisspair.terminal.streams import json_text, show

    show(text if format_ == "text" else json_text(value, indent=2))


def _path_of(program: str, option: str) -> str:
    """Return the path of the other program. Raises `Failure` if the program does not exist."""
    import shutil

    found = shutil.which(program)
    if found is None:
        raise Failure(
            ExitStatus.NO_ACCESS, say("{option}: there is no program {engine}", option=option, engine=program)
        )
    return str(Path(found).absolute())


OTHERS: dict[str, Callable[..., object]] = {"--endorse": compare, "--conformance": conformance}
"""The commands ``swisspair compare`` and ``swisspair conformance``, as swisscheck has always called them."""


def main() -> None:
    if "_SWISSCHECK_COMPLETE" in os.environ:
        from swisspair.terminal.completion import complete

        complete(NAME, dict.fromkeys(OTHERS, ""), asked_for)
    with ending(NAME, sys.argv[1:]) as statuses:
        arguments = take_language(sys.argv[1:], NAME)
        if arguments == ["--version"]:
            show_version(NAME)
        else:
            work, rest = asked_for(arguments)
            flag = "".join(f" {flag}" for flag, other in OTHERS.items() if other is work)
            statuses.append(run(work, f"{NAME}{flag}", rest, partial(page_of_check, work)))


def asked_for(words: Sequence[str]) -> tuple[Callable[..., object], list[str]]:
    for flag, work in OTHERS.items():
        if flag in words:
            return work, [word for word in words if word != flag]
    return swisscheck, list(words)


def page_of_check(work: Callable[..., object] = swisscheck) -> Page:
    """Return the help page of swisscheck, or of one of its other tasks."""
    from swisspair.terminal.help_pages import page_of

    see = say("See also {others}.", others=listed(f"{NAME} {flag} --help" for flag in OTHERS))
    takes = {swisscheck: "PATH...", conformance: "COMMAND"}.get(work, "")
    told = exit_statuses(of_check=True)
    return page_of(work, takes, f"{told}\n\n{see}" if work is swisscheck else told)
