"""Numbers, names and tables as docs/verification.md writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

WIDTH = 110


def paragraph(text: str) -> Iterator[str]:
    """A paragraph in lines of one width, and the empty line after it."""
    yield from wrap(text, WIDTH, break_on_hyphens=False)
    yield ""


def items(texts: Iterable[str]) -> Iterator[str]:
    """A list in lines of one width, and the empty line after it."""
    for text in texts:
        yield from wrap(text, WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
    yield ""


def number(count: int) -> str:
    """A number as people write it."""
    return f"{count:,}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """A table of Markdown."""
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def editions_in(subject: str) -> list[str]:
    """The editions that a subject names: ``dubov/2026 and burstein/2026: rules and steps``."""
    return re.findall(r"[a-z-]+/\d{4}", subject)


def grouped_name(subject: str) -> str:
    """The subject without its choices and its initial-colour; unchanged if it is about two editions.

    >>> grouped_name("team/2026 A, primary score only: 4 teams who all play, 4 rounds, Black first")
    'team/2026: 4 teams who all play, 4 rounds'
    >>> grouped_name("dutch/2012 and dutch/2009: requirements")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    return re.sub(r"^(\S+) [^:]*:", r"\1:", subject).removesuffix(", Black first")


def short_name(subject: str, edition: str) -> str:
    """The name of a subject in the section of its edition, without the edition; unchanged if it is about two.

    >>> short_name("dutch/2017: rules and steps", "dutch/2017")
    'rules and steps'
    >>> short_name("dutch/2012 and dutch/2009: requirements", "dutch/2012")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    return subject.removeprefix(f"{edition}: ").removeprefix(edition).strip() or "all"
