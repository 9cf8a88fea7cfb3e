"""Faults that no pairing may have: forbidden pairs and forbidden byes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.facts.model import ByeKind, Round, Strength, Tpn, Wish, barred_from_bye, in_force
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import marked, say
from pairing_engine.legality import against_bye
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import Clash, System

MAY_NOT_MEET = Clash("2.1", "", marked("they may not meet"))
"""The article and the message for a forbidden pair, if the system has no rule about colour clashes."""


def illegalities(state: RoundState, recorded: Round, system: System) -> Iterator[Finding]:
    """Yield every forbidden pair and every forbidden bye of a recorded round."""
    wishes = in_force(state.settings.wishes, state.number)
    hard = [wish for wish in wishes if wish.strength is Strength.HARD]
    yield from _of_pairs(state, recorded, system, hard)
    yield from _of_byes(state, recorded, system, hard)


def _of_pairs(state: RoundState, recorded: Round, system: System, hard: Sequence[Wish]) -> Iterator[Finding]:
    """Yield the pairs that may not meet, each with the first rule that forbids the pair."""
    players = state.by_tpn
    for meeting in recorded.meetings():
        pair = meeting.white, meeting.black
        white, black = players[meeting.white], players[meeting.black]
        met = _met_in(state, *pair)
        if met is not None:
            words = say("they already met in round {met}", met=met)
            yield Finding(Fault.ILLEGAL, system.basic.once, system.basic.once_code, words, players=pair)
        elif any(wish.is_broken_by(*pair) for wish in hard):
            words = say("a hard wish keeps them apart")
            yield Finding(Fault.ILLEGAL, "reading Z4", marked("hard wish"), words, players=pair)
        elif black.tpn in white.barred:
            words = say("a stated prohibition keeps them apart (record 260 or XXP)")
            yield Finding(Fault.ILLEGAL, marked("records 260, XXP"), "", words, players=pair)
        elif not system.may_meet(white, black, state):
            article, code, words = system.names.colour_clash or MAY_NOT_MEET
            yield Finding(Fault.ILLEGAL, f"{system.article} {article}", code, words, players=pair)


def _of_byes(state: RoundState, recorded: Round, system: System, hard: Sequence[Wish]) -> Iterator[Finding]:
    """Yield the faults of byes: several pairing-allocated byes in a round, or a bye for a barred participant."""
    players = state.by_tpn
    byes = [bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
    if len(byes) > 1:
        words = say("more than one participant got the pairing-allocated bye")
        yield Finding(Fault.ILLEGAL, system.basic.one_bye, "", words, players=tuple(byes))
    without_bye = barred_from_bye(hard, state.number, players) if byes else frozenset()
    for tpn in byes:
        if tpn in without_bye:
            words = say("the pairing-allocated bye breaks a hard wish")
            yield Finding(Fault.ILLEGAL, "reading Z5", marked("hard wish"), words, players=(tpn,))
        elif not players[tpn].may_have_bye:
            yield _barred(state, tpn, system)


def _barred(state: RoundState, tpn: Tpn, system: System) -> Finding:
    bar = system.bye_again
    why = against_bye(state.tournament, state.earlier_rounds, system.absolutes.bye_bar, tpn)
    words = say("cannot get the pairing-allocated bye after {why}", why=why) if why else bar.words
    return Finding(Fault.ILLEGAL, bar.article, bar.code, words, players=(tpn,))


def _met_in(state: RoundState, one: Tpn, other: Tpn) -> int | None:
    """Find the round of the first game between two participants; None if they have not played each other."""
    return state.once(_first_meetings).get((min(one, other), max(one, other)))


def _first_meetings(state: RoundState) -> dict[tuple[Tpn, Tpn], int]:
    """Find the round in which each pair of participants first played; in a pair, the smaller TPN comes first."""
    found: dict[tuple[Tpn, Tpn], int] = {}
    for number, past in enumerate(state.earlier_rounds, 1):
        for one, other, played, _ in past.meetings():
            if played:
                found.setdefault((min(one, other), max(one, other)), number)
    return found
