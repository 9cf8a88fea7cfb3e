"""swisscheck: pairs every round of finished events again, and says what differs and why."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from checker.outcome import Outcome, Request, check_source
from checker.render import summary, text_of, value_of
from checker.sources import find
from pairing_engine.facts.overrides import overrides_from
from pairing_engine.facts.shown import as_json
from pairing_engine.terminal.console import (
    INTERRUPTED,
    Failure,
    choose_backend,
    jobs_from,
    run,
    warn_of,
    words_of_rest,
)
from pairing_engine.terminal.jobs import spread
from pairing_engine.terminal.screen import with_progress
from pairing_engine.terminal.statuses import ExitStatus
from pairing_engine.terminal.streams import show, warn

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command(no_args_is_help=True)
def swisscheck(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="TRFs, directories or zip archives of TRFs.")],
    round_: Annotated[int | None, typer.Option("--round", help="Check this round only.")] = None,
    system: Annotated[str | None, typer.Option(help="The pairing system (default: the file's, else dutch).")] = None,
    edition: Annotated[
        str | None, typer.Option(help="The edition of its rules (default: by record 192 or date).")
    ] = None,
    format_: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Refuse files that need adjustments.")] = False,
    jobs: Annotated[int | None, typer.Option(help="Files at once (default: as many as there are cores).")] = None,
    engine: Annotated[str, typer.Option(help="auto, or reference: slow, and simple to trust.")] = "auto",
    encoding: Annotated[
        str | None, typer.Option(help="The encoding of the files (default: UTF-8, else cp1252).")
    ] = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Where points differ, trust the results.")] = False,
    baku: Annotated[bool, typer.Option("--baku", help="The Baku Acceleration Method was used.")] = False,
    adjourned: Annotated[str | None, typer.Option(help="draw: adjourned games were paired as draws.")] = None,
    default_rating: Annotated[int | None, typer.Option(help="The rating of those who have none in the file.")] = None,
    maxi: Annotated[bool, typer.Option("--maxi", help="A Maxi-tournament (Lim): ratings limit exchanges.")] = False,
    team_type: Annotated[str | None, typer.Option(help="Teams: A, B or none, over the file's.")] = None,
    primary: Annotated[str | None, typer.Option(help="Teams: mp or gp, the score, over the file's.")] = None,
    no_secondary: Annotated[bool, typer.Option("--no-secondary", help="Teams: the score alone counts.")] = False,
) -> None:
    """Verify finished events: pair each recorded round again, compare, and explain what differs."""
    if format_ not in ("text", "json"):
        raise Failure(ExitStatus.BAD_REQUEST, f"--format: {format_!r} is unknown; there are: text, json")
    overrides = overrides_from(
        baku=baku,
        maxi=maxi,
        default_rating=default_rating,
        adjourned=adjourned,
        team_type=team_type,
        primary=primary,
        no_secondary=no_secondary,
    )
    request = Request(round_, system, edition, choose_backend(engine), strict, encoding, recompute, overrides)
    raise typer.Exit(_check(paths, request, jobs_from(jobs), as_text=format_ == "text"))


def _check(paths: list[Path], request: Request, jobs: int, *, as_text: bool) -> int:
    outcomes: list[Outcome] = []
    sources = list(find(paths))
    request = request._replace(among_others=len(sources) > 1)
    done, stopped = 0, 0
    try:
        with closing(spread(partial(check_source, request=request), sources, jobs)) as results:
            for outcome in with_progress(results, len(sources), "checking"):
                done += 1
                if outcome is not None:
                    outcomes.append(outcome)
                    if as_text:
                        warn_of(outcome.name, outcome.adjustments)
                        show(text_of(outcome))
    except (KeyboardInterrupt, MemoryError) as stop:
        stopped = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else ExitStatus.TOO_LARGE
        why = "interrupted" if stopped == INTERRUPTED else f"out of memory ({stop})"
        rest = words_of_rest([source.name for source in sources[done:]])
        warn(f"swisscheck: {why}: {len(sources) - done} of {len(sources)} files not checked: {rest}")
    show(summary(outcomes) if as_text else as_json(value_of(outcomes)))
    return stopped or max((outcome.status for outcome in outcomes), default=ExitStatus.DONE)


def main() -> None:
    """The console script."""
    run(app, "swisscheck")
