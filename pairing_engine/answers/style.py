"""The two styles of a checklist, with the columns of bbpPairings or of JaVaFo.

This is a separate module, because the command line needs the styles before anything else.
"""

from __future__ import annotations

from enum import Enum


class Style(Enum):
    """The style of a checklist: the columns of bbpPairings or of JaVaFo."""

    BBP = "bbp"
    JAVAFO = "javafo"
