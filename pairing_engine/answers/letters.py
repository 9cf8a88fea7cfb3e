"""Colours as single letters, in the reader's language."""

from __future__ import annotations

from pairing_engine.language import marked, say

LETTERS = marked("WBwb")
"""The letters for White and Black: two capital letters, then two small letters."""

LEGEND = marked("W = White, B = Black; one small letter is a mild preference, two letters are an absolute preference")


def in_letters(colours: str) -> str:
    """Write colours or a colour preference in the letters of the reader's language.

    >>> in_letters("BW-")
    'BW-'
    """
    return colours.translate(str.maketrans(LETTERS, say(LETTERS)))
