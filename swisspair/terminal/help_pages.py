"""Help pages, from the declarations of options: the contents, for man pages and the site too, and their display."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pairing_engine.language import marked, say
from swisspair.terminal.command_line import NOTHING, Parameter, options_of, said_help
from swisspair.terminal.streams import show

ALSO, OPTIONS = marked(("Also", "[OPTIONS]"))
"""The title of the options that all help pages share, and the place of options in a command line."""

WIDEST = 100
"""The greatest width of help pages in columns."""

WIDEST_OPTION = 32
"""The greatest width of options that have their description beside them."""

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
    for one in options_of(work).values():
        groups.setdefault(say(one.said.group or ALSO), []).append(row_of(one))
    groups[say(ALSO)] = groups.pop(say(ALSO))  # the last one
    words = " ".join(say(" ".join(paragraph.split())) for paragraph in (work.__doc__ or "").split("\n\n"))
    return Page(say(takes), words.strip(), groups, end)


def row_of(one: Parameter) -> tuple[str, str]:
    """Return an option as it is typed, or an argument, with its description and the value that it usually has."""
    words = said_help(one.said.help)
    usual = getattr(one.default, "value", one.default)
    if usual not in (NOTHING, None, "", False, True):
        words += f"  {say('[default: {value}]', value=usual)}"
    shown = say(one.said.metavar) or ("N" if one.kind is int else f"<{'|'.join(one.values)}>")
    letters = "".join(f"{flag}, " for flag, _ in one.flags if not flag.startswith("--"))
    flags = " / ".join(flag for flag, _ in one.flags if flag.startswith("--"))
    return letters + " ".join(filter(None, (flags, "" if one.kind is bool else shown))), words


def show_page(name: str, page: Page) -> None:
    """Show the help page of a command. It is plain text, the same with every version of typer."""
    from typer.core import TyperCommand  # imported late: it loads slowly

    def write(paragraph: str) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(paragraph)

    command = TyperCommand(name)
    formatter = command.context_class(command, max_content_width=WIDEST).make_formatter()
    formatter.write_usage(name, f"{page.takes} {say(OPTIONS)}".lstrip(), say("Usage: "))
    write(page.words)
    for title, rows in page.groups.items():
        with formatter.section(say("{title}:", title=title).removesuffix(":")):  # the formatter adds a colon
            formatter.write_dl(rows, WIDEST_OPTION)
    for paragraph in page.end.split("\n\n"):
        write(paragraph)
    show(formatter.getvalue())
