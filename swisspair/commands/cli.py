"""The command line of swisspair: choosing a mode, and the first help page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Annotated, Any, NoReturn

import typer

from pairing_engine.language import say
from swisspair.commands import modes
from swisspair.terminal.program import (
    HELP_FLAGS,
    HelpPage,
    command_line,
    record_of,
    run,
    show_version,
    write_group,
)
from swisspair.terminal.spoken import take_language
from swisspair.terminal.statuses import ExitStatus, Failure, exit_statuses

NAME = "swisspair"


def run_own(arguments: Sequence[str]) -> NoReturn:
    """Run the requested mode; without a mode, show the first help page or an error."""
    arguments = take_language(NAME, arguments)
    known = {modes.flag_of(name): name for name in modes.names()}
    rest, asked = _asked_for(arguments, known)
    if len(asked) == 1:
        flag = asked.pop()
        run(command_of(known[flag]), f"{NAME} {flag}", rest)
    run(command_line(_without_mode(arguments, known, asked), _epilog(), FirstPage), NAME, _for_first_page(arguments))


def complete_own() -> NoReturn:
    """Answer a shell's request for completion."""
    from swisspair.terminal.completion import complete

    known = {modes.flag_of(name): name for name in modes.names()}

    def meant(words: Sequence[str]) -> tuple[Callable[..., object], list[str]]:
        rest, asked = _asked_for(words, known)
        if len(asked) == 1:
            return modes.load(known[asked.pop()]).run, rest
        return _without_mode(words, known, asked), rest

    complete(NAME, [(flag, modes.load(name).words) for flag, name in known.items()], meant)


def command_of(name: str) -> typer.Typer:
    """The command line of a mode."""
    return command_line(modes.load(name).run, statuses())


def statuses() -> str:
    """The exit statuses of swisspair, with their meanings."""
    return exit_statuses(say("0 done, 1 no valid pairing"))


def _epilog() -> str:
    legacy = say("Command lines of bbpPairings and JaVaFo work too: see swisspair -p --help.")
    return f"{statuses()}\n\n{legacy}"


def _asked_for(arguments: Sequence[str], known: dict[str, str]) -> tuple[list[str], set[str]]:
    """The arguments without mode flags, and these flags; words after ``--`` are never flags."""
    rest: list[str] = []
    asked: set[str] = set()
    for place, word in enumerate(arguments):
        if word == "--":
            return rest + list(arguments[place:]), asked
        flag, equals, value = word.partition("=")
        if flag in known:
            asked.add(flag)
            rest += [value] if equals else []
        else:
            rest.append(word)
    return rest, asked


def _for_first_page(arguments: Sequence[str]) -> list[str]:
    """The argument ``--help`` or ``--version``, if given."""
    return [word for word in arguments if word in (*HELP_FLAGS, "--version")][:1]


def _without_mode(arguments: Sequence[str], known: dict[str, str], asked: set[str]) -> Any:
    """The command line of swisspair when no mode is given."""

    def first_page(
        version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    ) -> int:
        """Pair rounds of Swiss tournaments as the FIDE rules demand."""
        if version:
            show_version(NAME)
            return ExitStatus.DONE
        raise Failure(ExitStatus.BAD_REQUEST, f"{NAME}: {_what_is_missing(arguments, known, asked)}")

    return first_page


def _what_is_missing(arguments: Sequence[str], known: dict[str, str], asked: set[str]) -> str:
    """The message for a call with no mode or several, including the command probably meant."""
    see = say("(see {name} --help)", name=NAME)
    if asked:
        return say("{asked} cannot be used together {see}", asked=say(" and ").join(sorted(asked)), see=see)
    if not arguments:
        return say("no mode was given: choose one of {known} {see}", known=", ".join(known), see=see)
    first, rest = arguments[0], arguments[1:]
    meant = get_close_matches(first if first.startswith("-") else f"--{first}", known, 1, 0.8)
    if meant:
        return say(
            "{first} is unknown; probably meant: {meant} {see}",
            first=first,
            meant=" ".join((NAME, meant[0], *rest)),
            see=see,
        )
    if not first.startswith("-") or first == "-":
        return say(
            "no mode was given for {first}; probably meant: {meant} {see}",
            first=first,
            meant=" ".join((NAME, "--pair", *arguments)),
            see=see,
        )
    if first != "--" and first.partition("=")[0] not in _options(known.values()):
        return say(
            "{first} is unknown, and no mode was given: choose one of {known} {see}",
            first=first,
            known=", ".join(known),
            see=see,
        )
    return say("no mode was given: choose one of {known} {see}", known=", ".join(known), see=see)


def _options(names: Iterable[str]) -> set[str]:
    """The options of all these modes together."""
    parameters = (parameter for name in names for parameter in typer.main.get_command(command_of(name)).params)
    return {option for parameter in parameters for option in (*parameter.opts, *parameter.secondary_opts)}


class FirstPage(HelpPage):
    """The first help page: the modes and their most used options."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the usage line."""
        return [say("MODE"), say("[FILE]..."), say("[OPTIONS]")]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the modes with one line each, then the most used options."""
        known = ((name, modes.load(name)) for name in modes.names())
        found = sorted((one for one in known if one[1].on_first_page), key=lambda one: one[1].place)
        words = [(f"{modes.flag_of(name)} {say(mode.takes)}".strip(), say(mode.words)) for name, mode in found]
        write_group(formatter, say("Modes, each with its own page ({name} --pair --help)", name=NAME), words)
        for name, mode in found:
            if mode.often:
                parameters = {p.name: p for p in typer.main.get_command(command_of(name)).params}
                records = [record_of(parameters[often], ctx) for often in mode.often]
                title = say("The most used options of {flag}", flag=modes.flag_of(name))
                write_group(formatter, title, [record for record in records if record is not None])
        super().format_options(ctx, formatter)
