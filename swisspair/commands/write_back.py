"""The text for ``swisspair --pair --write-back``: the file with the paired round and notes.

The notes record the adjustments of the reader, the user's options, and the organiser's wishes.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.answers.paired import PairedRound
from pairing_engine.changes.paired import with_round
from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import is_recorded
from pairing_engine.facts.codes import Overrides
from pairing_engine.facts.model import MAX_ROUNDS, Note, NoteKind, Tournament
from trf import Reading, TrfFile, carried_on, write
from trf.event.settings import of_import, records_of, with_baku, with_comments, with_notes

UNDER_WAY = "ADJ-77"
"""The code of the adjustment about missing results.

The program does not note missing results in the file, because they will be entered soon.
"""


def with_what_was_done(
    found: Reading,
    tournament: Tournament,
    paired: PairedRound,
    overrides: Overrides,
    system: str | None,
    edition: str | None,
    *,
    rounds_stated: bool = False,
) -> str:
    """Return the text of the file with the paired round, notes, and records of new wishes.

    What was said once holds from now on: a new wish until the last round, unless the user has stated its rounds
    (``rounds_stated``), and the acceleration in the code of record 192.

    Wishes that the file already records are not recorded again (reading Z10). ``tournament`` is the event that was
    paired, including changes to the attendance. Raises `BadRequest` for a round that cannot be written.
    """
    adjusted = (one for one in found.adjustments if one.code != UNDER_WAY)
    notes = [*of_import(adjusted, len(found.tournament.rounds))]
    asked = [*_asked(overrides, system, edition)]
    if asked:
        notes.append(Note(NoteKind.CONFIGURATION, paired.number, f"paired with {', '.join(asked)}"))
    if paired.wished is not None and paired.wished.changes:
        notes.append(Note(NoteKind.EXITED, paired.number, "the organiser's wishes have changed the round"))
    known = found.tournament.settings.wishes
    asked_for = () if paired.wished is None else paired.wished.wishes
    wishes = [wish for wish in asked_for if not is_recorded(wish, known)]
    if not rounds_stated and paired.number > len(found.tournament.rounds):
        last = max(found.tournament.settings.rounds or MAX_ROUNDS, paired.number)
        wishes = [wish._replace(last_round=last) for wish in wishes]
    numbers = {participant.tpn: participant.number for participant in found.tournament.participants}
    file = _with_round(found, tournament, paired)
    if overrides.baku:
        file = with_baku(file, paired.system.code)
    return write(with_comments(with_notes(file, notes), [*records_of(wishes, numbers)]))


def _with_round(found: Reading, tournament: Tournament, paired: PairedRound) -> TrfFile:
    if paired.number <= len(found.tournament.rounds):
        return found.file
    try:
        return carried_on(found.file, found.tournament, with_round(tournament, paired.pairing))
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _asked(overrides: Overrides, system: str | None, edition: str | None) -> Iterator[str]:
    if system is not None:
        yield f"--system {system}"
    if edition is not None:
        yield f"--edition {edition}"
    if overrides.baku:
        yield "--baku"
    if overrides.maxi:
        yield "--maxi"
    if overrides.default_rating is not None:
        yield f"--default-rating {overrides.default_rating}"
    if overrides.adjourned_as_draw:
        yield "--adjourned draw"
    team = overrides.team
    if team.preferences is not None:
        yield f"--team-type {team.preferences or 'none'}"
    if team.primary_is_match_points is not None:
        yield f"--primary {'mp' if team.primary_is_match_points else 'gp'}"
    if team.secondary is False:
        yield "--no-secondary"
