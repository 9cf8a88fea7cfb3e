"""Checks of the recorded rounds of an event. A check pairs every recorded round again and compares the pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.checking import check
    from checker.report import FileReport, RoundReport

__all__ = ["FileReport", "RoundReport", "check"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from checker import checking

    return getattr(checking, name)
