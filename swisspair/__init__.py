"""FIDE Swiss pairings, exact to the article: pair a round, check an event, ask why.

>>> from swisspair import read
>>> event = read("fixtures/worked/held-2026-before-round-4.trf")
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

`read` and `Event` are the way in; every question and every change is a method of `Event`. Its facts are Participant,
Settings, Scoring, Round, Game, Bye, Request, Prohibition, Wish and Note, and of teams Team, TeamRules, TeamMatch and
TeamPoints. Their choices are Result, ByeKind, Colour, Dialect, SYSTEMS and System; Tpn and Points are whole numbers.
Answers are PairedRound (with a Pairing for each board), FileReport and RoundReport, Answer, Why, WhyNot, WhatIf and
Verdict, Standings with a Place for each participant, and Feasibility. A Plan says what to generate.
Errors are TrfProblems with each Problem, and PairingError with its kinds NoPairing, MissingFact, BadRequest and
NoEdition. An Adjustment says what the reader has understood although a line is faulty.

`help(swisspair.Event)` shows every method. docs/python.md is the guide. Every name is loaded when the first is used, so
that `import swisspair` alone takes hardly any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing_engine import __version__ as __version__
    from swisspair.library import *  # noqa: F403 - the list of the public names


class _Names(list[str]):
    """Names that ``import *`` brings; `help` asks for each, and would show all in full instead of a page."""

    def __contains__(self, _name: object) -> bool:
        return False


def _public(name: str) -> object:
    """Load the public names when one is first used. Former names stay for one release, with a warning."""
    if name == "__version__":
        return import_module("pairing_engine").__version__
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    library = vars(import_module("swisspair.library"))
    import_module("pairing_engine.facts.formats").DRAWINGS[:] = [_drawings]
    known = {key: value for key, value in library.items() if not key.startswith("__")}
    globals().update(known, __all__=_Names(known))
    return globals()[name] if name in globals() else import_module("swisspair.former_names").found(name)


if not TYPE_CHECKING:
    __getattr__ = _public  # a type checker reads the imports above, and so finds a misspelt name


def _drawings(shown: object) -> str:
    return str(import_module("swisspair.page.pictures").drawings(shown))  # only notebooks draw


def __dir__() -> list[str]:
    return sorted(import_module("swisspair").__all__)
