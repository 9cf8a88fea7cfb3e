"""The contents of help pages, from the declarations of options: for the screen, the man pages and the site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pairing_engine.language import marked, say
from pairing_engine.language.choosing import languages
from swisspair.terminal.command_line import FLAG, HELP_FLAGS, NOTHING, Parameter, parameters_of, said_help

ALSO, OPTIONS = marked(("Also", "[OPTIONS]"))
"""The title of the options that all help pages share, and the place of options in a command line."""

Rows = list[tuple[str, str]]
"""Options and arguments, each with its description."""


class Page(NamedTuple):
    """A help page: the arguments, a description, the options under the titles of their groups, and the last lines."""

    takes: str
    words: str
    groups: Mapping[str, Rows]
    end: str = ""


def page_of(
    work: Callable[..., object], takes: str, end: str, first: Mapping[str, Rows] = MappingProxyType({})
) -> Page:
    """Return the help page of a command, in the user's language. The groups of ``first`` come before its options."""
    groups = dict(first)
    for one in parameters_of(work):
        groups.setdefault(say(one.said.group or ALSO), []).append(row_of(one))
    also = [
        (
            say("{flag} NAME", flag=FLAG),
            say("The language of messages: {languages}.", languages=", ".join(languages())),
        ),
        *groups.pop(say(ALSO), []),
        (", ".join(HELP_FLAGS), say("Show this message and exit.")),
    ]
    words = " ".join(say(" ".join(paragraph.split())) for paragraph in (work.__doc__ or "").split("\n\n"))
    return Page(say(takes), words.strip(), {**groups, say(ALSO): also}, end)


def row_of(one: Parameter) -> tuple[str, str]:
    """Return an option as it is typed, or an argument, with its description and the value that it usually has."""
    words = said_help(one.said.help)
    if one.usual not in (NOTHING, None, "", False, True):
        words += f"  {say('[default: {value}]', value=one.usual)}"
    shown = say(one.said.metavar) or ("N" if one.kind is int else f"<{'|'.join(one.values)}>")
    if not one.flags:
        return shown, words
    flags = " / ".join(flag for flag, _ in one.flags if flag.startswith("--"))
    letters = "".join(f"{flag}, " for flag, _ in one.flags if not flag.startswith("--"))
    return letters + flags + ("" if one.kind is bool else f" {shown}"), words
