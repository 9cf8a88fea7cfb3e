import json
import os
import signal
import stat
import threading
import zipfile
from pathlib import Path

import pytest

from pairing_engine.facts.model import Tournament
from pairing_engine.generator.generate import Plan
from pairing_engine.generator.generate import generate as one_event
from pairing_engine.systems.system import System
from tests.programs.commands.calls import BAD_REQUEST, DONE, NO_ACCESS, TOO_LARGE, Call, Outcome, names, put
from trf import read


def generate(call: Call, *arguments: object) -> Outcome:
    return call("swisspair", "--generate", *arguments)


def test_a_configuration(call: Call) -> None:
    put("rtg.cfg", "PlayersNumber=14\nRoundsNumber=3\nDrawPercentage=0 # none\nHighestRating=2000\nLowestRating=1900\n")
    assert generate(call, "--output", "a.trf", "--seed", 1, "--config", "rtg.cfg").status == DONE
    made = read(Path("a.trf"))
    assert (len(made.participants), made.settings.rounds) == (14, 3)
    assert all(1900 <= p.rating <= 2000 for p in made.participants)
    assert not any(game.white_result.value == "=" == game.black_result.value for r in made.rounds for game in r.games)
    generate(call, "--output", "b.trf", "--seed", 1, "--config", "rtg.cfg", "--players", 10)
    assert len(read(Path("b.trf")).participants) == 10


SERIES = ("--generate", "--count", 12, "--seed", 3, "--players", 12, "--quiet")
ALONE = ("--jobs", 1)


def test_seeds_give_the_same_files_by_any_number_of_workers(call: Call) -> None:
    call("swisspair", *SERIES, "--output-dir", "one", "--jobs", 1)
    call("swisspair", *SERIES, "--output-dir", "three", "--jobs", 3)
    written = sorted(path.name for path in Path("one").iterdir())
    assert len(written) == 12
    for name in written:
        assert Path("three", name).read_bytes() == Path("one", name).read_bytes()


@pytest.mark.parametrize("suffix", [".zip", ".jsonl"])
def test_the_number_of_workers_does_not_change_the_file(call: Call, suffix: str) -> None:
    for jobs in (1, 3):
        assert call("swisspair", *SERIES, "--output", f"{jobs}{suffix}", "--jobs", jobs).status == DONE
    assert Path(f"1{suffix}").read_bytes() == Path(f"3{suffix}").read_bytes()
    assert names() == [f"1{suffix}", f"3{suffix}"]


def test_archives_and_lines_hold_the_files(call: Call) -> None:
    call("swisspair", *SERIES, *ALONE, "--output-dir", "out")
    call("swisspair", *SERIES, *ALONE, "--output", "all.zip")
    call("swisspair", *SERIES, *ALONE, "--output", "all.jsonl")
    shown = call("swisspair", *SERIES, *ALONE, "--output", "-", "--format", "jsonl").output
    assert shown == Path("all.jsonl").read_text()
    written = {path.name: path.read_text() for path in Path("out").iterdir()}
    lines = [json.loads(line) for line in shown.splitlines()]
    assert {line["file"]: line["trf"] for line in lines} == written
    assert [line["file"] for line in lines] == [f"dutch-{seed}.trf" for seed in range(3, 15)]
    with zipfile.ZipFile("all.zip") as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == written


def deadly(plan: Plan, seed: int, system: System) -> Tournament:
    if seed == 8:
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(plan, seed, system)


REAL = one_event


def test_a_seed_that_kills_its_process_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swisspair.commands.generate.generate", deadly)
    arguments = ("--count", 5, "--seed", 6, "--players", 8, "--rounds", 2, "--jobs", 2)
    outcome = generate(call, "--output", "all.jsonl", *arguments)
    assert outcome.status == TOO_LARGE
    assert "seed 8: the process that worked on it was killed twice" in outcome.errors
    assert [json.loads(line)["file"] for line in Path("all.jsonl").read_text().splitlines()] == [
        f"dutch-{seed}.trf" for seed in (6, 7, 9, 10)
    ]


@pytest.mark.parametrize("suffix", [".zip", ".jsonl"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_of_all_tournaments_is_checked_one_by_one(call: Call, suffix: str, jobs: int) -> None:
    Path("out").mkdir()
    call("swisspair", *SERIES, "--output", f"out/all{suffix}")
    found = call("swisscheck", f"out/all{suffix}", "--format", "json", "--jobs", jobs).value
    wanted = [f"out/all{suffix}/dutch-{seed}.trf" for seed in range(3, 15)]
    assert [one["file"] for one in found["files"]] == sorted(wanted) if suffix == ".zip" else wanted
    assert call("swisscheck", "out", "--format", "json", "--jobs", jobs).value == found


def test_lines_without_a_tournament_are_reported(call: Call) -> None:
    call("swisspair", *SERIES, *ALONE, "--output", "all.jsonl")
    lines = Path("all.jsonl").read_text().splitlines()
    put("all.jsonl", "\n".join([*lines[:2], "{}", *lines[2:], '["torn']))
    found = call("swisscheck", "all.jsonl", *ALONE)
    assert (found.status, found.output.count(": unreadable\n")) == (NO_ACCESS, 2)
    assert "all.jsonl/line 3: unreadable\n  all.jsonl/line 3: is not a line of JSON with a tournament\n" in found.output
    put("out/answers.jsonl", call("swisscheck", "all.jsonl", "--format", "jsonl", *ALONE).output)
    assert "skipped, because" in call("swisscheck", "out").errors


@pytest.mark.parametrize("suffix", [".zip", ".jsonl"])
def test_a_file_of_many_events_appears_complete_or_not_at_all(call: Call, suffix: str) -> None:
    assert generate(call, "--count", 2, "--output", f"nowhere/all{suffix}").errors == (
        f"nowhere/all{suffix}: No such file or directory\n"
    )
    target = put(f"all{suffix}", "before")
    target.chmod(0o640)
    assert generate(call, *SERIES[1:], "--output", target, "--points", "W=999").status == TOO_LARGE
    assert (target.read_text(), names()) == ("before", [target.name])
    assert generate(call, *SERIES[1:], "--output", target).status == DONE
    assert (stat.S_IMODE(target.stat().st_mode), names()) == (0o640, [target.name])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_lines_go_into_a_pipe_as_they_are(call: Call) -> None:
    os.mkfifo("pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_text()))
    reader.start()
    assert generate(call, *SERIES[1:], "--output", "pipe", "--format", "jsonl").status == DONE
    reader.join()
    assert len(read[0].splitlines()) == 12
    assert Path("pipe").is_fifo()


def test_an_event_that_cannot_be_made_does_not_stop_the_others(call: Call) -> None:
    asked = ("swisspair", "--generate", "--players", 2, "--rounds", 3, "--withdrawals", 1, "--jobs", 1)
    made = call(*asked, "--seed", 1, "--count", 12, "--output-dir", "events")
    failed = [line for line in made.errors.splitlines() if line.startswith("seed ")]
    assert all("a TRF cannot show that this round is over" in line for line in failed)
    assert made.status == BAD_REQUEST
    assert 0 < len(failed) < 12
    assert len(list(Path("events").iterdir())) == 12 - len(failed)
    seed = failed[0].split()[1].rstrip(":")
    assert call(*asked, "--seed", seed, "--output", "one.trf").status == BAD_REQUEST
