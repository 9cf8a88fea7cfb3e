"""Sentences about causes, worded as hypotheses and never as facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.causes.trials import (
    BY_HAND,
    OF_FIELD,
    SELDOM,
    UNPLAYED,
    Change,
    ChangeKind,
    EventCause,
    Extent,
    RoundCause,
    Subject,
    are_by_hand,
)
from pairing_engine.answers.sentences import FIRST, Name, listed, rounds
from pairing_engine.facts.model import NOBODY, ByeKind, Tpn
from pairing_engine.kernel.trace import Pair
from pairing_engine.language import in_decimals, marked, say, say_many, with_semicolons

MOST_ALTERNATIVES = 3


def cause_in_words(cause: RoundCause, name: Name, number: int) -> Iterator[str]:
    """Yield sentences about the cause of round ``number``, and about its alternatives."""
    alternatives = list(_grouped(cause.changes * (len(cause.changes) == 1) + cause.alternatives))
    if cause.changes:
        facts = _facts(cause.changes, name) if cause.changes[1:] else [_change(*alternatives.pop(0), name)]
        kinds = {change.kind for change in cause.changes}
        if facts[1:]:
            words = say("these changes together would explain it")
        elif kinds <= SELDOM and not cause.also:
            message = marked("this would explain it, though it was seldom the true cause of a single round: {fact}")
            words = say(message, fact=facts[0])
        else:
            words = say("this would explain it: {fact}", fact=facts[0])
        if kinds & {*BY_HAND, ChangeKind.COLOURS} or any(change.then for change in cause.changes):
            words = say("{words}; all other boards then agree with the rules", words=words)
        elif cause.also:
            every = rounds(sorted([number, *cause.also]))
            words = say("{words}; all boards of {rounds} then agree with the rules", words=words, rounds=every)
        else:
            words = say("{words}; all boards then agree with the rules", words=words)
        yield say("{title}:", title=words) if facts[1:] else words
        yield from (f"  {fact}" for fact in facts if facts[1:])
    if cause.nearest:
        number = len(cause.nearest)
        if {change.kind for change in cause.nearest} <= SELDOM:
            yield say("the nearest that was found was seldom the true cause of a single round:")
        elif are_by_hand(cause.nearest):
            yield say_many(
                "the nearest that was found takes {number} change by hand:",
                "the nearest that was found takes {number} changes by hand:",
                number,
            )
        else:
            yield say_many(
                "the nearest that was found takes {number} change:",
                "the nearest that was found takes {number} changes:",
                number,
            )
        yield from (f"  {fact}" for fact in _facts(cause.nearest[:FIRST], name))
    for change, values in alternatives[:MOST_ALTERNATIVES]:
        yield say("this would also explain it: {change}", change=_change(change, values, name))


def _grouped(changes: Sequence[Change]) -> Iterator[tuple[Change, list[str]]]:
    """Yield changes that differ only in their result or, added or taken, in their points as one, with these values."""
    found: dict[Change, list[str]] = {}
    for change in changes:
        sign = change.value[:1] if change.kind is ChangeKind.ADJUSTED else ""
        one = change._replace(value=sign) if change.kind in (ChangeKind.ADJUSTED, ChangeKind.RESULT) else change
        found.setdefault(one, []).append(change.value)
    yield from found.items()


def _facts(changes: Sequence[Change], name: Name) -> list[str]:
    """Write several changes that explain a round together, each as one fact."""
    if changes[0].kind is ChangeKind.NUMBERED:
        names = listed([name(change.players[0]) for change in changes])
        return [say("absent players ({names}) were also numbered when the colours were given", names=names)]
    colours = [change for change in changes if change.kind is ChangeKind.COLOURS]
    if len(colours) <= FIRST:
        return [_change(change, [change.value], name) for change in changes]
    others = [_change(change, [change.value], name) for change in changes if change not in colours]
    return [*others, say("the colours of {number} boards were given by hand", number=len(colours))]


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
        return say("{would}; all rounds then agree with the rules", would=would)
    return say_many(
        "{would}; only {rounds} then still differs",
        "{would}; only {rounds} then still differ",
        len(cause.differing),
        would=would,
        rounds=rounds(cause.differing),
    )


def extent_in_words(extent: Extent) -> Iterator[str]:
    """Yield what the search did not find, and that it stopped at its limit."""
    if extent.unexplained:
        yield say_many(
            "no small change explains {rounds}, although {number} round was paired on trial",
            "no small change explains {rounds}, although {number} rounds were paired on trial",
            extent.pairings,
            rounds=rounds(extent.unexplained),
        )
    if extent.other_numbers:
        yield say(
            "the first difference in {rounds} is one of order or colours, and not of quality: probably the players had "
            "other numbers then, because the list was sorted anew or late entries were added; or other rules gave the "
            "order. The file does not show the list of that day",
            rounds=rounds(extent.unexplained),
        )
    elif extent.sorted_anew:
        yield say(
            "many boards of round 1 do not follow the numbers in the file: perhaps the list was sorted anew "
            "afterwards. The file does not show the order of that day"
        )
    elif extent.by_others:
        yield say(
            "no cause explains two rounds: perhaps another program or other rules paired this event, or its list was "
            "sorted anew afterwards, which the file does not show"
        )
    elif 1 in extent.unexplained:
        yield say(
            "perhaps the players had other numbers in round 1, or it was accelerated: the list of that day shows it"
        )
    if extent.stopped:
        yield say_many(
            "the search for an explanation stopped at its limit of {steps:,} steps, after it had paired "
            "{number} round on trial",
            "the search for an explanation stopped at its limit of {steps:,} steps, after it had paired "
            "{number} rounds on trial",
            extent.pairings,
            steps=extent.most_steps,
        )


CLAUSES = {
    ChangeKind.BOARD: marked("the pairing {one} - {other} was made by hand"),
    ChangeKind.BYE: marked("the bye of {one} was given by hand"),
    ChangeKind.COLOURS: marked("the colours of {one} - {other} were given by hand"),
    ChangeKind.NUMBERED: marked("{one}, who was absent, was also numbered when the colours were given"),
    ChangeKind.ROUNDS: marked("the event had a different number of rounds at that time, as the file notes"),
    ChangeKind.PROHIBITED: marked("{one} and {other} were not allowed to meet, although the file does not record this"),
    ChangeKind.EXCHANGED: marked("the pairing numbers of {one} and {other} were exchanged"),
    ChangeKind.RENUMBERED: marked("at that time, the pairing number of {one} came directly after that of {other}"),
    ChangeKind.TYPED: marked("the colours of {one} - {other} in round {round} were typed the wrong way round"),
    ChangeKind.POSTPONED: marked(
        "the games {games} of round {round} counted as draws when this round was paired, because they were played later"
    ),
    ChangeKind.RESULT: marked(
        "the result of {one} - {other} in round {round} was first {change} and was corrected later"
    ),
}

ADJUSTED = marked(
    {
        "+": "{one} got {change} more points {then}, although no record 299 says so",
        "-": "{change} points were taken from {one} {then}, although no record 299 says so",
    }
)
"""The messages about points that were added or taken."""

GAMES = {
    "w": marked("{one} had White in round {round} against somebody who is no longer in the file"),
    "b": marked("{one} had Black in round {round} against somebody who is no longer in the file"),
}
"""The messages about a game with somebody who was deleted, for each colour."""

BYES = {
    ByeKind.ZERO_POINT: marked("{one} first had a zero-point bye in round {round}, and this was corrected later"),
    ByeKind.HALF_POINT: marked("{one} first had a half-point bye in round {round}, and this was corrected later"),
    ByeKind.FULL_POINT: marked("{one} first had a full-point bye in round {round}, and this was corrected later"),
}
"""The messages about a bye that was corrected later, for each kind of bye."""


def _chain(change: Change, name: Name) -> str:
    """Tell the boards that were paired first, who left or came, and what was paired then. Name everybody once."""
    named: set[Tpn] = set()

    def once(tpn: Tpn) -> str:
        if tpn in named or tpn == NOBODY:
            return str(tpn)
        named.add(tpn)
        return name(tpn)

    gone = {ChangeKind.WITHDRAWN: change.players, ChangeKind.DELETED: change.players[1:]}.get(change.kind, ())
    came = {tpn for pair in change.then for tpn in pair} - {tpn for pair in change.first for tpn in pair} - {NOBODY}
    told: list[tuple[str, Pair]] = []
    if change.kind is ChangeKind.DELETED:
        message = marked("{one} was paired with somebody who is no longer in the file, with a number near {place}")
        told.append((message, (change.players[0], NOBODY)))
        came.discard(change.players[0])
    for pair in change.first:
        one, other = pair if pair[0] in gone or pair[1] not in gone else pair[::-1]
        left = marked("{one} was paired with {other} and did not play")
        if other == NOBODY:
            left = marked("{one} had the bye and did not come")
        stayed = marked("{one} was paired with {other}") if other else marked("{one} had the bye")
        told.append((left if one in gone else stayed, (one, other)))
    told += [(marked("{one} came after the pairing"), (tpn, NOBODY)) for tpn in sorted(came)]
    for pair in change.then:
        message = marked("{one} then met {other}") if pair[1] else marked("{one} then got the bye")
        told.append((marked("{one} got the point") if change.value.endswith("F") and not pair[1] else message, pair))
    place = change.value.split()[0] if change.kind is ChangeKind.DELETED else ""
    return with_semicolons(
        say(message, one=once(one), other=once(other), place=place) for message, (one, other) in told
    )


def _change(change: Change, values: Sequence[str], name: Name) -> str:
    if change.kind in OF_FIELD and not change.round:
        return _chain(change, name)
    message = CLAUSES.get(change.kind, GAMES.get(change.value, ""))
    if change.kind is ChangeKind.RENUMBERED and change.players[1] < change.players[0]:
        message = marked("at that time, the pairing number of {one} came directly before that of {other}")
    if change.kind is ChangeKind.ADJUSTED:
        message, values = ADJUSTED[values[0][0]], [value[1:] for value in values]
    if change.kind is ChangeKind.POSTPONED:
        if change.value == UNPLAYED:
            message = marked("the games {games} of round {round} were played only after this round was paired")
        games = [f"{one}-{other}" for one, other in zip(change.players[::2], change.players[1::2], strict=True)]
        return say(message, games=listed(games), round=change.round)
    if change.kind is ChangeKind.ABSENCE:
        message = BYES[ByeKind(change.value)]
    one, other = map(name, (*change.players, *change.players)[:2]) if change.players else ("", "")
    value = say(" or ").join(map(in_decimals, values))
    then = say("after round {round}" if change.round else "before round 1", round=change.round)
    return say(message, one=one, other=other, round=change.round, change=value, then=then)
