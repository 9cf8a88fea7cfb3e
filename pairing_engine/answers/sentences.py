"""Findings written as sentences, with the players of both rounds and the values that were compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.trace import Fault, Finding, compared
from pairing_engine.language import marked, say, say_many

Name = Callable[[Tpn], str]
"""A function that returns the name or the number to show for a participant."""

FIRST = 5
"""The number of entries of a long list that are shown by default."""

MORE = marked("{number} more (--all shows them)")


def first(things: Sequence[str], *, whole: bool, most: int = FIRST) -> list[str]:
    """Shorten a long list to its first ``most`` entries, and say how many further entries there are.

    If ``whole`` is true, the list keeps all entries.

    >>> first(list("abcdefgh"), whole=False)
    ['a', 'b', 'c', 'd', 'e', '3 more (--all shows them)']
    """
    if whole or len(things) <= most + 1:
        return list(things)
    return [*things[:most], say(MORE, number=len(things) - most)]


def in_words(finding: Finding, name: Name, *, whole: bool = True) -> str:
    """Write a finding as one sentence that names the players of both rounds; the article is left out."""
    theirs, ours = (
        ", ".join(first([name(tpn) for tpn in tpns], whole=whole)) for tpns in (finding.players, finding.instead)
    )
    if finding.fault is Fault.LATER and finding.of != NOBODY:
        there = say("nobody in the bracket")
        whose = _of_one(finding, name(finding.of), theirs or there, ours or there)
        return say("{words}: {whose}", words=say(finding.words), whose=whose)
    if finding.fault is Fault.LATER and len(finding.players) == len(finding.instead) == 1:
        return say("{words}: {whose}", words=say(finding.words), whose=_chosen(finding, theirs, ours))
    return f"{say(finding.words)}{compared(finding.wrong, finding.right)}{_who(theirs, ours)}"


def _who(theirs: str, ours: str) -> str:
    if not ours or ours == theirs:
        return say("; {players}", players=theirs) if theirs else ""
    return say("; {players}, instead of {instead}", players=theirs or say("nobody"), instead=ours)


def _of_one(finding: Finding, player: str, theirs: str, ours: str) -> str:
    if finding.right and finding.wrong:
        return say(
            "the opponent of {player} is {wrong_one} ({wrong}) instead of {right_one} ({right})",
            player=player,
            wrong=finding.wrong,
            wrong_one=theirs,
            right=finding.right,
            right_one=ours,
        )
    return say(
        "the opponent of {player} is {wrong_one} instead of {right_one}",
        player=player,
        wrong_one=theirs,
        right_one=ours,
    )


def _chosen(finding: Finding, theirs: str, ours: str) -> str:
    if finding.right and finding.wrong:
        return say(
            "{wrong} ({wrong_one}) instead of {right} ({right_one})",
            wrong=finding.wrong,
            wrong_one=theirs,
            right=finding.right,
            right_one=ours,
        )
    return say("{wrong_one} instead of {right_one}", wrong_one=theirs, right_one=ours)


LETTERS = marked("WBwb")
"""The letters for White and Black: two capital letters, then two small letters."""

LEGEND = marked("W = White, B = Black; one small letter is a mild preference, two letters are an absolute preference")


def in_letters(colours: str) -> str:
    """Write colours or a colour preference in the letters of the reader's language.

    >>> in_letters("BW-")
    'BW-'
    """
    return colours.translate(str.maketrans(LETTERS, say(LETTERS)))


def listed(things: Iterable[object]) -> str:
    """Join words into a list with commas and "and".

    >>> listed([3, 5, 7])
    '3, 5 and 7'
    """
    *others, last = map(str, things)
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


def rounds(numbers: Sequence[int]) -> str:
    """Return round numbers in words. Consecutive numbers become a range.

    >>> rounds([4]), rounds([1, 2]), rounds([1, 2, 4]), rounds([1, 2, 3, 7])
    ('round 4', 'rounds 1 and 2', 'rounds 1, 2 and 4', 'rounds 1 to 3 and 7')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [[say("{first} to {last}", first=run[0], last=run[-1])] if len(run) > 2 else run for run in runs]
    words = listed(part for run in parts for part in run)
    return say_many("round {numbers}", "rounds {numbers}", len(numbers), numbers=words)


def board_of(white: str, black: str = "") -> str:
    """Write a board with the names of its players, or the bye of one player.

    >>> board_of("3", "7"), board_of("5")
    ('3 - 7', '5 bye')
    """
    return f"{white} - {black}" if black else say("{name} bye", name=white)


def cited(code: str, article: str) -> str:
    """Write an article; if its criterion has a code, the code comes first."""
    return f"{say(code)}, {say(article)}" if code else say(article)


def with_article(words: str, code: str, article: str) -> str:
    """Write words with their article in square brackets."""
    return f"{words} [{cited(code, article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True) -> str:
    """Write a finding with its article."""
    return with_article(in_words(finding, name, whole=whole), finding.code, finding.article)


def about(name: str, words: str) -> str:
    """Write what is said of a player, a board or a fault."""
    return say("{name}: {words}", name=name, words=words)


def of_total(code: str, article: str, words: str, total: str) -> str:
    """Write the total of a criterion."""
    return with_article(say("{words}: {total}", words=say(words), total=total), code, article)


def pairs_of(pairs: Iterable[tuple[int, int]], floaters: Sequence[int]) -> str:
    """Write the pairs and floaters of a candidate in one line.

    >>> pairs_of([(1, 3), (2, 4)], [5])
    '1-3 2-4 ↓ 5'
    """
    floats = f" ↓ {' '.join(map(str, floaters))}" if floaters else ""
    return (" ".join(f"{upper}-{lower}" for upper, lower in pairs) or say("no pair")) + floats


__all__ = ["FIRST", "MORE", "Name", "first", "listed", "rounds", "sentence"]
