"""Verification of a finished event by pairing every round again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.report import FileReport, RoundReport, check

__all__ = ["FileReport", "RoundReport", "check"]


def __getattr__(name: str) -> object:
    """Import what the package exports only when it is first used, so that importing `checker` itself takes no time."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from checker import report

    return getattr(report, name)
