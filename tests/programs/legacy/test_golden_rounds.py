"""For every recorded round, the program writes exactly the recorded bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from swisspair.legacy import run as legacy
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import archive_of, single_rounds
from tests.programs.program import swisspair

NO_PAIRING = "no valid pairing"
"""The answer in an archive if no valid pairing exists. The program writes an empty file instead."""

EVERY = 100
"""The installed program pairs only every nth recorded round."""

OTHER_SYSTEMS = {"dubov": 771, "burstein": 287}
"""The number of recorded rounds in the archive of each system."""


def part() -> list[str]:
    """Choose some of the recorded rounds, including a round without a valid pairing."""
    archive = single_rounds()
    impossible = next(member for member in archive.members if archive.answer(member).strip() == NO_PAIRING)
    return [impossible, *archive.members[::EVERY]]


def expected(archive: Archive, member: str) -> tuple[int, bytes]:
    answer = archive.answer(member)
    return (1, b"") if answer.strip() == NO_PAIRING else (0, answer.encode())


@pytest.mark.parametrize("member", part())
def test_the_installed_program_writes_the_recorded_file(tmp_path: Path, member: str) -> None:
    """[4.2] With ``--dutch IN -p OUT``, the installed program writes the recorded file."""
    archive = single_rounds()
    (tmp_path / "in.trf").write_bytes(archive.read(member))
    outcome = swisspair("--dutch", "in.trf", "-p", "out.txt", cwd=tmp_path)
    assert (outcome.status, (tmp_path / "out.txt").read_bytes()) == expected(archive, member)
    assert outcome.output == b""
    assert (b"No valid pairing exists" in outcome.errors) == (outcome.status == 1)


@pytest.mark.golden
@pytest.mark.parametrize(("archive", "member"), single_rounds().params())
def test_every_recorded_file_is_written_again(tmp_path: Path, archive: Archive, member: str) -> None:
    source, target = tmp_path / "in.trf", tmp_path / "out.txt"
    source.write_bytes(archive.read(member))
    status = legacy.run(["--dutch", str(source), "-p", str(target)])
    assert (status, target.read_bytes()) == expected(archive, member)


@pytest.mark.parametrize("member", Archive(GOLDEN / "dutch-2017" / "rounds.zip", 508).members[::8])
def test_a_file_that_names_2017_is_paired_by_the_rules_of_2017(tmp_path: Path, member: str) -> None:
    """[Reading B13] A file that names the edition 2017 is paired according to the rules of 2017.

    The year 2025 in the files of bbpPairings 5 means the edition 2017, too.
    """
    archive = Archive(GOLDEN / "dutch-2017" / "rounds.zip", 508)
    source, target = tmp_path / "in.trf", tmp_path / "out.txt"
    data = archive.read(member).replace(b"FIDE_DUTCH_2025", b"FIDE_DUTCH_2017")
    source.write_bytes(data if b"FIDE_DUTCH_2017" in data else b"192 FIDE_DUTCH_2017\n" + data)
    status = legacy.run(["--dutch", str(source), "-p", str(target)])
    assert (status, target.read_bytes()) == expected(archive, member)


@pytest.mark.parametrize("system", OTHER_SYSTEMS)
def test_the_flag_of_another_system(tmp_path: Path, system: str) -> None:
    """[4.1] If the flag names another system, the program gives the recorded pairs and colours."""
    archive = Archive(GOLDEN / f"{system}-2026" / "rounds.zip", OTHER_SYSTEMS[system])
    member = archive.members[-1]
    (tmp_path / "in.trf").write_bytes(archive.read(member))
    outcome = swisspair(f"--{system}", "in.trf", "-p", cwd=tmp_path)
    assert (outcome.status, outcome.errors) == (0, b"")
    assert sorted(outcome.output.splitlines()) == sorted(archive.answer(member).encode().splitlines())


@pytest.mark.parametrize("name", ["a7", "stress"])
def test_a_finished_event_of_theirs_is_checked(tmp_path: Path, name: str) -> None:
    """[4.5, 4.9] Finished events from bbpPairings' generator pass the check."""
    archive = archive_of(name)
    member = archive.members[0]
    data = archive.read(member)
    (tmp_path / "in.trf").write_bytes(data)
    assert b"\n" not in data
    rounds = max((len(line) - 89) // 10 for line in data.split(b"\r") if line.startswith(b"001"))
    titles = "".join(f"in: Round #{number}\n" for number in range(1, rounds + 1))
    assert swisspair("--dutch", "in.trf", "-c", cwd=tmp_path) == (0, f"{titles}\n".encode(), b"")
