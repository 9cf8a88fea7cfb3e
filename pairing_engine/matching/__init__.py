"""Matchings of least cost in exact whole numbers, without any knowledge of chess.

Only this package imports networkx.
"""

from pairing_engine.matching.solvers import (
    Backend,
    OrderOfCandidates,
    Pair,
    Share,
    has_matcher,
    lightest,
    lightest_by_parts,
)

__all__ = ["Backend", "OrderOfCandidates", "Pair", "Share", "has_matcher", "lightest", "lightest_by_parts"]
