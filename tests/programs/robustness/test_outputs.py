"""Odd outputs: full disks, closed pipes, terminals; and the same bytes every time."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest

from pairing_engine import door, pairing
from pairing_engine.answers.paired import pair
from pairing_engine.answers.paired_in_words import as_account
from pairing_engine.errors import IllegalPairing, PairingError
from pairing_engine.facts.model import Tpn
from pairing_engine.facts.shown import one_line, shown, without_controls
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.trace import Board, RoundPairing
from pairing_engine.systems import SYSTEMS
from swisspair.commands.formats import FORMS as FORMATS
from swisspair.commands.formats import Told
from swisspair.terminal.program import failure_of
from tests.conftest import some
from tests.files.test_trf_columns import RECORDS
from tests.programs import program
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR, FOUR_LINES, FOUR_PAIRS, WRONG, event
from tests.programs.program import (
    PATIENCE,
    SWISSPAIR,
    Outcome,
    contents,
    is_harmless,
    run,
    swisscheck,
    swisspair,
    without_privileges,
)
from trf import TrfProblems, examine, read, write
from trf.format.fields import TABLES, TEXT_RECORDS

BAD_REQUEST, NO_ACCESS = 3, 5

OWN, LEGACY = "--pair in.trf --output {}", "--dutch in.trf -p {}"
FORMS = pytest.mark.parametrize("form", [OWN, LEGACY])


def pair_into(form: str, target: str | Path, cwd: Path) -> Outcome:
    (cwd / "in.trf").write_text(FOUR)
    return swisspair(*form.format(target).split(), cwd=cwd)


def in_shell(line: str, cwd: Path) -> Outcome:
    return run(
        "bash", "-c", line.replace("swisspair", str(SWISSPAIR)).replace("swisscheck", str(program.SWISSCHECK)), cwd=cwd
    )


@FORMS
def test_a_named_pipe_is_written_as_it_is(tmp_path: Path, form: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with program.running("cat", tmp_path / "pipe", stdout=subprocess.PIPE) as reader:
        assert pair_into(form, tmp_path / "pipe", tmp_path).status == 0
        assert reader.communicate(timeout=PATIENCE)[0] == FOUR_PAIRS
    assert (tmp_path / "pipe").is_fifo()


@FORMS
def test_a_file_that_may_not_be_written_is_kept(tmp_path: Path, form: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    (tmp_path / "out.txt").write_text("an old answer")
    (tmp_path / "out.txt").chmod(0o444)
    outcome = without_privileges(SWISSPAIR, *form.format("out.txt").split(), cwd=tmp_path)
    assert outcome.status == NO_ACCESS
    assert b"Permission denied" in outcome.errors
    assert (tmp_path / "out.txt").read_text() == "an old answer"


SMALL_DISK = {
    OWN: True,
    "new names.txt --rounds 3 --force -o {}": True,
    "-g rtg.cfg -o {} -s 1": True,
    "--generate --seed 1 --output {}": True,
    LEGACY: False,
}
"""The forms, and whether the file that was there stays."""


@pytest.mark.parametrize("linked", some([False, True], 1))
@pytest.mark.parametrize("form", SMALL_DISK)
def test_a_disk_that_fills_up_leaves_the_old_file_or_none(tmp_path: Path, form: str, linked: bool) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=20\nRoundsNumber=5\n")
    (tmp_path / "names.txt").write_text("Aalto, Eino\nBianchi, Carla\n")
    (tmp_path / "out.txt").write_text("an old answer")
    if linked and SMALL_DISK[form]:
        os.link(tmp_path / "out.txt", tmp_path / "other.txt")
    before = contents(tmp_path)
    limit = len(FIVE_PAIRS) - 3
    done = subprocess.run(
        [sys.executable, "-B", str(SWISSPAIR), *form.format("out.txt").split()],
        cwd=tmp_path,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert done.returncode == NO_ACCESS
    assert b"out.txt" in done.stderr
    assert b"File too large" in done.stderr
    assert contents(tmp_path) == {name: data for name, data in before.items() if name != "out.txt" or SMALL_DISK[form]}


FLUSHED = """
import os, pathlib
done = []
flush, put = os.fsync, pathlib.Path.replace
os.fsync = lambda handle: (done.append(os.fstat(handle).st_size), flush(handle))
pathlib.Path.replace = lambda *names: (done.append("put in its place"), put(*names))
import atexit
atexit.register(lambda: pathlib.Path("done").write_text(str(done)))
from swisspair.commands import main
main()
"""


def test_an_answer_is_on_the_disk_before_it_has_its_name(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    outcome = run(sys.executable, "-c", FLUSHED, "--pair", "in.trf", "--output", "out.txt", cwd=tmp_path)
    assert outcome.status == 0
    written, *rest = json.loads((tmp_path / "done").read_text().replace("'", '"'))
    assert (written, rest[0]) == (len(FOUR_PAIRS), "put in its place")


@pytest.mark.parametrize(
    "form", some(["--generate --players 400 --rounds 60 --output out.trf", "-g rtg.cfg -o out.trf"], 1)
)
def test_ctrl_c_while_a_tournament_is_generated_leaves_nothing(tmp_path: Path, form: str) -> None:
    (tmp_path / "rtg.cfg").write_text("PlayersNumber=400\nRoundsNumber=60\n")
    with program.running(SWISSPAIR, *form.split(), cwd=tmp_path, stderr=subprocess.PIPE) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert contents(tmp_path).keys() == {"rtg.cfg"}


@pytest.mark.parametrize(
    "line",
    some(
        [
            "swisspair --pair in.trf --format table",
            "swisscheck in.trf",
            "swisspair --pair in.trf",
            "swisspair --dutch in.trf -p",
            "swisspair --help",
        ],
        2,
    ),
)
def test_a_closed_standard_output_is_told_by_the_status_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    piped = in_shell(f"{line} | :; exit ${{PIPESTATUS[0]}}", tmp_path)
    # the reader may close the pipe before or after the program writes
    assert (piped.status, piped.errors) in ((NO_ACCESS, b""), (0, b""))
    closed = in_shell(f"{line} >&-", tmp_path)
    assert closed.status in (NO_ACCESS, 0)
    assert b"Traceback" not in closed.errors
    assert b"Exception" not in closed.errors


SURROUNDINGS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4294967295", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "77", "LANG": "tr_TR", "TZ": "America/St_Johns", "PYTHONIOENCODING": "ascii"},
]


def events(folder: Path) -> list[str]:
    """Write an event of five rounds for every system. The names are not ASCII."""
    names = []
    for place, (name, editions) in enumerate(SYSTEMS.items()):
        plan = Plan(players=6 + place if name == "team" else 9 + 2 * place, rounds=5)
        event = generate(plan, place, [*editions.values()][-1])
        path = folder / f"{place:02}-{name}.trf"
        path.write_text(write(event).replace("Player", "Hráčič").replace("012 ", "012 王 "), encoding="utf-8")
        names.append(path.name)
    return names


def everything(folder: Path, *, variables: dict[str, str], jobs: str) -> dict[str, bytes]:
    files = [path.name for path in sorted(folder.glob("*.trf"))]
    out = folder / "out"
    out.mkdir()
    found: dict[str, bytes] = {}
    for format_ in ("pairs", "json"):
        words = ("--pair", *files, "--round", "4", "--format", format_, "--output-dir", "out", "--jobs", jobs)
        outcome = run(SWISSPAIR, *words, cwd=folder, variables=variables)
        found[f"{format_} status"] = str(outcome.status).encode() + outcome.errors
    checked = run(program.SWISSCHECK, *files, "--format", "json", "--jobs", jobs, cwd=folder, variables=variables)
    found["checked"] = str(checked.status).encode() + checked.output
    legacy = run(SWISSPAIR, "--dutch", files[0], "-c", "-l", "out/list", cwd=folder, variables=variables)
    generated = run(SWISSPAIR, "--generate", "--seed", "5", "--output", "out/new.trf", cwd=folder, variables=variables)
    found |= {"legacy": legacy.output, "status": bytes([legacy.status, generated.status])}
    found |= contents(out)
    for path in out.iterdir():
        path.unlink()
    out.rmdir()
    return found


@pytest.mark.parametrize("place", some([1, 2], 1))
def test_the_same_bytes_in_all_surroundings(tmp_path: Path, place: int) -> None:
    events(tmp_path)
    answers = everything(tmp_path, variables=SURROUNDINGS[0], jobs="1")
    assert len(answers) > 2 * len(SYSTEMS)
    assert everything(tmp_path, variables=SURROUNDINGS[place], jobs=str(1 + place)) == answers


FIRST_STEP = SYSTEMS["dutch"]["2026"].colour_steps[0]

SABOTAGED = """
import pairing_engine.pairing as pairing
right = pairing.pair_round
def wrong(*arguments, **named):
    found = right(*arguments, **named)
    first, second, *others = found.boards
    return found._replace(boards=(first, first._replace(white=second.white, black=first.black), *others))
pairing.pair_round = wrong
from swisspair.commands import main
main()
"""
"""A program whose engine gives two opponents to a player."""


def sabotaged(*arguments: str, cwd: Path) -> Outcome:
    return run(sys.executable, "-c", SABOTAGED, *arguments, cwd=cwd)


def boards_of(*pairs: tuple[int, int], bye: int | None = None) -> Callable[[RoundPairing], RoundPairing]:
    boards = tuple(Board(Tpn(white), Tpn(black), FIRST_STEP) for white, black in pairs)
    return lambda right: right._replace(boards=boards, bye=None if bye is None else Tpn(bye))


@pytest.mark.parametrize(
    ("event", "sabotage", "words"),
    [
        (FOUR, boards_of((3, 1), (4, 2)), "1 and 3 have met in round 1"),
        (FOUR, boards_of((1, 2)), "3 is not paired; 4 is not paired"),
        (FOUR, boards_of((2, 1), (3, 2)), "2 is paired more than once"),
        (FOUR + "XXP 1 2\n", boards_of((2, 1), (3, 4)), "1 and 2 may not meet"),
        (FOUR, boards_of((1, 2), (3, 4)), "2 should have White, and 1 should have Black, after B and W"),
        (FIVE, boards_of((1, 2), (3, 4), bye=5), "5 cannot get the pairing-allocated bye, because"),
        (FIVE + "XXZ 5\n", boards_of((2, 1), (4, 3), bye=5), "5 is paired, but takes no part in round 2"),
    ],
)
def test_an_illegal_pairing_is_caught(
    monkeypatch: pytest.MonkeyPatch, event: str, sabotage: Callable[[RoundPairing], RoundPairing], words: str
) -> None:
    right = pairing.pair_round
    monkeypatch.setattr(door, "pair_round", lambda *given: sabotage(right(*given)))
    with pytest.raises(IllegalPairing, match=words):
        pair(read(event))
    assert pair(read(event), verify=False)


@pytest.mark.parametrize("arguments", ["--pair in.trf --output out.txt", "--dutch in.trf -p out.txt"])
def test_an_illegal_pairing_is_an_internal_error_without_a_file(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    outcome = sabotaged(*arguments.split(), cwd=tmp_path)
    assert (outcome.status, outcome.output) == (2, b"")
    assert outcome.sentence.startswith("in.trf: internal error, please report it together with the file (")
    assert "is illegal and is not shown: 3 is not paired; 1 is paired more than once" in outcome.sentence
    assert contents(tmp_path).keys() == {"in.trf"}
    unseen = sabotaged("--no-verify", *arguments.split(), cwd=tmp_path)
    assert (unseen.status, unseen.errors) == (0, b"")
    assert contents(tmp_path)["out.txt"] == b"3\n5 1\n2 1\n4 0\n"


def test_the_rounds_that_are_paired_again_are_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(WRONG)
    outcome = sabotaged("--dutch", "in.trf", "-c", cwd=tmp_path)
    assert outcome.status == 2
    assert b"please report it" in outcome.errors


def fields() -> Iterator[tuple[str, int, int]]:
    """Yield every field of every record, with the record's code, the first column and the width."""
    for code, table in TABLES.items():
        for field in (*table.fields, *([table.repeated] if table.repeated else [])):
            yield code, field.first, field.width
    for code in (*TEXT_RECORDS, "###", "ZZZ", "NED", ""):
        yield code, 5, 40


def damaged(code: str, first: int, width: int, code_to_hide: str) -> str:
    line = (FOUR_LINES[0] if code == "001" else RECORDS.get(code, {}).get("line", f"{code} something")).ljust(
        first + width
    )
    put = (code_to_hide + program.FORGED)[:width]
    line = line[: first - 1] + put.ljust(width) + line[first - 1 + width :]
    lines = [line, *FOUR_LINES[1:]] if code == "001" else [*FOUR_LINES, line]
    return event(*lines)


def everything_said(text: str, name: str = "in.trf") -> Iterator[str]:
    for strict, legacy in ((False, False), (True, False), (False, True)):
        try:
            found = examine(text.encode(), name=name, strict=strict, only_pairing_data=legacy, recompute=True)
        except (TrfProblems, PairingError) as error:
            yield str(failure_of(error, name))
            continue
        yield from (adjustment.show(name) for adjustment in found.adjustments)
        try:
            paired = pair(found.tournament)
        except PairingError as error:
            yield str(failure_of(error, name))
            continue
        yield as_account(paired)
        as_text = FORMATS["json"].text
        assert as_text is not None
        yield as_text(Told(name, paired, found.adjustments))


@pytest.mark.parametrize("code", [*TABLES, *TEXT_RECORDS, "###", "ZZZ", "NED", ""])
def test_no_field_of_any_record_reaches_the_terminal_as_it_is(code: str) -> None:
    """Each field hides two escapes, in turn."""
    escapes = cycle(program.ESCAPES)
    for record, first, width in fields():
        if record != code:
            continue
        for hidden in islice(escapes, 2):
            for said in everything_said(damaged(code, first, width, hidden)):
                assert is_harmless(said), (code, first, hidden, said)
                assert not any(line.strip() == program.FORGED for line in said.split("\n"))


@pytest.mark.parametrize("hidden", program.ESCAPES)
def test_contradictory_records_are_quoted_harmlessly(hidden: str) -> None:
    for said in everything_said(event(*FOUR_LINES, f"192 {hidden}X", "192 FIDE_DUTCH_2026")):
        assert is_harmless(said)


NAMES = ["a\nb.trf: agrees\n", "a\x1b[2Jb.trf", "a\x9bb.trf", "\u202efrt.a.trf"]


def test_the_names_in_an_archive_are_shown_harmlessly(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "events.zip", "w") as archive:
        for place, name in enumerate(NAMES):
            archive.writestr(name if name.endswith(".trf") else f"{name}.trf", FOUR if place % 2 else "001 nothing\n")
            archive.writestr(f"{name}.zip", "")
    outcome = swisscheck("events.zip", cwd=tmp_path)
    for said in (outcome.output.decode(), outcome.errors.decode()):
        assert is_harmless(said)
        assert "b.trf: agrees" not in said.split("\n")


def test_letters_of_every_script_stay_as_they_are() -> None:
    joined = "\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
    for text in ("王小明", "Hráčič", "Ng\u0323\u0302u\u0300", "\u05d9\u05d5\u05e1\u05e3", "a\u00a0b", *joined):
        assert one_line(text) == without_controls(text) == shown(text, 50) == text
