"""Matchings of least cost in exact whole numbers, without any knowledge of chess.

Only this package imports networkx.
"""

from pairing_engine.matching.solvers import Backend, Pair, lightest

__all__ = ["Backend", "Pair", "lightest"]
