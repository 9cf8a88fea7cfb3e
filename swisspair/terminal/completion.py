"""Shell completion: its script, and the candidates where the cursor is.

typer has the scripts and the candidates of one command; here it is found out which mode is being typed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

import typer

from pairing_engine.language import say
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.streams import finish, warn

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


def complete(
    name: str, modes: Iterable[tuple[str, str]], command_of: Callable[[Sequence[str]], tuple[typer.Typer, list[str]]]
) -> NoReturn:
    """Answer a shell, which asks through the variable ``_NAME_COMPLETE``, and end.

    ``modes`` are the flags of modes with their words; ``command_of`` gives the command line that typed words mean, and
    these words without the flag of a mode.
    """
    try:
        answer = _answer(name, os.environ[f"_{name.upper()}_COMPLETE"], list(modes), command_of)
    except Failure as failure:
        warn(failure.words)
        sys.exit(failure.status)
    sys.stdout.write(answer)  # not shown: fish wants tabs
    finish()
    sys.exit(ExitStatus.DONE)


def _answer(
    name: str,
    asked: str,
    modes: list[tuple[str, str]],
    command_of: Callable[[Sequence[str]], tuple[typer.Typer, list[str]]],
) -> str:
    request, _, shell = asked.partition("_")
    if shell not in SHELLS or request not in ("source", "complete"):
        words = say(
            "{name}: {variable}={asked}: expected source_ or complete_ and one of {shells}",
            name=name,
            variable=f"_{name.upper()}_COMPLETE",
            asked=asked,
            shells=", ".join(SHELLS),
        )
        raise Failure(ExitStatus.BAD_REQUEST, words)
    if request == "source":
        made = _completion().get_completion_script
        return f"{made(prog_name=name, complete_var=f'_{name.upper()}_COMPLETE', shell=shell)}\n"
    completer_of, item = _shells()
    completer = completer_of(shell)(None, {}, name, f"_{name.upper()}_COMPLETE")
    typed, unfinished = completer.get_completion_args()
    app, rest = command_of(typed)
    completer.cli = typer.main.get_command(app)
    found = completer.get_completions(rest, unfinished)
    if len(rest) == len(typed) and (unfinished or not typed):  # no mode yet
        found = [item(flag, help=words) for flag, words in modes if flag.startswith(unfinished)] + found
    completer.get_completions = lambda _args, _unfinished: found
    return f"{completer.complete()}\n"


def _shells() -> tuple[Callable[[str], Any], Any]:
    """The function that finds typer's completers, and the class of their candidates.

    The class is click's, wherever typer keeps it.
    """
    _completion().completion_init()
    kept = getattr(_completion(), "shell_completion", None)  # absent in versions of typer without their own click
    module: Any = kept or import_module("click.shell_completion")
    return module.get_completion_class, module.CompletionItem


def _completion() -> Any:
    """The module of typer whose functions its types do not promise; from 0.16 to 0.28 they are there."""
    return import_module("typer.completion")
