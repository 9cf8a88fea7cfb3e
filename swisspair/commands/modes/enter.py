"""``swisspair --enter "1:1-0 2:½-½" FILE``: enter results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say, say_many
from swisspair.commands.inputs import UNDER_WAY, content_of, name_of, only_one, path_of
from swisspair.commands.modes import MODES
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.streams import DASH, warn

if TYPE_CHECKING:
    from pairing_engine.changes.results import Entered


def run(
    arguments: Annotated[
        list[str],
        Argument(
            metavar="RESULTS FILE",
            help="The results by board (1:1-0 2:1/2-1/2; teams 1.1:1-0) or by player (Aalto:1), or a file of "
            "results; then a TRF.",
            group=READING,
        ),
    ],
    round_: Annotated[
        int | None,
        Option("--round", metavar="N", help="The round to correct (default: the current one).", group=EVENT),
    ] = None,
    system: options.System = None,
    edition: options.Edition = None,
    line_up: Annotated[
        list[str] | None,
        Option("--line-up", metavar="TEAM:PLAYERS", help="The players of a team, in board order.", group=EVENT),
    ] = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    output: Annotated[Path | None, Option(metavar="FILE", help="Write the TRF to this file.", group=ANSWER)] = None,
    in_place: options.InPlace = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> int:
    """Enter or correct the results of a round, by board or player. Points and ranks are updated."""
    from pairing_engine.changes.results import enter
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.terminal.event_files import write_event
    from swisspair.terminal.opening import read_bounded
    from swisspair.terminal.program import failure_of, warn_of
    from trf import carried_on, examine, write

    if len(arguments) < 2:
        words = say(
            "found {found!r}, expected {takes} and one FILE", found=" ".join(arguments), takes=MODES["enter"].takes
        )
        raise Failure(ExitStatus.BAD_REQUEST, f"swisspair: {words}")
    *words_of_results, file = arguments
    try:
        one = only_one(file)
        name = name_of(one)
        results = _text_of(words_of_results, file)
        kind = kind_asked_for(system)
        content = content_of(one)
        data = read_bounded(content) if isinstance(content, Path) else None
        how = {**reading._asdict(), "kind": kind}
        found = examine(content if data is None else data, name=name, **how)
        entered = enter(found.tournament, results, round_, system, edition, line_up or ())
        text = write(carried_on(found.file, found.tournament, entered.tournament))
        output = path_of(one) if in_place else output
        write_event(output, text, [path_of(one)], force=force, event=entered.tournament, expected=data, **how)
    except Exception as error:
        raise failure_of(error, file) from error
    if not quiet:
        warn_of(name, [one for one in found.adjustments if one.code not in UNDER_WAY])
        _tell(name, entered)
    return ExitStatus.DONE


def _text_of(words: list[str], file: str) -> str:
    """Return the results as text. Raises `Failure` and OSError.

    Each word is a result, the name of a file of results, or ``-`` for standard input.
    """
    from swisspair.terminal.opening import read_bounded

    texts = []
    for word in words:
        if word == DASH == file:
            raise Failure(ExitStatus.BAD_REQUEST, say("standard input cannot be both the results and the file"))
        is_file = word == DASH or (len(word) < 256 and Path(word).is_file())
        texts.append(read_bounded(Path(word)).decode("utf-8-sig", "replace") if is_file else word)
    return "\n".join(texts)


def _tell(name: str, entered: Entered) -> None:
    """Report the number of missing results. Warn about a later round that was paired before the correction."""
    if entered.still_open:
        words = say_many(
            "{name}: round {round}: {number} result is still missing",
            "{name}: round {round}: {number} results are still missing",
            entered.still_open,
            name=one_line(name),
            round=entered.number,
        )
    else:
        words = say("{name}: round {round} is complete", name=one_line(name), round=entered.number)
    warn(words)
    if entered.corrected and entered.number < len(entered.tournament.rounds):
        later = entered.number + 1
        warn(
            say(
                "{name}: round {later} was paired before this correction; use swisscheck to see whether its "
                "pairing would now differ",
                name=one_line(name),
                later=later,
            )
        )
