"""Pair each position in three ways, and compare the answers.

The engine with shortcuts, the reference engine and the transcription each pair the position.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import Tournament
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems.system import System
from tests.articles.literal.facts import NoLegalPairing, Paired, answer_of
from tests.evidence.exhaustive.alike import Labels
from tests.evidence.exhaustive.subjects import BY_NAME, E, Subject

Answer = Paired | None
"""A pairing, or None if the round cannot be paired."""


class Compared(NamedTuple):
    """The answer of the transcription, and the result of comparing both engines with it.

    ``difference`` shows the answers that differ, or is empty. ``looks`` is the number of comparisons with the
    transcription.
    """

    answer: Answer
    difference: str
    looks: int = 2


def engine_answer(tournament: Tournament, system: System, backend: Backend) -> Answer:
    with suppress(NoPairing):
        state = round_to_pair(tournament, len(tournament.rounds) + 1, system)
        return answer_of(pair_round(system, state, backend))
    return None


def transcribed(subject: Subject[E], event: E) -> Answer:
    with suppress(NoLegalPairing):
        return subject.transcription(event)
    return None


def compared(subject: Subject[E], event: E) -> Compared:
    expected = transcribed(subject, event)
    tournament = subject.model(event)
    differences: list[str] = []
    for backend in (Backend.AUTO, Backend.REFERENCE):
        found = engine_answer(tournament, subject.system, backend)
        if found != expected:
            differences.append(f"{backend.value}: {shown(found)}")
    if not differences:
        return Compared(expected, "")
    return Compared(expected, "\n".join([f"{subject.name}: {event}", f"text: {shown(expected)}", *differences]))


def compared_by_name(name: str, event: Any) -> Compared:
    """Compare the three answers for the next round of a subject.

    Worker processes look up the subject by its name, because a subject cannot be sent to another process.
    """
    return compared(BY_NAME[name], event)


def shown(answer: Answer) -> str:
    if answer is None:
        return "no pairing"
    boards = " ".join(f"{white}-{black}" for white, black in sorted(answer.boards))
    return f"{boards} {answer.bye}-bye" if answer.bye else boards


def relabelled(answer: Answer, labels: Labels) -> Answer:
    if answer is None:
        return None
    boards = frozenset((labels[white], labels[black]) for white, black in answer.boards)
    return Paired(boards, labels.get(answer.bye, 0))
