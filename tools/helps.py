"""The help pages of both programs in a form for man pages and for the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from swisspair.commands import cli as swisspair
from swisspair.commands import modes
from swisspair.statuses import exit_statuses
from swisspair.swisscheck import cli as swisscheck
from swisspair.terminal.help_pages import arguments_of, groups_of


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


def _page(work: Callable[..., object], call: str, takes: str = "") -> HelpPage:
    groups = tuple(Group(title, tuple(records)) for title, records in groups_of(work).items())
    takes = takes or " ".join(arguments_of(work))
    return HelpPage(call, takes.strip("{}"), " ".join((work.__doc__ or "").split()), groups)


def programs() -> tuple[Program, Program]:
    """Return both programs with their modes in the order of the help pages."""
    pairing = [
        _page(mode.run, f"{swisspair.NAME} {modes.flag_of(name)}", mode.takes) for name, mode in modes.MODES.items()
    ]
    checking = [
        _page(swisscheck.swisscheck, swisscheck.NAME),
        *(_page(work, f"{swisscheck.NAME} {flag}") for flag, work in swisscheck.OTHER_MODES.items()),
    ]
    own, statuses = swisspair.statuses(), exit_statuses("0 everything agrees, 1 something differs")
    return (
        Program(swisspair.NAME, "pair rounds of Swiss tournaments as FIDE demands", tuple(pairing), own),
        Program(swisscheck.NAME, "pair every round of finished events again", tuple(checking), statuses),
    )
