"""What ``swisspair --pair`` tells of wishes beside the answer: notes, and the file with a record of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing_engine.answers.paired import PairedRound
from pairing_engine.errors import BadRequest
from pairing_engine.facts.shown import one_line
from pairing_engine.language import say

if TYPE_CHECKING:
    from trf import Reading


def notes_of(paired: PairedRound) -> tuple[str, ...]:
    """What is said of wishes on standard error; nothing if there are none."""
    if paired.wished is None:
        return ()
    from pairing_engine.answers.wishes import as_lines

    return tuple(one_line(line) for line in as_lines(paired.wished))


def with_record(found: Reading, paired: PairedRound) -> str:
    """The file as it stands, with a comment for each wish of the round that it does not record yet.

    Raises `BadRequest` if there is none.
    """
    from trf import write
    from trf.event.wishes import records_of

    known = found.tournament.settings.wishes
    new = [] if paired.wished is None else [wish for wish in paired.wished.wishes if wish not in known]
    if not new:
        words = say("there is no wish for round {number} that the file does not record", number=paired.number)
        raise BadRequest(words, "record")
    numbers = {participant.tpn: participant.number for participant in found.tournament.participants}
    records = (*found.file.records, *records_of(new, numbers))
    return write(found.file._replace(records=records, mixed_line_ends=(), ends_with_newline=True))
