"""The modes that change an event: results, players, and rounds. `swisspair.changes` makes the changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.commands.inputs import UNDER_WAY, content_of, name_of, only_one, own_path, path_of
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.options import EVENT, READING
from swisspair.terminal.streams import DASH, warn

if TYPE_CHECKING:
    from swisspair.changes import Changed, Opened


Players = Annotated[
    list[str], Argument("The players, by number or name (7,aalto); then a TRF.", READING, "PLAYERS FILE")
]
OneRound = Annotated[int | None, Option("Change only this round.", EVENT, "N")]
NewPlayers = Annotated[
    list[str], Argument('Players such as "Aalto, Eino, 1985, Harbour"; then a TRF.', READING, "PLAYER... FILE")
]
Corrected = Annotated[
    list[str],
    Argument(
        'A player, corrected fields such as rating=1850 or "name=Aalto, Eino", and a TRF.',
        READING,
        "PLAYER FIELD=VALUE... FILE",
    ),
]
Swapped = Annotated[
    list[str], Argument("Two players, who get the seats of each other; then a TRF.", READING, "5-8 FILE")
]
Boards = Annotated[
    list[str], Argument('Boards such as "5-1 2-8 3-bye", White first; then a TRF.', READING, "BOARDS FILE")
]
Event = Annotated[str, Argument("A TRF.", READING, "FILE")]
Results = Annotated[
    list[str],
    Argument(
        "The results by board (1:1-0 2:1/2-1/2; teams 1.1:1-0) or by player (Aalto:1), or a file of "
        "results; then a TRF.",
        READING,
        "RESULTS FILE",
    ),
]
Renumber = Annotated[
    bool, Option("Give the numbers of the places in the ranking list (until round 4 is paired).", EVENT)
]
ByHand = Annotated[bool, Option("Write boards that the rules do not demand, and note them.", EVENT)]


def withdraw(
    arguments: Players,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Leave players out of all rounds to come, with zero points, until they return."""
    from swisspair.changes import withdraw as change

    return _of_players(arguments, change, reading, writing)


def back(
    arguments: Players,
    round_: OneRound = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Let players who are out play again in all rounds to come, or in one round."""
    from swisspair.changes import come_back as change

    return _of_players(arguments, lambda event, players: change(event, players, round_), reading, writing)


def away(
    arguments: Players,
    round_: OneRound = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Leave players out of one round, by default the next one; 5=H has a half-point bye."""
    from swisspair.changes import away as change

    return _of_players(arguments, lambda event, players: change(event, players, round_), reading, writing)


def add(
    arguments: NewPlayers,
    renumber: Renumber = False,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Add players to an event. Before round 1 they get the numbers of their places, later the next numbers."""
    from swisspair.changes import add as change

    *players, file = _at_least(2, arguments, "PLAYER... FILE")
    return _changed(file, lambda event: change(event, "\n".join(players), renumber), reading, writing)


def edit(
    arguments: Corrected,
    renumber: Renumber = False,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Correct the data of a player: name, rating, title, federation, club, sex, FIDE number or birth date."""
    from swisspair.changes import edit as change

    player, *fields, file = _at_least(3, arguments, "PLAYER FIELD=VALUE... FILE")
    return _changed(file, lambda event: change(event, player, fields, renumber), reading, writing)


def swap(
    arguments: Swapped,
    by_hand: ByHand = False,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Exchange two players of the last round. Say which articles the new boards break."""
    from swisspair.changes import swap as change

    *players, file = _at_least(2, arguments, "5-8 FILE")
    return _changed(file, lambda event: change(event, " ".join(players), by_hand, writing.force), reading, writing)


def boards(
    arguments: Boards,
    by_hand: ByHand = False,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Set boards of the last round; all other players are paired by the rules. Say which articles are broken."""
    from swisspair.changes import boards as change

    *pairs, file = _at_least(2, arguments, "BOARDS FILE")
    return _changed(file, lambda event: change(event, " ".join(pairs), by_hand, writing.force), reading, writing)


def unpair(
    file: Event,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Take the last round back; a round with results only with --force."""
    from swisspair.changes import unpair as change

    return _changed(file, lambda event: change(event, writing.force), reading, writing)


def undo(file: Event, writing: options.Writing = options.Writing()) -> int:
    """Restore the event as it was before the last command that changed it. Twice restores the change."""
    from swisspair.terminal.event_files import backup_of, write_event
    from swisspair.terminal.opening import read_bounded
    from swisspair.terminal.program import failure_of

    path = path_of(only_one(file))
    backup = backup_of(path)
    try:
        data = read_bounded(path)
        if not backup.is_file():
            words = say(
                "{path}: there is no earlier state of this event: {backup} is missing", path=path, backup=backup
            )
            raise Failure(ExitStatus.BAD_REQUEST, one_line(words))
        text = read_bounded(backup)
        output = path if writing.in_place else writing.output
        write_event(output, text.decode("utf-8", "surrogateescape"), [path], force=writing.force, expected=data)
    except Exception as error:
        raise failure_of(error, file) from error
    if not writing.quiet:
        warn(one_line(say("{name}: as it was before the last change", name=file)))
    return ExitStatus.DONE


def enter(
    arguments: Results,
    round_: Annotated[int | None, Option("The round to correct (default: the current one).", EVENT, "N")] = None,
    system: options.System = None,
    edition: options.Edition = None,
    line_up: Annotated[
        list[str] | None, Option("The players of a team, in board order.", EVENT, "TEAM:PLAYERS")
    ] = None,
    reading: options.ReadingOptions = options.ReadingOptions(),
    writing: options.Writing = options.Writing(),
) -> int:
    """Enter or correct the results of a round, by board or player. Points and ranks are updated."""
    from pairing_engine.systems.choice import kind_asked_for
    from swisspair.changes import enter as change
    from swisspair.terminal.program import failure_of

    *words, file = arguments if line_up and len(arguments) == 1 else _at_least(2, arguments, "RESULTS FILE")
    try:
        results = _text_of(words, file)
        how = {"kind": kind_asked_for(system)}
    except Exception as error:
        raise failure_of(error, file) from error
    asked = round_, tuple(line_up or ()), system, edition, writing.force
    return _changed(file, lambda event: change(event, results, *asked), reading, writing, **how)


def _of_players(
    arguments: list[str],
    change: Callable[[Opened, str], Changed],
    reading: options.ReadingOptions,
    writing: options.Writing,
) -> int:
    *players, file = _at_least(2, arguments, "PLAYERS FILE")
    return _changed(file, lambda event: change(event, ", ".join(players)), reading, writing)


def _at_least(number: int, arguments: list[str], takes: str) -> list[str]:
    if len(arguments) >= number:
        return arguments
    words = say("found {found!r}, expected {takes}", found=" ".join(arguments), takes=takes)
    raise Failure(ExitStatus.BAD_REQUEST, f"swisspair: {words}")


def _changed(
    file: str,
    change: Callable[[Opened], Changed],
    reading: options.ReadingOptions,
    writing: options.Writing,
    **how: object,
) -> int:
    """Read an event, change it, write it, and say what was done."""
    from swisspair.changes import Opened
    from swisspair.terminal.event_files import write_event
    from swisspair.terminal.opening import read_bounded
    from swisspair.terminal.program import failure_of, warn_of
    from trf import examine

    try:
        one = only_one(file)
        content = content_of(one)
        data = read_bounded(content) if isinstance(content, Path) else None
        how = {**reading._asdict(), **how}
        found = examine(content if data is None else data, name=name_of(one), **how)  # type: ignore[arg-type]
        done = change(Opened(found, how))
        output = own_path(one) if writing.in_place else writing.output
        write_event(output, done.text, [path_of(one)], force=writing.force, expected=data)
    except Exception as error:
        raise failure_of(error, file) from error
    if not writing.quiet:
        warn_of(name_of(one), [adjusted for adjusted in found.adjustments if adjusted.code not in UNDER_WAY])
        for line in done.words:
            warn(one_line(f"{name_of(one)}: {line}"))
    return ExitStatus.DONE


def _text_of(words: list[str], file: str) -> str:
    """Return the results as text. Each word is a result, the name of a file of results, or ``-``."""
    from swisspair.terminal.opening import read_bounded

    texts = []
    for word in words:
        if word == DASH == file:
            raise Failure(ExitStatus.BAD_REQUEST, say("standard input cannot be both the results and the file"))
        is_file = word == DASH or (len(word) < 256 and Path(word).is_file())
        texts.append(read_bounded(Path(word)).decode("utf-8-sig", "replace") if is_file else word)
    return "\n".join(texts)
