"""Every reading that the code cites exists, and the documents list every adjustment."""

from __future__ import annotations

import re

from tests.places import ROOT

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
