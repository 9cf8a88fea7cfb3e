"""Helpers for sentences: counts, ranges of numbers, names, findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.answers.sentences import FIRST, MORE, Name, first, in_words
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import say, say_many


def listed(things: Iterable[object]) -> str:
    """Join words into a list with commas and "and".

    >>> listed([3, 5, 7])
    '3, 5 and 7'
    """
    *others, last = map(str, things)
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


def rounds(numbers: Sequence[int]) -> str:
    """Return round numbers in words. Consecutive numbers become a range.

    >>> rounds([4]), rounds([1, 2]), rounds([1, 2, 3, 7])
    ('round 4', 'rounds 1 and 2', 'rounds 1 to 3 and 7')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [say("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 2 else listed(run) for run in runs]
    words = ", ".join(parts) if any(len(run) == 2 for run in runs) and len(runs) > 1 else listed(parts)
    return say_many("round {numbers}", "rounds {numbers}", len(numbers), numbers=words)


def article(finding: Finding) -> str:
    """Return a finding's article in square brackets. The code of a criterion comes first."""
    return f"[{say(finding.code)}, {say(finding.article)}]" if finding.code else f"[{say(finding.article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True) -> str:
    return f"{in_words(finding, name, whole=whole)} {article(finding)}"


__all__ = ["FIRST", "MORE", "Name", "article", "first", "listed", "rounds", "sentence"]
