"""Tables in a pipe have their full width. On a terminal, names may wrap, but numbers stay whole."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from dataclasses import replace

import pytest

from pairing_engine.answers import Style
from pairing_engine.answers.paired import PairedRound, pair
from swisspair.terminal.screen import show_checklist, show_table, with_progress
from swisspair.terminal.streams import fitted
from tests.places import FIXTURES
from tests.programs.program import PATIENCE, running
from trf import read

EVENT = read(FIXTURES / "open-2026-round-5.trf")
NAMES = [participant.name for participant in EVENT.participants]
STYLES = re.compile("\x1b\\[[0-9;]*m")


def paired_with(names: list[str] | None = None) -> PairedRound:
    people = EVENT.participants
    if names is not None:
        people = tuple(p._replace(name=name) for p, name in zip(people, names, strict=True))
    return pair(replace(EVENT, participants=people))


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))


def test_the_event_of_make_run_fits_into_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with())
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "  1   3  Novotny, Radim      2463  4.0   9  Vasquez Leon, Andres  2246  4.0" in shown
    there = {p.tpn for p in EVENT.participants} - set(paired_with().absent)
    assert all((participant.name in shown) == (participant.tpn in there) for participant in EVENT.participants)


@pytest.mark.parametrize("columns", [20, 40, 50, 60, 80, 200])
def test_nothing_is_cut_off_on_any_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_a_terminal(monkeypatch, columns)
    show_table("open.trf", paired_with([f"Wolfeschlegelsteinhausenberger{n}, X" for n in range(len(NAMES))]))
    shown = STYLES.sub("", capsys.readouterr().out)
    assert "…" not in shown
    assert re.search(r"2463 +4\.0 ", shown)
    if columns >= 50:
        assert max(map(len, shown.splitlines())) <= columns


def test_where_there_is_no_terminal_every_name_is_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with([name + " of Somewhere in the Country" for name in NAMES]))
    assert "Vasquez Leon, Andres of Somewhere in the Country" in capsys.readouterr().out


def test_brackets_in_a_name_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("open.trf", paired_with([f"[red]{n} [/] :smile:" for n in range(len(NAMES))]))
    assert "[red]2 [/] :smile:" in capsys.readouterr().out


def test_a_checklist_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    on_a_terminal(monkeypatch, 20)
    found = paired_with().checklist(Style.BBP)
    show_checklist(found)
    shown = STYLES.sub("", capsys.readouterr().out)
    assert "…" not in shown
    lines = [line.split() for line in shown.splitlines()]
    assert all(" ".join(row).split() in lines for group in found.groups for row in group)


def test_no_progress_is_shown_where_nobody_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress("abc", 3, "working")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal_keeps_all_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(with_progress("abc", 3, "working")) == ["a", "b", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_progress_bar_leaves_nothing_behind() -> None:
    import pty

    code = (
        "from swisspair.terminal.screen import with_progress\n"
        "for item in with_progress('ab', 2, 'working'): print('<' + item + '>', flush=True)"
    )
    leader, follower = pty.openpty()
    with running(sys.executable, "-c", code, stdout=follower, stderr=follower) as program:
        os.close(follower)
        shown = b""
        with suppress(OSError):
            while block := os.read(leader, 1 << 16):
                shown += block
        program.wait(PATIENCE)
    os.close(leader)
    assert program.returncode == 0
    erased = b"\x1b[1A\x1b[2K"
    assert shown.index(b"<a>") == shown.index(erased) + len(erased)
    assert shown.count(erased + b"<") == 2
    assert b"working" not in shown.rsplit(erased, 1)[-1]


def test_lines_for_a_terminal_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitted("  one two three four five six seven\n") == "  one two three four five six seven\n"
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setattr("swisspair.terminal.streams.is_terminal", lambda _stream: True)
    assert (
        fitted("  one two three four five six seven\nshort\n") == "  one two three four five six\n      seven\nshort\n"
    )
