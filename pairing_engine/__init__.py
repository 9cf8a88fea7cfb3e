"""swisspair: FIDE Swiss pairings, exact to the article.

A tournament is read from a TRF, or built from the facts in `pairing_engine.facts.model`. `pair` returns the boards and
the bye of a round. `pair` also explains how each bracket was paired.

>>> from pairing_engine import SYSTEMS, pair
>>> from trf import read
>>> tournament = read("fixtures/open-2026-round-5.trf")
>>> found = pair(tournament, round=5, system="dutch")
>>> [(board.white, board.black) for board in found.boards[:3]], found.bye
([(3, 9), (1, 10), (5, 4)], 21)
>>> found.boards[0].colour_step.article, found.trace[2].decided
('5.2.4', 'by trying the candidates in their order')
>>> SYSTEMS["dutch"]["2026"].title, list(SYSTEMS)
('FIDE (Dutch) System', ['dutch', 'dubov', 'burstein', 'double-swiss', 'team', 'lim', 'round-robin'])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing_engine.answers.account import Account as Account
    from pairing_engine.answers.card import RoundCard as RoundCard
    from pairing_engine.answers.checklist import Checklist as Checklist
    from pairing_engine.answers.paired import PairedRound as PairedRound
    from pairing_engine.answers.paired import pair as pair
    from pairing_engine.answers.wishes import Wished as Wished
    from pairing_engine.errors import BadRequest as BadRequest
    from pairing_engine.errors import Fact as Fact
    from pairing_engine.errors import IllegalPairing as IllegalPairing
    from pairing_engine.errors import MissingFact as MissingFact
    from pairing_engine.errors import NoPairing as NoPairing
    from pairing_engine.errors import PairingError as PairingError
    from pairing_engine.kernel.trace import Board as Board
    from pairing_engine.kernel.trace import BracketTrace as BracketTrace
    from pairing_engine.kernel.trace import RoundPairing as RoundPairing
    from pairing_engine.systems import SYSTEMS as SYSTEMS

__version__ = "0.1.0"

_HOMES = {
    "errors": ("BadRequest", "Fact", "IllegalPairing", "MissingFact", "NoPairing", "PairingError"),
    "answers.account": ("Account",),
    "answers.card": ("RoundCard",),
    "answers.checklist": ("Checklist",),
    "answers.paired": ("PairedRound", "pair"),
    "answers.wishes": ("Wished",),
    "kernel.trace": ("Board", "BracketTrace", "RoundPairing"),
    "systems": ("SYSTEMS",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import an exported name when it is first used, so that programs load only the parts they need."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
