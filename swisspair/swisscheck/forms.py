"""The formats of answers, and the file formats for other programs."""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """The format of the answer.

    The formats are text for people, a single JSON value for all files, a line of JSON for each file, or a line of
    comma-separated values for each round.
    """

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


class Form(Enum):
    """The file format for the other program: TRF16 with extensions, or TRF26."""

    TRFX = "trfx"
    TRF26 = "trf26"
