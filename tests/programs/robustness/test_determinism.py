"""The same input gives the same bytes, with any interpreter, environment and number of jobs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pairing_engine.generator.generate import Plan, generate
from pairing_engine.systems import SYSTEMS
from tests.conftest import some
from tests.places import ROOT
from tests.programs.program import PATIENCE, contents, run, swisscheck, swisspair
from trf import write

SURROUNDINGS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"},
    {"PYTHONHASHSEED": "4294967295", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "77", "LANG": "tr_TR", "TZ": "America/St_Johns", "PYTHONIOENCODING": "ascii"},
]

OTHER_PYTHONS = ("3.11", "3.12", "3.13", "3.14")

FILES = len(SYSTEMS)


def events(folder: Path) -> list[str]:
    """Write an event of five rounds for every system. The names are not ASCII."""
    names = []
    for place in range(FILES):
        name, editions = [*SYSTEMS.items()][place % len(SYSTEMS)]
        plan = Plan(players=6 + place if name == "team" else 9 + 2 * place, rounds=5)
        event = generate(plan, place, [*editions.values()][-1])
        path = folder / f"{place:02}-{name}.trf"
        path.write_text(write(event).replace("Player", "Hráčič").replace("012 ", "012 王 "), encoding="utf-8")
        names.append(path.name)
    return names


def everything(
    folder: Path, *programs: tuple[str | Path, ...], variables: dict[str, str], jobs: str
) -> dict[str, bytes]:
    pairing, checking = programs
    files = [path.name for path in sorted(folder.glob("*.trf"))]
    out = folder / "out"
    out.mkdir()
    found: dict[str, bytes] = {}
    for format_ in ("pairs", "json"):
        words = ("--pair", *files, "--round", "4", "--format", format_, "--output-dir", "out", "--jobs", jobs)
        outcome = run(*pairing, *words, cwd=folder, variables=variables)
        found[f"{format_} status"] = str(outcome.status).encode() + outcome.errors
    checked = run(*checking, *files, "--format", "json", "--jobs", jobs, cwd=folder, variables=variables)
    found["checked"] = str(checked.status).encode() + checked.output
    legacy = run(*pairing, "--dutch", files[0], "-c", "-l", "out/list", cwd=folder, variables=variables)
    generated = run(*pairing, "--generate", "--seed", "5", "--output", "out/new.trf", cwd=folder, variables=variables)
    found |= {"legacy": legacy.output, "status": bytes([legacy.status, generated.status])}
    found |= contents(out)
    for path in out.iterdir():
        path.unlink()
    out.rmdir()
    return found


INSTALLED = ((Path(sys.executable).with_name("swisspair"),), (Path(sys.executable).with_name("swisscheck"),))


@pytest.mark.parametrize("place", some([1, 2], 1))
def test_the_same_bytes_in_all_surroundings(tmp_path: Path, place: int) -> None:
    events(tmp_path)
    answers = everything(tmp_path, *INSTALLED, variables=SURROUNDINGS[0], jobs="1")
    assert len(answers) > 2 * FILES
    assert everything(tmp_path, *INSTALLED, variables=SURROUNDINGS[place], jobs=str(1 + place)) == answers


def test_the_text_of_a_table_needs_no_locale(tmp_path: Path) -> None:
    name = events(tmp_path)[0]
    outcomes = [
        swisspair("--pair", name, "--round", "3", "--format", "table", cwd=tmp_path, variables=variables)
        for variables in (SURROUNDINGS[0], SURROUNDINGS[2])
    ]
    for outcome in outcomes:
        assert outcome.status == 0
        assert "Hráčič" in outcome.output.decode()


def python_with_the_packages(version: str) -> Path | None:
    beside = Path(sys.prefix).with_name(f"{Path(sys.prefix).name}-{version}") / "bin" / "python"
    if not beside.exists():
        return None
    done = subprocess.run([beside, "-c", "import typer, rich, networkx"], check=False, timeout=PATIENCE)
    return beside if done.returncode == 0 else None


@pytest.mark.slow
@pytest.mark.parametrize("version", OTHER_PYTHONS)
def test_the_same_bytes_with_every_python(tmp_path: Path, version: str) -> None:
    python = python_with_the_packages(version)
    if python is None:
        pytest.skip(f"there is no environment with Python {version}")
    events(tmp_path)
    programs = [
        (python, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; main()")
        for module in ("swisspair.commands.entry", "swisspair.swisscheck.cli")
    ]
    ours = everything(tmp_path, *INSTALLED, variables={}, jobs="2")
    assert everything(tmp_path, *programs, variables={}, jobs="2") == ours


def test_checking_says_the_same_whatever_the_number_of_jobs(tmp_path: Path) -> None:
    events(tmp_path)
    answers = {swisscheck(".", "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "3")}
    assert len(answers) == 1
