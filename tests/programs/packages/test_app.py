"""The single-file program unpacks itself once, and then works like the installed programs (``make app``)."""

import subprocess
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.programs.commands.calls import DONE
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, WRONG

APP = ROOT / "dist" / "swisspair"

pytestmark = pytest.mark.app


def called(program: Path, *arguments: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Call the program with as few environment variables as possible."""
    environment = {"PATH": "/usr/bin:/bin", **variables}
    return subprocess.run([str(program), *arguments], cwd=cwd, env=environment, capture_output=True, check=False)


@pytest.fixture
def events(tmp_path: Path) -> Path:
    (tmp_path / "five.trf").write_text(FIVE)
    (tmp_path / "wrong.trf").write_text(WRONG)
    return tmp_path


def test_the_app_unpacks_itself_once(events: Path) -> None:
    for _ in range(2):
        done = called(APP, "--dutch", "five.trf", "-p", cwd=events, HOME=str(events / "home"))
        assert (done.returncode, done.stdout, done.stderr) == (DONE, FIVE_PAIRS, b"")
    assert len(list((events / "home" / ".cache" / "swisspair").iterdir())) == 1


def test_the_app_runs_without_a_cache(events: Path) -> None:
    done = called(APP, "--pair", "five.trf", cwd=events, TMPDIR=str(events))
    assert (done.returncode, done.stdout, done.stderr) == (DONE, FIVE_PAIRS, b"")
    assert sorted(path.name for path in events.iterdir()) == ["five.trf", "wrong.trf"]


def test_the_app_called_swisscheck_checks_with_workers(events: Path) -> None:
    link = events / "swisscheck"
    link.symlink_to(APP)
    done = called(link, "five.trf", "wrong.trf", "--jobs", "2", cwd=events, XDG_CACHE_HOME=str(events / "cache"))
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.endswith(b"checked 2 tournaments, 2 rounds: 1 round differs, 0 files unreadable\n")


def test_pages_languages_and_standings_are_in_it(events: Path) -> None:
    cache = str(events / "cache")
    done = called(
        APP, "--pair", "five.trf", "--html", "page.html", "--format", "table", cwd=events, XDG_CACHE_HOME=cache
    )
    assert done.returncode == DONE, done.stderr
    assert (events / "page.html").exists()
    words = called(APP, "--help", cwd=events, XDG_CACHE_HOME=cache, SWISSPAIR_LANGUAGE="fr").stdout.decode()
    assert "Apparier les rondes" in words
    assert (
        called(APP, "--standings", "wrong.trf", "--tiebreaks", "PTS,BH", cwd=events, XDG_CACHE_HOME=cache).returncode
        == DONE
    )
