"""The formats of answers, and the file formats for other programs."""

from __future__ import annotations

from enum import Enum


class Format(Enum):
    """The format of the answer: text, JSON, JSON lines or CSV.

    The JSON format prints a single value for all files. JSON lines contain one line for each file, and CSV contains one
    line for each round.
    """

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"


class FileForm(Enum):
    """The file format for the other program: TRF16 with extensions, or TRF26."""

    TRFX = "trfx"
    TRF26 = "trf26"
