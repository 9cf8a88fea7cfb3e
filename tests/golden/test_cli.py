"""The two programs as people call them, in our own forms: statuses, places of the answers, formats.

Most calls are made in this process; `test_the_installed_programs_do_the_same` makes some of them as a shell does. What
is said in words is not looked at, but for file names and numbers.
"""

from __future__ import annotations

import gc
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import checker.cli
import pairing_engine.entry
from tests.conftest import FIXTURES
from tests.programs.events import FIVE, FIVE_PAIRS, FOUR, FOUR_PAIRS, OVER, STUCK, WRONG, event, player
from trf import read

DONE, NOTHING_VALID, BAD_REQUEST, TOO_LARGE, NO_ACCESS = 0, 1, 3, 4, 5
PROGRAMS: dict[str, Callable[[], None]] = {"swisspair": pairing_engine.entry.main, "swisscheck": checker.cli.main}

BROKEN = FIVE.replace("   3 w 1", "   3 w 7")
"""A result that does not exist."""

FULL = event(*(player(n, "0.0") for n in range(1, 4))).replace("XXR 5", "XXR 100")
"""More rounds than a TRF can hold."""


class Outcome(NamedTuple):
    """The exit status, and what was written to standard output and standard error."""

    status: int
    output: str
    errors: str

    @property
    def value(self) -> dict[str, object]:
        """The JSON on standard output."""
        found = json.loads(self.output)
        assert isinstance(found, dict)
        return found


Call = Callable[..., Outcome]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Call]:
    """Calls a program in a directory of its own, in this process."""
    monkeypatch.chdir(tmp_path)
    threshold = gc.get_threshold()

    def made(program: str, *arguments: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", [program, *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as stopped:
            PROGRAMS[program]()
        output, errors = capsysbinary.readouterr()
        return Outcome(int(stopped.value.code or 0), output.decode(), errors.decode())

    yield made
    gc.set_threshold(*threshold)


@pytest.fixture
def pair(call: Call) -> Call:
    """``swisspair --pair``, by one job."""
    return lambda *arguments, **options: call("swisspair", "--pair", *arguments, "--jobs", 1, **options)


@pytest.fixture
def check(call: Call) -> Call:
    """``swisscheck``, by one job."""
    return lambda *arguments, **options: call("swisscheck", *arguments, "--jobs", 1, **options)


def put(name: str, text: str) -> Path:
    """A file in the working directory, which is the test's own."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def names() -> list[str]:
    """The files of the working directory and below."""
    return sorted(path.as_posix() for path in Path().rglob("*") if path.is_file())


# --- swisspair --pair -------------------------------------------------------------------------------------------------


def test_pairs_go_to_standard_output(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf") == (DONE, FIVE_PAIRS.decode(), "")


def test_standard_input(pair: Call) -> None:
    assert pair("-", stdin=FOUR) == (DONE, FOUR_PAIRS.decode(), "")


def test_an_earlier_round(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--round", 1).output == "3\n1 3\n4 2\n5 0\n"


@pytest.mark.parametrize(
    ("text", "status"), [(STUCK, NOTHING_VALID), (BROKEN, BAD_REQUEST), (OVER, BAD_REQUEST), (FULL, TOO_LARGE)]
)
def test_a_file_that_cannot_be_paired_says_so_by_its_status_and_by_its_name(pair: Call, text: str, status: int) -> None:
    put("event.trf", text)
    for arguments in (("event.trf",), ("event.trf", "--output", "out.pairs")):
        outcome = pair(*arguments)
        assert (outcome.status, outcome.output) == (status, "")
        assert "event.trf" in outcome.errors
        assert "Traceback" not in outcome.errors
    assert names() == ["event.trf"]


def test_a_problem_is_named_with_line_and_column(pair: Call) -> None:
    put("event.trf", BROKEN)
    assert "event.trf:4:99:" in pair("event.trf").errors


def test_a_file_that_is_not_there(pair: Call) -> None:
    outcome = pair("nowhere.trf")
    assert outcome.status == NO_ACCESS
    assert "nowhere.trf" in outcome.errors


def test_a_directory_is_no_file(pair: Call) -> None:
    Path("events").mkdir()
    assert pair("events").status == NO_ACCESS


@pytest.mark.parametrize("target", ["nowhere/out.pairs", "events"])
def test_an_answer_that_cannot_be_written(pair: Call, target: str) -> None:
    put("five.trf", FIVE)
    Path("events").mkdir()
    outcome = pair("five.trf", "--output", target)
    assert outcome.status == NO_ACCESS
    assert names() == ["five.trf"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--round", "0"], ["--round", "9"], ["--round", "x"], ["--system", "chess"], ["--edition", "1492"],
        ["--engine", "fast"], ["--format", "xml"], ["--encoding", "klingon"], ["--adjourned", "win"], ["--jobs", "0"],
        ["--nonsense"], ["--generate"], ["--rules", "dutch"], ["--output", "a", "--output-dir", "."],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_request_that_cannot_be_fulfilled(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    outcome = call("swisspair", "--pair", "five.trf", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert outcome.errors
    assert "Traceback" not in outcome.errors
    assert names() == ["five.trf"]


@pytest.mark.parametrize("arguments", [["--pair"], ["five.trf"], ["--generate", "five.trf"], ["--generate"]])
def test_half_a_request(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    assert call("swisspair", *arguments).status == BAD_REQUEST


def test_an_output_file_is_written_whole_and_replaces_an_old_one(pair: Call) -> None:
    put("five.trf", FIVE)
    put("out.pairs", "old\n" * 100)
    assert pair("five.trf", "--output", "out.pairs") == (DONE, "", "")
    assert Path("out.pairs").read_bytes() == FIVE_PAIRS
    assert names() == ["five.trf", "out.pairs"]


def test_json(pair: Call) -> None:
    put("five.trf", FIVE)
    value = pair("five.trf", "--format", "json").value
    assert value["round"] == 2
    assert value["boards"] == [{"board": 1, "white": 5, "black": 1}, {"board": 2, "white": 2, "black": 3}]
    assert (value["bye"], value["absent"]) == (4, [])
    assert (value["system"], value["edition"]) == ("dutch", "2026")


def test_json_names_those_who_are_not_paired(pair: Call) -> None:
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
    assert outcome.status == BAD_REQUEST  # the worst of 3, 0, 1, 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["five.pairs", "four.pairs"]
    assert "bad.trf" in outcome.errors
    assert "stuck.trf" in outcome.errors


def test_the_worst_status_is_that_of_the_file_that_cannot_be_read(pair: Call) -> None:
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


def test_a_directory_that_is_not_there(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--output-dir", "nowhere").status == NO_ACCESS


def test_adjustments_are_told_and_strict_refuses_them(pair: Call) -> None:
    put("odd.trf", FIVE + "no record at all\n")
    lenient, strict = pair("odd.trf"), pair("odd.trf", "--strict")
    assert (lenient.status, lenient.output) == (DONE, FIVE_PAIRS.decode())
    assert "ADJ-39" in lenient.errors
    assert (strict.status, strict.output) == (BAD_REQUEST, "")


def test_adjourned_games_as_draws(pair: Call) -> None:
    """[Reading G6]"""
    text = event(player(1, "0.0", "   2 w ?"), player(2, "0.0", "   1 b ?"), player(3, "1.0", "0000 - U"))
    put("event.trf", text)
    assert pair("event.trf").status == BAD_REQUEST
    assert pair("event.trf", "--adjourned", "draw").status == DONE


def test_both_engines_and_baku(pair: Call) -> None:
    put("five.trf", FIVE)
    assert pair("five.trf", "--engine", "reference").output == FIVE_PAIRS.decode()
    first = event(*(player(n, "0.0") for n in range(1, 9)))
    assert pair("-", stdin=first).output == "4\n1 5\n6 2\n3 7\n8 4\n"
    assert pair("-", "--baku", stdin=first).output == "4\n1 3\n4 2\n5 7\n8 6\n"


def test_the_event_of_make_run_is_paired(pair: Call) -> None:
    outcome = pair(FIXTURES / "open-2026-round-5.trf", "--strict")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert outcome.output.startswith("11\n")
    assert pair(FIXTURES / "open-2026-round-5.trf", "--engine", "reference").output == outcome.output


# --- swisspair --rules ------------------------------------------------------------------------------------------------


def test_rules_are_listed_in_their_order(call: Call) -> None:
    outcome = call("swisspair", "--rules", "dutch")
    assert outcome.status == DONE
    places = [outcome.output.index(word) for word in ("C5 ", "C6 ", "C12 ", "C21 ", "5.2.1", "5.2.5")]
    assert places == sorted(places)
    assert "2.4.16" in outcome.output


def test_rules_of_a_system_that_does_not_exist(call: Call) -> None:
    assert call("swisspair", "--rules", "chess")[:2] == (BAD_REQUEST, "")


# --- swisspair --generate ---------------------------------------------------------------------------------------------


QUIET = ("--prohibited", 0, "--half-point-byes", 0, "--zero-point-byes", 0, "--withdrawals", 0, "--late-entries", 0)
"""Four who are always there have three rounds to play."""


def generate(call: Call, *arguments: object) -> Outcome:
    return call("swisspair", "--generate", *arguments)


def test_the_same_seed_gives_the_same_bytes(call: Call) -> None:
    for target in ("one.trf", "two.trf"):
        assert generate(call, "--output", target, "--seed", 5, "--players", 12, "--rounds", 4) == (DONE, "", "")
    assert Path("one.trf").read_bytes() == Path("two.trf").read_bytes()
    generate(call, "--output", "two.trf", "--seed", 6, "--players", 12, "--rounds", 4)
    assert Path("one.trf").read_bytes() != Path("two.trf").read_bytes()


def test_without_a_seed_two_events_differ(call: Call) -> None:
    for target in ("one.trf", "two.trf"):
        generate(call, "--output", target, "--players", 12, "--rounds", 2)
    assert Path("one.trf").read_bytes() != Path("two.trf").read_bytes()


def test_seeds_count_up(call: Call) -> None:
    Path("out").mkdir()
    arguments = "--seed", 7, "--players", 6, "--rounds", 2
    assert generate(call, "--output-dir", "out", "--count", 3, *arguments).status == DONE
    assert [path.split("-")[-1] for path in names()] == ["7.trf", "8.trf", "9.trf"]
    generate(call, "--output", "nine.trf", "--seed", 9, "--players", 6, "--rounds", 2)
    assert Path("nine.trf").read_bytes() == Path(names()[-1]).read_bytes()


def test_a_configuration(call: Call) -> None:
    put("rtg.cfg", "PlayersNumber=14\nRoundsNumber=3\nDrawPercentage=0 # none\nHighestRating=2000\nLowestRating=1900\n")
    assert generate(call, "--output", "a.trf", "--seed", 1, "--config", "rtg.cfg").status == DONE
    made = read(Path("a.trf"))
    assert (len(made.participants), made.settings.rounds) == (14, 3)
    assert all(1900 <= p.rating <= 2000 for p in made.participants)
    assert not any(game.white_result.value == "=" == game.black_result.value for r in made.rounds for game in r.games)
    generate(call, "--output", "b.trf", "--seed", 1, "--config", "rtg.cfg", "--players", 10)
    assert len(read(Path("b.trf")).participants) == 10


def test_what_is_generated_checks_without_a_difference(call: Call) -> None:
    Path("out").mkdir()
    generate(call, "--output-dir", "out", "--count", 4, "--seed", 100, "--rounds", 5, "--players", 15)
    outcome = call("swisscheck", "out", "--jobs", 1)
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert outcome.output.splitlines()[-1].startswith("checked 4 tournaments, 20 rounds: 0 ")


def test_an_event_that_stops_early_says_so(call: Call) -> None:
    outcome = generate(call, "--output", "a.trf", "--seed", 1, "--players", 4, "--rounds", 9, *QUIET)
    assert outcome.status == DONE
    assert "a.trf" in outcome.errors
    assert len(read(Path("a.trf")).rounds) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        "--count 0 --output-dir .",
        "--count 2 --output a.trf",
        "--output a --output-dir .",
        "--output a.trf --players 10000",
        "--output a.trf --forfeits many",
        "--output a.trf --points W=1,D=2",
        "--output a.trf --system chess",
    ],
)
def test_a_plan_that_cannot_be_fulfilled(call: Call, arguments: str) -> None:
    outcome = generate(call, "--seed", "1", *arguments.split())
    assert outcome.status == BAD_REQUEST
    assert "Traceback" not in outcome.errors
    assert names() == []


@pytest.mark.parametrize("arguments", [["--config", "none.cfg"], ["--ratings", "none.txt"]])
def test_a_plan_in_a_file_that_is_not_there(call: Call, arguments: list[str]) -> None:
    outcome = generate(call, "--output", "a.trf", *arguments)
    assert outcome.status == NO_ACCESS
    assert arguments[1] in outcome.errors


# --- swisscheck -------------------------------------------------------------------------------------------------------

RIGHT = FIVE
"""A first round of five as the rules have it."""


def last_line(outcome: Outcome) -> str:
    return outcome.output.splitlines()[-1]


def test_a_file_that_agrees(check: Call) -> None:
    put("right.trf", RIGHT)
    outcome = check("right.trf")
    assert (outcome.status, outcome.errors) == (DONE, "")
    assert last_line(outcome) == "checked 1 tournaments, 1 rounds: 0 rounds differ, 0 files unreadable"


def test_a_round_that_differs_is_explained(check: Call) -> None:
    put("wrong.trf", WRONG)
    outcome = check("wrong.trf")
    assert outcome.status == 1
    assert "C.04.3 4.2.2" in outcome.output
    assert last_line(outcome) == "checked 1 tournaments, 1 rounds: 1 rounds differ, 0 files unreadable"


def test_a_directory_is_searched_for_tournaments(check: Call) -> None:
    put("events/a.trf", RIGHT)
    put("events/deep/b.TRFX", FOUR)
    put("events/c.txt", FOUR)
    put("events/readme.txt", "Bring: 001 chess clock\n")
    put("events/d.pairs", "not looked at")
    outcome = check("events")
    assert outcome.status == DONE
    assert last_line(outcome).startswith("checked 3 tournaments, 3 rounds")
    assert "readme" not in outcome.output


def test_an_archive_is_searched_for_tournaments(check: Call) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("b/wrong.trf", WRONG)
        archive.writestr("a/right.trf", RIGHT)
        archive.writestr("readme.txt", "not a tournament")
    outcome = check("events.zip")
    assert outcome.status == 1
    assert outcome.output.index("events.zip/a/right.trf") < outcome.output.index("events.zip/b/wrong.trf")
    assert last_line(outcome).startswith("checked 2 tournaments, 2 rounds: 1 rounds differ")


def test_files_that_cannot_be_read_are_counted_and_the_worst_status_counts(check: Call) -> None:
    put("broken.trf", BROKEN)
    put("right.trf", RIGHT)
    put("wrong.trf", WRONG)
    outcome = check("broken.trf", "right.trf", "wrong.trf")
    assert outcome.status == BAD_REQUEST
    assert last_line(outcome) == "checked 2 tournaments, 2 rounds: 1 rounds differ, 1 files unreadable"
    assert check("right.trf", "nowhere.trf").status == NO_ACCESS


def test_one_round_only(check: Call) -> None:
    put("wrong.trf", WRONG)
    assert check("wrong.trf", "--round", 1).status == 1
    assert check("wrong.trf", "--round", 2).status == BAD_REQUEST
    assert check("wrong.trf", "--round", 0).status == BAD_REQUEST


def test_json_of_a_check(check: Call) -> None:
    put("wrong.trf", WRONG)
    put("broken.trf", BROKEN)
    value = check("wrong.trf", "broken.trf", "--format", "json").value
    assert (value["tournaments"], value["rounds"], value["differing"], value["unreadable"]) == (1, 1, 1, 1)
    wrong, broken = value["files"]  # type: ignore[misc]
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
    outcome = check("empty")
    assert (outcome.status, last_line(outcome)) == (
        DONE, "checked 0 tournaments, 0 rounds: 0 rounds differ, 0 files unreadable",
    )  # fmt: skip


def damaged(data: bytearray) -> None:
    """Other bytes than those of the check sum."""
    data[data.index(b"012 Club") + 4] ^= 0xFF


def encrypted(data: bytearray) -> None:
    """The first member says that it needs a password."""
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1


@pytest.mark.parametrize("spoil", [damaged, encrypted])
def test_an_archive_with_a_member_that_cannot_be_read_is_no_bug(
    check: Call, spoil: Callable[[bytearray], None]
) -> None:
    with zipfile.ZipFile("events.zip", "w") as archive:
        archive.writestr("a.trf", RIGHT)
        archive.writestr("b.trf", WRONG)
    data = bytearray(Path("events.zip").read_bytes())
    spoil(data)
    Path("events.zip").write_bytes(bytes(data))
    outcome = check("events.zip")
    assert "Traceback" not in outcome.output + outcome.errors
    assert outcome.status in (BAD_REQUEST, NO_ACCESS)
    assert last_line(outcome).endswith("1 files unreadable")


# --- as a shell calls them --------------------------------------------------------------------------------------------


def installed(program: str, *arguments: str, cwd: Path, stdin: str = "") -> Outcome:
    """The console script that is installed beside the interpreter."""
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    done = subprocess.run(command, cwd=cwd, input=stdin.encode(), capture_output=True, timeout=60, check=False)
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_installed_programs_do_the_same(tmp_path: Path) -> None:
    for name, text in (("five", FIVE), ("wrong", WRONG), ("stuck", STUCK)):
        (tmp_path / f"{name}.trf").write_text(text)
    assert installed("swisspair", "--pair", "-", cwd=tmp_path, stdin=FIVE) == (DONE, FIVE_PAIRS.decode(), "")
    assert installed("swisspair", "--pair", "stuck.trf", cwd=tmp_path).status == NOTHING_VALID
    assert installed("swisspair", "--pair", "nowhere.trf", cwd=tmp_path).status == NO_ACCESS
    outcome = installed("swisscheck", "five.trf", "wrong.trf", cwd=tmp_path)
    assert (outcome.status, last_line(outcome)) == (
        1, "checked 2 tournaments, 2 rounds: 1 rounds differ, 0 files unreadable",
    )  # fmt: skip


def test_several_jobs_give_their_answers_in_the_order_of_the_files(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.trf").write_text(WRONG if number % 2 else FIVE)
    files = [f"{number}.trf" for number in range(6)]
    one = installed("swisscheck", *files, "--jobs", "1", cwd=tmp_path)
    two = installed("swisscheck", *files, "--jobs", "2", cwd=tmp_path)
    assert one == two
    assert one.status == 1


def test_a_reader_that_stops_reading_is_no_bug(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    for number in range(300):
        (tmp_path / "events" / f"{number}.trf").write_text(WRONG)
    script = Path(sys.executable).with_name("swisscheck")
    done = subprocess.run(
        f"'{script}' events --jobs 1 | head -1", shell=True, cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
