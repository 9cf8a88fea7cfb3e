"""Options that belong together as one value: a parameter of a program may stand for all fields of a named tuple."""

from __future__ import annotations

from typing import Any


def is_group(kind: Any) -> bool:
    """Whether a parameter of this type stands for several options."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
