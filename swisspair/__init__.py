"""FIDE Swiss pairings, exact to the article: pair a round, check an event, ask why.

>>> from swisspair import Event
>>> event = Event.read("fixtures/worked/held-2026-before-round-4.trf")
>>> print(event.pair())
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
>>> print(event.why_not("Kevin", "bye").verdict)
impossible
>>> print(event.check().rounds[0])
round 1: agrees

An event: Event (everything as methods), Tournament (the facts alone), read, read_json, write, write_json, examine.
Its parts: Participant, Settings, Scoring, Round, Game, Bye, Request, Prohibition, Note (NoteKind), Tpn, Points.
Of few events: VirtualPoints, AbnormalPoints, Wish (WishKind, Strength); of teams: Team, TeamRules, TeamMatch,
TeamPoints, AbnormalTeamPoints.
Choices: Result, ByeKind, Colour, Dialect, SYSTEMS, System, Editions (of a system), AskedAs (wishes), Source (a file).
A round: pair gives a PairedRound with boards (Board) and pairings (Pairing, with the players).
A check: check gives a FileReport with a RoundReport for each round (Status).
Questions: ask gives an Answer; the methods of Event give Why, WhyNot, WhatIf and Verdict, each with Findings.
Standings: standings gives Standings with a Place for each participant; why_rank; feasible gives a Feasibility.
Random events: generate with a Plan and its Amounts.
Errors: TrfProblems with Problems; PairingError and its kinds NoPairing, MissingFact (Fact), BadRequest, BadRequests,
NoEdition and TooLarge; IllegalPairing. An Adjustment says what the reader has understood although a line is faulty.

`help(swisspair.Event)` shows every method. docs/python.md is the guide. Every name is imported when it is first used,
so that `import swisspair` alone takes hardly any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.checking import check as check
    from checker.questions.asked import ask as ask
    from checker.questions.what_if import WhatIf as WhatIf
    from checker.questions.why import Why as Why
    from checker.questions.why_not import Verdict as Verdict
    from checker.questions.why_not import WhyNot as WhyNot
    from checker.report import FileReport as FileReport
    from checker.report import RoundReport as RoundReport
    from checker.report import Status as Status
    from pairing_engine import __version__ as __version__
    from pairing_engine.answers.contract import Answer as Answer
    from pairing_engine.answers.feasible import Feasibility as Feasibility
    from pairing_engine.answers.feasible import feasible as feasible
    from pairing_engine.answers.paired import PairedRound as PairedRound
    from pairing_engine.answers.paired import Pairing as Pairing
    from pairing_engine.answers.paired import pair as pair
    from pairing_engine.errors import BadRequest as BadRequest
    from pairing_engine.errors import BadRequests as BadRequests
    from pairing_engine.errors import Fact as Fact
    from pairing_engine.errors import IllegalPairing as IllegalPairing
    from pairing_engine.errors import MissingFact as MissingFact
    from pairing_engine.errors import NoPairing as NoPairing
    from pairing_engine.errors import PairingError as PairingError
    from pairing_engine.errors import TooLarge as TooLarge
    from pairing_engine.facts.model import AbnormalPoints as AbnormalPoints
    from pairing_engine.facts.model import AbnormalTeamPoints as AbnormalTeamPoints
    from pairing_engine.facts.model import AskedAs as AskedAs
    from pairing_engine.facts.model import Bye as Bye
    from pairing_engine.facts.model import ByeKind as ByeKind
    from pairing_engine.facts.model import Colour as Colour
    from pairing_engine.facts.model import Game as Game
    from pairing_engine.facts.model import Note as Note
    from pairing_engine.facts.model import NoteKind as NoteKind
    from pairing_engine.facts.model import Participant as Participant
    from pairing_engine.facts.model import Points as Points
    from pairing_engine.facts.model import Prohibition as Prohibition
    from pairing_engine.facts.model import Request as Request
    from pairing_engine.facts.model import Result as Result
    from pairing_engine.facts.model import Round as Round
    from pairing_engine.facts.model import Scoring as Scoring
    from pairing_engine.facts.model import Settings as Settings
    from pairing_engine.facts.model import Strength as Strength
    from pairing_engine.facts.model import Team as Team
    from pairing_engine.facts.model import TeamMatch as TeamMatch
    from pairing_engine.facts.model import TeamPoints as TeamPoints
    from pairing_engine.facts.model import TeamRules as TeamRules
    from pairing_engine.facts.model import Tournament as Tournament
    from pairing_engine.facts.model import Tpn as Tpn
    from pairing_engine.facts.model import VirtualPoints as VirtualPoints
    from pairing_engine.facts.model import Wish as Wish
    from pairing_engine.facts.model import WishKind as WishKind
    from pairing_engine.generator.generate import Amount as Amount
    from pairing_engine.generator.generate import Plan as Plan
    from pairing_engine.generator.generate import generate as generate
    from pairing_engine.kernel.trace import Board as Board
    from pairing_engine.kernel.trace import Finding as Finding
    from pairing_engine.standings.table import Place as Place
    from pairing_engine.standings.table import Standings as Standings
    from pairing_engine.standings.table import standings as standings
    from pairing_engine.standings.why import why_rank as why_rank
    from pairing_engine.systems import SYSTEMS as SYSTEMS
    from pairing_engine.systems import Editions as Editions
    from pairing_engine.systems.choice import NoEdition as NoEdition
    from pairing_engine.systems.system import System as System
    from swisspair.event import Event as Event
    from trf import Adjustment as Adjustment
    from trf import Dialect as Dialect
    from trf import Problem as Problem
    from trf import Reading as Reading
    from trf import TrfProblems as TrfProblems
    from trf import examine as examine
    from trf import read as read
    from trf import read_json as read_json
    from trf import write as write
    from trf import write_json as write_json
    from trf.format.source import Source as Source

_HOMES = {
    "checker.checking": "check",
    "checker.questions.asked": "ask",
    "checker.questions.what_if": "WhatIf",
    "checker.questions.why": "Why",
    "checker.questions.why_not": "Verdict WhyNot",
    "checker.report": "FileReport RoundReport Status",
    "pairing_engine": "__version__",
    "pairing_engine.answers.contract": "Answer",
    "pairing_engine.answers.feasible": "Feasibility feasible",
    "pairing_engine.answers.paired": "PairedRound Pairing pair",
    "pairing_engine.errors": "BadRequest BadRequests Fact IllegalPairing MissingFact NoPairing PairingError TooLarge",
    "pairing_engine.facts.model": (
        "AbnormalPoints AbnormalTeamPoints AskedAs Bye ByeKind Colour Game Note NoteKind Participant Points "
        "Prohibition Request Result Round Scoring Settings Strength Team TeamMatch TeamPoints TeamRules Tournament Tpn "
        "VirtualPoints Wish WishKind"
    ),
    "pairing_engine.generator.generate": "Amount Plan generate",
    "pairing_engine.kernel.trace": "Board Finding",
    "pairing_engine.standings.table": "Place Standings standings",
    "pairing_engine.standings.why": "why_rank",
    "pairing_engine.systems": "SYSTEMS Editions",
    "pairing_engine.systems.choice": "NoEdition",
    "pairing_engine.systems.system": "System",
    "swisspair.event": "Event",
    "trf": "Adjustment Dialect Problem Reading TrfProblems examine read read_json write write_json",
    "trf.format.source": "Source",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, and keep it for later."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    import_module("pairing_engine.facts.shown").DRAWINGS[:] = [_drawings]
    return value


def _drawings(shown: object) -> str:
    return str(import_module("swisspair.page.pictures").drawings(shown))  # only notebooks draw


def __dir__() -> list[str]:
    return sorted(_HOME_OF)


class _Names(list[str]):
    """Names that ``import *`` brings; `help` asks for each, and would show all 70 in full instead of a page."""

    def __contains__(self, _name: object) -> bool:
        return False


if not TYPE_CHECKING:
    __all__ = _Names(_HOME_OF)  # a type checker reads the imports above
