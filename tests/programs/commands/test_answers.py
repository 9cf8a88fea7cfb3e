from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from swisspair.commands.inputs import content_of
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, TOO_LARGE, Call, names, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, FOUR_PAIRS, STUCK


@pytest.mark.parametrize("target", ["nowhere/out.pairs", "events"])
def test_an_answer_that_cannot_be_written(pair: Call, target: str) -> None:
    put("five.trf", FIVE)
    Path("events").mkdir()
    outcome = pair("five.trf", "--output", target)
    assert outcome.status == NO_ACCESS
    assert names() == ["five.trf"]


def test_an_output_file_is_whole_and_replaces_an_old_one(pair: Call) -> None:
    put("five.trf", FIVE)
    put("out.pairs", "old\n" * 100)
    assert pair("five.trf", "--output", "out.pairs") == (DONE, "", "")
    assert Path("out.pairs").read_bytes() == FIVE_PAIRS
    assert names() == ["five.trf", "out.pairs"]


def test_json(pair: Call) -> None:
    put("five.trf", FIVE)
    value = pair("five.trf", "--format", "json").value
    assert value["round"] == 2
    boards = [(board["board"], board["white"], board["black"]) for board in value["boards"]]
    assert boards == [(1, 5, 1), (2, 2, 3)]
    assert [board["colours"]["article"] for board in value["boards"]] == ["C.04.3 5.2.1", "C.04.3 5.2.4"]
    assert [bracket["score"] for bracket in value["brackets"]] == ["1.0", "0.0"]
    assert (value["bye"], value["absent"]) == (4, [])
    assert (value["system"], value["edition"]) == ("dutch", "2026")


def test_json_names_the_unpaired_players(pair: Call) -> None:
    value = pair("-", "--format", "json", stdin=FOUR + "XXZ 4\n").value
    assert value["absent"] == [4]
    assert value["bye"] in (1, 2, 3)


def test_a_table_is_for_the_screen(pair: Call) -> None:
    put("five.trf", FIVE)
    table = pair("five.trf", "--format", "table")
    assert table.status == DONE
    assert "Player 5" in table.output
    assert "bye" in table.output
    assert pair("five.trf", "--format", "table", "--output", "x").status == BAD_REQUEST


def test_several_files_go_into_a_directory(pair: Call) -> None:
    put("a/five.trf", FIVE)
    put("b/four.trfx", FOUR)
    Path("out").mkdir()
    assert pair("a/five.trf", "b/four.trfx", "--output-dir", "out").status == DONE
    assert Path("out/five.pairs").read_bytes() == FIVE_PAIRS
    assert Path("out/four.pairs").read_bytes() == FOUR_PAIRS
    assert pair("a/five.trf", "b/four.trfx", "--output-dir", "out", "--format", "json").status == DONE
    assert json.loads(Path("out/four.json").read_text())["round"] == 2


def test_several_files_without_a_directory(pair: Call) -> None:
    put("five.trf", FIVE)
    put("four.trf", FOUR)
    assert pair("five.trf", "four.trf")[:2] == (BAD_REQUEST, "")
    assert pair("five.trf", "four.trf", "--output", "out.pairs").status == BAD_REQUEST


def test_one_bad_file_among_several_does_not_stop_the_others(pair: Call) -> None:
    for name, text in (("bad", BROKEN), ("five", FIVE), ("stuck", STUCK), ("four", FOUR)):
        put(f"{name}.trf", text)
    Path("out").mkdir()
    outcome = pair("bad.trf", "five.trf", "stuck.trf", "four.trf", "--output-dir", "out")
    assert outcome.status == BAD_REQUEST  # the highest of the statuses 3, 0, 1 and 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["five.pairs", "four.pairs"]
    assert "bad.trf" in outcome.errors
    assert "stuck.trf" in outcome.errors


def deadly(file: str) -> Any:
    if file == "2.trf":
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(file)


REAL = content_of


def test_a_file_that_kills_its_process_is_named_others_paired(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [put(f"{number}.trf", FIVE) for number in range(5)]
    monkeypatch.setattr("swisspair.commands.pair_files.content_of", deadly)
    outcome = call("swisspair", "--pair", *files, "--output-dir", "out", "--jobs", 2)
    assert outcome.status == TOO_LARGE
    told, counted = outcome.errors.splitlines()
    assert told.startswith("2.trf: the process that paired it was killed twice")
    assert counted == "paired 4 of 5 files"
    assert sorted(path.name for path in Path("out").iterdir()) == ["0.pairs", "1.pairs", "3.pairs", "4.pairs"]


def test_the_worst_status_is_that_of_the_unreadable_file(pair: Call) -> None:
    put("stuck.trf", STUCK)
    Path("out").mkdir()
    assert pair("stuck.trf", "nowhere.trf", "--output-dir", "out").status == NO_ACCESS


def test_two_files_that_would_share_an_answer(pair: Call) -> None:
    put("a/five.trf", FIVE)
    put("b/five.trf", FOUR)
    Path("out").mkdir()
    outcome = pair("a/five.trf", "b/five.trf", "--output-dir", "out")
    assert outcome.status == BAD_REQUEST
    assert "a/five.trf" in outcome.errors
    assert "b/five.trf" in outcome.errors
    assert list(Path("out").iterdir()) == []


def test_a_directory_that_is_not_there_is_made(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--output-dir", "new").status == DONE
    assert Path("new/five.pairs").read_bytes() == FIVE_PAIRS
    assert pair("five.trf", "--output-dir", "not/there").status == NO_ACCESS
    assert pair("five.trf", "--output-dir", "five.trf").status == NO_ACCESS


def test_an_account_in_words(pair: Call) -> None:
    put("five.trf", FIVE)
    told = pair("five.trf", "--format", "account")
    assert "bracket of 1.0 points" in told.output
    assert "5 - 1: both colour preferences are granted [C.04.3 5.2.1]" in told.output
    assert told.output.endswith("pairing-allocated bye: 4\n")
    assert pair("five.trf", "--format", "account", "--output", "out.txt").status == DONE
    assert Path("out.txt").read_text() == told.output
