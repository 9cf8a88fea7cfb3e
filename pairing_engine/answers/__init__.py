"""Explanations and other answers about a pairing: account, card, checklist, wishes and the second opinion."""

from __future__ import annotations

from enum import Enum


class Style(Enum):
    """The style of a checklist: the columns of bbpPairings or of JaVaFo."""

    BBP = "bbp"
    JAVAFO = "javafo"
