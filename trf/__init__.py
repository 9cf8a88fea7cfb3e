r"""Code that reads and writes Tournament Report Files (TRF).

>>> from trf import Dialect, read, write
>>> event = read("012 Club night\nXXR 3\n001    1" + 72 * " " + " 0.0\n001    2" + 72 * " " + " 0.0\n")
>>> event.name, len(event.participants), event.settings.rounds
('Club night', 2, 3)
>>> print(write(event, Dialect.TRF26).splitlines()[2])
142 3
"""

from __future__ import annotations

from typing import NamedTuple

from pairing_engine.facts.codes import AS_WRITTEN, Overrides
from pairing_engine.facts.consistency import check_facts
from pairing_engine.facts.model import EventKind, Tournament, member
from trf.format.findings import Adjustment, Findings, Problem, TrfProblems
from trf.format.reader import parse
from trf.format.records import Dialect, Record, TrfFile, write_file
from trf.format.source import Source, check_size, decode, is_json, load
from trf.tournament import Policy, tournament_of

__all__ = [
    "Adjustment",
    "Dialect",
    "EventKind",
    "Overrides",
    "Problem",
    "Reading",
    "Record",
    "Source",
    "TrfFile",
    "TrfProblems",
    "carried_on",
    "examine",
    "read",
    "read_json",
    "write",
    "write_json",
]


BBP6 = "bbp6"
"""The name of the dialect that bbpPairings 6 reads."""


class Reading(NamedTuple):
    """The result of reading a file: its records, the tournament, and the adjustments of the reader."""

    file: TrfFile
    tournament: Tournament
    adjustments: tuple[Adjustment, ...]

    def __repr__(self) -> str:
        return f"<Reading: {len(self.file.records)} records, {len(self.adjustments)} adjustments>"


def read(
    source: Source, *, encoding: str | None = None, strict: bool = False, kind: EventKind | None = None
) -> Tournament:
    r"""Read the tournament in a TRF from a path, text, bytes or a stream.

    The parameters are those of `examine`. The function `examine` also returns the records and the adjustments.

    >>> from io import BytesIO, StringIO
    >>> from pathlib import Path
    >>> path = "fixtures/open-2026-round-5.trf"
    >>> data = Path(path).read_bytes()
    >>> sources = path, Path(path), data, data.decode(), BytesIO(data), StringIO(data.decode())
    >>> [read(source).name for source in sources] == ["Three Rivers Open 2026, Group A"] * 6
    True
    >>> read("XXR 5\n001    x\n")
    Traceback (most recent call last):
    ...
    trf.format.findings.TrfProblems: <text>:2:8: starting rank: found 'x', expected one number
    """
    return examine(source, encoding=encoding, strict=strict, kind=kind).tournament


def examine(
    source: Source,
    *,
    encoding: str | None = None,
    strict: bool = False,
    name: str | None = None,
    recompute: bool = False,
    only_pairing_data: bool = False,
    kind: EventKind | None = None,
    overrides: Overrides = AS_WRITTEN,
) -> Reading:
    """Read a TRF (TRF06, TRF16, TRF26, TRF(x) or TRF(bx)) or a JSON event, and report all adjustments.

    ``source`` may be a path, bytes, a stream or text. A ``str`` is text if it contains a line end or is longer than any
    path. Every shorter ``str`` without a line end is a path. Without ``encoding``, the file is read as UTF-8 or, if
    that fails, as cp1252. With ``strict``, a file that needs adjustments is refused. ``name`` is the name of the file
    in messages.

    With ``recompute``, the results count if they contradict a player's stated points. ``kind`` says which kind of event
    the file contains, whatever record 192 says. ``overrides`` contains facts that replace the statements in the file.
    With ``only_pairing_data``, errors in data that do not affect the pairing (a rank, a birth date, an arbiter) are
    ignored.

    Raises `TrfProblems` with all faults of the file, or `BadRequest` for an override that has no meaning in this kind
    of event. Raises OSError if a path cannot be read, and `UnknownEncoding`, a LookupError, for an unknown encoding.
    """
    name, data = load(source, name)
    findings = Findings(name, strict=strict, only_pairing_data=only_pairing_data)
    text = decode(data, encoding, findings)
    policy = Policy(recompute, kind, overrides)
    if is_json(text):
        return _reading_of_json(text, findings, policy)
    file = parse(text, findings)
    tournament = tournament_of(file, findings, policy)
    return Reading(file, tournament, findings.conclude())


def _reading_of_json(text: str, findings: Findings, policy: Policy) -> Reading:
    """Read an event in JSON through the checks that records of a TRF need. The findings have no line numbers."""
    from trf.event_json.events import file_in  # imported late: most events are TRFs
    from trf.event_json.faults import by_keys

    file = file_in(text, findings)
    try:
        tournament = tournament_of(file, findings, policy)
        adjustments = findings.conclude()
    except TrfProblems as error:
        problems = tuple(one._replace(line=0, column=0) for one in error.problems)
        raise TrfProblems(error.name, problems) from None
    return Reading(file, tournament, tuple(map(by_keys, adjustments)))


def read_json(text: str, name: str = "<text>") -> Tournament:
    """Read the tournament from JSON text, in the format of docs/json.md.

    Raises `TrfProblems` with all faults of the text.

    >>> event = read_json('{"event_schema": 1, "players": [{"number": 1, "name": "Aalto"}, {"number": 2}]}')
    >>> event.participants[0].name, len(event.rounds)
    ('Aalto', 0)
    """
    from trf.event_json.events import tournament_in

    check_size(name, len(text))
    return tournament_in(text, Findings(name))


def write_json(tournament: Tournament) -> str:
    """Write the tournament as JSON. Raises ValueError for team matches that a TRF cannot hold."""
    from trf.event_json.events import text_of

    return text_of(tournament)


def write(
    tournament_or_file: Tournament | TrfFile, dialect: Dialect | str = Dialect.TRF26, newline: str | None = None
) -> str:
    """Return a tournament or a file as the text of a TRF.

    A file is written unchanged in its own dialect. The line ends of a file stay the same unless ``newline`` is given. A
    tournament is written in the ``dialect`` (``trf26``, ``trf16x``, or ``bbp6``: TRF16 with extensions and the codes
    that bbpPairings 6 reads in record 192), with computed points and ranks. Raises TypeError for another dialect,
    `BadRequest` for contradictory facts, and ValueError if a TRF cannot hold the tournament.
    """
    for_bbp, dialect = dialect == BBP6, Dialect.TRF16X if dialect == BBP6 else member(Dialect, dialect=dialect)
    if isinstance(tournament_or_file, Tournament):
        from trf.writing.tournament import CODES_OF_BBP, file_of  # imported late: not needed to pair a round

        event, settings = tournament_or_file, tournament_or_file.settings
        check_facts(event)
        if for_bbp:
            code = CODES_OF_BBP.get(settings.system, settings.system)
            event = event._replace(settings=settings._replace(system=code))
        return write_file(file_of(event, dialect)._replace(newline=newline or "\n"))
    file = tournament_or_file
    if not isinstance(file, TrfFile):
        raise TypeError(f"found {file!r}, expected a Tournament or a TrfFile, as `read` and `examine` return")
    return write_file(file if newline is None else file._replace(newline=newline, mixed_line_ends=()))


def carried_on(file: TrfFile, before: Tournament, after: Tournament) -> TrfFile:
    """Update the file of ``before`` with the rounds, points, ranks and byes of ``after``.

    Everything else in the file stays unchanged. Raises ValueError for facts that cannot be written into the file.
    """
    from trf.writing import carried_on as writing  # imported late: not needed to pair a round

    return writing.carried_on(file, before, after)
