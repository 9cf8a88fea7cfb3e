"""The help pages, and calls of our own commands such as ``--pair``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pairing_engine import __version__
from pairing_engine.kernel import order
from pairing_engine.matching import has_matcher
from swisspair.legacy.arguments import FLAGS, SYSTEM_FLAGS, USAGE, is_legacy
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, STUCK
from tests.programs.program import SWISSCHECK, contents, run, swisspair

MOST_LINES = 36
"""The maximum number of lines of the first help page."""


def test_the_first_page_is_one_screen_and_leads_to_all_others(tmp_path: Path) -> None:
    """[4.1] The first help page fits on a screen and names all other pages."""
    outcome = swisspair("--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    page = outcome.output.decode()
    assert len(page.splitlines()) <= MOST_LINES
    assert max(map(len, page.splitlines())) <= 80
    for words in (
        "--pair FILE...",
        "--generate ",
        "--rules SYSTEM",
        "--round N",
        "--output FILE",
        "Exit status: 0 done",
    ):
        assert words in page
    assert "swisspair -p --help" in page
    assert swisspair("-h", cwd=tmp_path) == outcome


@pytest.mark.parametrize("mode", ["--pair", "--generate", "--rules"])
def test_every_mode_has_a_page_of_its_own(tmp_path: Path, mode: str) -> None:
    outcome = swisspair(mode, "--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    page = outcome.output.decode()
    assert page.startswith(f"Usage: swisspair {mode} ")
    assert "The event:\n" in page
    assert "Exit status:" in page
    assert swisspair("-h", mode, cwd=tmp_path) == outcome


def test_their_forms_have_a_page(tmp_path: Path) -> None:
    """[4.1] With ``--help``, a legacy command shows the help page of the legacy commands."""
    outcome = swisspair("-p", "--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    assert USAGE + "\n" + FLAGS in outcome.output.decode()
    for word in (*SYSTEM_FLAGS, "-r", "-p", "-c", "-g", "-o", "-s", "-l", "-b, --baku", "-w, -q N"):
        assert word in USAGE + FLAGS


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("event.trf", "swisspair --pair event.trf"),
        ("-", "swisspair --pair -"),
        ("pair event.trf", "swisspair --pair event.trf"),
        ("--gnerate --output x", "swisspair --generate --output x"),
    ],
)
def test_a_call_without_a_mode_gets_a_suggestion(tmp_path: Path, words: str, meant: str) -> None:
    outcome = swisspair(*words.split(), cwd=tmp_path)
    assert (outcome.status, outcome.output) == (3, b"")
    assert f"perhaps you meant: {meant} (see swisspair --help)" in outcome.sentence


def test_a_module_is_its_program(tmp_path: Path) -> None:
    for module, program in (("pairing_engine", "swisspair"), ("checker", "swisscheck")):
        outcome = run(sys.executable, "-m", module, "--version", cwd=tmp_path)
        assert (outcome.status, outcome.sentence) == (0, "")
        version, build = outcome.output.decode().splitlines()
        assert version == f"{program} {__version__}"
        kind = "pure Python" if order.__file__.endswith(".py") else "compiled"
        assert build == f"{kind}, matchings by {'the C++ matcher' if has_matcher() else 'networkx, which takes longer'}"


def test_standard_input_is_a_dash_everywhere(tmp_path: Path) -> None:
    assert swisspair("--pair", "-", cwd=tmp_path, stdin=FIVE.encode()) == (0, FIVE_PAIRS, b"")
    assert swisspair("--dutch", "-", "-p", cwd=tmp_path, stdin=FIVE.encode()) == (0, FIVE_PAIRS, b"")
    assert run(SWISSCHECK, "-", cwd=tmp_path, stdin=FIVE.encode()).output.startswith(b"standard input: FIDE (Dutch)")
    config = ("--config", "-", "--seed", "1", "--output", "-")
    generated = swisspair("--generate", *config, cwd=tmp_path, stdin=b"PlayersNumber=6\nRoundsNumber=2\n").output
    assert generated.count(b"\n001 ") == 6


def test_quiet_mode_shows_only_errors(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE + "no record at all\n")
    assert swisspair("--pair", "in.trf", "--quiet", cwd=tmp_path) == (0, FIVE_PAIRS, b"")
    assert b"ADJ-39" in swisspair("--pair", "in.trf", cwd=tmp_path).errors
    assert run(SWISSCHECK, "in.trf", "--quiet", cwd=tmp_path).errors == b""
    assert swisspair("--pair", "none.trf", "--quiet", cwd=tmp_path).errors != b""


def test_the_same_round_in_our_own_form(tmp_path: Path) -> None:
    """[4.1] Our command ``--pair`` and the legacy command pair a round in the same way."""
    (tmp_path / "in.trf").write_text(FIVE)
    assert swisspair("--pair", "in.trf", cwd=tmp_path) == (0, FIVE_PAIRS, b"")
    assert swisspair("--pair", "in.trf", "--output", "out.txt", cwd=tmp_path) == (0, b"", b"")
    assert contents(tmp_path) == {"in.trf": FIVE.encode(), "out.txt": FIVE_PAIRS}


def test_our_own_form_writes_whole_files_or_none(tmp_path: Path) -> None:
    """[4.2, 4.3] If no pairing exists, our own command creates no file."""
    (tmp_path / "in.trf").write_text(STUCK)
    outcome = swisspair("--pair", "in.trf", "--output", "out.txt", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (1, b"")
    assert contents(tmp_path).keys() == {"in.trf"}


def test_double_dashes_are_ours_unless_they_name_a_system() -> None:
    """[4.1] A first option with two dashes is one of our own commands, unless it names a system."""
    for own in (
        "--help",
        "--pair event.trf",
        "--pair event.trf --list - --baku",
        "--generate --output out.trf",
        "--rules dutch",
    ):
        assert not is_legacy(own.split())
    for theirs in ("", "-r", "event.trf -c", "-g -o out.trf", "--dutch", "--team event.trf -p", "-p"):
        assert is_legacy(theirs.split())
