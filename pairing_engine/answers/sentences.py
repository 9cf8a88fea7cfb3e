"""Findings written as sentences, with the players of both rounds and the values that were compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.findings import Fault, Finding, compared
from pairing_engine.language import marked, say

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
    """Name the players whom a rule counts in the wrong round and in the right round."""
    if not ours or ours == theirs:
        return say("; {players}", players=theirs) if theirs else ""
    return say("; {players}, instead of {instead}", players=theirs or say("nobody"), instead=ours)


def _of_one(finding: Finding, player: str, theirs: str, ours: str) -> str:
    """Name the opponents of one player in both rounds, and any numbers that the rule compares."""
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
    """Name the players chosen in each round, and any numbers that the rule compares."""
    if finding.right and finding.wrong:
        return say(
            "{wrong} ({wrong_one}) instead of {right} ({right_one})",
            wrong=finding.wrong,
            wrong_one=theirs,
            right=finding.right,
            right_one=ours,
        )
    return say("{wrong_one} instead of {right_one}", wrong_one=theirs, right_one=ours)
