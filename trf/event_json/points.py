"""Points in JSON, as texts or as numbers with at most one decimal."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pairing_engine.facts.model import Points


def points_of(value: str | int | Decimal) -> Points:
    """Convert points to tenths.

    >>> points_of("0.5"), points_of(3), points_of(Decimal("2.50"))
    (5, 30, 25)
    """
    return Points(int(Decimal(value) * 10))


def points_in(value: Mapping[str, Any], key: str) -> Points | None:
    return points_of(value[key]) if key in value else None
