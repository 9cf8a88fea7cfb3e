"""A record for a single setting needs only a line in the table `AS_STATED`."""

from __future__ import annotations

import dataclasses

import pytest

from pairing_engine.facts.model import Settings
from trf import read, read_json, write, write_json
from trf.format.fields import AS_STATED, TEXT_RECORDS

PLAYERS = "XXR 3\n152 W\n001    1      Anna\n001    2      Berta\n"


@pytest.mark.parametrize(("code", "field"), AS_STATED.items())
def test_a_stated_setting_goes_into_files_and_back(code: str, field: str) -> None:
    event = read(f"{code} PTS,BH\n{PLAYERS}")
    value = getattr(event.settings, field)
    assert value == (("PTS", "BH") if isinstance(getattr(Settings(), field), tuple) else "PTS,BH")
    assert f"\n{code} PTS,BH\n" in write(event)
    for again in (read(write(event)), read_json(write_json(event))):
        assert getattr(again.settings, field) == value


def test_the_table_names_records_and_settings() -> None:
    assert AS_STATED.keys() <= TEXT_RECORDS.keys()
    assert set(AS_STATED.values()) <= {field.name for field in dataclasses.fields(Settings)}
