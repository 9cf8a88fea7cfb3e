"""Code that turns a function into a program with command line, help page and exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from pairing_engine.facts.shown import one_line
from pairing_engine.language import say
from swisspair.terminal.heartbeat import heartbeat
from swisspair.terminal.jobs import collect_less_often
from swisspair.terminal.plain_call import plain_call
from swisspair.terminal.spoken import AS_JSON, asks_for
from swisspair.terminal.statuses import INTERRUPTED, ExitStatus, Failure, is_interruption
from swisspair.terminal.streams import finish, show, warn

if TYPE_CHECKING:
    from swisspair.terminal.help_pages import HelpPage


def run(
    work: Callable[..., object],
    name: str,
    arguments: Sequence[str],
    epilog: str = "",
    page: Callable[[], type[HelpPage]] | None = None,
) -> NoReturn:
    """Run a program and end with its exit status. ``name`` is the command that the user typed.

    ``epilog`` is the end of the help page. ``page`` is the class of a special help page.
    """
    collect_less_often()
    try:
        with heartbeat(name, arguments):
            call = plain_call(work, arguments)
            if call is None:
                from swisspair.terminal.help_pages import command_line

                app = command_line(work, epilog, page and page())
                status = app(args=list(arguments), prog_name=name, standalone_mode=False)
            else:
                status = call()
    except KeyboardInterrupt:
        status = _interrupted(name)
    except (BrokenPipeError, SystemExit):  # typer turns a closed pipe into a SystemExit
        status = ExitStatus.NO_ACCESS  # nobody reads the output any more: no message
    except Exception as error:
        status = _interrupted(name) if is_interruption(error) else _failed(error, name)
    finish()
    sys.exit(status if isinstance(status, int) else ExitStatus.DONE)


def _interrupted(name: str) -> int:
    warn(say("{name}: interrupted", name=name.split()[0]))
    return INTERRUPTED


def _failed(error: Exception, name: str) -> ExitStatus:
    """Report an error, as JSON if requested, and return its exit status."""
    failure = _failure_of(error, name)
    warn(str(failure))
    if asks_for(AS_JSON, sys.argv[1:]):  # sys.argv, because the page for a missing mode gets only some of the arguments
        show_json(failure.to_dict())
    return failure.status


def show_json(value: Mapping[str, object]) -> None:
    """Print the reason why there is no answer, as one line of JSON."""
    import json

    from pairing_engine.answers.contract import stated

    with suppress(OSError):  # nobody reads the output any more: no message
        show(json.dumps(stated(value)) + "\n")


def _failure_of(error: Exception, name: str) -> Failure:
    """Return the failure for an error. For a wrong option, the message points to the help page."""
    usage: Any = getattr(
        error, "format_message", None
    )  # click's errors have this method, wherever typer keeps its copy of click
    if usage is not None:
        from swisspair.terminal.usage_errors import in_words

        words = say(
            "{name}: {usage} (see {name} --help)", name=name, usage=in_words(usage()) or say("no arguments were given")
        )
        return Failure(ExitStatus.BAD_REQUEST, one_line(words))
    from swisspair.terminal.console import failure_of

    return failure_of(error, name.split()[0])


def show_version(name: str) -> None:
    from pairing_engine import __version__
    from pairing_engine.kernel import order
    from pairing_engine.matching import has_matcher

    build = say("pure Python") if order.__file__.endswith(".py") else say("compiled")
    matcher = say("the C++ matcher") if has_matcher() else say("networkx, which takes longer")
    show(f"{name} {__version__}\n{say('{build}, matchings by {matcher}', build=build, matcher=matcher)}\n")
