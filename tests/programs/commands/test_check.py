"""swisscheck: reports, editions, causes that it names, and pairings checked by name."""

import re
import warnings
import zipfile
from pathlib import Path

import pytest

from checker import checking
from checker.causes.trials import ChangeKind, steps_of
from checker.report import of_event
from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import Asked, wishes_of
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import Participant, Tournament, Tpn
from pairing_engine.facts.names import find, find_all, find_pair, named
from pairing_engine.language import listed
from tests.builders import tournament
from tests.conftest import GOLDEN, Archive
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, Call, put
from tests.programs.legacy.events import FIVE, FOUR, WRONG
from trf import read, write

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


SYSTEMS = ", ".join(APPLIED_FROM)
EDITIONS = f"the editions are {listed(APPLIED_FROM['dutch'])}"


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (["--round", "9"], "round 9 cannot be checked: only 1 round is"),
        (["--system", "chess"], f"there is no system 'chess'; the systems are {SYSTEMS}\n"),
        (["--system", "2026"], f"there is no system '2026'; the systems are {SYSTEMS}\n"),
        (["--system", "Duch"], f"there is no system 'Duch'; the systems are {SYSTEMS}; the nearest is dutch\n"),
        (
            ["--edition", "2016"],
            f"edition '2016' of the FIDE (Dutch) System is not available; {EDITIONS}; the nearest is 2017",
        ),
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


MEMBER = "a7-30p11r-110000040.trf"
"""An event that was paired by the rules of 2017. The rules of 2026 change only round 9."""


@pytest.fixture
def event() -> str:
    text = Archive(GOLDEN / "dutch-2017" / "a7.zip", 300).read(MEMBER).decode()
    return text.replace("092 FIDE_DUTCH_2025", "092 Individual: Swiss-System")


def test_the_edition_in_force_when_the_event_was_played(check: Call, event: str) -> None:
    put("event.trf", "042 2019/08/01\r" + event)
    outcome = check("event.trf")
    assert (outcome.status, outcome.last_line.split(": ")[1]) == (DONE, "0 rounds differ, 0 files unreadable")
    assert (
        "edition 2017 (the file names no system; in force on 2019/08/01, the first day of the event)" in outcome.output
    )


def test_a_neighbouring_edition_explains_the_event_better(check: Call, event: str) -> None:
    put("event.trf", event)
    outcome = check("event.trf")
    assert outcome.status == 1
    assert (
        "round 9 differs under the rules of 2026, but all rounds agree under the rules of 2017: "
        "the program that paired the event may have used the rules of 2017\n" in outcome.output
    )
    (file,) = check("event.trf", "--format", "json").value["files"]
    assert {"edition": "2017", "differing": []} in file["other_editions"]


BETTER = "round 9 differs under the rules of 2026, but all rounds agree under the rules of 2017"


@pytest.mark.parametrize(
    ("records", "words"),
    [
        (["042 2026/03/01"], "the program that paired the event may still have used the rules of "),
        (["042 2019/08/01", "192 FIDE_DUTCH_2026"], "were in force when the event began: record 192 is probably wrong"),
        (
            ["042 08/2019", "092 Swiss Dutch 2026 rules"],
            "were in force when the event began: record 092 is probably wrong",
        ),
        (["042 2012/08/01", "192 FIDE_DUTCH_2026"], ""),
        (["042 soon"], "the program that paired the event may have used the rules of "),
    ],
)
def test_the_better_edition_depends_on_the_day(check: Call, event: str, records: list[str], words: str) -> None:
    """The check never suggests an edition that came into force after the event."""
    put("event.trf", "\r".join(records) + "\r" + event.replace("092 Individual: Swiss-System", ""))
    output = check("event.trf").output
    assert words in output
    assert (BETTER in output) is bool(words)
    assert "under the rules of 2017" in output or not words


def test_an_unclear_date_is_asked_about(check: Call) -> None:
    put("event.trf", "042 07/06/2017\n" + FIVE)
    outcome = check("event.trf")
    assert outcome.status == 3
    assert "'07/06/2017' in record 042 can mean 2017/06/07 or 2017/07/06" in outcome.output
    assert check("event.trf", "--edition", "2017").status == DONE


def test_only_a_requested_edition_is_checked(check: Call, event: str) -> None:
    put("event.trf", event)
    assert "under the rules of 2017" not in check("event.trf", "--edition", "2026").output
    assert check("event.trf", "--edition", "2017").status == DONE


def test_all_editions_side_by_side(check: Call, event: str) -> None:
    put("event.trf", event)
    outcome = check("event.trf", "--edition", "each")
    lines = [line.split() for line in outcome.output.splitlines()]
    head = next(line for line in lines if line[:1] == ["edition"])
    assert ["round", "8", *["agrees"] * (len(head) - 1)] in lines
    ninth = next(line for line in lines if line[:2] == ["round", "9"])
    verdicts = dict(zip(reversed(head), reversed(ninth), strict=False))
    assert (verdicts["2017"], verdicts["2026"]) == ("agrees", "differs")
    assert outcome.status == 1


OLD = "042 1950/05/06\n"


def test_an_event_before_all_editions_counts_apart(check: Call) -> None:
    put("old.trf", OLD + WRONG)
    put("right.trf", FIVE)
    outcome = check("old.trf", "right.trf")
    assert outcome.status == DONE
    assert outcome.last_line == ("checked 1 tournament, 1 round: 0 rounds differ, 0 files unreadable, 1 not comparable")
    assert "not comparable: the event began on 1950/05/06" in outcome.output
    value = check("old.trf", "--format", "json").value
    assert value["not_comparable"] == 1
    (file,) = value["files"]
    assert "1950/05/06" in file["not_comparable"]


def test_an_old_event_is_checked_by_a_requested_edition(check: Call) -> None:
    put("old.trf", OLD + WRONG)
    outcome = check("old.trf", "--edition", "2017")
    assert outcome.status == DONE
    assert "differences are expected: the event began on 1950/05/06" in outcome.output
    assert "round 1: differs" in outcome.output
    assert outcome.last_line.endswith("0 rounds differ, 0 files unreadable, 1 not comparable")


def test_an_unsupported_system_is_not_comparable(check: Call) -> None:
    put("other.trf", "192 CUSTOM_SWISS\n" + WRONG)
    outcome = check("other.trf")
    assert outcome.status == DONE
    assert "not comparable\n  the event names CUSTOM_SWISS" in outcome.output
    asked = check("other.trf", "--system", "dutch")
    assert asked.status == DONE
    assert "differences are expected: record 192 says CUSTOM_SWISS" in asked.output


@pytest.mark.parametrize("form", ["json", "csv"])
def test_programs_are_told_which_record_would_help(check: Call, form: str) -> None:
    put("open.trf", write(tournament(4, "1~3:+- 2~4:+-", initial=None)))
    assert "without the initial colour; add record 152" in check("open.trf", "--format", form).output


REAL, TRUTH = FIXTURES / "cases" / "real", FIXTURES / "cases" / "truth"

NAME = f"{'Player 1':<33}"
"""A name as wide as its column."""

SAID = {
    "budapest-a-2026": [
        "all rounds agree under the rules of 2017: the program that paired the event may have used the rules of 2017"
    ],
    "budapest-b-2026": [
        "this would explain it: the others had already been paired when 19 Xxxxxxx, Xxxxx (0.0) arrived, and all",
        "or this: the pairing 19 Xxxxxxx, Xxxxx (0.0) - 83 Xxxxxxx, Xxxxx (0.0) was made by hand\n",
        "22 boards differ (--all shows them)",
        "rounds 2 to 8 agree",
    ],
    "graz-a-2026": [
        "this would explain it: the result of 21 Xxxxxxxxx, Xxxxx (2.5) - 89 Xxxxxxxxx, Xxxxxxxxx (1.5) in round 3 was",
        "stopped at its limit of 250,000 steps, after ",
        " and the bye of 218 Xxxxxxx, ",
        " by hand, and all other boards would then agree, except for the colours of 34 boards\n    132 boards differ",
        "rounds 5 to 8 agree",
    ],
    "sharly-import-baku": [
        "rounds 2 and 3 would be explained if the event was paired without the acceleration that the file states: only",
        "round 1 would be explained if, in addition, the initial-colour was White, although the file says Black: all",
        "rounds 1 to 3 differ, as explained above (--all shows boards and articles)",
    ],
    "vega-2018": ["this would explain it: absent players (13 Xxxxxxx", "rounds 2 to 7 agree"],
}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n[0] == "g" else ()) for n in SAID])
def test_the_report_on_a_real_event(check: Call, name: str) -> None:
    output = check(REAL / f"{name}.trf").output
    for words in SAID[name]:
        assert words in output
    assert len(output.splitlines()) < 50
    assert max(map(len, output.splitlines())) < 560


def test_no_cause(check: Call) -> None:
    path = REAL / "sharly-import-baku.trf"
    assert "would be explained" not in check(path, "--no-cause").output
    (file,) = check(path, "--format", "json").value["files"]
    assert [(cause["subject"], cause["value"], cause["differing"]) for cause in file["causes"]] == [
        ("acceleration", "none", [1]),
        ("initial-colour", "White", []),
    ]
    (file,) = check(path, "--format", "json", "--no-cause").value["files"]
    assert "causes" not in file


def test_the_cause_of_a_round_as_a_value(check: Call) -> None:
    (file,) = check(REAL / "budapest-b-2026.trf", "--format", "json").value["files"]
    cause = file["rounds"][0]["cause"]
    assert cause["changes"] == [{"kind": "late entry", "players": [19]}]
    assert {"kind": "board by hand", "players": [19, 83]} in cause["alternatives"]
    assert file["rounds"][0]["players"][0].keys() == {"number", "name", "score"}


def test_all_of_a_long_answer(check: Call) -> None:
    path = REAL / "budapest-b-2026.trf"
    assert check(path).output.count("\n") < 12
    assert "--all" not in check(path, "--all").output
    assert check(path, "--all").output.count(" - 83 ") >= 2
    short = check(path, "--no-cause").output
    assert "      17 more (--all shows them)\n" in short


def test_a_sequence_number_is_named_as_such(check: Call) -> None:
    output = check(REAL / "budapest-b-2026.trf").output
    assert re.search(
        r", because 19 .* meets 83 .* \(number 80 in the bracket\) instead of 60 .* \(number 59 in the bracket\) ",
        output,
    )


def test_a_single_thing_has_a_singular(check: Call) -> None:
    put("wrong.trf", WRONG)
    assert check("wrong.trf").last_line == "checked 1 tournament, 1 round: 1 round differs, 0 files unreadable"
    put("right.trf", FIVE)
    assert "  round 1 agrees\n" in check("right.trf").output


def test_adjustments_of_one_kind_are_one_line(check: Call) -> None:
    path = REAL / "swiss-manager-team-trf16.trf"
    assert re.search(r"to \d+ places (in all )?\(lines \d+ to \d+\)", check(path).errors)
    assert not re.search(r"ADJ-\d+: \d+ times", check(path, "--all").errors)
    assert check(path, "--all").errors.count("ADJ-") > check(path).errors.count("ADJ-")


def test_names_carry_no_control_characters(check: Call) -> None:
    Path("wrong.trf").write_text(WRONG.replace(NAME, NAME[:-4] + "\x1b[1m"))
    output = check("wrong.trf").output
    assert "\x1b" not in output
    assert "\\x1b[1m" in output


@pytest.mark.parametrize(
    ("name", "number", "words"),
    [
        (
            "numbers-1",
            1,
            "the numbers of 4 Player4 (0.0) and 5 Player5 (0.0) were exchanged, and all boards would then agree",
        ),
        (
            "result-1",
            4,
            "the result of 18 Player18 (1.5) - 11 Player11 (1.5) in round 3 was 0-1 and was corrected later, and all",
        ),
        (
            "bye-swap-5",
            5,
            "the bye of 4 Player4 (3.0) and the pairing 8 Player8 (1.5) - 2 Player2 (3.0) were made by hand, and all",
        ),
    ],
)
def test_a_cause_is_a_hypothesis(check: Call, name: str, number: int, words: str) -> None:
    output = check(TRUTH / f"{name}.trf").output
    assert f"  round {number}: differs\n    this would explain it: {words}" in output


SLIPS = {
    "typed-0": "4 Player4 (1.0) in round 2 were typed the wrong way round, and all boards of rounds 2, 3 and 5 would",
    "typed-1": "6 Player6 (1.0) in round 2 were typed the wrong way round, and all boards of rounds 2, 3 and 5 would",
    "typed-2": "2 Player2 (2.0) in round 4 were typed the wrong way round, and all boards of rounds 4 to 6 would",
    "typed-3": "19 Player19 (2.5) in round 2 were typed the wrong way round, and all boards of rounds 2 to 4 and",
    "two-initial-swap-1": "round 1 would be explained if the initial-colour was White, although the file says Black:",
    "two-same-round-1": "were made by hand, and all other boards would then agree, except for the colours of the",
    "accel-2": "rounds 1, 2 and 4 would be explained if Baku acceleration was used in rounds 1 and 2, but not in round",
    "adjust-1": "the points of 1 Player1 (1.5) had been changed by +0.5 after round 2, which no record 299 states",
    "baku-in-round-1-only": "Baku acceleration was used in round 1, as the file notes, but not in round 2: all rounds",
}


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_explains_all_its_rounds(check: Call, name: str) -> None:
    assert SLIPS[name] in check(FIXTURES / "cases" / "truth4" / f"{name}.trf").output


def test_another_initial_colour_comes_before_a_moved_number_that_nobody_can_tell_from_it(check: Call) -> None:
    """Round 1 has the colours of the opposite initial-colour. No move that other rounds refute is offered."""
    output = check(FIXTURES / "cases" / "truth4" / "moved-4.trf").output
    assert "if the initial-colour was Black, although the file says White: all rounds would then agree" in output
    assert "or if" not in output


def test_an_agreeing_round_refutes_a_cause(check: Call) -> None:
    """Round 4 would be explained by several other results, but rounds that agree would then differ."""
    (file,) = check(FIXTURES / "cases" / "truth4" / "two-initial-swap-1.trf", "--format", "json").value["files"]
    cause = file["rounds"][3]["cause"]
    kinds = {change["kind"] for change in (*cause["changes"], *cause.get("alternatives", ()))}
    assert kinds == {"board by hand"}


def test_a_search_that_finds_nothing_says_so(check: Call) -> None:
    path = REAL / "points-all-zero.trf"
    assert "\n  no change that was tried would explain rounds 2 to 7\n" in check(path).output
    (file,) = check(path, "--format", "json").value["files"]
    assert file["cause_search"]["unexplained"] == [2, 3, 4, 5, 6, 7]


def test_an_earlier_result_as_a_value(check: Call) -> None:
    (file,) = check(TRUTH / "result-1.trf", "--format", "json").value["files"]
    (change,) = file["rounds"][3]["cause"]["changes"]
    assert change == {"kind": "another result", "players": [18, 11], "round": 3, "value": "0-1"}
    assert file["cause_search"]["stopped"] is False


def test_the_page_says_what_the_text_says(check: Call) -> None:
    baku, result = REAL / "sharly-import-baku.trf", TRUTH / "result-1.trf"
    check(baku, result, "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<p>Baku Acceleration</p>" in page
    assert "<p>The initial-colour is Black.</p>" in page
    assert "<p>The initial-colour is White.</p>" in page
    for path in (baku, result):
        said = [line.strip() for line in check(path).output.splitlines() if re.search("would (be )?explain", line)]
        assert said
        assert all(re.sub(r" \([\d.]+\)", "", line) in page for line in said)


def test_the_page_names_the_edition_that_explains_more(check: Call) -> None:
    check(REAL / "budapest-a-2026.trf", "--html", "page.html", "--edition", "each")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "<pre>edition    1998" in page
    check(REAL / "budapest-a-2026.trf", "--html", "page.html")
    assert "all rounds agree under the rules of 2017: the program that paired" in Path("page.html").read_text(
        encoding="utf-8"
    )


def test_a_cause_in_french(check: Call) -> None:
    output = check(TRUTH / "result-1.trf", "--language", "fr").output.replace("\xa0", " ")
    assert "explication possible : le résultat de 18 Player18" in output
    assert "à la ronde 3 était 0-1 et a été corrigé plus tard ; tous les échiquiers concordent alors" in output


def test_a_corrected_result_is_found_within_few_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr(checking, "steps_for", lambda players, rounds: 20 * steps_of(players, rounds))
    causes = [found.cause for found in checking.check(event).rounds if found.cause is not None]
    assert ChangeKind.RESULT in [change.kind for cause in causes for change in cause.changes]


def test_a_search_that_stops_at_its_bound_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(TRUTH / "result-1.trf")
    monkeypatch.setattr(checking, "steps_for", lambda *_: 600)
    found = checking.check(event)
    assert found.search is not None
    assert found.search.stopped
    assert 0 < found.search.pairings < 600 // steps_of(20, 1)
    (words,) = of_event(found)
    assert words.startswith("the search for an explanation stopped at its limit of 600 steps, after ")


NAMES = ("Dvořák, Hana", "Müller-Åström, Øyvind", "Li, Wei", "Olivia Rossi", "Rossi, Ada", "Nguyễn, Đức")
PEOPLE = tuple(Participant(Tpn(number), name) for number, name in enumerate(NAMES, 1))
FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


@pytest.mark.parametrize(("text", "numbers"), [
    ("dvorak", [1]), ("DVOŘ", [1]), ("hana dvorak", [1]), ("oyvind", [2]), ("muller", [2]), ("åström", [2]),
    ("li", [3]),
    ("oliv", [4]), ("rossi", [4, 5]),
    ("rossi a", [5]), ("duc", [6]), ("5", [5]), ("55", []), ("", []), ("-", []),
])  # fmt: skip
def test_a_part_of_a_name(text: str, numbers: list[int]) -> None:
    assert [one.tpn for one in named(PEOPLE, text)] == numbers


@pytest.mark.parametrize(("text", "words"), [
    ("rossi", "'rossi' matches 4 Olivia Rossi; 5 Rossi, Ada: give the number"),
    ("dvorjak", "there is no participant dvorjak in this event; the nearest is 1 Dvořák, Hana"),
    ("77", "there is no participant 77 in this event: numbers go from 1 to 6"),
    ("zzz", "there is no participant zzz in this event"),
])  # fmt: skip
def test_an_unknown_or_ambiguous_name_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        find(PEOPLE, text)
    assert str(refused.value) == words


def test_lists_and_pairs() -> None:
    """In a list or a pair, a name may contain a comma or a hyphen."""
    assert [one.tpn for one in find_all(PEOPLE, "Dvořák, Hana, 3,Rossi, Ada")] == [1, 3, 5]
    assert [one.tpn for one in find_all(PEOPLE, "li; dvorak")] == [3, 1]
    assert [one.tpn for one in find_pair(PEOPLE, "muller-åström-li")] == [2, 3]
    assert [one.tpn for one in find_pair(PEOPLE, "1-muller-astrom")] == [1, 2]
    with pytest.raises(BadRequest, match="expected two participants"):
        find_pair(PEOPLE, "li")


def test_wishes_name_players() -> None:
    event = Tournament("Club", PEOPLE)
    by_name = Asked(avoid_pairs="dvorak-li", prefer_bye="Rossi, Ada", no_bye="oyvind,3")
    by_number = Asked(avoid_pairs="1-3", prefer_bye="5", no_bye="2,3")
    assert wishes_of(event, by_name) == wishes_of(event, by_number)


@pytest.mark.parametrize(("by_name", "by_number"), [
    (("--why", "carla", FILE), ("--why", 3, FILE)),
    (("--why", "CARLA", 5, FILE), ("--why", 3, 5, FILE)),
    (("--why-not", "kevin-finn", FILE), ("--why-not", "8-6", FILE)),
    (("--why-not", "kevin-bye", FILE), ("--why-not", "8-bye", FILE)),
    (("--what-if", "absent:marco", "alice-carla", FILE), ("--what-if", "absent:10", "1-3", FILE)),
    (("--what-if", "prohibit:carla - david", FILE), ("--what-if", "prohibit:3-4", FILE)),
    (("--what-if", "marco-bye", FILE), ("--what-if", "10-bye", FILE)),
    (("--judge", "david-bruno,carla-alice", FILE), ("--judge", "4-2,3-1", FILE)),
    (("--why-rank", "alice-bruno", FILE, "--tiebreaks", "BH"), ("--why-rank", "1-2", FILE, "--tiebreaks", "BH")),
])  # fmt: skip
def test_questions_name_players(call: Call, by_name: tuple[object, ...], by_number: tuple[object, ...]) -> None:
    found = call("swisspair", *by_name)
    assert found.output == call("swisspair", *by_number).output
    assert found.output
