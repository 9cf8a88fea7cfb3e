"""Our own forms beside theirs: which is meant, and the one page that explains both."""

from __future__ import annotations

from pathlib import Path

from pairing_engine.legacy.arguments import FLAGS, SYSTEM_FLAGS, USAGE, is_legacy
from tests.programs.events import FIVE, FIVE_PAIRS, STUCK
from tests.programs.program import contents, swisspair


def test_one_help_page_explains_both(tmp_path: Path) -> None:
    """[4.1] Our options, then their forms line by line, as the usage on standard error has them."""
    outcome = swisspair("--help", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    page = [line.strip() for line in outcome.output.decode().splitlines()]
    for option in ("--pair", "--generate", "--list <path>", "--list-style <str>", "--output <path>"):
        assert any(line.startswith(option) for line in page)
    forms = [line.strip() for line in (USAGE + FLAGS).splitlines()]
    assert [line for line in page if line in forms and line] == forms
    assert page.index(forms[0]) > next(place for place, line in enumerate(page) if line.startswith("--help"))
    for word in (*SYSTEM_FLAGS, "-r", "-p", "-c", "-g", "-o", "-s", "-l", "-b, --baku", "-w, -q N"):
        assert any(word in line for line in forms)


def test_the_same_round_in_our_own_form(tmp_path: Path) -> None:
    """[4.1] ``--pair``: the pairs to standard output, or into a file where the caller says."""
    (tmp_path / "in.trf").write_text(FIVE)
    assert swisspair("--pair", "in.trf", cwd=tmp_path) == (0, FIVE_PAIRS, b"")
    assert swisspair("--pair", "in.trf", "--output", "out.txt", cwd=tmp_path) == (0, b"", b"")
    assert contents(tmp_path) == {"in.trf": FIVE.encode(), "out.txt": FIVE_PAIRS}


def test_our_own_form_writes_whole_files_or_none(tmp_path: Path) -> None:
    """[4.2, 4.3] No empty file for a round that cannot be paired; the status is the same."""
    (tmp_path / "in.trf").write_text(STUCK)
    outcome = swisspair("--pair", "in.trf", "--output", "out.txt", cwd=tmp_path)
    assert (outcome.status, outcome.output) == (1, b"")
    assert contents(tmp_path).keys() == {"in.trf"}


def test_double_dashes_are_ours_unless_they_name_a_system() -> None:
    """[4.1] Told by their shape alone."""
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
