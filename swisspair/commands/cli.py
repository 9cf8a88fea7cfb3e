"""The command line of swisspair: the choice of a command, and the first help page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from pairing_engine.language import marked, say
from swisspair.commands.table import COMMANDS, FLAGS
from swisspair.statuses import exit_statuses
from swisspair.terminal.command_line import MistakeError, Option, take_language
from swisspair.terminal.program import ending, run, show_version

if TYPE_CHECKING:
    from swisspair.terminal.help_pages import Page, Rows

NAME, BOARDS = "swisspair", "--boards"

ANY = marked("COMMAND [FILE]...")
"""The words of any command on the first help page."""


def run_own(arguments: Sequence[str]) -> None:
    """Run the requested command, or show the first help page, and end the program."""
    with ending(NAME, arguments) as statuses:
        statuses.append(_run(take_language(arguments, NAME)))


def _run(arguments: list[str]) -> object:
    asked, rest = asked_for(arguments)
    if len(asked) == 1:
        name = FLAGS.get(asked[0], asked[0])
        return run(COMMANDS[name].run, f"{NAME} {asked[0]}", rest, partial(page_of_command, name))
    shown = [word for word in arguments if word in ("-h", "--help", "--version")][:1]
    if arguments and not shown:
        raise MistakeError(_what_is_missing(asked, arguments))
    return run(_without_command, NAME, shown or ["--help"], first_page)


def _without_command(version: Annotated[bool, Option("Show the version and exit.")] = False) -> None:
    """Pair rounds of Swiss tournaments as the FIDE rules demand."""
    if version:
        show_version(NAME)


def asked_for(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Separate the commands, as they were typed, from the other words.

    The first word can be a command. Without such a word, flags such as ``--pair`` at any place are commands. Beside
    another command, ``--boards`` is an option. A file can be named like a command.

    >>> asked_for(["pair", "a.trf"]), asked_for(["a.trf", "--pair"])
    ((['pair'], ['a.trf']), (['--pair'], ['a.trf']))
    """
    first = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    ahead = arguments[: arguments.index("--")] if "--" in arguments else arguments
    flags = [flag for flag in dict.fromkeys(word.partition("=")[0] for word in ahead) if flag in FLAGS]
    if BOARDS in flags and (first or flags[1:]):
        flags.remove(BOARDS)
    if first and not (flags and Path(first).exists()):
        second = arguments[1] if arguments[1:] and COMMANDS[first].takes.startswith("FILE") else ""
        others = [second] if second in COMMANDS and not Path(second).exists() else flags
        return [first, *others], list(arguments[1:])
    rest: list[str] = []
    for word in ahead:
        flag, equals, value = word.partition("=")
        rest += [word] if flag not in flags else [value] if equals else []
    return flags, rest + list(arguments[len(ahead) :])


def page_of_command(name: str) -> Page:
    from swisspair.terminal.help_pages import page_of

    command = COMMANDS[name]
    return page_of(command.run, command.takes, exit_statuses(of_check="swisscheck" in command.work))


def first_page() -> Page:
    from swisspair.terminal.completion import how_to_complete
    from swisspair.terminal.help_pages import page_of

    groups: dict[str, Rows] = {}
    for name, command in COMMANDS.items():
        groups.setdefault(say(command.group), []).append((f"{name} {say(command.takes)}".strip(), say(command.words)))
    pages = say(
        "Each command has its own page, such as swisspair pair --help. The older form swisspair --pair works too, and "
        "so do command lines of bbpPairings and JaVaFo (swisspair -p --help)."
    )
    return page_of(_without_command, ANY, "\n\n".join((pages, exit_statuses(), *how_to_complete())), groups)


def complete_own() -> NoReturn:
    from swisspair.terminal.completion import complete

    def meant(words: Sequence[str]) -> tuple[Callable[..., object], list[str]]:
        asked, rest = asked_for(words)
        return COMMANDS[FLAGS.get(asked[0], asked[0])].run if len(asked) == 1 else _without_command, rest

    complete(NAME, {name: command.words for name, command in COMMANDS.items()}, meant)


def _what_is_missing(asked: Sequence[str], arguments: Sequence[str]) -> str:
    """Return the message for a call without a command or with several commands, and suggest a command."""
    from difflib import get_close_matches

    if asked:
        return say("{asked} cannot be used together", asked=say(" and ").join(sorted(asked)))
    first, *rest = arguments
    near = get_close_matches(first.lstrip("-"), [*COMMANDS, *(flag[2:] for flag in FLAGS)], 1, 0.7)
    later = [word for word in rest if word in COMMANDS]
    message = marked("no command was given for {first}; perhaps you meant: {meant}")
    if near:
        message = marked("{first} is unknown; perhaps you meant: {meant}")
        meant = [FLAGS.get(f"--{near[0]}", near[0]), *rest]
    elif later:
        meant = [later[0], *(word for word in arguments if word != later[0])]
    elif not first.startswith("-") or first == "-":
        meant = ["pair", *arguments]
    else:
        return say("no command was given; choose one such as pair or standings")
    import shlex

    return say(message, first=first, meant=shlex.join((NAME, *meant)))
