"""Colours as single letters, in the reader's language."""

from __future__ import annotations

from pairing_engine.language import marked, say

LETTERS = marked("WBwb")
"""The letters for White and Black: two capital letters, then two small letters."""

LEGEND = marked("W = White, B = Black; a small letter: a mild preference, two letters: an absolute one")


def in_letters(colours: str) -> str:
    """Write colours or a colour preference in the letters of the reader's language.

    >>> in_letters("BW-")
    'BW-'
    """
    return colours.translate(str.maketrans(LETTERS, say(LETTERS)))
