"""The formats of an answer, and the forms of a file for another program, for command line and work alike."""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """The format of the answer.

    It is lines for people, one JSON value of all files, a line of JSON for each file, or a line of comma-separated
    values for each round.
    """

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


class Form(Enum):
    """The form that the other program reads: TRF16 with the extensions of JaVaFo and bbpPairings, or TRF26."""

    TRFX = "trfx"
    TRF26 = "trf26"
