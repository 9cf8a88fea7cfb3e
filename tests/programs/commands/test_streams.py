"""Many files: lists, archives, streams, and outputs that are whole or not there."""

import gzip
import io
import json
import os
import signal
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

import swisspair.swisscheck.checked_file
import swisspair.swisscheck.lines
from pairing_engine.under_way import bounded, doing, within
from swisspair.commands.table import FLAGS
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck
from swisspair.swisscheck.lines import expected
from swisspair.terminal import screen
from swisspair.terminal.sources import Source, find
from tests.programs.commands import calls
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, TOO_LARGE, Call, put
from tests.programs.legacy.events import FIVE, WRONG, event, player
from tests.programs.program import ESCAPES, is_harmless

JSONL = ("--format", "jsonl")


@pytest.fixture
def files(call: Call) -> list[str]:
    """Write a list of nine files. The third file breaks the rules, and the sixth is damaged."""
    names = [f"{number}.trf" for number in range(1, 10)]
    for name in names:
        put(name, {"3.trf": WRONG, "6.trf": calls.BROKEN}.get(name, FIVE))
    put("list", "".join(f"{name}\n" for name in names))
    return names


def values(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_number_of_files_is_known_before_reading(files: list[str]) -> None:
    def number(paths: list[str], files_from: str = "list") -> int | None:
        return expected(map(Path, paths), Path(files_from))

    assert (number([]), number(["1.trf", "."])) == (9, 20)
    assert number([], files_from="-") is None


def test_the_lines_hold_the_same_facts_as_json(check: Call, files: list[str]) -> None:
    lines = values(check(*files, *JSONL, "--ordered").output)[:-1]
    for line in lines:
        for name in ("schema", "place", "counts"):
            del line[name]
        if "error" not in line:
            del line["status"]
    assert lines == check(*files, "--format", "json").value["files"]


def deadly(source: Source, how: HowToCheck) -> CheckedFile | None:
    if source.name == "4.trf":
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(source, how)


REAL: Callable[[Source, HowToCheck], CheckedFile | None] = swisspair.swisscheck.checked_file.check_source


def test_a_file_that_kills_its_worker_is_a_line(check: Call, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swisspair.swisscheck.lines, "check_source", deadly)
    outcome = check("--files-from", "list", *JSONL, "--ordered")
    lines = values(outcome.output)[:-1]
    assert [line["file"] for line in lines] == files
    assert [line["status"] for line in lines] == [0, 0, 1, 4, 0, 3, 0, 0, 0]
    assert "killed" in str(lines[3]["error"])
    assert outcome.status == TOO_LARGE


def test_a_killed_worker_costs_an_ordinary_call_one_file_too(
    call: Call, files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swisspair.swisscheck.lines, "check_source", deadly)
    outcome = call("swisscheck", *files, "--jobs", 2)
    assert "4.trf: unreadable\n  4.trf: the process that worked on it was killed" in outcome.output
    assert outcome.last_line == "checked 7 tournaments, 7 rounds: 1 round differs, 2 files unreadable"
    assert outcome.status == TOO_LARGE


RIGHT = FIVE


def damaged(data: bytearray) -> None:
    data[data.index(b"012 Club") + 4] ^= 0xFF


def encrypted(data: bytearray) -> None:
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
    assert outcome.last_line.endswith("1 file unreadable")


def tarred(*members: tuple[tarfile.TarInfo, str], mode: str = "w") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for member, text in members:
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return file.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, target
    return found


@pytest.mark.parametrize(("name", "mode"), [("all.tar", "w"), ("all.tar.gz", "w:gz"), ("all.TGZ", "w:gz")])
def test_members_of_a_tar_archive_are_read_in_their_order(check: Call, name: str, mode: str) -> None:
    two = (member("b/WRONG.TRF"), WRONG), (member("a.txt"), RIGHT), (member("readme"), "nothing")
    Path(name).write_bytes(tarred(*two, (member("long/" * 60 + "a.trf"), RIGHT), mode=mode))
    found = check(name)
    lines = [line for line in found.output.splitlines() if line.startswith("all")]
    assert [line.partition(":")[0] for line in lines] == [
        f"{name}/b/WRONG.TRF", f"{name}/a.txt", f"{name}/{'long/' * 60}a.trf"
    ]  # fmt: skip
    assert f"skipped, because they are not tournament report files: {name}/readme" in found.errors
    assert found.last_line.startswith("checked 3 tournaments, 3 rounds: 1 round differs")


def test_links_and_devices_in_a_tar_archive_are_never_followed(check: Call) -> None:
    put("secret.trf", RIGHT)
    kinds = {
        "s": tarfile.SYMTYPE,
        "h": tarfile.LNKTYPE,
        "d": tarfile.CHRTYPE,
        "b": tarfile.BLKTYPE,
        "p": tarfile.FIFOTYPE,
    }
    inside = [(member(f"{name}.trf", kind, "secret.trf"), "") for name, kind in kinds.items()]
    Path("all.tar").write_bytes(tarred(*inside, (member("a.trf"), RIGHT)))
    found = check("all.tar")
    assert found.last_line == "checked 1 tournament, 1 round: 0 rounds differ, 0 files unreadable"
    passed_over = found.errors.partition("they are not tournament report files: ")[2].strip().split(", ")
    assert passed_over == [f"all.tar/{name}.trf" for name in kinds]


def _header(kind: bytes, size: int) -> bytes:
    found = member("x", kind)
    found.size = size
    return found.tobuf() + bytes(1024)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (_header(tarfile.GNUTYPE_LONGNAME, 8**11 - 1), "has a header of"),
        (_header(tarfile.XHDTYPE, 2**30), "has a header of"),
        (_header(tarfile.REGTYPE, 2**30), "ends in the middle of a file"),
        (_header(tarfile.REGTYPE, 2**20), "ends in the middle of a file"),
        (b"".join(_header(tarfile.GNUTYPE_LONGNAME, 1)[:512] + bytes(512) for _ in range(2000)), "cannot be unpacked"),
        (b"no archive at all", "cannot be unpacked"),
        (tarred((member("in.zip"), "PK")), "is an archive in an archive"),
        (tarred((member("in.tar.gz"), "x")), "is an archive in an archive"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_tar_archive_that_cannot_be_one_is_refused(
    check: Call, pack: Callable[[bytes], bytes], data: bytes, words: str
) -> None:
    name = "bad.tar" if pack is bytes else "bad.tar.gz"
    Path(name).write_bytes(pack(data))
    found = check(name)
    assert (found.status, words in found.output, "Traceback" in found.errors) == (NO_ACCESS, True, False)


@pytest.mark.parametrize(("name", "damage"), [("a.tar.gz", 30), ("a.jsonl.gz", 30), ("a.trf.gz", 30), ("a.trf.gz", 3)])
def test_a_damaged_packed_file_is_told(check: Call, name: str, damage: int) -> None:
    data = bytearray(gzip.compress(RIGHT.encode()))
    data[damage] ^= 0xFF
    Path(name).write_bytes(data)
    found = check(name)
    assert (found.status, f"{name}: cannot be unpacked" in found.output) == (NO_ACCESS, True)


@pytest.mark.parametrize("name", ["bomb.tar.gz", "bomb.jsonl.gz", "bomb.trf.gz"])
def test_what_is_packed_too_densely_is_refused(check: Call, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("swisspair.terminal.opening.LEAST_UNPACKED", 2**20)
    line = f"{json.dumps({'file': 'a', 'trf': RIGHT})}\n".encode()
    inside = {
        "bomb.tar.gz": tarred((member("a.trf"), "0" * 2**22)),
        "bomb.jsonl.gz": line + bytes(2**22),
        "bomb.trf.gz": RIGHT.encode() + b"\n" * 2**22,
    }
    Path(name).write_bytes(gzip.compress(inside[name]))
    found = check(name)
    assert (found.status, "which tournaments do not" in found.output + found.errors) == (NO_ACCESS, True)


def test_members_of_a_packed_archive_are_read_in_any_order(call: Call) -> None:
    inside = [(member(f"{number}.txt"), f"012 {number}\n{RIGHT}") for number in range(5)]
    Path("all.tar.gz").write_bytes(tarred(*inside, mode="w:gz"))
    sources = list(find([Path("all.tar.gz")]))
    for number in (3, 0, 4, 4, 1):
        assert not sources[number].is_passed_over()
        assert sources[number].read() == inside[number][1].encode()


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


FILE = "a\x1b[2J\nround 1: agrees.trf"
"""A file name with control characters and a forged line."""

CELLS = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
POINTS = ("1.0", "1.0", "0.0", "0.0")

MODES = [
    ("--pair", FILE, "--format", "pairs"),
    ("--pair", FILE, "--format", "table"),
    ("--pair", FILE, "--format", "account"),
    ("--pair", FILE, "--format", "card"),
    ("--pair", FILE, "--format", "json"),
    ("--pair", FILE, "--list", "-"),
    ("--enter", "1:1-0", FILE, "--round", "1"),
    ("--withdraw", "2", FILE),
    ("--return", "2", FILE),
    ("--away", "2=H", FILE),
    ("--add", "Li, Wei", FILE),
    ("--edit", "2", "rating=1850", FILE),
    ("tie-breaks", "BH", FILE),
    ("show", FILE),
    ("--swap", "1-2", FILE, "--by-hand", "--force"),
    ("--boards", "1-2 3-4", FILE, "--by-hand", "--force"),
    ("--unpair", FILE, "--force"),
    ("--undo", FILE),
    ("--why", "1", FILE),
    ("--why-not", "1-2", FILE),
    ("--what-if", "absent:4", FILE),
    ("--judge", "2-1,3-4", FILE),
    ("--judge", "1-2,3-4", FILE),
    ("--feasible", "2", FILE),
    ("--feasible", "30", FILE),
    ("--standings", FILE, "--tiebreaks", "PTS,BH"),
    ("--standings", FILE, "--tiebreaks", "PTS,BH", "--format", "csv"),
    ("--why-rank", "1-2", FILE, "--tiebreaks", "PTS,BH"),
]
OLD = [("--dutch", FILE, "-p"), ("--dutch", FILE, "-c")]
TEXT_AND_JSON = ("--why", "--why-not", "--what-if", "--judge", "--feasible", "--standings", "--why-rank")


@pytest.fixture(params=["names of players", "name of the event"])
def _file(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    hidden = [escape for escape in ESCAPES if len(f"a{escape}b".splitlines()) == 1]
    names = ["".join(hidden[place::4]) + f"x{place}" for place in range(4)]
    if request.param == "name of the event":
        text = event(*(player(n, POINTS[n - 1], CELLS[n - 1]) for n in range(1, 5)), "022 " + "".join(hidden), "ZZZ")
        text = text.replace("012 Club", f"012 {''.join(hidden)} Club")
    else:
        text = event(*(player(n, POINTS[n - 1], CELLS[n - 1], name=names[n - 1]) for n in range(1, 5)), "ZZZ")
    for name, more in ((FILE, ""), (f"{FILE}.bak", "\n")):
        (tmp_path / name).write_text(text + more, encoding="utf-8")


def is_clean(said: str) -> bool:
    return is_harmless(said) and not any(line.startswith("round 1: agrees") for line in said.split("\n"))


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("words", [*MODES, *OLD], ids=" ".join)
def test_every_mode_shows_names_harmlessly(call: Call, words: tuple[str, ...]) -> None:
    forms = [words]
    if words[0] in TEXT_AND_JSON and "--format" not in words:
        forms.append((*words, "--format", "json"))
    for form in forms:
        found = call("swisspair", *form)
        assert found.status in (0, 1), found.errors
        assert found.output
        # A checklist has no names, and its columns are separated by tabs.
        assert is_clean(found.output.replace("\t", " ") if "--list" in form else found.output), found.output
        assert is_clean(found.errors), found.errors
        if form[-1] == "json":
            assert json.loads(found.output)


@pytest.mark.usefixtures("_file")
def test_an_html_page_shows_names_harmlessly(call: Call, tmp_path: Path) -> None:
    assert call("swisspair", "--pair", FILE, "--html", "page.html").status == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert is_harmless(page)
    assert any(ascii(hidden)[1:-1] in page for hidden in ESCAPES)


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("format_", ["text", "json"])
def test_the_checker_shows_names_harmlessly(call: Call, format_: str) -> None:
    found = call(
        "swisscheck", FILE, "--format", format_, "--all" if format_ == "text" else "--no-progress", "--jobs", 1
    )
    assert is_clean(found.output), found.output
    assert is_clean(found.errors), found.errors


@pytest.mark.usefixtures("_file")
@pytest.mark.parametrize("words", [*MODES, *OLD], ids=" ".join)
def test_errors_of_every_mode_name_files_harmlessly(call: Call, words: tuple[str, ...]) -> None:
    found = call("swisspair", *(f"none{word}" if word == FILE else word for word in words))
    assert found.status == 5
    assert found.errors
    assert is_clean(found.errors), found.errors


def test_all_modes_that_read_a_tournament_are_here() -> None:
    others = {"--generate", "--rules", "--json-schema", "--new", "--serve", "--example", "--examples"}
    assert {*FLAGS, "tie-breaks", "show"} - others == {words[0] for words in MODES}


LONG = 10_000_000
"""The maximum number of steps before the program must report its progress."""


def said_during(work: list[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    said: list[bytes] = []
    with Path(os.devnull).open("w") as nowhere, monkeypatch.context() as changed:
        changed.setattr(screen, "FIRST", 0.001)
        changed.setattr(sys, "stderr", nowhere)
        changed.setattr(os, "write", lambda _, data: said.append(data))
        with screen.heartbeat("swisspair --why", arguments):
            doing(work[0], 3, 98)
            within(work[1], 2, 7)
            next(step for step in count() if said or step > LONG)
    return b"".join(said).decode()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor seconds")
def test_long_work_reports_its_task_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_during(["checking the rounds", "pairing the brackets"], monkeypatch)
    at = "checking the rounds, 3 of 98: pairing the brackets, 2 of 7"
    assert said == f"swisspair --why: {at} (0 s so far; Ctrl-C stops the program)\n"
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor seconds")
def test_no_progress_is_shown_when_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.programs.commands.test_streams.LONG", 100_000)
    assert said_during(["checking the rounds", ""], monkeypatch, "--quiet") == ""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor seconds")
@pytest.mark.parametrize(
    ("format_", "words"), [("text", "did not finish"), ("json", '"given_up": "the search for an answer')]
)
def test_a_question_at_its_bound_is_answered_in_part(
    call: Call, monkeypatch: pytest.MonkeyPatch, format_: str, words: str
) -> None:
    put("in.trf", FIVE)
    question = ("swisspair", "--why-not", "1-2", "in.trf", "--round", "1", "--engine", "reference", "--format", format_)
    answered = []
    for steps in (3, 10, 20, 40, 60, 80, 100, 150, 200, 400):
        monkeypatch.setattr("swisspair.commands.questions.bounded", partial(bounded, steps))
        found = call(*question)
        if words in found.output:
            answered.append(found.status)
            assert "the search for an answer was given up after" in found.output
        elif steps == 3:
            assert (found.status, format_ == "json" or not found.output) == (TOO_LARGE, True)
            assert "in.trf: the search for an answer was given up after 3 steps" in found.errors
    assert set(answered) == {TOO_LARGE}
    assert found.status == DONE
