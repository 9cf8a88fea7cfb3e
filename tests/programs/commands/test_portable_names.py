"""A dangerous name in an archive becomes a safe file name for the answer."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from swisspair.terminal.whole_files import portable
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS

HOSTILE = {
    "x\x1b[2J.trf": "x_[2J.pairs",
    "a\tb\nc.trf": "a_b_c.pairs",
    "\u202eknil.trf": "_knil.pairs",
    "../../up.trf": "up.pairs",
    "/etc/absolute.trf": "absolute.pairs",
    "..\\back.trf": ".._back.pairs",
    "C:drive.trf": "C_drive.pairs",
    "CON.trf": "_CON.pairs",
    "lpt1.a.trf": "_lpt1.a.pairs",
    "round 1. .trf": "round 1.pairs",
    "Zürich Öpen 5.trf": "Zürich Öpen 5.pairs",
}
"""Dangerous names in archives, each with its safe file name."""


def packed(path: str) -> str:
    if path.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as archive:
            for name in HOSTILE:
                archive.writestr(name, FIVE)
    elif path.endswith(".tar"):
        with tarfile.open(path, "w") as tar:
            for name in HOSTILE:
                member = tarfile.TarInfo(name)
                member.size = len(FIVE)
                tar.addfile(member, io.BytesIO(FIVE.encode()))
    else:
        put(path, "".join(json.dumps({"file": name, "trf": FIVE}) + "\n" for name in HOSTILE))
    return path


@pytest.mark.parametrize("path", ["events.zip", "events.tar", "events.jsonl"])
def test_no_answer_has_a_name_that_harms(pair: Call, path: str) -> None:
    packed(path)
    before = {found for found in Path().resolve().parent.rglob("*") if found.is_file()}
    outcome = pair(path, "--output-dir", "out")
    assert outcome.status == DONE, outcome.errors
    assert "\x1b" not in outcome.errors
    now = {found for found in Path().resolve().parent.rglob("*") if found.is_file()}
    assert {str(found.relative_to(Path().resolve())) for found in now - before} == {
        f"out/{name}" for name in HOSTILE.values()
    }
    assert Path("out/_CON.pairs").read_bytes() == FIVE_PAIRS


def test_two_names_that_become_one_are_refused(pair: Call) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("a?.trf", FIVE)
        archive.writestr("a*.trf", FIVE)
    outcome = pair("events.zip", "--output-dir", "out")
    assert outcome.status == BAD_REQUEST
    assert "out/a_.pairs: pair them one by one" in outcome.errors
    assert not list(Path("out").iterdir())


def test_a_file_of_this_machine_keeps_its_name(pair: Call) -> None:
    put("events/what?.trf", FIVE)
    put("CON.trf", FIVE)
    assert pair("events", "CON.trf", "--output-dir", "out").status == DONE
    assert sorted(path.name for path in Path("out").iterdir()) == ["CON.pairs", "what?.pairs"]


@pytest.mark.parametrize("stem", ["", ".", "..", " ", "...", "nul", "Aux .x", "com¹", "conin$", "COM9"])
def test_names_that_are_no_files_get_a_character_before_them(stem: str) -> None:
    assert portable(stem) == "_" + stem.rstrip(" .")
