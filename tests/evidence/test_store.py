"""The version in a record identifies the code that was compared."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pairing_engine import __version__
from tests.evidence import store


@pytest.mark.parametrize("place", [*store.COMPARED, "docs"])
def test_uncommitted_code_is_reported(place: str, tmp_path: Path) -> None:
    for folder in (*store.COMPARED, "docs"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("")
    assert store.version_in(tmp_path) == __version__
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "x")):
        subprocess.run(("git", "-C", str(tmp_path), *words), check=True)
    clean = store.version_in(tmp_path)
    assert clean.startswith(f"{__version__} at ")
    (tmp_path / place / "code.py").write_text("changed = True")
    assert store.version_in(tmp_path / "docs") == clean + (" with changes" if place != "docs" else "")
