"""The help pages of both programs in a form for man pages and for the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import typer

from swisspair.commands import cli as swisspair
from swisspair.commands import modes
from swisspair.statuses import exit_statuses
from swisspair.swisscheck import cli as swisscheck
from swisspair.terminal.help_pages import command_line


class Group(NamedTuple):
    """A group of options with a title and descriptions."""

    title: str
    options: tuple[tuple[str, str], ...]


class HelpPage(NamedTuple):
    """The help page of a call such as ``swisspair --pair``. ``takes`` lists the arguments of the call."""

    call: str
    takes: str
    words: str
    groups: tuple[Group, ...]


class Program(NamedTuple):
    """A program with its help pages, modes and exit statuses."""

    name: str
    is_for: str
    pages: tuple[HelpPage, ...]
    statuses: str


class _Groups:
    """A formatter of help pages that collects the groups of options."""

    def __init__(self) -> None:
        self.found: list[Group] = []
        self._title = ""

    @contextmanager
    def section(self, title: str) -> Iterator[None]:
        self._title = title
        yield

    def write_dl(self, rows: Iterable[tuple[str, str]]) -> None:
        """Add options to the current group."""
        self.found.append(Group(self._title, tuple((option, " ".join(words.split())) for option, words in rows)))


def _page(app: typer.Typer, call: str, takes: str = "") -> HelpPage:
    command: Any = typer.main.get_command(app)
    context = typer.Context(command, info_name=call, **command.context_settings)
    groups = _Groups()
    command.format_options(context, groups)
    takes = takes or " ".join(piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]")
    return HelpPage(call, takes.strip("{}"), " ".join(command.help.split()), tuple(groups.found))


def programs() -> tuple[Program, Program]:
    """Return both programs with their modes in the order of the help pages."""
    pairing = [
        _page(command_line(mode.run), f"{swisspair.NAME} {modes.flag_of(name)}", mode.takes)
        for name, mode in modes.MODES.items()
    ]
    checking = [
        _page(command_line(swisscheck.swisscheck), swisscheck.NAME),
        *(_page(command_line(work), f"{swisscheck.NAME} {flag}") for flag, work in swisscheck.OTHER_MODES.items()),
    ]
    own, statuses = swisspair.statuses(), exit_statuses("0 everything agrees, 1 something differs")
    return (
        Program(swisspair.NAME, "pair rounds of Swiss tournaments as FIDE demands", tuple(pairing), own),
        Program(swisscheck.NAME, "pair every round of finished events again", tuple(checking), statuses),
    )
