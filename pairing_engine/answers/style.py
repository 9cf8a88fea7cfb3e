"""The styles of a checklist: the columns of one program or the other.

A module of its own, because the command line needs it before anything else.
"""

from __future__ import annotations

from enum import Enum


class Style(Enum):
    """The columns of bbpPairings, or those of JaVaFo."""

    BBP = "bbp"
    JAVAFO = "javafo"
