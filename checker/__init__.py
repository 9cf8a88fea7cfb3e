"""Checks of finished events: every recorded round is paired again and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.checking import check
    from checker.report import FileReport, RoundReport

__all__ = ["FileReport", "RoundReport", "check"]


def __getattr__(name: str) -> object:
    """Import an exported name when it is first used, so that ``import checker`` is fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from checker import checking

    return getattr(checking, name)
