"""The outcomes allowed for any input: a legal pairing, or a refusal that states a place and a reason."""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

from checker.checking import check
from pairing_engine.answers import Style
from pairing_engine.answers.checklist import as_text
from pairing_engine.answers.paired import as_pairs, pair
from pairing_engine.errors import NoPairing, PairingError
from pairing_engine.facts.model import Tournament
from pairing_engine.facts.shown import as_json, without_controls
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import kind_asked_for
from swisspair.legacy.reading import their_sentence, what_they_read, with_closed_round
from swisspair.swisscheck.checked_file import CheckedFile
from swisspair.swisscheck.render import summary, text_of, value_of
from swisspair.terminal.program import failure_of
from trf import Adjustment, Overrides, Reading, TrfProblems, examine, write

AS_A_WHOLE = 0
"""The line number for problems that concern the whole file."""


class How(NamedTuple):
    """The options for reading a file and pairing a round.

    With ``legacy``, the file is read as bbpPairings and JaVaFo would read it. With ``recorded``, the last recorded
    round is paired instead of the next round. With ``thorough``, recorded rounds are also checked, and the file is
    written again.
    """

    system: str | None = None
    baku: bool = False
    recompute: bool = False
    adjourned_as_draw: bool = False
    legacy: bool = False
    recorded: bool = False
    thorough: bool = True


def by_lot(lot: Random) -> How:
    """Choose random options. Options that make the reader more tolerant are chosen more often."""
    system = lot.choice((None, None, None, *SYSTEMS))
    return How(system, *(lot.random() < chance for chance in (0.1, 0.7, 0.5, 0.2, 0.2, 0.4)))


def outcome(text: bytes, how: How) -> str:
    """Read a file, pair a round and show the answer. Return a word for the outcome, such as ``refused``.

    The second opinion (`pairing_engine.legality`) checks each pairing. Raises AssertionError if an answer breaks a rule
    of this module. Any other exception is a crash.
    """
    found = _read(text, how)
    if found is None:
        return "refused"
    _are_numbered(found.adjustments)
    tournament = with_closed_round(found.tournament) if how.legacy else found.tournament
    word = _what_pairing_gives(tournament, how)
    if how.thorough:
        _check_and_write(found._replace(tournament=tournament), how)
    return word


def _read(text: bytes, how: How) -> Reading | None:
    """Read a file. Return None if the file is refused with a proper message."""
    lines = what_they_read(text, kind_asked_for(how.system)) if how.legacy else []
    try:
        return examine(
            b"\n".join(lines) if how.legacy else text,
            name="input",
            recompute=how.recompute,
            only_pairing_data=how.legacy,
            kind=kind_asked_for(how.system),
            overrides=Overrides(baku=how.baku, adjourned_as_draw=how.adjourned_as_draw),
        )
    except TrfProblems as error:
        _says_where(error)
        _is_harmless(str(error))
        if how.legacy:
            _says_something(their_sentence(error.problems, lines)[1])
    except PairingError as error:
        _says_something(str(failure_of(error, "input")))
    return None


def _what_pairing_gives(tournament: Tournament, how: How) -> str:
    last = len(tournament.rounds) or None
    try:
        paired = pair(tournament, last if how.recorded else None, how.system)
    except PairingError as error:
        _says_something(str(error))
        return "no valid pairing" if isinstance(error, NoPairing) else "not to be paired"
    lines_of_pairs = as_pairs(paired).splitlines()
    assert len(lines_of_pairs) == 1 + int(lines_of_pairs[0])
    assert json.loads(as_json(paired.to_dict()))["round"] == paired.number
    assert as_text(paired.checklist(Style.BBP))
    _is_harmless(as_json(paired.to_dict()))
    return "paired"


def _check_and_write(found: Reading, how: How) -> None:
    try:
        report = check(found.tournament, system=how.system, cause=False)
    except PairingError:
        return
    checked = CheckedFile("input", report, found.adjustments)
    assert text_of(checked)
    _is_harmless(text_of(checked))
    assert summary([checked])
    assert json.dumps(value_of([checked]))
    if how.system is not None:
        return
    try:
        written = write(found.tournament)
    except ValueError as error:
        _says_something(str(error))  # the event contains a value that a TRF cannot express, such as 100 points
    else:
        again = examine(written, name="written", only_pairing_data=how.legacy).tournament
        assert again.participants == found.tournament.participants


def _says_something(words: str) -> None:
    assert words
    _is_harmless(without_controls(words))


def _is_harmless(text: str) -> None:
    """Check that the text contains no control characters."""
    assert text == without_controls(text)


def _says_where(error: TrfProblems) -> None:
    assert error.problems
    assert str(error).startswith("input")
    for problem in error.problems:
        assert problem.line >= AS_A_WHOLE
        assert problem.column >= 0


def _are_numbered(adjustments: tuple[Adjustment, ...]) -> None:
    for adjustment in adjustments:
        _is_harmless(adjustment.show("input"))
        assert adjustment.code.startswith("ADJ-")
        assert adjustment.line >= AS_A_WHOLE
        assert adjustment.show("input").startswith("input")
