"""Tests of the packages from `make dist`, with each installation tool and each available Python.

These tests need a network connection and the packages in dist/ (``make packages``).
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from email.parser import HeaderParser
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.programs.legacy.events import FIVE, FIVE_PAIRS

DIST = ROOT / "dist"
PACKAGES = ("pairing_engine", "checker", "trf", "swisspair")
TOOLS = ("pip", "pipx", "uv")

pytestmark = pytest.mark.packages


def _python(version: str) -> str | None:
    ours = [str(path) for path in (Path.home() / ".pyenv" / "versions").glob(f"{version}*/bin/python")]
    works = f"import sys, venv; assert sys.version.startswith('{version}.')"
    commands = [command for command in (shutil.which(f"python{version}"), *ours) if command]
    return next((command for command in commands if _run([command, "-c", works]).returncode == 0), None)


def _run(
    command: list[str], variables: Mapping[str, str] | None = None, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYENV"))}
    return subprocess.run(
        command, env={**environment, **(variables or {})}, cwd=cwd, capture_output=True, text=True, check=False
    )


def the_only(pattern: str) -> Path:
    found = sorted(DIST.glob(pattern))
    assert len(found) == 1, f"{pattern} in {DIST}: {found}; make dist"
    return found[0]


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder, with_pip=True)
    done = _run([str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "uv", "pipx"])
    assert done.returncode == 0, done.stderr
    return folder / "bin"


def installed(tool: str, python: str, tools: Path, folder: Path) -> Path:
    wheel = str(the_only("*.whl"))
    match tool:
        case "pip":
            assert _run([python, "-m", "venv", str(folder / "env")]).returncode == 0
            done = _run([str(folder / "env" / "bin" / "python"), "-m", "pip", "install", wheel])
            programs = folder / "env" / "bin"
        case "pipx":
            variables = {"PIPX_HOME": str(folder / "home"), "PIPX_BIN_DIR": str(folder / "bin")}
            variables |= {"PIPX_MAN_DIR": str(folder / "man")}
            done = _run([str(tools / "pipx"), "install", "--python", python, wheel], variables)
            programs = folder / "bin"
            assert (folder / "man" / "man1" / "swisspair.1").exists()
        case _:
            variables = {"UV_TOOL_DIR": str(folder / "home"), "UV_TOOL_BIN_DIR": str(folder / "bin")}
            variables |= {"UV_PYTHON_DOWNLOADS": "never"}
            done = _run([str(tools / "uv"), "tool", "install", "--python", python, wheel], variables)
            programs = folder / "bin"
    assert done.returncode == 0, done.stderr
    return programs


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_both_programs_run_where_they_are_installed(version: str, tool: str, tools: Path, tmp_path: Path) -> None:
    interpreter = _python(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version} here")
    programs = installed(tool, interpreter, tools, tmp_path)
    (tmp_path / "five.trf").write_text(FIVE)
    done = _run([str(programs / "swisspair"), "--pair", "five.trf"], cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, FIVE_PAIRS.decode(), "")
    for program in ("swisspair", "swisscheck"):
        assert _run([str(programs / program), "--version"]).stdout.startswith(f"{program} ")
        assert _run([str(programs / program), "-h"]).stdout.startswith(f"Usage: {program} ")
    if tool == "pip":
        python = str(programs / "python")
        for module, program in (("pairing_engine", "swisspair"), ("checker", "swisscheck"), ("swisspair", "swisspair")):
            assert _run([python, "-m", module, "--version"], cwd=tmp_path).stdout.startswith(f"{program} ")
        version_of = (
            "import pairing_engine as p, importlib.metadata as m; assert p.__version__ == m.version('swisspair-fide')"
        )
        assert _run([python, "-c", version_of], cwd=tmp_path).returncode == 0
        assert (programs.parent / "share" / "man" / "man1" / "swisscheck.1").exists()
        assert _run([python, "-m", "pip", "check"]).returncode == 0
        assert _run([python, "-m", "pip", "uninstall", "--yes", "swisspair-fide"]).returncode == 0
        assert not list(programs.parent.rglob("pairing_engine"))
        assert not (programs / "swisspair").exists()


def test_the_wheel_says_what_it_is() -> None:
    with zipfile.ZipFile(the_only("*.whl")) as wheel:
        names = wheel.namelist()
        (metadata,) = [wheel.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
    said = HeaderParser().parsestr(metadata)
    assert said["Name"] == "swisspair-fide"
    assert said["License-Expression"] == "Apache-2.0"
    assert said["Author"]
    # The release workflow writes the project's address into pyproject.toml, so a plain clone has none.
    assert not [url for url in said.get_all("Project-URL", []) if "fide.com" in url]
    assert "FIDE" in said["Keywords"]
    assert all(f"{package}/py.typed" in names for package in PACKAGES)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {*PACKAGES, "swisspair_fide"}


SHARED = (
    *(f"man/man1/{program}.1" for program in ("swisspair", "swisscheck")),
    *("bash-completion/completions/swisspair", "zsh/site-functions/_swisspair"),
    *("fish/vendor_completions.d/swisspair.fish", "fish/vendor_completions.d/swisscheck.fish"),
)


def test_a_plain_wheel_has_man_pages_and_completion_and_says_how_to_turn_it_on(tmp_path: Path) -> None:
    """A wheel from ``pip wheel``, built in a copy without a compiler, which the packages of a release do not need."""
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in listed:
        if name.startswith((*PACKAGES, "tools/", "fixtures/articles/")) or "/" not in name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "."]
    done = _run(build, {"SWISSPAIR_COMPILED": "0", "CXX": "false", "CC": "false"}, tmp_path)
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "wheel")
    (shared,) = (tmp_path / "wheel").glob("*.data/data/share")
    assert [name for name in SHARED if not (shared / name).stat().st_size] == []
    for program in ("swisspair", "swisscheck"):
        completion = (shared / f"bash-completion/completions/{program}").read_text()
        assert f"_{program.upper()}_COMPLETE=complete_bash" in completion
    page = _run([sys.executable, "-m", "swisspair", "--help"], {"SHELL": "/bin/zsh"}, tmp_path / "wheel").stdout
    assert page.count("Tab key") == page.count('eval "$(_SWISSPAIR_COMPLETE=source_zsh swisspair)"') == 1


def test_the_source_distribution_passes_its_own_tests(tmp_path: Path) -> None:
    with tarfile.open(the_only("*.tar.gz")) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "tests/engine",
        "tests/files",
        "tests/articles",
        "tests/programs/commands/test_pair.py",
    ]
    done = _run(command, {"PYTHONPATH": str(source)}, source)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
