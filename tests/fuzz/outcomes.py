"""What may become of any input whatever: a legal pairing, or a refusal that says where and why. Nothing else."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from checker.legality import faults
from checker.report import check
from pairing_engine.errors import NoPairing, PairingError
from pairing_engine.reply import Request, as_json, as_pairs, reply_to
from pairing_engine.systems import SYSTEMS
from trf import Overrides, TrfProblems, examine, write

AS_A_WHOLE = 0
"""The line of a problem that a file has as a whole."""


class How(NamedTuple):
    """What the programs are told beside the file; ``thorough``: also check the rounds, and write the file again."""

    system: str | None = None
    baku: bool = False
    recompute: bool = False
    adjourned_as_draw: bool = False
    thorough: bool = True


def by_lot(lot: Random) -> How:
    """One of many ways to be asked: more inputs get past the reader when points may be wrong."""
    system = lot.choice((None, None, None, *SYSTEMS))
    return How(system, lot.random() < 0.1, lot.random() < 0.7, lot.random() < 0.5, lot.random() < 0.2)


def outcome(text: bytes, how: How) -> str:
    """Read a file and pair its next round; gives in a word what came of it.

    Raises AssertionError for an answer that must not be given; whatever else is raised is a crash.
    """
    try:
        overrides = Overrides(baku=how.baku, adjourned_as_draw=how.adjourned_as_draw)
        found = examine(text, name="input", recompute=how.recompute, overrides=overrides)
    except TrfProblems as error:
        _says_where(error)
        return "refused"
    tournament = found.tournament
    for adjustment in found.adjustments:
        assert adjustment.code.startswith("ADJ-")
        assert adjustment.line >= AS_A_WHOLE
    try:
        reply = reply_to("input", tournament, found.adjustments, Request(system=how.system))
    except NoPairing as error:
        _says_why(error)
        word = "no valid pairing"
    except PairingError as error:
        _says_why(error)
        word = "not to be paired"
    else:
        number, system = reply.round, reply.choice.system.name
        assert not faults(tournament, number, system, [(b.white, b.black) for b in reply.boards], reply.bye)
        lines = as_pairs(reply).splitlines()
        assert len(lines) == 1 + int(lines[0])
        assert as_json(reply)
        word = "paired"
    if not how.thorough:
        return word
    try:
        check(tournament, system=how.system)
    except PairingError:
        return word
    again = examine(write(tournament), name="written").tournament
    assert again.participants == tournament.participants
    return word


def _says_where(error: TrfProblems) -> None:
    assert error.problems
    for problem in error.problems:
        assert problem.line >= AS_A_WHOLE
        assert problem.column >= 0
        assert problem.show("input").startswith("input")


def _says_why(error: PairingError) -> None:
    assert str(error)
