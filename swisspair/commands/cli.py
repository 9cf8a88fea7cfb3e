"""The command line of swisspair: the choice of a mode, and the first help page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from pairing_engine.language import marked, say
from swisspair.commands import modes
from swisspair.statuses import ExitStatus, Failure, exit_statuses
from swisspair.terminal.command_line import HELP_FLAGS, Option, parameters_of, take_language
from swisspair.terminal.program import run, show_version

if TYPE_CHECKING:
    from swisspair.terminal.help_pages import HelpPage

NAME, BOARDS = "swisspair", "--boards"


def run_own(arguments: Sequence[str]) -> NoReturn:
    """Run the requested mode. Without a mode, show the first help page or an error."""
    arguments = take_language(NAME, arguments)
    known = {modes.flag_of(name): name for name in modes.names()}
    rest, asked = _asked_for(arguments, known)
    if len(asked) == 1:
        flag = asked.pop()
        run(modes.MODES[known[flag]].run, f"{NAME} {flag}", rest, statuses())
    of_first_page = [word for word in arguments if word in (*HELP_FLAGS, "--version")][:1]
    legacy = say("Command lines of bbpPairings and JaVaFo work too: see swisspair -p --help.")
    run(_without_mode(arguments, known, asked), NAME, of_first_page, f"{statuses()}\n\n{legacy}", _first_page)


def _first_page() -> type[HelpPage]:
    """Return the first help page: the modes, and their most used options."""
    from swisspair.terminal.help_pages import HelpPage, command_line, parameters_of_command, record_of, write_group

    class FirstPage(HelpPage):
        """The first help page."""

        def collect_usage_pieces(self, ctx: Any) -> list[str]:
            return [say("MODE"), say("[FILE]..."), say("[OPTIONS]")]

        def format_options(self, ctx: Any, formatter: Any) -> None:
            """Write a line for each mode, then the most used options."""
            shown = [(modes.flag_of(name), mode) for name, mode in modes.MODES.items() if mode.on_first_page]
            words = [(f"{flag} {say(mode.takes)}".strip(), say(mode.words)) for flag, mode in shown]
            write_group(formatter, say("Modes, each with its own page ({name} --pair --help)", name=NAME), words)
            for flag, mode in shown:
                if mode.often:
                    parameters = parameters_of_command(command_line(mode.run))
                    records = [record_of(parameters[often], ctx) for often in mode.often]
                    title = say("The most used options of {flag}", flag=flag)
                    write_group(formatter, title, [record for record in records if record is not None])
            super().format_options(ctx, formatter)

    return FirstPage


def complete_own() -> NoReturn:
    from swisspair.terminal.completion import complete

    known = {modes.flag_of(name): name for name in modes.names()}

    def meant(words: Sequence[str]) -> tuple[Callable[..., object], list[str]]:
        rest, asked = _asked_for(words, known)
        if len(asked) == 1:
            return modes.MODES[known[asked.pop()]].run, rest
        return _without_mode(words, known, asked), rest

    complete(NAME, [(flag, modes.MODES[name].words) for flag, name in known.items()], meant)


def statuses() -> str:
    """Return the exit statuses of swisspair with their meanings."""
    return exit_statuses(say("0 done, 1 no valid pairing"))


def _asked_for(arguments: Sequence[str], known: dict[str, str]) -> tuple[list[str], set[str]]:
    """Separate the flags of modes from other arguments. Beside another flag, ``--boards`` is an option."""
    rest: list[str] = []
    asked: set[str] = set()
    ahead = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if any(word.partition("=")[0] in known.keys() - {BOARDS} for word in ahead):
        known = {flag: name for flag, name in known.items() if flag != BOARDS}
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


def _without_mode(arguments: Sequence[str], known: dict[str, str], asked: set[str]) -> Any:
    def first_page(version: Annotated[bool, Option("Show the version and exit.")] = False) -> int:
        """Pair rounds of Swiss tournaments as the FIDE rules demand."""
        if version:
            show_version(NAME)
            return ExitStatus.DONE
        words = _what_is_missing(arguments, known, asked)
        raise Failure(ExitStatus.BAD_REQUEST, say("{name}: {words}", name=NAME, words=words))

    return first_page


def _what_is_missing(arguments: Sequence[str], known: dict[str, str], asked: set[str]) -> str:
    """Return the message for a call without a mode or with several modes, and suggest a command."""
    see = say("(see {name} --help)", name=NAME)
    if asked:
        return say("{asked} cannot be used together {see}", asked=say(" and ").join(sorted(asked)), see=see)
    if not arguments:
        return say(NO_MODE, see=see)
    first, rest = arguments[0], arguments[1:]
    from difflib import get_close_matches

    meant = get_close_matches(first if first.startswith("-") else f"--{first}", known, 1, 0.8)
    if meant:
        return say(
            "{first} is unknown; perhaps you meant: {meant} {see}",
            first=first,
            meant=" ".join((NAME, meant[0], *rest)),
            see=see,
        )
    if not first.startswith("-") or first == "-":
        return say(
            "no mode was given for {first}; perhaps you meant: {meant} {see}",
            first=first,
            meant=" ".join((NAME, "--pair", *arguments)),
            see=see,
        )
    if first != "--" and first.partition("=")[0] not in _options(known.values()):
        return say("{first} is unknown; choose a mode such as --pair or --standings {see}", first=first, see=see)
    return say(NO_MODE, see=see)


NO_MODE = marked("no mode was given; choose one such as --pair or --standings {see}")


def _options(names: Iterable[str]) -> set[str]:
    return {flag for name in names for one in parameters_of(modes.MODES[name].run) for flag, _ in one.flags}
