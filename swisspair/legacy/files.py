"""The input of legacy requests, read as bbpPairings and JaVaFo read it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from pairing_engine import __version__
from pairing_engine.door import Event, opened
from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import KINDS, Overrides
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import one_line
from pairing_engine.values import NamedTuple
from swisspair.legacy.arguments import Legacy
from swisspair.legacy.reading import their_sentence, what_they_read, with_closed_round, without_wishes
from swisspair.terminal.advice import words_of
from swisspair.terminal.statuses import ExitStatus, Failure
from swisspair.terminal.streams import DASH, standard_input, warn
from trf import TrfProblems, examine
from trf.format.source import load

LINE_END = os.linesep.encode()
"""The line end of the operating system, as in bbpPairings and JaVaFo (reading B17)."""

UNNAMED = "(stdin)"
"""The name of standard input in messages."""


def banner() -> str:
    return f"swisspair (FIDE Swiss pairings) - v{__version__}"


class Input(NamedTuple):
    """An event read from a file, and its name in messages."""

    name: str
    event: Event
    lots: Sequence[bytes] | None
    """The lines of the file, to draw a missing initial-colour by lot; None if the file must state the colour."""


def read(request: Legacy, *, verb: str) -> Input:
    """Read the input as bbpPairings and JaVaFo do, ignoring errors that do not affect the pairing."""
    is_named = request.source not in (None, DASH)
    name = request.source if request.source is not None and is_named else UNNAMED
    lines: list[bytes] = []
    try:
        data = _content(name) if is_named else load(standard_input(), name)[1]
        assert isinstance(data, bytes)
        lines = what_they_read(data, KINDS.get(request.system or ""))
        tournament = without_wishes(with_closed_round(_tournament(request, name, lines)))
        return Input(name, opened(tournament, request.system), lines if request.system is None else None)
    except OSError as error:
        raise Failure(ExitStatus.NO_ACCESS, f"Error reading file {one_line(name)}: {error.strerror or error}") from None
    except TrfProblems as problems:
        raise _refusal(name, problems, lines) from None
    except BadRequest as error:
        raise Failure(ExitStatus.BAD_REQUEST, f"Error {verb} {one_line(name)}: {words_of(error)}") from None


def _content(path: str) -> str | bytes:
    with open(path, "rb") as file:  # noqa: PTH123  (pathlib takes longer to import than a small event to pair)
        return load(file, path)[1]


def _tournament(request: Legacy, name: str, lines: list[bytes]) -> Tournament:
    """Read the tournament in the lines of a file.

    In JaVaFo's form, a file may omit the scoring system. If the points in the file do not fit the usual system, another
    system is derived from the points (reading B14).
    """
    kind, overrides = KINDS.get(request.system or ""), Overrides(request.baku, default_rating=request.default_rating)

    def meaning(lines: Iterable[bytes]) -> Tournament:
        text = b"\n".join(lines)
        return examine(text, name=name, only_pairing_data=True, kind=kind, overrides=overrides).tournament

    try:
        return meaning(lines)
    except TrfProblems as problems:
        if request.system is not None or any(problem.code != "points" for problem in problems.problems):
            raise
        found = _with_implied_scoring(lines, meaning)
        if found is None:
            raise
        warn(f"{one_line(name)}: the points of the players imply the scoring system {found[1]}")
        return found[0]


def _with_implied_scoring(
    lines: list[bytes], meaning: Callable[[Iterable[bytes]], Tournament]
) -> tuple[Tournament, str] | None:
    # Imported late: most files state the points of results.
    from swisspair.legacy.left_open import implied_worth
    from trf.event.stated_points import states_scoring, without_points

    if states_scoring(lines):
        return None
    try:
        worth = implied_worth(lines, meaning(without_points(lines)))
        return None if worth is None else (meaning([*lines, worth.record.encode()]), worth.record)
    except TrfProblems:
        return None  # the first problems are the ones to report


def _refusal(name: str, problems: TrfProblems, lines: list[bytes]) -> Failure:
    """Return the error for an unreadable file.

    The message begins with the words of bbpPairings or JaVaFo. All problems follow in our own words.
    """
    first, sentence = their_sentence(problems.problems, lines)
    if first.code == "limit":
        return Failure(ExitStatus.TOO_LARGE, f"Error processing file {one_line(name)}: {sentence}\n{problems}")
    return Failure(ExitStatus.BAD_REQUEST, f"Error parsing file {one_line(name)}: {sentence}\n{problems}")
