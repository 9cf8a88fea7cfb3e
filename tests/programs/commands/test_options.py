"""The tests use every option of pairing and checking at least once."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.commands import modes, pair_files
from swisspair.terminal.command_line import parameters_of
from tests.programs.commands.calls import BAD_REQUEST, DONE, INTERNAL, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, WRONG, event, player


def test_system_and_edition_that_are_asked_for(pair: Call) -> None:
    put("five.trf", "192 FIDE_DUBOV\n" + FIVE)
    value = pair("five.trf", "--system", "dutch", "--edition", "2025", "--format", "json").value
    assert (value["system"], value["edition"]) == ("dutch", "2026")
    assert (value["why_system"], value["why_edition"]) == ("as requested", "as requested")
    recorded = pair("five.trf", "--format", "json").value
    assert recorded["system"] == "dubov"
    assert "FIDE_DUBOV" in str(recorded["why_system"])


def test_the_edition_by_the_first_day(pair: Call) -> None:
    put("five.trf", FIVE + "042 2026/03/01\n")
    assert "2026/03/01" in str(pair("five.trf", "--format", "json").value["why_edition"])


@pytest.mark.parametrize("options", [[], ["--engine", "auto"], ["--engine", "reference"], ["--format", "pairs"]])
def test_pairs_are_the_answer_unless_another_is_asked_for(pair: Call, options: list[str]) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", *options) == (DONE, FIVE_PAIRS.decode(), "")


def test_pairs_that_are_asked_for_go_into_a_file_as_they_are(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--format", "json", "--output", "five.json").status == DONE
    assert pair("five.trf", "--format", "pairs", "--output", "five.pairs").status == DONE
    assert Path("five.pairs").read_bytes() == FIVE_PAIRS
    assert Path("five.json").read_text().endswith("}\n")


def test_pairs_on_standard_output_by_its_name(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--output", "-") == (DONE, FIVE_PAIRS.decode(), "")
    assert names() == ["five.trf"]


@pytest.mark.parametrize("number", [1, 2])
def test_every_round_up_to_the_next_can_be_paired(pair: Call, number: int) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--round", number, "--format", "json").value["round"] == number
    outcome = pair("five.trf", "--round", 3)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert "1" in outcome.errors
    assert "2" in outcome.errors


def test_adjustments_are_in_the_json(pair: Call, check: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    (adjustment,) = pair("odd.trf", "--format", "json").value["adjustments"]
    assert (adjustment["code"], adjustment["line"], adjustment["column"]) == ("ADJ-39", 9, 1)
    (checked,) = check("odd.trf", "--format", "json").value["files"]
    assert [found["code"] for found in checked["adjustments"]] == ["ADJ-39"]


def test_strict_checking_counts_adjusted_files_as_unreadable(check: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    lenient, strict = check("odd.trf"), check("odd.trf", "--strict")
    assert (lenient.status, strict.status) == (DONE, BAD_REQUEST)
    assert "ADJ-39" in lenient.errors
    assert "ADJ-39" in strict.output
    assert strict.last_line == "checked 0 tournaments, 0 rounds: 0 rounds differ, 1 file unreadable"


@pytest.mark.parametrize(
    "options", [["--system", "dutch"], ["--edition", "2026"], ["--engine", "reference"], ["--format", "text"]]
)
def test_a_check_as_asked_for(check: Call, options: list[str]) -> None:
    put("right.trf", FIVE)
    put("wrong.trf", WRONG)
    outcome = check("right.trf", "wrong.trf", *options)
    assert outcome.status == 1
    assert outcome.last_line == "checked 2 tournaments, 2 rounds: 1 round differs, 0 files unreadable"


def test_a_bug_has_a_status_of_its_own(pair: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error ends the program with its own exit status and a request to report the error."""

    def fail(*_: object, **_named: object) -> None:
        raise KeyError("somewhere deep down")

    put("five.trf", FIVE)
    monkeypatch.setattr(pair_files, "pair", fail)
    outcome = pair("five.trf")
    assert (outcome.status, outcome.output) == (INTERNAL, "")
    assert "please report it" in outcome.errors
    assert "somewhere deep down" in outcome.errors
    assert "five.trf" in outcome.errors


def test_a_summary_of_several_files(pair: Call) -> None:
    put("four.trf", FOUR)
    put("five.trf", FIVE)
    Path("out").mkdir()
    assert pair("four.trf", "nowhere.trf", "five.trf", "--output-dir", "out").errors.splitlines()[-1] == (
        "paired 2 of 3 files"
    )


def test_a_full_disk_leaves_the_old_answer_and_nothing_else(pair: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    put("five.trf", FIVE)
    put("out.pairs", "the old answer")

    def fail(*_: object) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(Path, "replace", fail)
    outcome = pair("five.trf", "--output", "out.pairs")
    assert outcome.status == NO_ACCESS
    assert "no space left" in outcome.errors
    assert Path("out.pairs").read_text() == "the old answer"
    assert names() == ["five.trf", "out.pairs"]


def test_several_rounds_of_which_one_is_checked(check: Call) -> None:
    put(
        "again.trf",
        event(
            player(1, "2.0", "   3 w 1", "   3 b 1"),
            player(2, "1.0", "   4 b 1", "   4 w 0"),
            player(3, "0.0", "   1 b 0", "   1 w 0"),
            player(4, "1.0", "   2 w 0", "   2 b 1"),
        ),
    )
    assert check("again.trf", "--round", 1).status == DONE
    for arguments in ((), ("--round", 2)):
        outcome = check("again.trf", *arguments)
        assert outcome.status == 1
        assert "illegal" in outcome.output
        assert "C.04.1 2" in outcome.output or "2.1.1" in outcome.output
        assert outcome.last_line.endswith("1 round differs, 0 files unreadable")


def test_a_round_without_any_valid_pairing_is_called_so(check: Call) -> None:
    put("stuck.trf", event(player(1, "2.0", "   2 w 1", "   2 b 1"), player(2, "0.0", "   1 b 0", "   1 w 0")))
    outcome = check("stuck.trf", "--format", "json")
    (file,) = outcome.value["files"]
    assert [report["status"] for report in file["rounds"]] == ["agrees", "no valid pairing"]
    assert (outcome.status, file["differing"]) == (1, 1)


@pytest.mark.parametrize(("program", "mode"), [("swisspair", ["--pair"]), ("swisscheck", [])])
def test_help(call: Call, program: str, mode: list[str]) -> None:
    outcome = call(program, *mode, "--help")
    assert (outcome.status, outcome.errors) == (DONE, "")
    for option in ("--round", "--system", "--edition", "--format", "--engine", "--strict", "--jobs"):
        assert option in outcome.output


@pytest.mark.parametrize("name", modes.names())
def test_every_option_has_help(name: str) -> None:
    assert [one.name for one in parameters_of(modes.load(name).run) if not one.said.help] == []
