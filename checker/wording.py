"""Words for people: counted things, ranges of numbers, participants by name, findings and causes as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from checker.causes.one_round import BY_HAND, Change, ChangeKind, RoundCause
from pairing_engine.answers.sentences import FIRST, MORE, Name, first, in_words
from pairing_engine.kernel.findings import Finding
from pairing_engine.language import say, say_many

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


def article(finding: Finding) -> str:
    """The article in brackets, after the code of the criterion if it has one."""
    return f"[{say(finding.code)}, {say(finding.article)}]" if finding.code else f"[{say(finding.article)}]"


def sentence(finding: Finding, name: Name, *, whole: bool = True) -> str:
    """A finding in one sentence, with the players named, and its article."""
    return f"{in_words(finding, name, whole=whole)} {article(finding)}"


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


__all__ = ["FIRST", "MORE", "Name", "article", "cause_in_words", "first", "listed", "rounds", "sentence"]
