"""The commands that change an event: results, players, and rounds. The methods of `swisspair.event.Event` change it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pairing_engine.changes.described import facts_of
from pairing_engine.errors import BadRequests
from pairing_engine.facts.bounded import decoded
from pairing_engine.facts.codes import codes_in
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say, say_many, with_semicolons
from swisspair.commands.inputs import content_of, name_of, not_taken, only_one, own_path, path_of
from swisspair.commands.table import COMMANDS
from swisspair.event import Event, read
from swisspair.statuses import ExitStatus, refused
from swisspair.terminal import options
from swisspair.terminal.command_line import Argument, Option
from swisspair.terminal.event_files import known_steps, write_event
from swisspair.terminal.opening import read_bounded
from swisspair.terminal.options import ANSWER, EVENT, READING
from swisspair.terminal.program import failing_as, warn_of
from swisspair.terminal.streams import DASH, show, warn
from trf.event_json import SUFFIX
from trf.format.findings import UNDER_WAY

if TYPE_CHECKING:
    from swisspair.terminal.sources import Source


class Writing(NamedTuple):
    """The options for writing a changed event."""

    output: Annotated[Path | None, Option("Write the TRF to this file.", ANSWER, "FILE")] = None
    in_place: options.InPlace = False
    force: options.Force = False
    quiet: options.Quiet = False

    def target(self, one: str | Source, dialect: str | None = None) -> Path | None:
        """Return the file to write; None is standard output. Raises `Failure` for contradictory options."""
        if self.in_place and self.output is not None:
            raise refused("--in-place and --output name two files for one event: give only one of them")
        target = own_path(one) if self.in_place else self.output
        if dialect is not None and target is not None and target.suffix.lower() == SUFFIX:
            raise refused("--for writes a TRF, but {path} is the name of a file in JSON", path=one_line(str(target)))
        return target


class Changing(NamedTuple):
    """The options of every change of an event."""

    reading: options.ReadingOptions = options.ReadingOptions()
    writing: Writing = Writing()
    dialect: Annotated[
        Literal["trf26", "trf16x", "bbp6"] | None,
        Option(
            "Write a new file: trf26, trf16x, or bbp6 for bbpPairings 6 (default: keep the file as it is).",
            ANSWER,
            flag="--for",
        ),
    ] = None


Players = Annotated[
    list[str], Argument("The players, by number or name (7,aalto); then a TRF.", READING, "PLAYERS FILE")
]
OneRound = Annotated[int | None, Option("Change only this round.", EVENT, "N")]
OneFile = Annotated[str, Argument("A TRF.", READING, "FILE")]
Renumber = Annotated[
    bool, Option("Give the numbers of the places in the ranking list (until round 4 is paired).", EVENT)
]
ByHand = Annotated[bool, Option("Write boards that the rules do not demand, and note them.", EVENT)]


def withdraw(arguments: Players, how: Changing = Changing()) -> int:
    """Leave players out of all rounds to come, with zero points, until they return."""
    *players, file = _at_least(2, arguments, "withdraw")
    return _changed(file, lambda event: event.withdraw(", ".join(players)), how)


def back(arguments: Players, round_: OneRound = None, how: Changing = Changing()) -> int:
    """Let players who are out play again in all rounds to come, or in one round."""
    *players, file = _at_least(2, arguments, "return")
    return _changed(file, lambda event: event.come_back(", ".join(players), round=round_), how)


def away(arguments: Players, round_: OneRound = None, how: Changing = Changing()) -> int:
    """Leave players out of one round, by default the next one; 5=H has a half-point bye."""
    *players, file = _at_least(2, arguments, "bye")
    return _changed(file, lambda event: event.absent(", ".join(players), round=round_), how)


def add(
    arguments: Annotated[
        list[str], Argument('Players such as "Aalto, Eino, 1985, Harbour"; then a TRF.', READING, "PLAYER... FILE")
    ],
    renumber: Renumber = False,
    how: Changing = Changing(),
) -> int:
    """Add players to an event. Before round 1 they get the numbers of their places, later the next numbers."""
    *players, file = _at_least(2, arguments, "add")
    return _changed(file, lambda event: event.add("\n".join(players), renumber=renumber), how)


def edit(
    arguments: Annotated[
        list[str],
        Argument(
            'A player, corrected fields such as rating=1850 or "name=Aalto, Eino", and a TRF.',
            READING,
            "PLAYER FIELD=VALUE... FILE",
        ),
    ],
    renumber: Renumber = False,
    how: Changing = Changing(),
) -> int:
    """Correct the data of a player: name, rating, title, federation, club, sex, FIDE number or birth date."""
    player, *fields, file = _at_least(3, arguments, "edit")
    return _changed(file, lambda event: event.edit(player, _fields(fields), renumber=renumber), how)


def event(
    arguments: Annotated[
        list[str],
        Argument(
            'Facts such as city=Kiel or "chief arbiter=Berg, Ida", if any; then a TRF.', READING, "[FACT=TEXT...] FILE"
        ),
    ],
    how: Changing = Changing(),
) -> int:
    """State facts about an event: name, city, federation, first day, last day, days of the rounds, arbiters and so on.

    Without facts, show them, and say what a rating report still needs, or write the event in another dialect.
    """
    *facts, file = _at_least(1, arguments, "event")
    if facts or how.dialect is not None:
        return _changed(file, lambda event: event.describe(**_fields(facts)) if facts else event, how)
    with failing_as(file):
        one = only_one(file)
        found = read(content_of(one), name=name_of(one), **how.reading.how(None))
    stated = {"name": found.name, **facts_of(found.settings)}
    width = max(len(say(name)) for name in stated)
    show("".join(f"{say(name):<{width}}  {one_line(text) or '–'}\n" for name, text in stated.items()))
    missing = found.missing_for_rating()
    for line in missing or (say("the event is ready to be sent for rating"),):
        warn(one_line(say("{name}: {words}", name=name_of(one), words=line)))
    return ExitStatus.NO_PAIRING if missing else ExitStatus.DONE


def tie_breaks(
    arguments: Annotated[
        list[str],
        Argument('The tie-breaks, such as "DE,BH/C1,SB", or "" for points only; then a TRF.', READING, "LIST FILE"),
    ],
    how: Changing = Changing(),
) -> int:
    """Set the tie-breaks of an event, by which all its standings and ranks follow from now on."""
    *codes, file = _at_least(2, arguments, "tie-breaks")
    named = codes_in(",".join(codes))
    return _changed(file, lambda event: event.rank_by(*named, force=how.writing.force), how)


def stand_in(
    arguments: Annotated[
        list[str],
        Argument(
            "Who left, and who sits in, such as 59=108, or 59=bye or 59=point for the opponent; then a TRF.",
            READING,
            "59=108 FILE",
        ),
    ],
    how: Changing = Changing(),
) -> int:
    """Seat somebody in place of a player who left after the round was published, and note it in the file."""
    *words, file = _at_least(2, arguments, "stand-in")
    ((leaving, instead),) = _fields([" ".join(words)]).items()
    return _changed(file, lambda event: event.stand_in(leaving, instead), how)


def swap(
    arguments: Annotated[
        list[str], Argument("Two players, who get the seats of each other; then a TRF.", READING, "5-8 FILE")
    ],
    by_hand: ByHand = False,
    how: Changing = Changing(),
) -> int:
    """Exchange two players of the last round. Say which articles the new boards break."""
    *players, file = _at_least(2, arguments, "swap")
    return _changed(file, lambda event: event.swap(" ".join(players), by_hand=by_hand, force=how.writing.force), how)


def boards(
    arguments: Annotated[
        list[str], Argument('Boards such as "5-1 2-8 3-bye", White first; then a TRF.', READING, "BOARDS FILE")
    ],
    by_hand: ByHand = False,
    how: Changing = Changing(),
) -> int:
    """Set boards of the last round; all other players are paired by the rules. Say which articles are broken."""
    *pairs, file = _at_least(2, arguments, "set-boards")
    return _changed(
        file, lambda event: event.set_boards(" ".join(pairs), by_hand=by_hand, force=how.writing.force), how
    )


def unpair(file: OneFile, how: Changing = Changing()) -> int:
    """Take the last round back; a round with results only with --force."""
    return _changed(file, lambda event: event.unpair(force=how.writing.force), how)


def undo(file: OneFile, writing: Writing = Writing()) -> int:
    """Take back the last step that was taken in an event; once more for the step before."""
    return _another_step(file, writing, back=True)


def redo(file: OneFile, writing: Writing = Writing()) -> int:
    """Do the last step again that undo has taken back."""
    return _another_step(file, writing, back=False)


def _another_step(file: str, writing: Writing, *, back: bool) -> int:
    one = only_one(file)
    path, output = path_of(one), writing.target(one)
    with failing_as(file):
        data = read_bounded(path)
        steps = known_steps(path, data)
        left = steps.done if back else steps.undone
        if not left:
            nothing = marked("there is nothing to undo") if back else marked("there is nothing to do again")
            raise refused("{name}: {words}", name=file, words=say(nothing))
        after = steps.back() if back else steps.again()
        converted = output is not None and output.suffix.lower() == SUFFIX != path.suffix.lower()
        content = decoded(after.now) if converted else after.now
        write_event(output, content, [path], force=writing.force, expected=data, steps=after)
    if not writing.quiet:
        form = marked("a step is taken back ({words})") if back else marked("a step is done again ({words})")
        done = with_semicolons(left[-1].words) or say("the last change")
        warn(one_line(say("{name}: {words}", name=file, words=say(form, words=done))))
        if len(left) > 1:
            more = say_many("{number} step is left", "{number} steps are left", len(left) - 1)
            warn(one_line(say("{name}: {words}", name=file, words=more)))
    return ExitStatus.DONE


def enter(
    arguments: Annotated[
        list[str],
        Argument(
            "The results by board (1:1-0 2:1/2-1/2; teams 1.1:1-0) or by player (Aalto:1), or a file of results; "
            "then a TRF.",
            READING,
            "RESULTS FILE",
        ),
    ],
    round_: Annotated[int | None, Option("The round to correct (default: the current one).", EVENT, "N")] = None,
    system: options.System = None,
    edition: options.Edition = None,
    line_up: Annotated[
        list[str] | None, Option("The players of a team, in board order.", EVENT, "TEAM:PLAYERS")
    ] = None,
    how: Changing = Changing(),
) -> int:
    """Enter or correct the results of a round, by board or player. Points and ranks are updated."""
    *words, file = arguments if line_up and len(arguments) == 1 else _at_least(2, arguments, "result")
    with failing_as(file):
        results = _text_of(words, file)
    line_ups, force = tuple(line_up or ()), how.writing.force

    def entered(event: Event) -> Event:
        return event.enter(results, round_, line_ups=line_ups, system=system, edition=edition, force=force)

    return _changed(file, entered, how, system, say("the results {results}", results=" ".join(words)))


def _fields(texts: Sequence[str]) -> dict[str, str]:
    form = marked("found {found!r}, expected a field and its value, such as rating=1850")
    faults = [say(form, found=text) for text in texts if "=" not in text]
    if faults:
        raise BadRequests(faults)
    return {title: value for title, _, value in (text.partition("=") for text in texts)}


def _at_least(number: int, arguments: list[str], command: str) -> list[str]:
    if len(arguments) >= number:
        return arguments
    raise not_taken(arguments, COMMANDS[command].takes)


def _changed(
    file: str, change: Callable[[Event], Event], how: Changing, system: str | None = None, step: str = ""
) -> int:
    """Read an event, change it, write it, and say what was done; ``step`` names the change for `undo`."""
    with failing_as(file):
        one = only_one(file)
        output, content = how.writing.target(one, how.dialect), content_of(one)
        data = read_bounded(content) if isinstance(content, Path) else None
        event = read(content if data is None else data, name=name_of(one), **how.reading.how(system))
        done = change(event)
        said = [*done.notices]
        if how.dialect is not None and how.writing.in_place:
            said.append(say("the file is written anew in the dialect {dialect}", dialect=how.dialect))
        write_event(
            output,
            done.write(how.dialect),
            [path_of(one)],
            force=how.writing.force,
            expected=data,
            words=[step] if step else said,
        )
    if not how.writing.quiet:
        warn_of(name_of(one), [adjusted for adjusted in event.adjustments if adjusted.code != UNDER_WAY])
        for line in said:
            warn(one_line(say("{name}: {words}", name=name_of(one), words=line)))
    return ExitStatus.DONE


def _text_of(words: list[str], file: str) -> str:
    """Return the results as text. Each word is a result, the name of a file of results, or ``-``."""
    texts = []
    for word in words:
        if word == DASH == file:
            raise refused("standard input cannot be both the results and the file")
        is_file = word == DASH or (len(word) < 256 and Path(word).is_file())
        texts.append(read_bounded(Path(word)).decode("utf-8-sig", "replace") if is_file else word)
    return "\n".join(texts)
