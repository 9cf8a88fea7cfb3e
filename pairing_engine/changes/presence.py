"""Presence, absence and byes that are announced before the round is paired."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pairing_engine.errors import refusal
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Participant, Request, Tournament, Tpn
from pairing_engine.facts.names import find, find_all, number_and_name
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say, with_semicolons
from pairing_engine.scores.crosstable import crosstable_of


def with_byes(tournament: Tournament, byes: Mapping[Tpn, ByeKind], number: int | None = None) -> Tournament:
    """Give byes in round ``number`` (None: the next) in place of earlier ones. Raises `BadRequest` if it is paired."""
    round_ = _to_come(tournament, number)
    kept = [one for one in tournament.requests if one.round != round_ or one.bye.tpn not in byes]
    added = [Request(round_, Bye(tpn, kind)) for tpn, kind in byes.items()]
    return tournament._replace(requests=tuple(sorted((*kept, *added), key=lambda one: (one.round, one.bye.tpn))))


def present(tournament: Tournament, tpns: Iterable[Tpn], number: int | None = None) -> Tournament:
    """Return the tournament without the byes of some participants in round ``number``."""
    round_, playing = _to_come(tournament, number), set(tpns)
    kept = (one for one in tournament.requests if one.round != round_ or one.bye.tpn not in playing)
    return tournament._replace(requests=tuple(kept))


def withdrawn(tournament: Tournament, tpns: Iterable[Tpn]) -> Tournament:
    """Give zero-point byes in all rounds to come. Raises `BadRequest` if the number of rounds is not stated."""
    people = [*tpns]
    for number in _rounds_to_come(tournament):
        tournament = with_byes(tournament, dict.fromkeys(people, ByeKind.ZERO_POINT), number)
    return tournament


def returned(tournament: Tournament, tpns: Iterable[Tpn]) -> Tournament:
    """Return the tournament in which participants play in all rounds to come. Raises the errors of `withdrawn`."""
    people = [*tpns]
    for number in _rounds_to_come(tournament):
        tournament = present(tournament, people, number)
    return tournament


def _rounds_to_come(tournament: Tournament) -> range:
    following, last = len(tournament.rounds) + 1, tournament.settings.rounds
    if last is None:
        raise refusal("the number of rounds is not stated", "settings")
    if following > last:
        raise refusal(ALL_PAIRED, "rounds", rounds=last)
    return range(following, last + 1)


ALL_PAIRED = marked("all {rounds} rounds are paired: there is no further round")


class WhoPlays(NamedTuple):
    """A user's lists of participants, such as ``1, aalto``, and of byes, such as ``5=H; aalto=Z``, in a round."""

    absent: str | None = None
    present: str | None = None
    byes: Sequence[str] = ()


def as_asked(tournament: Tournament, who: WhoPlays, number: int | None = None) -> Tournament:
    """Apply the stated absences, presences and byes. Raises `BadRequest` for unknown people and contradictions."""
    if who == WhoPlays():
        return tournament
    everybody, round_ = tournament.participants, _to_come(tournament, number)
    announced = {one.bye.tpn for one in tournament.requests if one.round == round_}
    away = {tpn: kind for text in who.byes for tpn, kind in _byes_in(everybody, text)}
    for one in find_all(everybody, who.absent, "absent") if who.absent is not None else ():
        if one.tpn not in announced:
            away.setdefault(one.tpn, ByeKind.ZERO_POINT)
    playing = [one.tpn for one in find_all(everybody, who.present, "present")] if who.present is not None else []
    for tpn in away.keys() & set(playing):
        name = next(number_and_name(one, tournament.settings.kind) for one in everybody if one.tpn == tpn)
        raise refusal("{name} cannot be both present and absent", "present", name=name)
    return with_byes(present(tournament, playing, round_), away, round_)


_LETTERS = {kind.value: kind for kind in (ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT)}


def _byes_in(everybody: Sequence[Participant], text: str) -> Iterator[tuple[Tpn, ByeKind]]:
    """Yield each participant and the kind of bye in a text such as ``5=H; aalto=Z``."""
    for part in re.findall(r"[^=;]+=[^=;,]*", text) or [text]:
        name, _, letter = part.partition("=")
        kind = _LETTERS.get(letter.strip().upper())
        if kind is None:
            found = one_line(part.strip())
            raise refusal(
                "found {found!r}, expected a player and H (half a point) or Z (none), such as 5=H", "bye", found=found
            )
        yield find(everybody, name.strip(" ,"), "bye").tpn, kind


OUT = marked(
    {
        ByeKind.ZERO_POINT: "{name} (absent)",
        ByeKind.HALF_POINT: "{name} (half-point bye)",
        ByeKind.FULL_POINT: "{name} (full-point bye)",
    }
)
"""The messages about absence from a round, by the kind of the bye."""

WITHDRAWN = marked("{name} (out of later rounds, too)")


def who_plays(tournament: Tournament, number: int) -> Iterator[str]:
    """Yield a sentence about who does not play in the next round, and why, and one about who plays again."""
    if number != len(tournament.rounds) + 1:
        return
    asked = {one.bye.tpn: one.bye.kind for one in tournament.requests if one.round == number}
    later = [(one.bye.tpn, one.bye.kind) for one in tournament.requests if one.round > number]
    to_come = (tournament.settings.rounds or number + 1) - number
    out = [
        say(
            WITHDRAWN if 0 < to_come <= later.count((tpn, kind)) else OUT.get(kind, "{name} ({kind})"),
            name=number_and_name(person, tournament.settings.kind),
            kind=kind.value,
        )
        for person in tournament.participants
        if (tpn := person.tpn) in asked
        for kind in (asked[tpn],)
    ]
    before = {bye.tpn for bye in tournament.rounds[-1].byes if bye.kind in OUT} if number > 1 else set()
    played = {tpn for recorded in tournament.rounds for tpn in recorded.paired()}
    here = [person for person in tournament.participants if person.tpn in before - asked.keys()]
    back = [number_and_name(person, tournament.settings.kind) for person in here if person.tpn in played]
    new = [number_and_name(person, tournament.settings.kind) for person in here if person.tpn not in played]
    if out:
        yield say("not in round {number}: {names}", number=number, names=with_semicolons(out))
    if back:
        yield say("back in round {number}: {names}", number=number, names=with_semicolons(back))
    if new:
        yield say("for the first time in round {number}: {names}", number=number, names=with_semicolons(new))


def not_heard_of(tournament: Tournament) -> tuple[Participant, ...]:
    """Find who has neither an opponent nor a bye in the last round, and no request for the next round."""
    if not tournament.rounds:
        return ()
    last = tournament.rounds[-1]
    heard = {*last.paired(), *(bye.tpn for bye in last.byes)}
    heard |= {one.bye.tpn for one in tournament.requests if one.round == len(tournament.rounds) + 1}
    return tuple(one for one in tournament.participants if one.tpn not in heard)


def _to_come(tournament: Tournament, number: int | None) -> int:
    following, last = len(tournament.rounds) + 1, tournament.settings.rounds
    if number is not None and number < 1:
        raise refusal("there is no round {number}", "round", number=number)
    if number is not None and number < following:
        raise refusal(
            "round {number} is already paired: enter absences and byes before a round is paired", "round", number=number
        )
    if last is not None and following > last:
        raise refusal(ALL_PAIRED, "round", rounds=last)
    if last is not None and number is not None and number > last:
        raise refusal("there is no round {number}: the event has {rounds} rounds", "round", number=number, rounds=last)
    return following if number is None else number


def in_words(participant: Participant, kind: EventKind, number: int) -> str:
    """Warn that a participant has no entry in the previous round."""
    return say(
        "{player} did not play round {before}, but is paired in round {number} (--absent {short} leaves "
        "the player out)",
        player=number_and_name(participant, kind),
        before=number - 1,
        number=number,
        short=participant.number,
    )


def looks_finished(tournament: Tournament) -> bool:
    """Whether the event is probably finished.

    The ranks must follow the points, and differ from the initial ranks. There must be rounds enough for a knockout of
    all participants, and nobody may have announced a bye for a later round.
    """
    ranks, played = tournament.recorded_ranks, len(tournament.rounds)
    everybody = tournament.participants
    if not played or 2**played < len(everybody) or any(one.round > played for one in tournament.requests):
        return False
    if len(ranks) < len(everybody) or all(ranks[one.tpn] == one.number for one in everybody):
        return False
    points = crosstable_of(tournament).totals()
    in_order = [points[one.tpn] for one in sorted(everybody, key=lambda one: ranks[one.tpn])]
    return in_order == sorted(in_order, reverse=True)
