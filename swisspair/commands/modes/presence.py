"""``swisspair --withdraw PLAYERS FILE`` and ``--return``: who plays in all rounds to come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say
from swisspair.commands.inputs import UNDER_WAY, content_of, name_of, only_one, path_of
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, READING
from swisspair.terminal.streams import warn

if TYPE_CHECKING:
    from pairing_engine.facts.model import Tournament, Tpn

Arguments = Annotated[
    list[str],
    Argument(metavar="PLAYERS FILE", help="The players, by number or name (7,aalto); then a TRF.", group=READING),
]
Output = Annotated[Path | None, Option(metavar="FILE", help="Write the TRF to this file.", group=ANSWER)]


def withdraw(
    arguments: Arguments,
    reading: options.ReadingOptions = options.ReadingOptions(),
    output: Output = None,
    in_place: options.InPlace = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> int:
    """Leave players out of all rounds to come, with zero points, until they return."""
    from pairing_engine.changes.presence import withdrawn

    words = marked("{names}: withdrawn from round {number} on, with zero-point byes")
    return _changed(arguments, withdrawn, words, reading, output, in_place=in_place, force=force, quiet=quiet)


def back(
    arguments: Arguments,
    reading: options.ReadingOptions = options.ReadingOptions(),
    output: Output = None,
    in_place: options.InPlace = False,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> int:
    """Let withdrawn players play again in all rounds to come."""
    from pairing_engine.changes.presence import returned

    words = marked("{names}: plays again from round {number} on")
    return _changed(arguments, returned, words, reading, output, in_place=in_place, force=force, quiet=quiet)


def _changed(
    arguments: list[str],
    change: Callable[[Tournament, Iterable[Tpn]], Tournament],
    words: str,
    reading: options.ReadingOptions,
    output: Path | None,
    *,
    in_place: bool,
    force: bool,
    quiet: bool,
) -> int:
    from pairing_engine.facts.names import find_all, number_and_name
    from swisspair.statuses import ExitStatus, Failure
    from swisspair.terminal.event_files import write_event
    from swisspair.terminal.opening import read_bounded
    from swisspair.terminal.program import failure_of, warn_of
    from trf import carried_on, examine, write

    if len(arguments) < 2:
        takes = say("PLAYERS FILE")
        words = say("found {found!r}, expected {takes} and one FILE", found=" ".join(arguments), takes=takes)
        raise Failure(ExitStatus.BAD_REQUEST, f"swisspair: {words}")
    *players, file = arguments
    try:
        one = only_one(file)
        content = content_of(one)
        data = read_bounded(content) if isinstance(content, Path) else None
        found = examine(content if data is None else data, name=name_of(one), **reading._asdict())
        people = find_all(found.tournament.participants, ", ".join(players), "players")
        after = change(found.tournament, [person.tpn for person in people])
        text = write(carried_on(found.file, found.tournament, after))
        how = {"event": after, "expected": data, **reading._asdict()}
        write_event(path_of(one) if in_place else output, text, [path_of(one)], force=force, **how)
    except Exception as error:
        raise failure_of(error, file) from error
    if not quiet:
        warn_of(name_of(one), [adjusted for adjusted in found.adjustments if adjusted.code not in UNDER_WAY])
        names = "; ".join(number_and_name(person) for person in people)
        warn(one_line(f"{name_of(one)}: {say(words, names=names, number=len(after.rounds) + 1)}"))
    return ExitStatus.DONE
