"""If one of several files cannot be read or written, no output file is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, WRONG, event, player

AWAY = "nowhere/x"
FULL = "/dev/full"


@pytest.mark.skipif(not Path(FULL).exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "request_",
    [
        f"swisscheck in.trf --format json --html a.html --write-back {AWAY}.trf",
        f"swisscheck in.trf --format json --write-back b.trf --html {FULL}",
        f"swisspair --pair in.trf --round 1 --format json --html a.html --write-back {FULL}",
        f"swisspair --pair in.trf --round 1 --format json --output a.json --html {AWAY}.html",
        f"swisspair --pair in.trf --round 1 --format json --html a.html --list {FULL}",
        f"swisspair --pair in.trf --round 1 --format json --output {FULL} --html a.html",
    ],
)
def test_a_failed_output_leaves_one_document_and_no_file(call: Call, request_: str) -> None:
    put("in.trf", WRONG)
    found = call(*request_.split())
    assert (found.status, found.value["status"]) == (NO_ACCESS, NO_ACCESS)
    assert names() == ["in.trf"]


@pytest.mark.parametrize("program", ["swisscheck in.trf", "swisspair --pair in.trf --round 1"])
@pytest.mark.parametrize("output", ["--html", "--write-back"])
@pytest.mark.parametrize("format_", ["json", "jsonl", "csv"])
def test_standard_output_takes_one_document(call: Call, program: str, output: str, format_: str) -> None:
    put("in.trf", FIVE)
    found = call(*program.split(), "--format", format_, output, "-")
    assert (found.status, "standard output can take either --format" in found.errors, names()) == (
        BAD_REQUEST,
        True,
        ["in.trf"],
    )
    assert "<html" not in found.output


def test_a_file_of_several_names_keeps_them_beside_others(call: Call) -> None:
    put("in.trf", FIVE)
    put("one.html", "before")
    os.link("one.html", "two.html")
    call("swisspair", "--pair", "in.trf", "--round", "1", "--html", "one.html", "--output", "x.pairs")
    assert Path("two.html").read_bytes() == Path("one.html").read_bytes() != b"before"
    before = Path("one.html").read_bytes()
    call("swisspair", "--pair", "in.trf", "--html", "one.html", "--output", "nowhere/x.pairs", "--round", "1")
    assert Path("two.html").read_bytes() == before


def test_no_cell_for_a_spreadsheet_is_a_formula(call: Call) -> None:
    people = ["=HYPERLINK(1)", "@x", "-2+3+cmd", "+Anna"]
    put("in.trf", event(*(player(n, "0.0", name=name) for n, name in enumerate(people, 1))))
    found = call("swisspair", "--pair", "in.trf", "--format", "csv").output
    assert all(f",'{name}," in found for name in people)


def test_a_wish_from_a_file_with_a_comma_is_noted_once(call: Call) -> None:
    put("in.trf", event(*(player(n, "0.0") for n in range(1, 5))))
    put("a, b.csv", "1,x\n3,x\n")
    asked = ("--avoid", "a, b.csv", "--avoid-rounds", "1-1", "--round", "1")
    call("swisspair", "--pair", "in.trf", "--avoid", "a, b.csv", "--output", "x", "--write-back", "one.trf")
    again = call("swisspair", "--pair", "one.trf", *asked, "--output", "x", "--write-back", "two.trf")
    assert again.errors.count("avoid") == call("swisspair", "--pair", "one.trf", "--round", "1").errors.count("avoid")
    assert Path("two.trf").read_text().count("swisspair wish:") == 1
