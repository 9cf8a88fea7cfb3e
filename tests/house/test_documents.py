"""Every reading that the code cites exists, and the documents list every adjustment."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from pairing_engine.matching import solvers
from swisspair import ask, check, pair, read
from tests.places import FIXTURES, ROOT

PACKAGES = ("pairing_engine", "checker", "trf")

_READING = re.compile(r"^\*\*([A-Z]\d+)\.", re.MULTILINE)
_CITED = re.compile(r"[Rr]eadings? ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)")
_NUMBERED = re.compile(r"[A-Z]\d+")
_OF_MATCHES = re.compile(r"\b[WT]\d+\b")
_RANGE = re.compile(r"\b([WT])(\d+) to [WT](\d+)\b")
_ADJUSTMENT = re.compile(r'"(ADJ-\d\d)"')
_ROW = re.compile(r"^\| (ADJ-\d\d) \| (.*?) \|", re.MULTILINE)
RETIRED = "No longer reported"


def texts(*folders: str) -> list[str]:
    found = [path.read_text(encoding="utf-8") for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found
    return found


def document(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def readings() -> list[str]:
    return _READING.findall(document("readings.md"))


def cited(*folders: str) -> set[str]:
    found = (_NUMBERED.findall(cited) for text in texts(*folders) for cited in _CITED.findall(text))
    return {number for numbers in found for number in numbers}


NO_CHECKS = {
    "run",
    "everything",
    "check",
    "format",
    "catalogues",
    "tie-breaks",
    "verification",
    "endorsement",
    "lock",
    "man",
    "dist",
    "web",
    "web-serve",
    "clean",
}
"""The make targets that are not checks."""
SHARES = {"evidence", "compiled-wheel", "bench-beside"}


def test_make_everything_is_everything() -> None:
    rules = dict(
        re.findall(r"^([a-z][a-z-]*):(.*)$", (ROOT / "Makefile").read_text().replace("\\\n", ""), re.MULTILINE)
    )
    assert set(rules["everything"].split()) == set(rules) - NO_CHECKS - SHARES


def test_every_reading_that_code_cites_exists_once() -> None:
    assert len(set(readings())) == len(readings())
    assert cited(*PACKAGES, "tests") <= set(readings())


def test_every_reading_of_the_systems_of_matches_is_in_use() -> None:
    found: set[str] = set()
    for text in texts(*PACKAGES, "tests"):
        found.update(_OF_MATCHES.findall(text))
        for letter, first, last in _RANGE.findall(text):
            found.update(f"{letter}{number}" for number in range(int(first), int(last) + 1))
    assert {reading for reading in readings() if reading[0] in "WT"} <= found


def test_adjustments_and_their_rows_in_the_table_agree() -> None:
    reported = {code for text in texts(*PACKAGES) for code in _ADJUSTMENT.findall(text)}
    rows = _ROW.findall(document("adjustments.md"))
    assert [code for code, _ in rows] == sorted({code for code, _ in rows})
    assert {code for code, words in rows if not words.startswith(RETIRED)} == reported


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
BEFORE_4 = FIXTURES / "worked" / "held-2026-before-round-4.trf"
ALTERED = FIXTURES / "club-2026-altered.trf"

EVERYWHERE = {"under_way", "values", "__main__", "programs"}
"""Rooms that are not counted, because every task uses them or because they only start a program."""


def contract(name: str) -> Any:
    return next(one for one in CONTRACTS if one["name"] == name)


def layers(name: str) -> list[str]:
    """Return the rooms in an import contract, from top to bottom."""
    return [room for layer in contract(name)["layers"] for room in layer.split(" | ")]


ENGINE = layers("The engine flows one way, and every module has its room")
PROGRAMS = layers("Every part of the programs has its room")
ROOMS = [f"swisspair.{room}" for room in PROGRAMS] + ["checker", "trf"] + [f"pairing_engine.{room}" for room in ENGINE]


def test_the_page_lists_every_room() -> None:
    table = PAGE.partition("| room | contents |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([\w.]+)`", "".join(row.split("|")[1] for row in table.splitlines()[2:])))
    named = {name.rpartition(".")[2] for name in listed}
    assert {*ENGINE, *PROGRAMS, "checker", "trf"} - named == {"__main__", "programs"}


def test_files_know_no_room_of_the_engine_but_the_lowest() -> None:
    forbidden = contract("Files know facts, and the points that results give")["forbidden_modules"]
    below = {"scores", "facts", "under_way", "errors", "language", "values", "__main__"}
    assert {name.removeprefix("pairing_engine.") for name in forbidden} == set(ENGINE) - below


# --- the walks --------------------------------------------------------------------------------------------------------


def room_of(frame: FrameType | None) -> tuple[int, str] | None:
    """Return the room and the module of a running function; None if its module is in no room."""
    module = frame.f_globals.get("__name__", "") if frame is not None else ""
    for place, room in enumerate(ROOMS):
        if (module == room or module.startswith(f"{room}.")) and room.rpartition(".")[2] not in EVERYWHERE:
            return place, module
    return None


def walk(work: Callable[[], object]) -> tuple[int, int]:
    """Run ``work``. Count the rooms that take part, and the calls from lower to higher rooms."""
    rooms, climbs = set(), set()

    def see(frame: FrameType, event: str, _argument: object) -> None:
        here = room_of(frame) if event == "call" and frame.f_code.co_name != "<module>" else None
        if here is None:
            return
        rooms.add(here[0])
        caller = frame.f_back
        while caller is not None and room_of(caller) is None:
            caller = caller.f_back
        there = room_of(caller)
        if there is not None and there[0] > here[0]:
            climbs.add((there[1], here[1]))

    work()  # the first call imports modules and fills caches, which does not count
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(before)
    return len(rooms), len(climbs)


WALKS: dict[str, Callable[[], object]] = {
    "pair a file": lambda: pair(read(BEFORE_4)),
    "find the cause of a difference": lambda: str(check(read(ALTERED), round=3)),
    'answer "why not"': lambda: ask(read(BEFORE_4), "why-not 5-bye"),
}


@pytest.mark.skipif(not solvers.__file__.endswith(".py"), reason="compiled code tells a profiler nothing")
@pytest.mark.parametrize("task", WALKS)
def test_the_walks_on_the_page_are_those_of_today(task: str) -> None:
    _, _, rooms, climbs, _ = next(row for row in PAGE.splitlines() if row.startswith(f"| {task} |")).split("|")
    told = [int(found[0]) for text in (rooms, climbs) if (found := re.findall(r"\d+", text))]
    assert walk(WALKS[task]) == tuple(told)


def test_ruff_demands_docstrings_for_the_public_reference() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    exempt = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    demanded = next(pattern for pattern, codes in exempt.items() if codes == ["D102", "D103"])
    modules = set(demanded.removeprefix("!{").removesuffix("}").split(","))
    assert [path for path in modules if not (ROOT / path).is_file()] == []
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    assert {module_of(name) for name in re.findall(r"(?m)^::: ([\w.]+)", pages)} <= modules


def module_of(name: str) -> str:
    """Return the path of the module that contains a dotted name."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir():
        path = path / "__init__"
    elif not path.with_suffix(".py").is_file():
        return module_of(name.rpartition(".")[0])
    return path.with_suffix(".py").relative_to(ROOT).as_posix()
