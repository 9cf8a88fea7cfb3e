"""Words for people: counted things, ranges of numbers, participants by name, findings and causes as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from checker.causes.one_round import BY_HAND, Change, ChangeKind, RoundCause
from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.findings import Fault, Finding, compared
from pairing_engine.language import marked, say, say_many

Name = Callable[[Tpn], str]
"""A participant as people know it."""

FIRST = 5
"""So many of a long list are shown where not all are asked for."""

MORE = marked("{number} more (--all)")

MOST_ALTERNATIVES = 3


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


def cause_in_words(cause: RoundCause, name: Name) -> Iterator[str]:
    """What explains a round, and after it what explains it as well."""
    yield say("cause: {changes}", changes=_changes(cause, name))
    for change in cause.alternatives[:MOST_ALTERNATIVES]:
        yield say("or: {change}", change=_change(change, name))


def _changes(cause: RoundCause, name: Name) -> str:
    """All changes in one sentence."""
    if any(change.kind in BY_HAND for change in cause.changes):
        return _by_hand(cause, name)
    words = listed(_change(change, name) for change in cause.changes)
    if cause.changes[0].kind is ChangeKind.COLOURS:
        made = listed(_made(change, name) for change in cause.changes)
        words = say("only the colours of {changes} are not as expected", changes=made)
    elif cause.changes[0].kind is ChangeKind.NUMBERED:
        names = listed(name(change.players[0]) for change in cause.changes)
        words = say(
            "{names} had a number among the others when colours were given, though absent; with that, all agree",
            names=names,
        )
    elif cause.changes[0].kind is ChangeKind.ROUNDS:
        words = say("the event had another number of rounds then, as the file notes; with that, all boards agree")
    elif cause.changes[0].kind is ChangeKind.PROHIBITED:
        words = say("{words}; with that, all boards agree", words=words)
    else:
        words = say("{words}; so all other boards agree", words=words)
    return words


def _by_hand(cause: RoundCause, name: Name) -> str:
    """Boards that were made by hand, and those of which only the colours were."""
    by_hand = [change for change in cause.changes if change.kind in BY_HAND]
    words = say_many(
        "{made} was made by hand; with it, {rest}",
        "{made} were made by hand; with them, {rest}",
        len(by_hand),
        made=listed(_made(change, name) for change in by_hand),
        rest=say("all other boards agree"),
    )
    colours = [change for change in cause.changes if change.kind is ChangeKind.COLOURS]
    if colours:
        words += say(" but for the colours of {colours}", colours=listed(_made(change, name) for change in colours))
    return words


def _made(change: Change, name: Name) -> str:
    """A board, or a bye."""
    names = [name(tpn) for tpn in change.players]
    return say("the bye of {name}", name=names[0]) if change.kind is ChangeKind.BYE else " - ".join(names)


def _change(change: Change, name: Name) -> str:
    """A change as a clause."""
    names = [name(tpn) for tpn in change.players]
    match change.kind:
        case ChangeKind.LATE:
            return say("{name} came when the others had been paired already", name=names[0])
        case ChangeKind.WITHDRAWN:
            return say("{name} was paired, and then left the round", name=names[0])
        case ChangeKind.PROHIBITED:
            return say("{one} and {other} were not to meet, which the file does not say", one=names[0], other=names[1])
        case _:
            return say("{made} made by hand", made=_made(change, name))
