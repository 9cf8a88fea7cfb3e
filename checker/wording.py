"""Words for people: counted things, ranges of numbers, participants by name, findings as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.findings import Fault, Finding, compared
from pairing_engine.language import marked, say, say_many

Name = Callable[[Tpn], str]
"""A participant as people know it."""

FIRST = 5
"""So many of a long list are shown where not all are asked for."""

MORE = marked("{number} more (--all)")


def listed(things: Iterable[object]) -> str:
    """Things as people list them.

    >>> listed([3, 5, 7])
    '3, 5 and 7'
    """
    *others, last = map(str, things)
    return say("{others} and {last}", others=", ".join(others), last=last) if others else last


def rounds(numbers: Sequence[int]) -> str:
    """Rounds by their numbers, runs of them as such.

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


def first(things: Sequence[str], *, whole: bool, most: int = FIRST) -> list[str]:
    """The first things of a long list, and how many more there are; all of them if the ``whole`` is asked for.

    >>> first(list("abcdefgh"), whole=False)
    ['a', 'b', 'c', 'd', 'e', '3 more (--all)']
    """
    if whole or len(things) <= most + 1:
        return list(things)
    return [*things[:most], say(MORE, number=len(things) - most)]


def article(finding: Finding) -> str:
    """The article in brackets, after the code of the criterion if it has one."""
    return f"[{say(finding.code)}, {say(finding.article)}]" if finding.code else f"[{say(finding.article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True) -> str:
    """A finding in one sentence, with the players named."""
    names = [name(tpn) for tpn in finding.players]
    if finding.fault is Fault.LATER and names:
        words = say("{words}: {whose}", words=say(finding.words), whose=_in_order(finding, names))
        return f"{words} {article(finding)}"
    players = say("; {players}", players=", ".join(first(names, whole=whole))) if names else ""
    return f"{say(finding.words)}{compared(finding.wrong, finding.right)}{players} {article(finding)}"


def _in_order(finding: Finding, names: Sequence[str]) -> str:
    """Whose place in the order of candidates decides; with two opponents, the wrong and the right one."""
    if len(names) < 3:
        return names[0]
    player, wrong, right = names[:3]
    return say(
        "for {player} it is {wrong}, that of {wrong_one}, instead of {right}, that of {right_one}",
        player=player,
        wrong=finding.wrong,
        wrong_one=wrong,
        right=finding.right,
        right_one=right,
    )
