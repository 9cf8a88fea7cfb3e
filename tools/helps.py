"""The help pages of both programs in a form for man pages and for the site."""

from __future__ import annotations

from typing import NamedTuple

from swisspair.commands import cli as swisspair
from swisspair.commands.table import COMMANDS
from swisspair.statuses import exit_statuses
from swisspair.swisscheck import cli as swisscheck
from swisspair.terminal.help_pages import Page


class Program(NamedTuple):
    """A program with the help pages of its calls, such as ``swisspair pair``, and its exit statuses."""

    name: str
    is_for: str
    pages: dict[str, Page]
    statuses: str


def programs() -> tuple[Program, Program]:
    """Return both programs with their commands in the order of the help pages."""
    pairing = {f"{swisspair.NAME} {name}": swisspair.page_of_command(name) for name in COMMANDS}
    checking = {swisscheck.NAME: swisscheck.page_of_check()}
    return (
        Program(swisspair.NAME, "pair rounds of Swiss tournaments as FIDE demands", pairing, exit_statuses()),
        Program(swisscheck.NAME, "pair every round of finished events again", checking, exit_statuses(of_check=True)),
    )
