"""Safe display of text that comes from files.

A name can contain codes that clear a terminal, change its colours or reverse the direction of its text. A line end in a
name can make the rest of the name look like a new line of a report. Every quotation passes through `one_line`, and all
output finally passes through `without_controls`.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    Kind = TypeVar("Kind")

_CONTROLS = (
    "\x00-\x1f\x7f-\x9f"  # the control characters C0, delete and C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the direction of the text
    "\u2028\u2029"  # line ends
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible characters
    "\ud800-\udfff"  # lone surrogates: undecodable bytes of a file's name
)
"""The control characters to escape. Joiners (U+200C, U+200D) are not escaped, because names may contain them."""

WIDEST = 120
"""The maximum length, in characters, of a text from a file when it is shown."""

_CONTROL = f"[{_CONTROLS}]"
CONTROL_BUT_LINE_END = f"(?!\n)[{_CONTROLS}]"


def _escaped(match: re.Match[str]) -> str:
    return ascii(match.group())[1:-1]


def one_line(text: str) -> str:
    r"""Make text from outside safe to be part of one line: escape its control characters.

    >>> one_line("R\x1b[31med\nround 1: agrees")
    'R\\x1b[31med\\nround 1: agrees'
    """
    return re.sub(_CONTROL, _escaped, text)


def shown(text: str, width: int = WIDEST) -> str:
    r"""Make text safe for one line, and cut it to a given width; escapes do not count towards the width.

    >>> shown("R\x1b[31med", 20), shown("abcdefgh", 5)
    ('R\\x1b[31med', 'abcd…')
    """
    return one_line(text if len(text) <= width else f"{text[: width - 1]}…")


def shortened(text: str) -> str:
    """Cut a text of our own at the width of a line."""
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"


def outdated(old: str, new: str, value: Kind, depth: int = 3) -> Kind:
    """Return a value that had another name, with a warning; the old name stays for one release (docs/promises.md)."""
    import warnings

    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=depth)
    return value


def moved_names(module: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a module: it finds the names that have other homes now, each with a warning."""

    def found(name: str) -> object:
        from importlib import import_module

        for home, names in homes.items():
            if name in names.split():
                return outdated(f"{module}.{name}", f"{home}.{name}", getattr(import_module(home), name))
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return found


def without_controls(text: str) -> str:
    r"""Escape all control characters except line ends, for printing.

    >>> without_controls("a\x1b[2Jb\n")
    'a\\x1b[2Jb\n'
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text  # most texts need no change
    return re.sub(CONTROL_BUT_LINE_END, _escaped, text)
