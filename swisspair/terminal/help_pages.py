"""Help pages, made from the declared options of a program; only a call for help loads this module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from shutil import get_terminal_size
from textwrap import fill

from pairing_engine.language import languages, marked, say
from swisspair.terminal.command_line import HELP, HELP_FLAGS, Argument, Parameter, parameters_of

WIDEST, NARROWEST = 100, 50
"""The limits of the width of help pages in columns."""

WIDEST_OPTION = 30
"""The maximum width of the column with the options; the words about a longer option begin on the next line."""

ALSO = marked("Also")
"""The title of the options that all help pages share."""

Records = Sequence[tuple[str, str]]
"""Options or modes, with their descriptions."""


def help_page(
    work: Callable[..., object],
    name: str,
    epilog: str,
    usage: Sequence[str] = (),
    before: Mapping[str, Records] | None = None,
) -> str:
    """Return the help page: usage, description, and the options in groups after the groups ``before``."""
    head = f"{say('Usage: ')}{name} "
    width = max(min(get_terminal_size().columns, WIDEST) - 2, NARROWEST)
    groups = {**(before or {}), **groups_of(work)}
    parts = [
        _wrapped(" ".join(usage or (say("[OPTIONS]"), *arguments_of(work))), width, head, " " * len(head)),
        _wrapped(say(" ".join((work.__doc__ or "").split())), width, "  "),
        *(f"{say('{title}:', title=title)}\n{_listed(records, width)}" for title, records in groups.items()),
        *(_wrapped(paragraph, width, "  ") for paragraph in epilog.split("\n\n") if paragraph),
    ]
    return "\n\n".join(parts) + "\n"


def groups_of(work: Callable[..., object]) -> dict[str, Records]:
    """Return the options of a program in groups, in the order of declaration. The shared options come last."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for one in parameters_of(work):
        groups.setdefault(say(one.said.group or ALSO), []).append(record_of(one))
    also = groups.setdefault(say(ALSO), [])
    also.insert(0, (say(HELP[0]), say(HELP[1], languages=", ".join(languages()))))
    also.append((", ".join(HELP_FLAGS), say("Show this message and exit.")))
    return {**groups}


def arguments_of(work: Callable[..., object]) -> list[str]:
    """Return the placeholders of a program's arguments, in square brackets if they may be left out."""
    found = []
    for one in parameters_of(work):
        if isinstance(one.said, Argument):
            metavar = say(one.said.metavar)
            found.append(metavar if one.default == () or metavar.startswith("[") else f"[{metavar}]")
    return found


def record_of(one: Parameter) -> tuple[str, str]:
    """Return an option or argument with its description in the user's language, and with its default."""
    metavar, words = say(one.said.metavar or ""), say(one.said.help)
    if isinstance(one.said, Argument):
        return metavar, f"{words}{_default_of(one)}"
    flags = " / ".join(flag for flag, _ in one.flags)
    if one.choices and not metavar:
        metavar = f"<{'|'.join(one.choices)}>"
    return f"{flags} {metavar}".rstrip(), f"{words}{_default_of(one)}"


def _default_of(one: Parameter) -> str:
    if one.default in (None, "", ()) or (one.default is False and len(one.flags) == 1):
        return ""
    shown = one.default.value if isinstance(one.default, Enum) else one.default
    if isinstance(one.default, bool):
        shown = next(flag for flag, truth in one.flags if truth is one.default).removeprefix("--")
    return f"  {say('[default: ')}{shown}]"


def _wrapped(text: str, width: int, first: str, rest: str | None = None) -> str:
    rest = first if rest is None else rest
    return fill(text, width, initial_indent=first, subsequent_indent=rest, replace_whitespace=False)


def _listed(records: Iterable[tuple[str, str]], width: int) -> str:
    records = list(records)
    column = min(max(len(option) for option, _ in records), WIDEST_OPTION) + 2
    lines = []
    for option, words in records:
        indent = " " * (column + 2)
        room = max(width - column - 2, 10) + len(indent)
        described = _wrapped(words, room, indent)
        if len(option) <= column - 2:
            lines.append(f"  {option}{described[len(option) + 2 :]}".rstrip())
        else:
            lines += [f"  {option}", described]
    return "\n".join(lines)
