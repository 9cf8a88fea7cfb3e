"""A program: command line, help page and exit status, made from a function."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand

from pairing_engine.facts.shown import one_line
from pairing_engine.language import languages, marked, say
from swisspair.terminal.groups import ungrouped
from swisspair.terminal.heartbeat import heartbeat
from swisspair.terminal.jobs import collect_less_often
from swisspair.terminal.spoken import AS_JSON, HELP, asks_for
from swisspair.terminal.statuses import INTERRUPTED, ExitStatus, Failure, is_interruption
from swisspair.terminal.streams import finish, show, warn
from swisspair.terminal.usage_errors import in_words

HELP_FLAGS = ("-h", "--help")

WIDEST = 100
"""The greatest width of help pages in columns."""


_RANGE = re.compile(r"; [0-9]*<?=?x[<>]?=?[0-9]*(?=])| *\[([0-9]*<?=?x[<>]?=?[0-9]*|required)]")
"""The pattern of click's notes on ranges and required options."""


ALSO = marked("Also")
"""The title of the options that all help pages share."""

OF_ALL = marked(("Show this message and exit.", "[OPTIONS]", "[FILE]...", "[default: "))
"""The command-line library's own words on help pages."""


class HelpPage(TyperCommand):
    """A command with a plain-text help page in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options under group titles, in the order of declaration."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = record_of(parameter, ctx)
            if record is not None:
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or ALSO, []).append(record)
        groups.setdefault(ALSO, []).insert(0, (say(HELP[0]), say(HELP[1], languages=", ".join(languages()))))
        for title, records in groups.items():
            write_group(formatter, title, records)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line."""
        for parameter in self.get_params(ctx):
            _translate(parameter)
        pieces = [say(piece) for piece in self.collect_usage_pieces(ctx)]
        formatter.write_usage(ctx.command_path, " ".join(pieces), say("Usage: "))

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the description of the command."""
        self.help = say(" ".join((self.help or "").split()))
        super().format_help_text(ctx, formatter)


def record_of(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """An option with its description in the user's language."""
    _translate(parameter)
    record = parameter.get_help_record(ctx)
    return record if record is None else (record[0], record[1].replace("[default: ", say("[default: ")))


def _translate(parameter: Any) -> None:
    """Translate an option's description and placeholder, unless already translated."""
    parameter.help, parameter.metavar = say(parameter.help or ""), say(parameter.metavar or "") or None


def write_group(formatter: Any, title: str, records: Iterable[tuple[str, str]]) -> None:
    """Write options with descriptions, keeping of click's additions only the default."""
    with formatter.section(say("{title}:", title=say(title)).removesuffix(":")):  # the formatter adds a colon itself
        formatter.write_dl([(option, _RANGE.sub("", words)) for option, words in records])


def command_line(
    work: Callable[..., object], epilog: str | None = None, page: type[TyperCommand] = HelpPage
) -> typer.Typer:
    """Create the command line of a function from its typed arguments.

    The options of a group become single options. The function gives the exit status.
    """
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    settings = {"help_option_names": list(HELP_FLAGS), "max_content_width": WIDEST}
    app.command(cls=page, epilog=epilog, context_settings=settings)(ungrouped(work))
    return app


def run(app: Callable[..., object], name: str, arguments: Sequence[str]) -> NoReturn:
    """Run a command line and return its exit status; ``name`` is the command as called."""
    collect_less_often()
    try:
        with heartbeat(name, arguments):
            status = app(args=list(arguments), prog_name=name, standalone_mode=False)
    except KeyboardInterrupt:
        status = _interrupted(name)
    except (BrokenPipeError, SystemExit):  # typer turns a closed pipe into a SystemExit
        status = ExitStatus.NO_ACCESS  # the reader has gone: no message
    except Exception as error:
        status = _interrupted(name) if is_interruption(error) else _failed(error, name)
    finish()
    sys.exit(status if isinstance(status, int) else ExitStatus.DONE)


def _interrupted(name: str) -> int:
    """Report the interruption by Ctrl-C, and return its exit status."""
    warn(say("{name}: interrupted", name=name.split()[0]))
    return INTERRUPTED


def _failed(error: Exception, name: str) -> ExitStatus:
    """Report an error, as JSON if requested, and return its exit status."""
    failure = _failure_of(error, name)
    warn(str(failure))
    if asks_for(AS_JSON, sys.argv[1:]):  # sys.argv: the page for a missing mode gets only a part of it
        show_json(failure.to_dict())
    return failure.status


def show_json(value: Mapping[str, object]) -> None:
    """Print the reason for a missing answer as one line of JSON."""
    import json

    from pairing_engine.answers.contract import stated

    with suppress(OSError):  # the reader has gone: no message
        show(json.dumps(stated(value)) + "\n")


def _failure_of(error: Exception, name: str) -> Failure:
    """An error in words; wrong options get a pointer to the help page."""
    usage: Any = getattr(error, "format_message", None)  # click's errors have it, wherever typer keeps its click
    if usage is not None:
        words = say("{name}: {usage} (see {name} --help)", name=name, usage=in_words(usage()) or say("say what to do"))
        return Failure(ExitStatus.BAD_REQUEST, one_line(words))
    from swisspair.terminal.console import failure_of

    return failure_of(error, name.split()[0])


def show_version(name: str) -> None:
    """Print the program's version, its build and its matching engine."""
    from pairing_engine import __version__
    from pairing_engine.kernel import order
    from pairing_engine.matching import has_rustworkx

    build = say("pure Python") if order.__file__.endswith(".py") else say("compiled")
    library = "rustworkx" if has_rustworkx() else "networkx"
    show(f"{name} {__version__}\n{say('{build}, matchings by {library}', build=build, library=library)}\n")
