from __future__ import annotations

import warnings
import zipfile
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, Call, put
from tests.programs.legacy.events import FIVE, FOUR, WRONG

RIGHT = FIVE


def test_a_file_that_agrees(check: Call) -> None:
    put("right.trf", RIGHT)
    outcome = check("right.trf")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert outcome.last_line == "checked 1 tournament, 1 round: 0 rounds differ, 0 files unreadable"


def test_a_round_that_differs_is_explained(check: Call) -> None:
    put("wrong.trf", WRONG)
    outcome = check("wrong.trf")
    assert outcome.status == 1
    assert "C.04.3 4.2.2" in outcome.output
    assert outcome.last_line == "checked 1 tournament, 1 round: 1 round differs, 0 files unreadable"


def test_a_directory_is_searched_for_tournaments(check: Call) -> None:
    put("events/a.trf", RIGHT)
    put("events/deep/b.TRFX", FOUR)
    put("events/c.txt", FOUR)
    put("events/readme.txt", "Bring: 001 chess clock\n")
    put("events/d.pairs", "not looked at")
    outcome = check("events")
    assert outcome.status == DONE
    assert outcome.last_line.startswith("checked 3 tournaments, 3 rounds")
    assert "readme" not in outcome.output


def test_an_archive_is_searched_for_tournaments(check: Call) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("b/wrong.trf", WRONG)
        archive.writestr("a/right.trf", RIGHT)
        archive.writestr("readme.txt", "not a tournament")
    outcome = check("events.zip")
    assert outcome.status == 1
    assert outcome.output.index("events.zip/a/right.trf") < outcome.output.index("events.zip/b/wrong.trf")
    assert outcome.last_line.startswith("checked 2 tournaments, 2 rounds: 1 round differs")


def test_unreadable_files_are_counted_in_the_worst_status(check: Call) -> None:
    put("broken.trf", BROKEN)
    put("right.trf", RIGHT)
    put("wrong.trf", WRONG)
    outcome = check("broken.trf", "right.trf", "wrong.trf")
    assert outcome.status == BAD_REQUEST
    assert outcome.last_line == "checked 2 tournaments, 2 rounds: 1 round differs, 1 file unreadable"
    assert check("right.trf", "nowhere.trf").status == NO_ACCESS


def test_one_round_only(check: Call) -> None:
    put("wrong.trf", WRONG)
    assert check("wrong.trf", "--round", 1).status == 1
    assert check("wrong.trf", "--round", 2).status == BAD_REQUEST
    assert check("wrong.trf", "--round", 0).status == BAD_REQUEST


SYSTEMS = "dutch, dubov, burstein, double-swiss, team, lim"
EDITIONS = "available: 1998, 2009, 2012, 2017, 2026"


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--round", "9"], "round 9 cannot be checked: only 1 round is"),
        (["--system", "chess"], f"there is no system 'chess'; the systems are {SYSTEMS}\n"),
        (["--system", "2026"], f"there is no system '2026'; the systems are {SYSTEMS}\n"),
        (["--system", "Duch"], f"there is no system 'Duch'; the systems are {SYSTEMS}; the nearest: dutch\n"),
        (["--edition", "2016"], f"edition '2016' of the dutch system is not available; {EDITIONS}; the nearest: 2017"),
    ],
    ids=["round", "system", "a year for a system", "a system nearly named", "edition"],
)
def test_a_wrong_request_does_not_make_a_file_unreadable(
    call: Call, check: Call, option: list[str], words: str
) -> None:
    put("right.trf", RIGHT)
    outcome = check("right.trf", *option)
    assert outcome.output.startswith(f"right.trf: not checked\n  right.trf: {words}")
    assert outcome.last_line == "checked 0 tournaments, 0 rounds: 0 rounds differ, 0 files unreadable"
    assert (outcome.status, check("right.trf", *option, "--language", "fr").output.splitlines()[0]) == (
        BAD_REQUEST,
        "right.trf\N{NO-BREAK SPACE}: non vérifié",
    )
    assert ",not checked," in check("right.trf", *option, "--format", "csv").output
    put("lines.jsonl", check("right.trf", *option, "--format", "jsonl").output)
    assert call("swisscheck", "--merge", "lines.jsonl").output.startswith("right.trf: not checked\n")
    check("right.trf", *option, "--html", "report.html")
    assert "Not checked: right.trf: " in Path("report.html").read_text(encoding="utf-8")


def test_the_page_of_an_event_of_an_unsupported_system(check: Call) -> None:
    put("other.trf", "192 CUSTOM_SWISS\n" + WRONG)
    check("other.trf", "--html", "report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert "Not comparable: the event names CUSTOM_SWISS" in page
    assert "Unreadable" not in page


def test_one_round_of_events_with_different_lengths(check: Call) -> None:
    put("events/wrong.trf", WRONG)
    put("events/next.trf", FIVE)
    outcome = check("events", "--round", 2)
    assert outcome.status == DONE
    assert outcome.output.count("there is no round to check") == 2
    assert outcome.last_line == "checked 2 tournaments, 0 rounds: 0 rounds differ, 0 files unreadable"
    assert check("events", "--round", 0).status == BAD_REQUEST


def test_json_of_a_check(check: Call) -> None:
    put("wrong.trf", WRONG)
    put("broken.trf", BROKEN)
    value = check("wrong.trf", "broken.trf", "--format", "json").value
    assert (value["tournaments"], value["rounds"], value["differing"], value["unreadable"]) == (1, 1, 1, 1)
    wrong, broken = value["files"]
    assert wrong["file"] == "wrong.trf"
    (report,) = wrong["rounds"]
    assert (report["round"], report["status"]) == (1, "differs")
    assert [3, 1] in report["recorded"]
    assert [1, 3] in report["expected"]
    assert report["explanation"]["article"].startswith("C.04.3 ")
    assert broken["status"] == BAD_REQUEST
    assert "error" in broken


@pytest.mark.parametrize(
    "arguments",
    [["--format", "xml"], ["--engine", "fast"], ["--jobs", "0"], ["--nonsense"], ["--round", "x"]],
    ids=" ".join,
)
def test_a_check_that_cannot_be_made(call: Call, arguments: list[str]) -> None:
    put("right.trf", RIGHT)
    outcome = call("swisscheck", "right.trf", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert "Traceback" not in outcome.errors


@pytest.mark.parametrize("option", [["--system", "chess"], ["--edition", "1492"]], ids=" ".join)
def test_a_system_or_an_edition_that_does_not_exist(check: Call, option: list[str]) -> None:
    put("right.trf", RIGHT)
    assert check("right.trf", *option).status == BAD_REQUEST


def test_the_rules_that_were_used_are_named(check: Call) -> None:
    put("right.trf", "192 FIDE_DUTCH_2025\n" + RIGHT)
    output = check("right.trf").output
    assert "FIDE (Dutch) System" in output
    assert "2026" in output
    assert "FIDE_DUTCH_2025" in output


def test_nothing_to_check(check: Call) -> None:
    Path("empty").mkdir()
    assert check("empty").status == BAD_REQUEST
    Path("empty", "notes.txt").write_text("Shopping: 001 apple")
    outcome = check("empty")
    assert outcome.status == BAD_REQUEST
    assert "notes.txt" in outcome.errors
    assert "no tournament report file was found in empty" in outcome.errors


def test_a_tournament_is_recognised_by_its_content(check: Call) -> None:
    Path("events").mkdir()
    Path("events", "open.tab").write_text(FIVE)
    Path("events", "nameless").write_text(FIVE)
    with zipfile.ZipFile("events/more.zip", "w") as archive:
        archive.writestr("a.trf", FIVE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            archive.writestr("a.trf", WRONG)
    outcome = check("events")
    assert "checked 4 tournaments, 4 rounds: 1 round differs" in outcome.last_line
    assert "a.trf (2)" in outcome.output


def test_an_unknown_code_beside_a_system_asked_for_is_told(pair: Call) -> None:
    put("in.trf", FIVE + "192 FIDE_DUTCHY_2026\n")
    found = pair("in.trf", "--system", "dutch", "--edition", "2026")
    assert found.status == DONE
    assert "in.trf:9:5: ADJ-86: FIDE_DUTCHY_2026 is not the code of a system that can be paired:" in found.errors
    assert pair("in.trf", "--system", "dutch", "--edition", "2026", "--strict").status == BAD_REQUEST
