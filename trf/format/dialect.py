"""The file formats for writing a tournament."""

from __future__ import annotations

from enum import Enum


class Dialect(Enum):
    """A file format in which a tournament can be written."""

    TRF26 = "TRF26"
    TRF16X = "TRF16(x)"
