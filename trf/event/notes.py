"""Managers' comments about rounds, such as ``### MPA @ Round 3: 7-2 by hand``.

A file that is written again keeps these comments. `with_notes` adds notes to a file and leaves the rest unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pairing_engine.facts.model import MAX_ROUNDS, Note, NoteKind
from trf.format.fields import COMMENT
from trf.format.findings import Adjustment
from trf.format.records import Index, Record, TrfFile, make_text

_FORM = re.compile(
    rf"(?P<kind>{'|'.join(kind.value for kind in NoteKind)}) *@ *Round *"
    r"(?P<round>[0-9]{1,2})(?![0-9]) *:? *(?P<words>.*)",
    re.IGNORECASE,
)
_KINDS = {kind.value.lower(): kind for kind in NoteKind}


def notes(index: Index) -> tuple[Note, ...]:
    """Return the managers' notes in a file, in the order of lines."""
    found = (_FORM.fullmatch(record.value) for record in index.of(COMMENT))
    return tuple(
        Note(_KINDS[match["kind"].lower()], int(match["round"]), match["words"].strip())
        for match in found
        if match is not None and int(match["round"]) <= MAX_ROUNDS
    )


def of_import(adjustments: Iterable[Adjustment], number: int) -> Iterator[Note]:
    """Yield notes about the adjustments of the reader. ``number`` is the number of rounds in the file."""
    for code, line, _, words in adjustments:
        yield Note(NoteKind.IMPORT, number, f"{code}, line {line}: {words}" if line else f"{code}: {words}")


def record_of(note: Note) -> Record:
    return make_text(COMMENT, str(note))


def with_notes(file: TrfFile, added: Iterable[Note]) -> TrfFile:
    """Add notes at the end of the file, except notes that the file already has."""
    there = set(notes(Index(file)))
    new = [record_of(note) for note in dict.fromkeys(added) if note not in there]
    return with_comments(file, new)


def with_comments(file: TrfFile, new: Sequence[Record]) -> TrfFile:
    if not new:
        return file
    ends = file.mixed_line_ends and (*(end or file.newline for end in file.mixed_line_ends), *[file.newline] * len(new))
    return file._replace(records=(*file.records, *new), mixed_line_ends=ends)
