"""``--write-back``: the file as it was read, with notes on what was adjusted to read it, and what was asked for and
wished.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.notes import Note, NoteKind
from pairing_engine.facts.overrides import Overrides
from trf import Reading, write
from trf.event.notes import of_import, with_comments, with_notes
from trf.event.wishes import records_of


def with_what_was_done(
    found: Reading, paired: PairedRound, overrides: Overrides, system: str | None, edition: str | None
) -> str:
    """The text of the file with the notes on the round that was paired with what was asked for; and with a record of
    each wish that it does not have yet (reading Z10).
    """
    notes = [*of_import(found.adjustments, len(found.tournament.rounds))]
    asked = [*_asked(overrides, system, edition)]
    if asked:
        notes.append(Note(NoteKind.CONFIGURATION, paired.number, f"paired with {', '.join(asked)}"))
    known = found.tournament.settings.wishes
    wishes = [] if paired.wished is None else [wish for wish in paired.wished.wishes if wish not in known]
    numbers = {participant.tpn: participant.number for participant in found.tournament.participants}
    return write(with_comments(with_notes(found.file, notes), [*records_of(wishes, numbers)]))


def _asked(overrides: Overrides, system: str | None, edition: str | None) -> Iterator[str]:
    """What was asked for over the file, as options."""
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
