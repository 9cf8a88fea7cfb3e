"""Matchings of least cost in exact whole numbers, without any knowledge of chess.

Only this package imports networkx.
"""

from pairing_engine.matching.solvers import (
    Backend,
    CostField,
    OrderOfCandidates,
    Pair,
    Share,
    has_matcher,
    lightest,
    lightest_by_parts,
)

__all__ = [
    "Backend",
    "CostField",
    "OrderOfCandidates",
    "Pair",
    "Share",
    "has_matcher",
    "lightest",
    "lightest_by_parts",
]
