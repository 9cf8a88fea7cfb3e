"""Calls of every mode of both programs, each with the largest possible event."""

import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import MAX_TPN, EventKind
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from swisspair.commands.table import COMMANDS, FLAGS
from swisspair.swisscheck.cli import OTHERS
from tests.programs.legacy.events import event, player
from tests.programs.program import SWISSCHECK, SWISSPAIR
from trf import write
from trf.format.source import MOST_BYTES, MOST_COLUMNS, MOST_LINES

FEW = 300

HEAD = ("012 Large", "XXR 99", "XXC white1")

RECORDS = MOST_LINES - 15_000
"""A large number of records that leaves enough room for the lines of all players."""

EVERYBODY = " ".join(map(str, range(1, MAX_TPN + 1)))
"""The numbers of all players, separated by blanks."""

ALL_IN_COLUMNS = "".join(f" {number:4}" for number in range(1, MAX_TPN + 1))
"""The numbers of all players, in columns of five characters."""


def players(number: int) -> list[str]:
    return [player(tpn, "0.0") for tpn in range(1, number + 1)]


def large(*records: str, number: int = MAX_TPN) -> bytes:
    """Write an event with this many players and these records, up to the size limits."""
    return as_much_as_fits([*HEAD, *players(number), *records])


def as_much_as_fits(lines: Sequence[str]) -> bytes:
    size, found = 0, []
    for line in lines[:MOST_LINES]:
        size += len(line) + 1
        if size > MOST_BYTES:
            break
        found.append(line)
    return "".join(f"{line}\n" for line in found).encode()


def by_lot(number: int, rounds: int, draws: int = 0, *, head: Sequence[str] = HEAD, both: bool = False) -> bytes:
    """Build an event with random pairs and results. ``draws`` is the percentage of draws.

    Colours alternate where possible. If ``both`` is true, each pair plays two games.
    """
    lot = Random(number * 100 + rounds)
    points = dict.fromkeys(range(1, number + 1), 0)
    balance = dict.fromkeys(points, 0)
    cells: dict[int, list[str]] = {tpn: [] for tpn in points}
    met: dict[int, set[int]] = {tpn: set() for tpn in points}
    for _ in range(rounds):
        order = sorted(points, key=lambda tpn: (-points[tpn], lot.random()))
        while len(order) > 1:
            one = order.pop(0)
            place = next((at for at, tpn in enumerate(order[:200]) if tpn not in met[one]), 0)
            other = order.pop(place)
            met[one].add(other)
            met[other].add(one)
            white, black = (one, other) if balance[one] <= balance[other] else (other, one)
            balance[white] += 1
            balance[black] -= 1
            for first, second in ((white, black), (black, white))[: 1 + both]:
                result, answer = ("=", "=") if lot.random() * 100 < draws else lot.choice((("1", "0"), ("0", "1")))
                for tpn, opponent, colour, mark in ((first, second, "w", result), (second, first, "b", answer)):
                    points[tpn] += {"1": 10, "=": 5, "0": 0}[mark]
                    cells[tpn].append(f"{opponent:4} {colour} {mark}")
        for tpn in order:
            points[tpn] += 10
            cells[tpn] += [f"{'':4}0000 - U"[4:]] * (1 + both)
    lines = [player(tpn, f"{points[tpn] // 10}.{points[tpn] % 10}", *cells[tpn]) for tpn in points]
    return as_much_as_fits([*head, *lines])


def clubs(*sizes: int) -> Iterator[str]:
    """Yield prohibition records (XXP). Each record names players with consecutive numbers."""
    first = 1
    for size in sizes:
        yield "XXP " + " ".join(map(str, range(first, first + size)))
        first += size


def crossing(number: int, size: int) -> Iterator[str]:
    """Yield prohibition records (XXP) of random groups, which may overlap."""
    lot = Random(number)
    for _ in range(number):
        yield "XXP " + " ".join(map(str, sorted(lot.sample(range(1, MAX_TPN + 1), size))))


def ranges(number: int, of: int) -> Iterator[str]:
    """Yield many records of virtual points (250), with different rounds and players."""
    lot = Random(number)
    for _ in range(number):
        (first, last), (low, high) = (sorted((lot.randint(1, top), lot.randint(1, top))) for top in (99, of))
        points = f"{lot.randint(1, 9)}.{lot.choice('05')}"
        yield f"250      {points:>4} {first:03} {last:03} {low:04} {high:04}"


def bonuses(number: int, of: int, rounds: int, everybody: bool = False) -> Iterator[str]:
    """Yield records of abnormal points (299). The records go through all results and rounds in turn."""
    lot = Random(number)
    for place in range(number):
        kind = "WDLFHZ+-"[place % 8]
        listed = "" if everybody else "".join(f" {lot.randint(1, of):4}" for _ in range(20))
        yield f"299 {kind}         {lot.randint(0, 9)}.5  {place % (rounds + 1):03}{listed}".rstrip()


def contradictions() -> bytes:
    """Write a file with two contradictory records 152, each as long as possible."""
    times = MOST_COLUMNS // 2 - 10
    return event(*players(4), "152 " + "W " * times, "152 " + "B " * times).encode()


def listed(code: str, start: str, *lists: str) -> bytes:
    """Write a file that repeats a record up to the size limits."""
    line = f"{code}{start}{lists[0]}"
    return large(*[line] * (MOST_BYTES // len(line)))


FILES: dict[str, Callable[[], bytes]] = {
    "XXP of everybody": lambda: large("XXP " + EVERYBODY),
    "260 of everybody": lambda: large("260 001 099" + ALL_IN_COLUMNS),
    "260 of everybody, as often as there is room": lambda: listed("260", " 001 099", ALL_IN_COLUMNS),
    "two XXP of 2,500": lambda: large(*clubs(2_500, 2_500)),
    "forty XXP of 250": lambda: large(*clubs(*[249] * 40)),
    "200 XXP of 5,000 by lot": lambda: large(*crossing(200, 5_000)),
    "85,000 XXP of two": lambda: large(*crossing(RECORDS, 2)),
    "85,000 records 250": lambda: large(*ranges(RECORDS, MAX_TPN)),
    "100,000 records 250 of 300 players": lambda: large(*ranges(MOST_LINES, FEW), number=FEW),
    "100,000 records 299 of 300 players": lambda: large(*bonuses(MOST_LINES, FEW, 99), number=FEW),
    "100,000 records 299 of all 300 players": lambda: large(*bonuses(MOST_LINES, FEW, 99, True), number=FEW),
    "900 records 299 of everybody": lambda: large(*bonuses(900, MAX_TPN, 99, True)),
    "records 299 of some, as many as there is room for": lambda: large(*bonuses(RECORDS, MAX_TPN, 99)),
    "240 of everybody, as often as there is room": lambda: large(
        *(f"240 {kind} {number:03}{ALL_IN_COLUMNS}" for number in range(1, 99) for kind in "HFZ")
    ),
    "152 against 152": contradictions,
    "records that are set aside": lambda: large(
        *["240 H   x    1"] * 9_000, *["320  x.0  2.0 001"] * 75_000, number=FEW
    ),
    "players without a birthday": lambda: as_much_as_fits(
        [*HEAD, *(line.replace("1990/01/01", "1990x01/01").replace(" NED ", "xNEDx") for line in players(MAX_TPN))] * 9
    ),
    "99 rounds of everybody": lambda: by_lot(MAX_TPN - 1, 99, 50),
    "escape codes everywhere": lambda: b"ZZZ \x1b[2J\x9b31m\x07\n" * (MOST_LINES - 1),
}
"""Files that the program must read or refuse within its limits of memory and time."""


def archive(path: Path, names: int) -> None:
    """Create a zip archive that lists many empty members, but contains only one."""
    import struct

    entry = struct.Struct("<4s4B4HL2L5H2L")
    with path.open("wb") as file:
        with zipfile.ZipFile(file, "w") as members:
            members.writestr("0.trf", "")
        file.seek(0)
        file.truncate()
        local = struct.Struct("<4s2B4HL2L2H").pack(b"PK\3\4", 20, 0, 0, 0, 0, 33, 0, 0, 0, 5, 0) + b"0.trf"
        file.write(local)
        size = 0
        for number in range(names):
            name = f"{number:07}.trf".encode()
            data = entry.pack(b"PK\1\2", 20, 3, 20, 0, 0, 0, 0, 33, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0) + name
            file.write(data)
            size += len(data)
        start = len(local)
        file.write(struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, names, names, size, start))
        file.write(struct.pack("<4sLQL", b"PK\6\7", 0, start + size, 1))
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))


Words = tuple[str | Path, ...]

ROUNDS = 4
MOST_TEAMS = 999
"""The maximum number of teams in a TRF."""
RATED = ("--default-rating", "1400")
EVENT = "in.trf"


def is_of_teams(system: str) -> bool:
    return kind_of_system(system) is EventKind.TEAM


@cache
def largest_event(system: str) -> bytes:
    if is_of_teams(system):
        return write(generate(Plan(players=MOST_TEAMS, rounds=ROUNDS), 1, SYSTEMS[system]["2026"])).encode()
    return by_lot(MAX_TPN - 1, ROUNDS, both=kind_of_system(system) is EventKind.DOUBLE)


def largest_list(system: str) -> bytes:
    if is_of_teams(system):
        lines = [f"Player {number},{2900 - number // 5},Team {number % MOST_TEAMS}" for number in range(1, MAX_TPN - 8)]
    else:
        lines = [f"Player {number},{2900 - number // 5}" for number in range(1, MAX_TPN + 1)]
    return "\n".join(["name,rating,team" if is_of_teams(system) else "name,rating", *lines, ""]).encode()


class Call:
    """A call that is measured for memory and time. The calls in ``before`` run first, and prepare files.

    ``rounds`` is the number of rounds in the call. If ``in_worker`` is true, a worker process does the work, and need
    not report its progress.
    """

    def __init__(
        self, *words: str | Path, before: tuple[Words, ...] = (), rounds: int = 1, in_worker: bool = False
    ) -> None:
        self.words = words
        self.before = before
        self.rounds = rounds
        self.in_worker = in_worker


def _question(mode: str, *words: str) -> Callable[[str, Path], Call]:
    rated = () if mode in ("--feasible", "--standings", "--why-rank") else RATED
    return lambda system, folder: Call(SWISSPAIR, mode, *words, folder / EVENT, "--system", system, *rated)


def _change(mode: str, *words: str, rounds: int = 1) -> Callable[[str, Path], Call]:
    return lambda system, folder: Call(
        SWISSPAIR, mode, *words, folder / EVENT, "--output", folder / "out", rounds=rounds
    )


def _serve(system: str, folder: Path) -> Call:
    """Build a call that asks two questions about the largest event, which is kept after the first one."""
    questions = '{"ask": "open", "path": "in.trf", "keep": "in"}', '{"ask": "pair", "kept": "in"}'
    (folder / "questions").write_text("".join(f"{question}\n" for question in questions))
    return Call("sh", "-c", f"exec {SWISSPAIR} --serve {folder} < {folder / 'questions'}")


def _new(system: str, folder: Path) -> Call:
    (folder / "players.csv").write_bytes(largest_list(system))
    boards = ("--boards", "4") if is_of_teams(system) else ()
    made = folder / "made.trf"
    words = "--new", folder / "players.csv", "--rounds", "9", "--system", system, "--output", made, "--force"
    return Call(SWISSPAIR, *words, *boards)


def _enter(system: str, folder: Path) -> Call:
    """Build a call that enters all results of the largest possible round."""
    boards = (MOST_TEAMS if is_of_teams(system) else MAX_TPN) // 2
    (folder / "results").write_text("".join(f"{board}:{_result(system)}\n" for board in range(1, boards + 1)))
    event = folder / "made.trf"
    pairing = "--pair", event, "--write-back", event, "--force", "--quiet", *RATED
    made = _new(system, folder).words, (SWISSPAIR, *pairing)
    return Call(SWISSPAIR, "--enter", folder / "results", event, "--system", system, before=made)


def _result(system: str) -> str:
    if is_of_teams(system):
        return "+-"
    return "2-0" if kind_of_system(system) is EventKind.DOUBLE else "1-0"


def _generate(system: str, folder: Path) -> Call:
    number = MOST_TEAMS if is_of_teams(system) else MAX_TPN
    asked = "--generate", "--players", str(number), "--rounds", "5", "--seed", "1", "--output", folder / "made.trf"
    return Call(SWISSPAIR, *asked, "--system", system, "--jobs", "1", rounds=5)


def _check(system: str, folder: Path, *words: str | Path) -> Call:
    return Call(SWISSCHECK, folder / EVENT, "--system", system, "--jobs", "1", *RATED, *words, rounds=ROUNDS)


def _lines(system: str, folder: Path) -> Words:
    """Return the options of a check that can be resumed later."""
    return "--format", "jsonl", "--resume", folder / "lines.jsonl"


def _resume(system: str, folder: Path) -> Call:
    words = _check(system, folder, *_lines(system, folder)).words
    return Call(*words, before=(words,))


def _endorse(system: str, folder: Path) -> Call:
    words = "--endorse", "--files", folder / EVENT, "--system", system, "--jobs", "1"
    return Call(SWISSCHECK, *words, rounds=ROUNDS, in_worker=True)


def _legacy(system: str, folder: Path) -> Call:
    return Call(SWISSPAIR, f"--{system}", folder / EVENT, "-p", folder / "out", "-l", folder / "list", *RATED)


def _legacy_check(system: str, folder: Path) -> Call:
    return Call(SWISSPAIR, f"--{system}", folder / EVENT, "-c", *RATED, rounds=ROUNDS)


CALLS: dict[str, Callable[[str, Path], Call]] = {
    "pair": _question("--pair"),
    "why": _question("--why", "500"),
    "why-not": _question("--why-not", "1-3"),
    "what-if": _question("--what-if", "absent:7"),
    "judge": _question("--judge", "1-2"),
    "feasible": _question("--feasible", "3"),
    "standings": _question("--standings"),
    "why-rank": _question("--why-rank", "1-2"),
    "rules": lambda system, folder: Call(SWISSPAIR, "--rules", system),
    "json-schema": lambda system, folder: Call(SWISSPAIR, "--json-schema"),
    "new": _new,
    "enter": _enter,
    "withdraw": _change("--withdraw", "500"),
    "return": _change("--return", "500"),
    "away": _change("--away", "500"),
    "add": _change("--add", "Foss 1550"),
    "edit": _change("--edit", "500", "rating=1540"),
    "swap": _change("--swap", "1-2", rounds=2),  # the reason for each of two boards pairs the round again
    "boards": _change("--boards", "1-2", rounds=2),  # once with this board, and once for its reason
    "unpair": _change("--unpair"),
    "tie-breaks": _change("tie-breaks", "DE,BH/C1"),
    "event": _change("event", "city=Graz"),
    "stand-in": _change("stand-in", "1=500"),
    "show": lambda system, folder: Call(SWISSPAIR, "show", folder / EVENT),
    "redo": lambda system, folder: Call(SWISSPAIR, "redo", folder / EVENT),
    "undo": lambda system, folder: Call(SWISSPAIR, "--undo", folder / EVENT),
    "serve": _serve,
    "generate": _generate,
    "swisscheck": _check,
    "--resume": _resume,
    "--endorse": _endorse,
    "-p": _legacy,
    "-c": _legacy_check,
}
"""The function that builds the call for each mode or command."""


MOST_MEMORY = 1 << 30
"""The memory limit in bytes."""
SECONDS_OF_A_ROUND = 10
"""The maximum number of processor seconds for each round of a call."""
TOLD_WITHIN = 2
"""A call must print something on standard error within this number of processor seconds."""
PATIENCE = 1_800
"""After this number of seconds, a call counts as hanging, even on a busy machine."""

ANSWERED = (0, 1, 3, 4)
"""The exit statuses of calls that end with an answer or an error message."""

MEASURE = """
import os, resource, subprocess, sys
tick = os.sysconf("SC_CLK_TCK")
with subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as called:
    told = b""
    while part := os.read(called.stderr.fileno(), 2**16):
        if not told:
            with open(f"/proc/{called.pid}/stat") as file:
                words = file.read().rpartition(")")[2].split()
            first = (int(words[11]) + int(words[12])) / tick
        told = told or part
used = resource.getrusage(resource.RUSAGE_CHILDREN)
taken = used.ru_utime + used.ru_stime
print(called.returncode, used.ru_maxrss, round(taken, 1), round(first, 1) if told else round(taken, 1))
"""


def measured(*words: str | Path, rounds: int = 1, in_worker: bool = False) -> int:
    """Run a program, print its memory and time, and return its exit status. Fail if a limit is exceeded.

    The time limit grows with ``rounds``, the number of rounds in the call. A slow program must print something on
    standard error within `TOLD_WITHIN` seconds.
    """

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 * MOST_MEMORY, 6 * MOST_MEMORY))

    command = [sys.executable, "-c", MEASURE, *map(str, words)]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True, preexec_fn=limited, timeout=PATIENCE).stdout
    status, kibibytes, taken, first = told.decode().split()
    print(f"{status} {int(kibibytes) >> 10} MiB {taken} s, told after {first} s: {words[0]} {[*map(str, words)][1:6]}")
    assert int(kibibytes) * 1024 < MOST_MEMORY
    assert float(taken) <= SECONDS_OF_A_ROUND * rounds
    assert in_worker or float(taken) <= SECONDS_OF_A_ROUND or float(first) <= TOLD_WITHIN
    return int(status)


READ = """
import sys
from trf import TrfProblems, examine
try:
    examine(open(sys.argv[1], "rb").read(), only_pairing_data=sys.argv[2] == "legacy")
except TrfProblems as problems:
    str(problems)
"""


@pytest.mark.limits
@pytest.mark.parametrize("reader", ["ours", "legacy"])
@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_read_in_bounds(tmp_path: Path, kind: str, reader: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(sys.executable, "-c", READ, path, reader, in_worker=True) == 0


@pytest.mark.limits
@pytest.mark.parametrize("kind", FILES)
def test_every_file_is_paired_or_refused_in_bounds(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "in.trf"
    path.write_bytes(FILES[kind]())
    assert measured(SWISSPAIR, "--pair", path) in ANSWERED


def events(system: str, folder: Path) -> list[Path]:
    kind = kind_of_system(system)
    if kind is EventKind.TEAM:
        event = generate(Plan(players=300, rounds=7), 1, SYSTEMS[system]["2026"])
        found = {"teams": write(event._replace(rounds=event.rounds[:-1], recorded_ranks={})).encode()}
    else:
        both = kind is EventKind.DOUBLE
        found = {
            "random-4000-9": by_lot(4_000, 9, both=both),
            "random-9998-9": by_lot(9_998, 9, both=both),
            "drawn-2000-20": by_lot(2_000, 20, 100, both=both),
            "drawn-9998-5": by_lot(9_998, 5, 100, both=both),
        }
    if kind is EventKind.INDIVIDUAL:
        found["half-barred-3000"] = large(*clubs(1_501), number=3_000)
        for number in (2_000, 2_500):  # 2,000 players have fewer pairs than the limit, and 2,500 players have more
            found[f"half-barred-{number}"] = large(*clubs(number // 2 + 1), number=number)
        found["clubs-3000"] = large(*clubs(1_000, 1_000, 1_000), number=3_000)
    for name, data in found.items():
        (folder / f"{name}.trf").write_bytes(data)
    return sorted(folder.iterdir())


EDITIONS = [(system, edition) for system, editions in SYSTEMS.items() for edition in editions]


@pytest.mark.limits
@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_every_edition_pairs_or_refuses_in_bounds(tmp_path: Path, system: str, edition: str) -> None:
    """The edition of 1998 lowers its requirements one after the other (docs/promises.md)."""
    for path in events(system, tmp_path):
        words = "--pair", path, "--system", system, "--edition", edition, "--default-rating", "1400"
        assert measured(SWISSPAIR, *words, rounds=4 if edition == "1998" else 1) in ANSWERED


@pytest.mark.limits
def test_a_bracket_that_does_not_fit_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_bytes(large(number=3_000))
    words: list[str | Path] = [SWISSPAIR, "--pair", tmp_path / "in.trf", "--engine", "reference"]
    assert measured(*words) == 4
    said = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE).stderr.decode()
    assert (
        "the bracket of 0.0 points together with everybody below it is too large: 3,000 players have more than" in said
    )


QUESTIONS = (("--why", "500"), ("--why-not", "1-3"), ("--what-if", "absent:7"), ("--judge", "1-2"))

NO_FILES = {
    "nested lists": b"[" * 2**25 + b"\n",
    "nested objects": b"[" + (b'{"":' * 800 + b"0" + b"}" * 800 + b",") * 8_000 + b"0]\n",
    "empty objects": b"[" + b"{}," * 11_000_000 + b"0]\n",
    "one character of four bytes": b'{"file":"a","trf":"' + b"x" * (2**25 - 99) + "\U0001f600".encode() + b'"}\n',
}
"""JSON lines that once made the program use gigabytes of memory."""


@pytest.mark.limits
@pytest.mark.parametrize("what", NO_FILES)
@pytest.mark.parametrize("option", [(), ("--format", "jsonl", "--resume")], ids=["checked", "resumed"])
def test_json_that_is_made_to_fill_the_memory(tmp_path: Path, what: str, option: tuple[str, ...]) -> None:
    (tmp_path / "in.jsonl").write_bytes(NO_FILES[what])
    (tmp_path / "list").touch()
    assert measured(SWISSCHECK, "--files-from", tmp_path / "list", *option, tmp_path / "in.jsonl") in ANSWERED


def reversed_result() -> bytes:
    """Build an event of the right rounds, in which one result was reversed afterwards."""
    event = generate(Plan(players=9_998, rounds=4), 3, SYSTEMS["dutch"]["2026"])
    games = list(event.rounds[1].games)
    place = next(at for at, game in enumerate(games) if at > 1_500 and game.white_result != game.black_result)
    game = games[place]
    games[place] = game._replace(white_result=game.black_result, black_result=game.white_result)
    rounds = (event.rounds[0], event.rounds[1]._replace(games=tuple(games)), *event.rounds[2:])
    return write(event._replace(rounds=rounds, recorded_ranks={})).encode()


@cache
def of_rounds(players: int, rounds: int) -> bytes:
    return write(generate(Plan(players=players, rounds=rounds), 1, SYSTEMS["dutch"]["2026"])).encode()


def with_titles(line: str) -> Callable[[], bytes]:
    return lambda: "".join(f"{line.format(number)};2000\n" for number in range(300)).encode()


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as members:
        for number in range(60_000):
            members.writestr(f"{number:05}.trf", "")


ROUND_9, ONE_JOB = ("--round", "9"), ("--jobs", "1")
NEW = SWISSPAIR, "--new", EVENT, "--rounds", "5", "--output", "new"
NINE, ODD = (lambda: of_rounds(9_998, 9)), (lambda: of_rounds(9_999, 9))

RUNS: dict[str, tuple[Callable[[], bytes], int, Words]] = {
    # the longest ones first, so that no worker waits for them at the end
    "every edition": (NINE, 30, (SWISSCHECK, EVENT, "--edition", "each", *ONE_JOB)),
    "the edition of 2009": (NINE, 12, (SWISSCHECK, EVENT, "--system", "dutch", "--edition", "2009", *ONE_JOB)),
    "an event paired by no rules": (lambda: by_lot(2_000, 5), 3, (SWISSCHECK, EVENT, *ONE_JOB, *RATED)),
    "one result reversed among many": (reversed_result, 4, (SWISSCHECK, EVENT, *ONE_JOB)),
    "few opponents for many": (lambda: large(*[*clubs(9_000)] * 300), 5, (SWISSPAIR, "--pair", EVENT)),
    "as many rounds as can be looked for": (lambda: of_rounds(600, 1), 1, (SWISSPAIR, "--feasible", "97", EVENT)),
    "round 98 of 9,998 players": (lambda: by_lot(9_998, 97), 5, (SWISSPAIR, "--why-not", "1-3", EVENT)),
    **{
        f"{question[0]} after very many rounds": (lambda: by_lot(2_000, 97), 1, (SWISSPAIR, *question, EVENT))
        for question in (*QUESTIONS, ("--standings",), ("--why-rank", "1-2"))
    },
    # a bracket may have 9,998 players, although Python allows far fewer nested calls
    **{
        f"{question[0]} about a bracket of everybody": (lambda: by_lot(9_998, 5, 100), 1, (SWISSPAIR, *question, EVENT))
        for question in QUESTIONS
    },
    "titles before a name": (with_titles("GM " * 1_300 + "A{}"), 1, NEW),
    "titles after a name": (with_titles("A{}" + " GM" * 1_300), 1, NEW),
    "very many titles": (with_titles("A{}" + " GM" * 40_000), 1, NEW),
    "a page": (NINE, 1, (SWISSPAIR, "--pair", EVENT, *ROUND_9, "--html", "page.html", "--output", "pairs")),
    "a card": (NINE, 1, (SWISSPAIR, "--pair", EVENT, *ROUND_9, "--format", "card")),
    "slips": (NINE, 1, (SWISSPAIR, "--pair", EVENT, *ROUND_9, "--slips", "slips.html", "--output", "pairs")),
    "two boards": (NINE, 1, (SWISSPAIR, "--judge", "1-2,3-4", EVENT, *ROUND_9)),
    "two boards and a bye": (ODD, 5, (SWISSPAIR, "--judge", "1-2,3-4", EVENT, *ROUND_9)),
}
"""Calls about large files, with the number of rounds whose time they may take."""

DIFFERING = {"an event paired by no rules", "one result reversed among many"}


@pytest.mark.limits
@pytest.mark.parametrize("what", RUNS)
def test_a_large_file_is_answered_in_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.chdir(tmp_path)
    made, rounds, words = RUNS[what]
    Path(EVENT).write_bytes(made())
    assert measured(*words, rounds=rounds) in ((1,) if what in DIFFERING else ANSWERED)


@pytest.mark.limits
@pytest.mark.parametrize("names", [60_000, 100_000, 1_500_000])
def test_archives_of_very_many_names(tmp_path: Path, names: int) -> None:
    """The first archive has its members, all of them empty, and the others have only one."""
    (zipped if names == 60_000 else partial(archive, names=names))(tmp_path / "in.zip")
    is_whole = names == 60_000
    found = measured(SWISSCHECK, tmp_path / "in.zip", *ONE_JOB, rounds=5 if is_whole else 1, in_worker=is_whole)
    assert found in (ANSWERED if is_whole else (4, 5))


BESIDE_THE_MODES = {"swisscheck", "--resume", "-p", "-c"}
"""The keys of `CALLS` that do not name a mode."""

WITHOUT_LARGE_EVENTS = {"example", "examples", "--conformance", "conformance", "check", "compare"}
"""The modes that read only the events of ``fixtures/articles``, and the words for what swisscheck does."""


def test_every_mode_has_a_call() -> None:
    without_flag = set(COMMANDS) - set(FLAGS.values())
    declared = ({flag[2:] for flag in FLAGS} | without_flag | set(OTHERS)) - WITHOUT_LARGE_EVENTS
    assert set(CALLS) == declared | BESIDE_THE_MODES


@pytest.mark.limits
@pytest.mark.parametrize("mode", CALLS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_mode_of_every_system(tmp_path: Path, system: str, mode: str) -> None:
    (tmp_path / EVENT).write_bytes(largest_event(system))
    call = CALLS[mode](system, tmp_path)
    for words in call.before:
        done = subprocess.run([*map(str, words)], capture_output=True, check=False, timeout=PATIENCE)
        assert done.returncode in (0, 1), done.stderr[-1000:].decode()
    assert measured(*call.words, rounds=call.rounds, in_worker=call.in_worker) in ANSWERED
