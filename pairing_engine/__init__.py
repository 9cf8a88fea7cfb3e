"""swisspair: FIDE Swiss pairings, exact to the article.

>>> from pairing_engine import SYSTEMS
>>> SYSTEMS["dutch"]["2026"].title
'FIDE (Dutch) System'
"""

from pairing_engine.errors import BadRequest, MissingFact, NoPairing, PairingError
from pairing_engine.pairing import pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.trace import Board, BracketTrace, RoundPairing

__all__ = [
    "SYSTEMS",
    "BadRequest",
    "Board",
    "BracketTrace",
    "MissingFact",
    "NoPairing",
    "PairingError",
    "RoundPairing",
    "pair",
]
