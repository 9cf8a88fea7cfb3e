"""Whose columns a checklist has. By itself, as the command line asks for it before anything else is imported."""

from __future__ import annotations

from enum import Enum


class Style(Enum):
    """Whose columns."""

    BBP = "bbp"
    JAVAFO = "javafo"
