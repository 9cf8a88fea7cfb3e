"""Paragraphs, lists, numbers, names and tables in the style of docs/verification.md."""

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

WIDTH = 110


def paragraph(text: str) -> Iterator[str]:
    yield from wrap(text, WIDTH, break_on_hyphens=False)
    yield ""


def items(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from wrap(text, WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
    yield ""


def listed(names: list[str]) -> str:
    """Join names with commas and "and".

    >>> listed(["dutch/2026", "dutch/2017", "lim/2026"])
    'dutch/2026, dutch/2017 and lim/2026'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}"


def number(count: int) -> str:
    return f"{count:,}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


MANY = 3
"""The smallest number of commits that are counted and not named. The data files name all of them."""


def versions_named(versions: Iterable[str]) -> str:
    """Name the tested commits, or count them if there are many.

    >>> versions_named(["0.1.0 at 7af4c35a", "0.1.0"])
    '0.1.0 at 7af4c35a; unnamed'
    """
    known = {version: " at " in version for version in sorted(versions)}
    commits = [version for version in known if known[version]]
    shown = commits if len(commits) < MANY else [f"{len(commits)} commits"]
    return "; ".join(shown if all(known.values()) else [*shown, "unnamed"])


def editions_in(subject: str) -> list[str]:
    return re.findall(r"[a-z-]+/\d{4}", subject)


def grouped_name(subject: str) -> str:
    """Remove options and the initial-colour from the name of a comparison.

    If a name contains two editions, the name stays unchanged.

    >>> grouped_name("team/2026 A, primary score only: 4 teams who all play, 4 rounds, Black first")
    'team/2026: 4 teams who all play, 4 rounds'
    >>> grouped_name("dutch/2012 and dutch/2009: requirements")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    shorter = re.sub(r"^(\S+) [^:]*:", r"\1:", subject).removesuffix(", Black first")
    return shorter.replace("one round that somebody does not play", "one unplayed round")


def short_name(subject: str, edition: str) -> str:
    """Remove the edition from the name of a comparison.

    If a name contains two editions, the name stays unchanged.

    >>> short_name("dutch/2017: rules and steps", "dutch/2017")
    'rules and steps'
    >>> short_name("dutch/2012 and dutch/2009: requirements", "dutch/2012")
    'dutch/2012 and dutch/2009: requirements'
    """
    if len(editions_in(subject)) > 1:
        return subject
    return subject.removeprefix(f"{edition}: ").removeprefix(edition).strip() or "all"
