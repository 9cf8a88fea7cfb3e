"""swisspair: FIDE Swiss pairings, exact to the article.

A tournament is read from a TRF, or built of the facts in `pairing_engine.facts.model`; `pair` gives the boards of a
round and the bye, and tells bracket by bracket how they came about.

>>> from trf import read
>>> from pairing_engine import SYSTEMS, pair
>>> tournament = read("fixtures/open-2026-round-5.trf")
>>> found = pair(tournament, round=5, system="dutch")
>>> [(board.white, board.black) for board in found.boards[:3]], found.bye
([(3, 9), (1, 10), (5, 4)], 21)
>>> found.boards[0].colour_step.article, found.trace[2].decided
('5.2.4', 'by a walk through the candidates')
>>> SYSTEMS["dutch"]["2026"].title, list(SYSTEMS)
('FIDE (Dutch) System', ['dutch', 'dubov', 'burstein', 'double-swiss', 'team', 'lim'])
"""

from pairing_engine.errors import BadRequest, MissingFact, NoPairing, PairingError
from pairing_engine.kernel.trace import Board, BracketTrace, RoundPairing
from pairing_engine.pairing import pair
from pairing_engine.systems import SYSTEMS

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
