"""Causes stated in a manager's notes: boards made by hand, or a changed number of rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.diff import Pair, recorded_pairs
from pairing_engine.facts.model import NOBODY, Note, NoteKind, Round, Tournament, Tpn
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import replace

_BOARD = re.compile(r"(?<![\d-])(\d{1,4}) ?- ?(\d{1,4}|bye)(?![\d-])")
"""A pattern for a board such as ``7-2``, or a bye such as ``7-bye``, in a note.

Text in brackets is ignored, because it gives the expected board or bye.
"""

_BRACKETS = re.compile(r"\([^)]*\)")

_ROUNDS = re.compile(r"(?:142|XXR|rounds)\D{0,3}(\d{1,2}) *(?:->|→|to) *(\d{1,2})", re.IGNORECASE)
"""A pattern for a note about a changed number of rounds, such as ``142: 9 -> 7``."""


def note_on(notes: Sequence[Note], number: int) -> Note | None:
    """Find a note about boards made by hand in the round; if there is none, a note about imported rounds."""
    by_hand = (note for note in notes if note.kind is NoteKind.MANUAL and note.round == number)
    imports = (note for note in notes if note.kind is NoteKind.IMPORT and note.round >= number)
    return next(by_hand, None) or next(imports, None)


def boards_by_hand(tournament: Tournament, number: int, recorded: Round) -> list[Pair]:
    """Return the recorded boards and byes that notes describe as made by hand."""
    tpns: dict[int, Tpn] = {participant.number: participant.tpn for participant in tournament.participants}
    named: set[frozenset[Tpn]] = set()
    for note in tournament.notes:
        if note.kind is NoteKind.MANUAL and note.round == number:
            for one, other in _BOARD.findall(_BRACKETS.sub("", note.words)):
                numbers = int(one), 0 if other == "bye" else int(other)
                named.add(frozenset(tpns.get(number, NOBODY) for number in numbers))
    return sorted(pair for pair in recorded_pairs(recorded) if frozenset(pair) in named)


def with_rounds_of_then(state: RoundState, system: System) -> RoundState | None:
    """Return the state with the number of rounds planned at that time, if a later note records a change."""
    tournament, number = state.tournament, state.number
    for note in sorted(tournament.notes, key=lambda note: note.round):
        match = _ROUNDS.search(note.words) if note.kind is NoteKind.CONFIGURATION and note.round > number else None
        if match is not None:
            changed = replace(tournament, settings=replace(tournament.settings, rounds=int(match[1])))
            return state_before(changed, number, system.conventions)
    return None
