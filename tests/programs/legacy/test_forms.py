"""The forms of the legacy commands, with their input and output files."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy.arguments import SYSTEM_FLAGS, Usage, is_legacy, parse
from tests.programs.legacy.events import ACCELERATED, ACCELERATED_BY_REAL_SCORES, FOUR, FOUR_PAIRS
from tests.programs.program import banner, contents, swisspair


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "events" / "club.2026.trfx"
    path.parent.mkdir()
    path.write_text(FOUR)
    return path


@pytest.mark.parametrize("arguments", [(), ("-r",)])
def test_no_arguments_and_r_tell_the_version(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """[4.1] A call with -r or without arguments prints one line with the version."""
    assert swisspair(*arguments, cwd=tmp_path) == (0, banner() + b"\n", b"")
    assert contents(tmp_path) == {}


def test_r_before_a_command_tells_the_version_first(tmp_path: Path, event: Path) -> None:
    """[4.1] If -r comes before a command, the version is printed first."""
    assert swisspair("-r", "--dutch", event, "-p", cwd=tmp_path) == (0, banner() + b"\n" + FOUR_PAIRS, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dutch", "INPUT", "-p"],
        ["INPUT", "-p"],
        ["INPUT", "-w", "-p", "--dutch"],
        ["INPUT", "-p", "-q", "10000"],
    ],
)
def test_p_without_an_output_file_writes_to_standard_output(tmp_path: Path, event: Path, arguments: list[str]) -> None:
    """[4.1] Without an output file, -p writes to standard output, in any order of the flags."""
    filled = [str(event) if word == "INPUT" else word for word in arguments]
    assert swisspair(*filled, cwd=tmp_path) == (0, FOUR_PAIRS, b"")
    assert contents(tmp_path) == {"events/club.2026.trfx": FOUR.encode()}


@pytest.mark.parametrize(
    ("arguments", "appears"),
    [
        (["--dutch", "INPUT", "-p", "round.txt"], ["events/round.txt"]),
        (["--dutch", "INPUT", "-p", "./round.txt"], ["round.txt"]),
        (["--dutch", "INPUT", "-p", "out/round.txt", "-l"], ["out/round.txt", "events/club.2026.list"]),
        (["--dutch", "INPUT", "-p", "round.txt", "-l", "who.list"], ["events/round.txt", "events/who.list"]),
        (["INPUT", "-p", "round.txt", "-l", "out/who.list"], ["events/round.txt", "out/who.list"]),
        (["INPUT", "-p", "round.txt", "-q", "10000"], ["events/round.txt"]),
        (["INPUT", "-p", "round.txt", "-w"], ["events/round.txt"]),
    ],
)
def test_files_named_without_a_directory_lie_beside_the_input(
    tmp_path: Path, event: Path, arguments: list[str], appears: list[str]
) -> None:
    """[4.1] An output file without a directory is written beside the input file."""
    (tmp_path / "out").mkdir()
    filled = [event.relative_to(tmp_path).as_posix() if word == "INPUT" else word for word in arguments]
    assert swisspair(*filled, cwd=tmp_path) == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"events/club.2026.trfx", *appears}
    assert found[appears[0]] == FOUR_PAIRS


def test_l_after_p_is_not_the_output_file(tmp_path: Path, event: Path) -> None:
    """[4.1] The argument after -p is the output file, unless the argument is -l."""
    assert swisspair("--dutch", event, "-p", "-l", cwd=tmp_path) == (0, FOUR_PAIRS, b"")
    assert contents(tmp_path).keys() == {"events/club.2026.trfx", "events/club.2026.list"}


def test_without_an_input_it_is_read_from_standard_input(tmp_path: Path) -> None:
    """[4.1] Without an input file, the program reads standard input and writes files into the current directory."""
    assert swisspair("--dutch", "-p", "round.txt", "-l", cwd=tmp_path, stdin=FOUR.encode()) == (0, b"", b"")
    found = contents(tmp_path)
    assert found.keys() == {"round.txt", "(stdin).list"}
    assert found["round.txt"] == FOUR_PAIRS


@pytest.mark.parametrize("flag", ["-b", "--baku"])
def test_baku_acceleration_on_request(tmp_path: Path, flag: str) -> None:
    """[4.1] The flags -b and --baku turn on acceleration."""
    (tmp_path / "event.trf").write_text(ACCELERATED)
    assert swisspair("--dutch", flag, "event.trf", "-p", cwd=tmp_path).output == ACCELERATED_BY_REAL_SCORES


@pytest.mark.parametrize("flag", ["--dubov", "--burstein"])
def test_the_flag_of_another_system_pairs_by_it(tmp_path: Path, event: Path, flag: str) -> None:
    """[4.1] The flag of another system can also be the last argument."""
    outcome = swisspair(event, "-p", flag, cwd=tmp_path)
    assert (outcome.status, outcome.output) == (0, FOUR_PAIRS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--dutch", "event.trf"],
        ["--dutch", "event.trf", "-p", "round.txt", "more"],
        ["-r", "--nosuch", "event.trf", "-p"],
    ],
)
def test_other_arguments_give_the_usage(tmp_path: Path, arguments: list[str]) -> None:
    """[4.1, 4.3] If the arguments fit no command, the usage appears on standard error. The exit status is 3."""
    outcome = swisspair(*arguments, cwd=tmp_path)
    assert (outcome.status, outcome.output) == (3, b"")
    for form in (b"-p [OUTPUT] [-l [LIST]]", b"-c [ROUND]", b"-g [CONFIG | SEED]) -o TRF [-s SEED]", b"--help"):
        assert form in outcome.errors
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    "arguments",
    [
        "--dutch",
        "--dutch --burstein event.trf -p",
        "one.trf two.trf -p",
        "event.trf -p -q",
        "event.trf -p -q many",
        "event.trf -p out -l list more",
        "event.trf -c first",
        "event.trf -p --list-style vega",
        "-g",
        "-g -o",
        "-g config.txt",
        "-g -o out.trf -s",
        "-g -o out.trf -s soon",
        "model.trf -g config.txt -o out.trf",
        f"-g -o out.trf -s {'9' * 5000}",
    ],
)
def test_every_other_shape_is_a_usage_error(arguments: str) -> None:
    """[4.1] If legacy arguments match no form of the legacy commands, the call is a usage error."""
    assert is_legacy(arguments.split())
    with pytest.raises(Usage):
        parse(arguments.split())


def test_each_system_has_its_flag() -> None:
    """[4.1] Each system has its flag, as in other programs."""
    for flag, name in SYSTEM_FLAGS.items():
        assert parse([flag, "event.trf", "-p"]).system == parse(["event.trf", "-p", "-w", flag]).system == name
    assert {"dutch", "dubov", "burstein", "lim", "double-swiss", "team"} == set(SYSTEM_FLAGS.values())
