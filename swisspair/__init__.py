"""FIDE Swiss pairings, exact to the article: pair a round, check an event, ask why.

>>> from swisspair import ask, check, pair, read
>>> event = read("fixtures/worked/held-2026-before-round-4.trf")
>>> print(pair(event))
round 4 by the FIDE (Dutch) System, edition 2026
Bd  White               Black
 1  4 David (2.5)       3 Carla (2.5)
 2  2 Bruno (2.0)       1 Alice (2.5)
 3  8 Kevin (2.0)       9 Louise (2.0)
 4  7 Giorgia (1.5)     12 Oskar (2.0)
 5  5 Eloise (1.0)      13 Patricia (1.0)
 6  14 Robert (1.0)     6 Finn (1.0)
 7  15 Stephanie (1.0)  11 Nancy (1.0)
    10 Marco (0.0)      bye
>>> print(ask(event, "why-not 8-bye").lines[0])
the pairing-allocated bye for 8 Kevin (2.0): impossible
>>> print(check(event).rounds[0])
round 1: agrees

Every name is imported when it is first used, so that `import swisspair` alone takes hardly any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.checking import check
    from checker.questions.asked import ask
    from checker.report import FileReport, RoundReport, Status
    from pairing_engine import __version__
    from pairing_engine.answers.contract import Answer
    from pairing_engine.answers.feasible import Feasibility, feasible
    from pairing_engine.answers.paired import PairedRound, pair
    from pairing_engine.errors import BadRequest, Fact, IllegalPairing, MissingFact, NoPairing, PairingError, TooLarge
    from pairing_engine.facts.model import (
        Bye,
        ByeKind,
        Colour,
        Game,
        Participant,
        Points,
        Prohibition,
        Request,
        Result,
        Round,
        Scoring,
        Settings,
        Tournament,
        Tpn,
    )
    from pairing_engine.generator.generate import Plan, generate
    from pairing_engine.kernel.trace import Board
    from pairing_engine.standings.table import Standings, standings
    from pairing_engine.standings.why import why_rank
    from pairing_engine.systems import SYSTEMS
    from pairing_engine.systems.system import System
    from trf import Dialect, Reading, TrfProblems, examine, read, write

_HOMES = {
    "checker.questions.asked": ("ask",),
    "checker.checking": ("check",),
    "checker.report": ("FileReport", "RoundReport", "Status"),
    "pairing_engine": ("__version__",),
    "pairing_engine.answers.contract": ("Answer",),
    "pairing_engine.answers.feasible": ("Feasibility", "feasible"),
    "pairing_engine.answers.paired": ("PairedRound", "pair"),
    "pairing_engine.errors": (
        *("BadRequest", "Fact", "IllegalPairing", "MissingFact", "NoPairing", "PairingError", "TooLarge"),
    ),
    "pairing_engine.facts.model": (
        *("Bye", "ByeKind", "Colour", "Game", "Participant", "Prohibition", "Request", "Result", "Round", "Scoring"),
        *("Points", "Settings", "Tournament", "Tpn"),
    ),
    "pairing_engine.generator.generate": ("Plan", "generate"),
    "pairing_engine.kernel.trace": ("Board",),
    "pairing_engine.standings.table": ("Standings", "standings"),
    "pairing_engine.standings.why": ("why_rank",),
    "pairing_engine.systems": ("SYSTEMS",),
    "pairing_engine.systems.system": ("System",),
    "trf": ("Dialect", "Reading", "TrfProblems", "examine", "read", "write"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "SYSTEMS",
    "Answer",
    "BadRequest",
    "Board",
    "Bye",
    "ByeKind",
    "Colour",
    "Dialect",
    "Fact",
    "Feasibility",
    "FileReport",
    "Game",
    "IllegalPairing",
    "MissingFact",
    "NoPairing",
    "PairedRound",
    "PairingError",
    "Participant",
    "Plan",
    "Points",
    "Prohibition",
    "Reading",
    "Request",
    "Result",
    "Round",
    "RoundReport",
    "Scoring",
    "Settings",
    "Standings",
    "Status",
    "System",
    "TooLarge",
    "Tournament",
    "Tpn",
    "TrfProblems",
    "__version__",
    "ask",
    "check",
    "examine",
    "feasible",
    "generate",
    "pair",
    "read",
    "standings",
    "why_rank",
    "write",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, and keep it for later."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return __all__
