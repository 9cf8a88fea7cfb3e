"""Sentences about causes, worded as hypotheses and never as facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.causes.search import EventCause, Subject
from checker.causes.trials import BY_HAND, Change, ChangeKind, Extent, RoundCause
from pairing_engine.answers.sentences import FIRST, Name, listed, rounds
from pairing_engine.facts.model import ByeKind
from pairing_engine.language import marked, say, say_many

MOST_ALTERNATIVES = 3


def cause_in_words(cause: RoundCause, name: Name, number: int) -> Iterator[str]:
    """Yield sentences about the cause of round ``number``, and about its alternatives."""
    if cause.changes:
        yield say("this would explain it: {changes}", changes=_changes(cause, name, number))
    for change in cause.alternatives[:MOST_ALTERNATIVES]:
        yield say("or this: {change}", change=_change(change, name))


def event_causes_in_words(causes: Sequence[EventCause], differing: Sequence[int]) -> Iterator[str]:
    """Yield sentences about the causes for the event. A later cause is meant in addition to the earlier causes."""
    for number, cause in enumerate(causes):
        explained = [one for one in differing if one not in cause.differing]
        # Another edition is already named in the table of editions, unless it is the second cause.
        if cause.subject is not Subject.EDITION or number:
            yield _event_cause(cause, explained, beside=number > 0)
        differing = cause.differing


def _event_cause(cause: EventCause, explained: Sequence[int], *, beside: bool) -> str:
    numbers, words = rounds(explained or cause.differing), say(cause.words)
    if not explained:
        return say(
            "{rounds} would be explained if {words}, and if the changes below were made", rounds=numbers, words=words
        )
    if beside:
        would = say_many(
            "{rounds} would be explained if, in addition, {words}",
            "{rounds} would be explained if, in addition, {words}",
            len(explained),
            rounds=numbers,
            words=words,
        )
    else:
        would = say_many(
            "{rounds} would be explained if {words}",
            "{rounds} would be explained if {words}",
            len(explained),
            rounds=numbers,
            words=words,
        )
    if not cause.differing:
        return say("{would}: all rounds would then agree", would=would)
    return say_many(
        "{would}: only {rounds} would still differ",
        "{would}: only {rounds} would still differ",
        len(cause.differing),
        would=would,
        rounds=rounds(cause.differing),
    )


def extent_in_words(extent: Extent) -> Iterator[str]:
    """Yield what the search did not find, and that it stopped at its limit."""
    if extent.unexplained:
        yield say("no change that was tried would explain {rounds}", rounds=rounds(extent.unexplained))
    if extent.stopped:
        yield say_many(
            "the search for an explanation stopped at its limit of {steps:,} steps, after pairing {number} round again",
            "the search for an explanation stopped at its limit of {steps:,} steps, "
            "after pairing {number} rounds again",
            extent.pairings,
            steps=extent.most_steps,
        )


def _changes(cause: RoundCause, name: Name, number: int) -> str:
    kinds = {change.kind for change in cause.changes}
    if kinds == {ChangeKind.COLOURS}:
        made = listed([_made(change, name) for change in cause.changes])
        return say("the colours of {changes} were given by hand, and everything else agrees", changes=made)
    if ChangeKind.NUMBERED in kinds:
        names = listed([name(change.players[0]) for change in cause.changes])
        return say(
            "absent players ({names}) were also numbered when the colours were given, and all boards would then agree",
            names=names,
        )
    if ChangeKind.ROUNDS in kinds:
        return say(
            "the event had a different number of rounds at that time, as the file notes, and all boards would then "
            "agree"
        )
    by_hand = [change for change in cause.changes if change.kind in (*BY_HAND, ChangeKind.COLOURS)]
    facts = [_change(change, name) for change in cause.changes if change not in by_hand]
    if by_hand:
        return _by_hand(by_hand, facts, name)
    words = listed(facts)
    if kinds <= {ChangeKind.LATE, ChangeKind.WITHDRAWN}:
        return say("{words}, and all other boards would then agree", words=words)
    if cause.also:
        every = rounds(sorted([number, *cause.also]))
        return say("{words}, and all boards of {rounds} would then agree", words=words, rounds=every)
    return say("{words}, and all boards would then agree", words=words)


def _by_hand(by_hand: Sequence[Change], facts: list[str], name: Name) -> str:
    made = [_made(change, name) for change in by_hand if change.kind in BY_HAND]
    colours = [_made(change, name) for change in by_hand if change.kind is ChangeKind.COLOURS]
    if not made:
        turned = say("the colours of {made} were given by hand", made=listed(colours))
        return say("{words}, and all other boards would then agree", words=listed([*facts, turned]))
    if facts:
        facts += [say("{made} was made by hand", made=one) for one in made]
        words = say("{words}, and all other boards would then agree", words=listed(facts))
    else:
        words = say_many(
            "{made} was made by hand, and all other boards would then agree",
            "{made} were made by hand, and all other boards would then agree",
            len(made),
            made=listed(made),
        )
    if len(colours) > FIRST:
        return say("{words}, except for the colours of {number} boards", words=words, number=len(colours))
    return words + (say(", except for the colours of {colours}", colours=listed(colours)) if colours else "")


def _made(change: Change, name: Name) -> str:
    names = [name(tpn) for tpn in change.players]
    if change.kind is ChangeKind.BYE:
        return say("the bye of {name}", name=names[0])
    return say("the pairing {pair}", pair=" - ".join(names))


CLAUSES = {
    ChangeKind.LATE: marked("the others had already been paired when {one} arrived"),
    ChangeKind.WITHDRAWN: marked("{one} was paired, and then left the round"),
    ChangeKind.PROHIBITED: marked("{one} and {other} were not allowed to meet, which the file does not record"),
    ChangeKind.EXCHANGED: marked("the numbers of {one} and {other} were exchanged"),
    ChangeKind.RENUMBERED: marked(
        "{one} had the number of {other}, and the numbers of the players between them were shifted by one"
    ),
    ChangeKind.TYPED: marked("the colours of {one} - {other} in round {round} were typed the wrong way round"),
    ChangeKind.ADJUSTED: marked(
        "the points of {one} had been changed by {change} after round {round}, which no record 299 states"
    ),
    ChangeKind.RESULT: marked("the result of {one} - {other} in round {round} was {change} and was corrected later"),
}

BYES = {
    ByeKind.ZERO_POINT: marked("{one} had a zero-point bye in round {round}, which was corrected later"),
    ByeKind.HALF_POINT: marked("{one} had a half-point bye in round {round}, which was corrected later"),
    ByeKind.FULL_POINT: marked("{one} had a full-point bye in round {round}, which was corrected later"),
}
"""The messages about a bye that was corrected later, for each kind of bye."""


def _change(change: Change, name: Name) -> str:
    one, *others = (name(tpn) for tpn in change.players)
    if change.kind is ChangeKind.ADJUSTED and not change.round:
        return say(
            "the points of {one} had been changed by {change} before round 1, which no record 299 states",
            one=one,
            change=change.value,
        )
    if change.kind is ChangeKind.ABSENCE:
        return say(BYES[ByeKind(change.value)], one=one, round=change.round)
    if change.kind in CLAUSES:
        other = others[0] if others else ""
        return say(CLAUSES[change.kind], one=one, other=other, round=change.round, change=change.value)
    if change.kind is ChangeKind.COLOURS:
        return say("the colours of {made} were given by hand", made=_made(change, name))
    return say("{made} was made by hand", made=_made(change, name))
