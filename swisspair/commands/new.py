"""``swisspair new LIST``: create an event from a list of players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.facts.codes import codes_in
from pairing_engine.facts.model import Colour
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say, say_many
from swisspair.statuses import ExitStatus, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.streams import DASH, warn

if TYPE_CHECKING:
    from swisspair.event import Event


def run(
    list_: Annotated[
        str, Argument("Players: CSV, or lines of names and ratings; - is standard input.", READING, "LIST")
    ],
    rounds: Annotated[
        int | None, Option("The number of rounds (default: as the list says).", EVENT, "N", min=1)
    ] = None,
    name: Annotated[str | None, Option("The name of the event (default: the name of the list).", EVENT, "TEXT")] = None,
    date: Annotated[str | None, Option("The first day (default: today).", EVENT, "YYYY-MM-DD")] = None,
    system: options.SystemToGenerate = None,
    edition: options.Edition = None,
    initial_colour: options.InitialColour = None,
    boards: Annotated[int | None, Option("Teams: the number of boards in a match.", EVENT, "N")] = None,
    tiebreaks: Annotated[str, Option('The tie-breaks, such as "DE,BH/C1,BH,SB".', EVENT, "LIST")] = "",
    baku: options.Baku = False,
    output: Annotated[Path | None, Option("Write the TRF to this file.", ANSWER, "FILE")] = None,
    force: options.Force = False,
    quiet: options.Quiet = False,
) -> int:
    """Begin an event from a list of players. Number them by rating, title and name, and draw the initial-colour."""
    from pairing_engine.changes.described import day_in
    from pairing_engine.facts.bounded import decoded
    from swisspair.event import Event
    from swisspair.terminal.event_files import write_event
    from swisspair.terminal.opening import read_bounded
    from swisspair.terminal.program import failing_as
    from trf.lists import facts_in

    source = say("standard input") if list_ == DASH else list_
    with failing_as(one_line(list_)):
        text = decoded(read_bounded(Path(list_)))  # in UTF-8 or cp1252
        stated = facts_in(text).facts
        if rounds is None and not stated.get("rounds"):
            form = marked("{list} does not state the number of rounds: give it with --rounds, such as --rounds 9")
            raise refused(form, list=source)
        new = Event.new(
            name or stated.get("name") or (say("Tournament") if list_ == DASH else Path(list_).stem),
            text,
            rounds,
            system,
            edition,
            initial_colour=None if initial_colour is None else Colour(initial_colour[0]),
            first_day="" if date is None else day_in("--date", date),
            tie_breaks=codes_in(tiebreaks),
            boards=boards,
            baku=baku,
            source=source,
            force=force,
        )
        # The list of names is no input, so that the event never overwrites it.
        write_event(output, new.write(), [], force=force)
    if not quiet:
        _tell(new)
    return ExitStatus.DONE


def _tell(event: Event) -> None:
    rounds, name, size = event.settings.rounds, one_line(event.name), len(event.participants)
    length = say_many("{number} round", "{number} rounds", rounds or 0)
    if event.members:
        teams = say("{name}: {teams} teams, {rounds}", name=name, teams=size, rounds=length)
        warn(say("{words}; the teams are numbered by the mean rating of the players on their boards", words=teams))
    else:
        warn(
            say_many(
                "{name}: {number} player, {rounds}",
                "{name}: {number} players, {rounds}",
                size,
                name=name,
                rounds=length,
            )
        )
    for remark in event.notices:
        warn(one_line(say("{name}: {words}", name=event.name, words=remark)))
