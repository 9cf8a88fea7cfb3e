"""Odd inputs: names, sizes, encodings, clocks."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from pairing_engine.answers.paired import pair
from pairing_engine.errors import NoPairing
from pairing_engine.facts import model
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import EventKind, Points, Prohibition, Request, Result, Round, Scoring, Tournament, Tpn
from pairing_engine.systems import SYSTEMS
from tests.fuzz.attack_calls import How, outcome, watchdog
from tests.places import FIXTURES
from tests.programs.legacy import events
from tests.programs.legacy.events import FIRST_ROUND, FIVE, FIVE_PAIRS, FOUR, FOUR_LINES, FOUR_PAIRS, event, player
from tests.programs.program import (
    PATIENCE,
    SWISSCHECK,
    SWISSPAIR,
    Outcome,
    contents,
    running,
    swisscheck,
    swisspair,
    without_privileges,
)
from trf import examine, read
from trf.format.source import MOST_BYTES, MOST_COLUMNS, MOST_LINES

BAD_FILE, TOO_LARGE, NO_ACCESS = 3, 4, 5


PROGRAMS = [("--pair", "{}"), ("--dutch", "{}", "-p"), ("check", "{}")]


def told(words: tuple[str, ...], file: str | Path, cwd: Path) -> Outcome:
    arguments = [word.format(file) for word in words]
    return swisscheck(*arguments[1:], cwd=cwd) if arguments[0] == "check" else swisspair(*arguments, cwd=cwd)


def test_the_limits_leave_room_for_the_largest_event() -> None:
    longest = 99 * 10 + 91 + 3 * 33  # a name in which every character takes four bytes
    assert 9_999 * longest < MOST_BYTES
    assert MOST_COLUMNS > 12 + 5 * 9_999
    assert MOST_LINES > 9_999


@pytest.mark.parametrize("words", PROGRAMS)
def test_a_named_pipe_is_a_file_as_any_other(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    program = SWISSCHECK if words[0] == "check" else SWISSPAIR
    command = [word.format("pipe") for word in words[words[0] == "check" :]]
    with running(program, *command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        # The writer has its own thread, because writing into a pipe blocks until somebody opens it.
        Thread(target=(tmp_path / "pipe").write_text, args=(FOUR,), daemon=True).start()
        output, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert words[0] == "check" or output == FOUR_PAIRS


def test_missing_permission_is_reported(tmp_path: Path) -> None:
    locked, inside = tmp_path / "locked.trf", tmp_path / "events" / "locked"
    locked.write_text(FOUR)
    locked.chmod(0)
    inside.mkdir(parents=True)
    (inside / "b.trf").write_text(FOUR)
    (tmp_path / "events" / "a.trf").write_text(FOUR)
    inside.chmod(0)
    try:
        paired = without_privileges(SWISSPAIR, "--pair", "locked.trf", cwd=tmp_path)
        checked = without_privileges(SWISSCHECK, "events", cwd=tmp_path)
    finally:
        inside.chmod(0o700)
    assert (paired.status, paired.sentence) == (NO_ACCESS, "locked.trf: Permission denied")
    assert checked.status == NO_ACCESS
    assert b"events/locked: Permission denied" in checked.output + checked.errors
    assert b"checked 1 tournament" in checked.output


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.trf")
    (tmp_path / name).write_text(FOUR)
    (tmp_path / "out").mkdir()
    assert swisspair("--pair", name, cwd=tmp_path).output == FOUR_PAIRS
    for format_ in ("pairs", "json"):
        assert swisspair("--pair", name, "--format", format_, "--output-dir", "out", cwd=tmp_path).status == 0
    for format_ in ("text", "json"):
        assert swisscheck(".", "--format", format_, cwd=tmp_path).status == 0
    assert len(contents(tmp_path / "out")) == 2


def test_the_library_reads_up_to_its_limit() -> None:
    with pytest.raises(Exception, match="more than 16 MiB"), open("/dev/zero", "rb") as endless:  # noqa: PTH123
        read(endless)
    assert sys.getsizeof(read(FOUR)) < MOST_BYTES


TEAMS = (FIXTURES / "trf" / "valid" / "trf26-team.trf").read_text()


@pytest.mark.parametrize(("code", "column"), [("310", 73), ("300", 16)])
def test_faults_in_team_records_matter_only_in_team_events(tmp_path: Path, code: str, column: int) -> None:
    lines = ["192 FIDE_TEAM_TYPEA_MP_GP", *TEAMS.splitlines()]
    place = next(place for place, line in enumerate(lines) if line.startswith(code))
    lines[place] = lines[place][: column - 1] + "x" + lines[place][column:]
    text = "\n".join(lines)
    (tmp_path / "in.trf").write_text(text)
    refusal = swisspair("in.trf", "-p", cwd=tmp_path)
    assert refusal.status == 3
    assert f"in.trf:{place + 1}:".encode() in refusal.errors
    assert outcome(text.encode(), How("dutch", legacy=True)) == "paired"


MOST_MEMORY = 1 << 30
"""The memory limit in bytes for any file."""

NAMES = {
    "wide": "王小明" * 11,
    "combining": "Ng\u0323\u0302u\u0300" * 5,
    "right to left": "\u05d9\u05d5\u05e1\u05e3 \u202eabc",
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "markup": "[bold]x[/] {0} %s \\n",
    "control": "a\u0085b\u2028c\x0b\x0c\x1cd",
    "widest": "\U0001f600" * 33,
    "a lone mark": "\ufeff\u0301",
}


def test_9_999_players(tmp_path: Path) -> None:
    lines = [player(number, "0.0", rating=str(number)) for number in range(9_999, 0, -1)]
    (tmp_path / "in.trf").write_text(event(*lines))
    outcome = swisspair("--pair", "in.trf", cwd=tmp_path)
    pairs = outcome.output.decode().splitlines()
    assert outcome.status == 0
    assert pairs[:2] == ["5000", "1 5000"]
    assert pairs[-1] == "9999 0"


def test_99_rounds() -> None:
    first, last = ("   2 w =", "   1 b =", "   4 w =", "   3 b ="), ("   3 b =", "   4 w =", "   1 w =", "   2 b =")
    cells = [first, *[("0000 - H",) * 4] * 97, last]
    lines = [player(number, "49.5", *(row[number - 1] for row in cells)) for number in range(1, 5)]
    assert len(read(event(*lines, head=("XXR 99", "XXC white1"))).rounds) == 99


def test_ratings_and_points_to_the_last_digit() -> None:
    assert [p.rating for p in read(FIRST_ROUND.replace(" 2000 ", " 9999 ")).participants] == [9_999] * 5
    lines = [player(1, "99.9", "   2 w 1"), player(2, "0.0", "   1 b 0")]
    assert read(event(*lines, "XXS W=99.9")).settings.scoring.win == 999


def test_names_of_any_script_and_width_in_all_formats(tmp_path: Path) -> None:
    names = [name[:33] for name in NAMES.values()]
    text = event(*(player(number, "0.0", name=name) for number, name in enumerate(names, 1)))
    found = examine(text.encode())
    assert [one.name for one in found.tournament.participants] == [name.strip() for name in names]
    assert found.adjustments == ()
    (tmp_path / "in.trf").write_text(text, encoding="utf-8")
    for format_ in ("table", "json", "pairs"):
        outcome = swisspair("--pair", "in.trf", "--format", format_, cwd=tmp_path)
        assert (outcome.status, outcome.errors) == (0, b"")


MEASURE = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A small process that starts the program, so that only the program's memory is measured."""


def memory_of(*words: str, cwd: Path) -> int:
    """Measure the program's peak memory in bytes. Fail the test if the program crashes."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 * MOST_MEMORY, 4 * MOST_MEMORY))

    command = [sys.executable, "-c", MEASURE, str(SWISSPAIR), *map(str, words)]
    told = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, check=True, preexec_fn=limited).stdout
    status, kibibytes = map(int, told.split())
    assert status in (0, 1, 3, TOO_LARGE)
    return kibibytes * 1024


HOSTILE = {
    "lines that are no records": b"ZZZ x\n" * 99_999,
    "players with the same number": FOUR_LINES[0].encode().ljust(160) + b"\n",
    "prohibited pairings": b"XXP " + b"12 " * 33_000 + b"\n",
    "virtual points": b"XXA    1" + b" 99.9" * 19_000 + b"\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("words", ["--pair in.trf", "--dutch in.trf -p"])
def test_memory_is_bounded_whatever_the_file(tmp_path: Path, kind: str, words: str) -> None:
    line = HOSTILE[kind]
    data = FOUR.encode() + line * (16 * 2**20 // len(line))
    (tmp_path / "in.trf").write_bytes(data[: 16 * 2**20])
    assert memory_of(*words.split(), cwd=tmp_path) < MOST_MEMORY


def test_memory_of_a_usual_event(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FOUR)
    assert memory_of("--pair", "in.trf", cwd=tmp_path) < 100 << 20
    assert swisspair("--pair", "in.trf", cwd=tmp_path).output == FOUR_PAIRS


PATIENCE_OF_WINDOWS = 120
STAND_IN = """\
import sys
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
import multiprocessing, os, signal
multiprocessing.set_start_method("spawn")
for name in ("HUP", "VTALRM", "ALRM", "KILL", "USR1", "USR2", "QUIT", "PIPE", "TSTP", "CONT", "CHLD", "WINCH", "XCPU"):
    delattr(signal, f"SIG{name}")
for name in ("pthread_sigmask", "setitimer", "getitimer", "alarm", "pause", "siginterrupt", "pthread_kill", "sigwait"):
    delattr(signal, name)
for name in ("sched_getaffinity", "getuid", "geteuid", "getgid", "killpg", "fchown", "chown", "nice", "getloadavg"):
    delattr(os, name)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write two events, and a module that makes Python behave as on Windows."""
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "sitecustomize.py").write_text(STAND_IN)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "one.trf").write_bytes(FIVE.encode().replace(b"\n", b"\r\n"))
    (tmp_path / "here" / "two.trf").write_text(FIVE)
    return tmp_path / "here"


def called(folder: Path, *words: str, encoding: str = "cp1252") -> tuple[int, bytes, bytes]:
    environment = {**os.environ, "PYTHONPATH": str(folder.parent / "first"), "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, timeout=PATIENCE_OF_WINDOWS, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_round_is_paired_and_written(folder: Path) -> None:
    assert called(folder, "swisspair", "--pair", "one.trf", "--output", "pairs.txt") == (0, b"", b"")
    assert (folder / "pairs.txt").read_bytes() == FIVE_PAIRS
    assert called(folder, "swisspair", "--dutch", "one.trf", "-p")[:2] == (0, FIVE_PAIRS)


def test_workers_that_are_spawned_check_files(folder: Path) -> None:
    status, output, errors = called(folder, "checker", "one.trf", "two.trf", "--jobs", "2", "--quiet")
    assert (status, errors) == (0, b"")
    assert b"checked 2 tournaments" in output


def test_the_stand_in_takes_away_what_it_says(folder: Path) -> None:
    asked = "import signal, sys; sys.exit(hasattr(signal, 'SIGVTALRM') or 'fcntl' not in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(folder.parent / "first")}
    assert (
        subprocess.run(
            [sys.executable, "-c", asked], env=environment, timeout=PATIENCE_OF_WINDOWS, check=False
        ).returncode
        == 0
    )


def test_names_are_utf_8_and_tables_plain_in_old_encodings(folder: Path) -> None:
    """A terminal with an old encoding gets names in UTF-8, and tables without line-drawing characters."""
    line = events.FIVE_LINES[0]
    named = f"{line[:14]}{'Şahin, Ömer':33}{line[47:]}"
    (folder / "name.trf").write_text(FIVE.replace(line, named), encoding="utf-8")
    status, output, errors = called(folder, "swisspair", "--pair", "name.trf", "--format", "table")
    assert (status, errors) == (0, b"")
    assert "Şahin, Ömer" in output.decode("utf-8")
    assert output.decode("utf-8").count("\n+--") == 2


SIZE = 300
HALF = SIZE // 2

Rounds = list[list[tuple[int, int]]]

DRAWN = Result.DRAW, Result.DRAW
OF_TEAMS = Scoring(win=Points(20), draw=Points(10), forfeit_win=Points(20), pairing_allocated_bye=Points(10))


def turns(rounds: int) -> Rounds:
    """Build rounds in which nobody meets an opponent twice. Colours do not alternate."""
    found = []
    for number in range(rounds):
        seats = [1, *(2 + (place + number) % (SIZE - 1) for place in range(SIZE - 1))]
        found.append(
            [
                (seats[board], seats[-1 - board]) if (board + number) % 2 else (seats[-1 - board], seats[board])
                for board in range(HALF)
            ]
        )
    return found


def halves(rounds: int) -> Rounds:
    """Build rounds in which the upper half always has White against the lower half."""
    return [[(board + 1, HALF + 1 + (board + number) % HALF) for board in range(HALF)] for number in range(rounds)]


def barred(*groups: range) -> tuple[Prohibition, ...]:
    return tuple(Prohibition(1, 99, frozenset(map(Tpn, group))) for group in groups)


def by_lot(percent: int) -> tuple[Prohibition, ...]:
    lot = Random(percent)
    return tuple(
        Prohibition(1, 99, frozenset((Tpn(a), Tpn(b))))
        for a in range(1, SIZE + 1)
        for b in range(a + 1, SIZE + 1)
        if lot.random() * 100 < percent
    )


def absent(number: int, players: range) -> tuple[Request, ...]:
    return tuple(Request(number, model.Bye(Tpn(player), model.ByeKind.HALF_POINT)) for player in players)


Case = Callable[[], tuple[Rounds, tuple[Prohibition, ...], tuple[Request, ...]]]

CASES: dict[str, Case] = {
    "one scoregroup, an odd number of players": lambda: (turns(8), (), absent(9, range(SIZE, SIZE + 1))),
    "everybody is due the colour of the others": lambda: (halves(2), (), ()),
    "half of them absent": lambda: (turns(8), (), absent(9, range(1, SIZE, 2)) + absent(9, range(2, 3))),
}
MORE_CASES: dict[str, Case] = {
    "one scoregroup": lambda: (turns(9), (), ()),
    "many rounds": lambda: (turns(60), (), ()),
    "half of them barred from each other": lambda: (turns(3), barred(range(1, HALF + 1)), ()),
    "one more than half barred": lambda: (turns(3), barred(range(1, HALF + 2)), ()),
    "three clubs": lambda: (turns(3), barred(*(range(100 * club + 1, 100 * club + 101) for club in range(3))), ()),
    "half of the pairs barred": lambda: (turns(3), by_lot(50), ()),
    "nearly all pairs barred": lambda: (turns(3), by_lot(97), ()),
    "nearly all pairs barred, an odd number": lambda: (turns(3), by_lot(97), absent(4, range(1, 2))),
    "only the upper half can spare one for the bye": lambda: (
        turns(3),
        barred(range(1, HALF + 1), range(HALF + 1, SIZE)),
        absent(4, range(SIZE, SIZE + 1)),
    ),
    "no pair left": lambda: ([], barred(range(1, SIZE + 1)), absent(1, range(1, 2))),
}


def event_of_clocks(system: str, case: Case) -> Tournament:
    pairs, prohibitions, requests = case()
    kind = kind_of_system(system)
    is_team = kind is EventKind.TEAM
    settings = model.Settings(
        99,
        model.Colour.WHITE,
        OF_TEAMS if is_team else Scoring(),
        prohibitions=prohibitions,
        team=model.TeamRules() if is_team else None,
        double=kind is EventKind.DOUBLE,
    )
    second = DRAWN if kind is EventKind.DOUBLE else None
    drawn = model.TeamPoints(Points(10), Points(20))
    rounds = [
        Round(matches=tuple(model.TeamMatch(Tpn(white), Tpn(black), drawn, drawn) for white, black in boards))
        if is_team
        else Round(tuple(model.Game(Tpn(white), Tpn(black), *DRAWN, second=second) for white, black in boards))
        for boards in pairs
    ]
    players = tuple(model.Participant(Tpn(number), rating=2900 - 5 * number) for number in range(1, SIZE + 1))
    return Tournament("Worst", players, tuple(rounds), requests, settings)


def in_a_minute(system: str, case: Case) -> None:
    asked = event_of_clocks(system, case)
    with watchdog():
        try:
            found = pair(asked, system=system)
        except NoPairing:
            return
    assert 2 * len(found.boards) + (found.bye is not None) == SIZE - len(asked.requests)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_300_players_in_a_minute(system: str, case: str) -> None:
    in_a_minute(system, CASES[case])


@pytest.mark.slow
@pytest.mark.parametrize("case", MORE_CASES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_300_players_in_a_minute_in_more_cases(system: str, case: str) -> None:
    in_a_minute(system, MORE_CASES[case])
