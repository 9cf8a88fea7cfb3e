"""In both programs, each kind of error leads to its own exit status. Files are written completely or not at all."""

import os
import stat
from pathlib import Path

import pytest

from pairing_engine.errors import BadRequest, Fact, MissingFact, NoPairing
from swisspair import Event
from swisspair.statuses import ExitStatus, Failure
from swisspair.terminal.options import Work
from swisspair.terminal.program import failure_of
from swisspair.terminal.whole_files import write_whole
from trf.format.source import UnknownEncoding


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NoPairing("C.04.3 1.9.3", "none", [1]), ExitStatus.NO_PAIRING),
        (BadRequest("no such thing"), ExitStatus.BAD_REQUEST),
        (MissingFact(Fact.INITIAL_COLOUR), ExitStatus.BAD_REQUEST),
        (FileNotFoundError(2, "gone", "event.trf"), ExitStatus.NO_ACCESS),
        (PermissionError(13, "no", "event.trf"), ExitStatus.NO_ACCESS),
        (UnknownEncoding("unknown encoding: klingon"), ExitStatus.BAD_REQUEST),
        (Failure(ExitStatus.TOO_LARGE, "too large"), ExitStatus.TOO_LARGE),
        (KeyError("a bug"), ExitStatus.INTERNAL),
        (AssertionError("a bug"), ExitStatus.INTERNAL),
    ],
)
def test_statuses_of_errors(error: Exception, status: ExitStatus) -> None:
    assert failure_of(error, "event.trf").status is status


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "round.pairs"
    target.write_text("an old one, which is longer")
    write_whole(target, "1\r\n1 2\n")
    assert target.read_bytes() == b"1\r\n1 2\n"
    assert list(tmp_path.iterdir()) == [target]


def test_an_event_is_saved_as_the_programs_write(tmp_path: Path) -> None:
    """The file that is replaced keeps its permissions and its symbolic link, and no other file is left."""
    target, link = tmp_path / "kept.trf", tmp_path / "club.trf"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    event = Event("Club night", ["Aalto", "Bianchi"])
    event.save(link)
    assert (link.is_symlink(), target.read_text(encoding="utf-8")) == (True, event.write())
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(tmp_path.iterdir()) == [link, target]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "round.pairs", "")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "round.pairs").stat().st_mode) == 0o640


def test_at_least_one_job() -> None:
    assert Work(jobs=3).at_once == 3
    assert Work().at_once >= 1


def test_the_worst_status_has_the_highest_number() -> None:
    assert (
        ExitStatus.DONE < ExitStatus.NO_PAIRING < ExitStatus.BAD_REQUEST < ExitStatus.TOO_LARGE < ExitStatus.NO_ACCESS
    )
    assert [int(status) for status in ExitStatus] == [0, 1, 2, 3, 4, 5]
