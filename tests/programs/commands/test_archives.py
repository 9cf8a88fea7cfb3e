"""``swisscheck`` on archives with members that cannot be read."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, NO_ACCESS, Call
from tests.programs.legacy.events import FIVE, WRONG

RIGHT = FIVE
"""A first round of five players as the rules have it."""


def damaged(data: bytearray) -> None:
    """The archive with bytes that do not match their checksum."""
    data[data.index(b"012 Club") + 4] ^= 0xFF


def encrypted(data: bytearray) -> None:
    """The archive, whose first member now claims to need a password."""
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1


@pytest.mark.parametrize("spoil", [damaged, encrypted])
def test_an_archive_with_a_member_that_cannot_be_read_is_no_bug(
    check: Call, spoil: Callable[[bytearray], None]
) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("a.trf", RIGHT)
        archive.writestr("b.trf", WRONG)
    data = bytearray(Path("events.zip").read_bytes())
    spoil(data)
    Path("events.zip").write_bytes(bytes(data))
    outcome = check("events.zip")
    assert "Traceback" not in outcome.output + outcome.errors
    assert outcome.status in (BAD_REQUEST, NO_ACCESS)
    assert outcome.last_line.endswith("1 file unreadable")
