"""Verifies a finished event by pairing every round again."""

from checker.report import FileReport, RoundReport, check

__all__ = ["FileReport", "RoundReport", "check"]
