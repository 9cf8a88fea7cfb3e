"""The first lines of each file in fixtures/trf state the expected report."""

from __future__ import annotations

from pathlib import Path

import pytest

import trf
from tests.places import FIXTURES

FOLDER = FIXTURES / "trf"


def files(folder: str) -> list[Path]:
    found = sorted((FOLDER / folder).glob("*.trf"))
    assert found, f"no files in {FOLDER / folder}"
    return found


def announced(path: Path, word: str) -> list[str]:
    text = path.read_bytes().decode(errors="replace").replace("\r", "\n")
    mark = f"### {word} "
    return [line.removeprefix(mark) for line in text.splitlines() if line.startswith(mark)]


@pytest.mark.parametrize("path", files("valid"), ids=lambda path: path.stem)
def test_a_valid_file_is_not_adjusted_and_written_as_it_was(path: Path) -> None:
    reading = trf.examine(path, strict=True)
    assert trf.write(reading.file).encode() == path.read_bytes()


@pytest.mark.parametrize("path", files("valid"), ids=lambda path: path.stem)
@pytest.mark.parametrize("dialect", trf.Dialect)
def test_a_valid_file_means_the_same_in_either_dialect(path: Path, dialect: trf.Dialect) -> None:
    event = trf.read(path)
    if event.settings.kind is trf.EventKind.TEAM and dialect is not trf.Dialect.TRF26:
        with pytest.raises(ValueError, match="TRF26"):
            trf.write(event, dialect)
        return
    assert trf.read(trf.write(event, dialect)) == event


@pytest.mark.parametrize("path", files("tolerated"), ids=lambda path: path.stem)
def test_a_tolerated_file_has_the_adjustments_it_announces(path: Path) -> None:
    found = [f"{a.line}:{a.column} {a.code}" for a in trf.examine(path).adjustments]
    assert found == announced(path, "adjust")


@pytest.mark.parametrize("path", files("invalid"), ids=lambda path: path.stem)
def test_an_invalid_file_has_the_problems_it_announces(path: Path) -> None:
    with pytest.raises(trf.TrfProblems) as refusal:
        trf.read(path)
    found = [f"{p.line}:{p.column} {p.field}" for p in refusal.value.problems]
    assert found == announced(path, "expect")
    assert all(line.startswith(str(path)) for line in str(refusal.value).splitlines())
