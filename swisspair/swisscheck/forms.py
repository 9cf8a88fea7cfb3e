"""What the command line and the work both know: formats of an answer, and forms of a file for another program."""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """How the answer is given: lines for people, one JSON value of all files, or a line of JSON for each; or a line of
    comma-separated values for each round.
    """

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


class Form(Enum):
    """What the other program reads: TRF16 with the extensions of JaVaFo and bbpPairings, or TRF26."""

    TRFX = "trfx"
    TRF26 = "trf26"
