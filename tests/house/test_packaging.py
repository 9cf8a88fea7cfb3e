"""Checks of the Dockerfile that need no Docker."""

import ast
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from email.message import Message
from importlib import import_module
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path
from typing import cast

import pytest
from packaging.requirements import Requirement

import trf
from pairing_engine import pair
from pairing_engine.fast import matcher
from tests.places import ROOT

LINES = [line for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COPIED = [word for line in LINES if line.startswith("COPY ") and "--from" not in line for word in line.split()[1:-1]]


def test_every_file_that_is_copied_exists() -> None:
    assert COPIED
    assert [name for name in COPIED if not (ROOT / name).exists()] == []


def test_every_package_of_the_project_is_copied() -> None:
    packages = {name.removesuffix("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert packages == {name for name in COPIED if (ROOT / name).is_dir()}
    assert {"pyproject.toml", "setup.py", "README.md", *PROJECT["project"]["license-files"]} <= set(COPIED)


def test_what_is_installed_is_what_clusters_need() -> None:
    packages, builders, project = (line for line in LINES if "pip install" in line)
    locks = re.findall(r"--require-hashes --requirement (\S+)", f"{packages} {builders}")
    assert set(locks) <= set(COPIED)
    assert locks[0] == "requirements-cluster.lock"
    assert project.endswith("--no-deps /wheels/*.whl")
    assert "cluster" in PROJECT["project"]["optional-dependencies"]


def test_python_is_one_that_the_project_supports() -> None:
    versions = {re.search(r"python:(3\.\d+)", line) for line in LINES if line.startswith("FROM python")}
    found = {version[1] for version in versions if version is not None}
    assert all(f"Programming Language :: Python :: {version}" in PROJECT["project"]["classifiers"] for version in found)
    assert len(found) == 1


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("CMD")])
def test_the_command_is_a_program_of_the_project(line: str) -> None:
    words = shlex.split(line.removeprefix("CMD").strip(" []").replace(",", " "))
    assert words[0] in PROJECT["project"]["scripts"]


PACKAGES = ("pairing_engine", "checker", "trf", "swisspair")
CLASS = re.compile(r"(?m)^ *class (\w+)(?:\(([^)]*)\))?:")


def compiled() -> set[Path]:
    """Find the modules in the text of setup.py, because importing setup.py would run the file, and in the folder."""
    for statement in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "INNER_LOOPS":
            names = eval(compile(ast.Expression(statement.value), "setup.py", "eval"))
            fast = (ROOT / "pairing_engine" / "fast").glob("*.py")
            return {*fast, *(ROOT / "pairing_engine" / f"{name}.py" for name in names)}
    raise AssertionError("setup.py has no list INNER_LOOPS")


def classes(path: Path) -> Iterator[tuple[str, set[str]]]:
    for name, bases in CLASS.findall(path.read_text(encoding="utf-8")):
        yield name, {base.partition("[")[0].rpartition(".")[2].strip() for base in bases.split(",")}


def not_for_mypyc(source: str) -> list[str]:
    """Name what mypyc compiles without a word, but what fails when the compiled module is imported or run."""
    nodes = list(ast.walk(ast.parse(source)))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    inside = (node for function in functions for node in ast.walk(function))
    found = [f"the class {node.name} is inside a function" for node in inside if isinstance(node, ast.ClassDef)]
    found += [f"{one.name} is cached" for one in functions if "cached_property" in ast.unparse(one).partition("def")[0]]
    for node in nodes:
        if isinstance(node, ast.Compare) and any("(*" in ast.unparse(one) for one in node.comparators):
            found.append(f"{ast.unparse(node)} looks for a value in a tuple with a star")
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Enum") for base in node.bases):
            made = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} & {"__init__", "__new__"}
            found += [f"the enumeration {node.name} has {name}" for name in made]
    return found


def test_no_compiled_module_has_what_mypyc_cannot_compile() -> None:
    found = {path.name: not_for_mypyc(path.read_text(encoding="utf-8")) for path in compiled()}
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    "source",
    [
        "class A(Enum):\n    ONE = 1\n    def __init__(self, number: int) -> None: ...",
        "def f() -> None:\n    class A: ...",
        "class A:\n    @cached_property\n    def one(self) -> int: ...",
        "found = letter in (*letters, 'x')",
    ],
)
def test_what_mypyc_cannot_compile_is_found(source: str) -> None:
    assert len(not_for_mypyc(source)) == 1


@pytest.mark.skipif(matcher.__file__.endswith(".py"), reason="the core is not compiled here (make proof PART=compiled)")
def test_every_module_of_the_compiled_core_is_imported_and_pairs() -> None:
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in compiled()]
    assert [name for name in names if str(import_module(name).__file__).endswith(".py")] == []
    assert len(pair(trf.read(ROOT / "fixtures" / "open-2026-round-5.trf")).boards) > 1


def test_no_interpreted_class_inherits_from_a_compiled_one() -> None:
    """If an interpreted class inherits from a compiled class, the program fails only at run time."""
    inside = compiled()
    names = {name for path in inside for name, bases in classes(path) if "NamedTuple" not in bases}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name, bases in classes(path) if path not in inside else ():
                assert not bases & names, f"{path}: {name}"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the source distribution has no list of tracked files")
def test_every_tracked_file_is_in_the_source_distribution() -> None:
    """The packages have their Python files, and the package data, without a rule."""
    lines = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    rules = [(folder, kinds) for kind, folder, *kinds in map(str.split, lines) if kind == "recursive-include"]
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [Path(name) for name in tracked.splitlines() if name.startswith(("tests/", "tools/"))]
    files += [Path(name) for name in tracked.splitlines() if re.match(r"pairing_engine/.*[.][ch]pp$", name)]
    assert [
        str(one)
        for one in files
        if not any(one.parts[0] == folder and any(map(one.match, kinds)) for folder, kinds in rules)
    ] == []


LOCKS = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tools" / "locks").glob("*.lock")]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = DECLARED["optional-dependencies"]

SILENT = {"lazy-importer"}
"""Packages whose metadata does not state the licence. A separate file contains the licence."""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(names: list[str]) -> set[str]:
    """Return the packages with these names, and all packages that they require, directly or indirectly."""
    found: set[str] = set()
    todo = [*names]
    while todo:
        name = canonical(todo.pop())
        if name in found:
            continue
        found.add(name)
        for line in requires(name) or []:
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                todo.append(requirement.name)
    return found


def installed(name: str) -> Message | None:
    try:
        return cast("Message", metadata(name))
    except PackageNotFoundError:
        return None


def test_every_package_that_runs_is_listed_with_its_licence() -> None:
    rows = re.findall(r"^\| ([\w-]+) \| ([\w. -]+) \|", (ROOT / "docs" / "licences.md").read_text(), re.MULTILINE)
    listed = {canonical(name): licence for name, licence in rows if name != "package"}
    extra = [Requirement(line).name for line in EXTRAS["cluster"]]
    names = [Requirement(line).name for line in DECLARED["dependencies"]] + [name for name in extra if installed(name)]
    assert needed(names) <= listed.keys()
    for name, licence in listed.items():
        said = installed(name)
        if said is None:
            assert name not in needed(names)
            continue
        choices = (said.get("License-Expression") or "").split(" OR ")
        words = f"{said.get('License')} {said.get_all('Classifier')}"
        assert licence in choices or licence.partition("-")[0] in words or name in SILENT, f"{name}: {words}"


def test_only_installed_packages_are_listed() -> None:
    text = (ROOT / "docs" / "licences.md").read_text().partition("The extra `cluster`")[0]
    rows = re.findall(r"^\| ([\w-]+) \|", text, re.MULTILINE)
    listed = {canonical(name) for name in rows if name != "package"}
    assert listed == needed([Requirement(line).name for line in DECLARED["dependencies"]])


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    for line in DECLARED["dependencies"] + EXTRAS["dev"] + EXTRAS["cluster"]:
        operators = {specifier.operator for specifier in Requirement(line).specifier}
        assert {">=", "<"} <= operators, line


@pytest.mark.parametrize("lock", ["requirements-dev.lock", "requirements-cluster.lock", *sorted(LOCKS)])
def test_every_locked_package_has_hashes(lock: str) -> None:
    packages = [part for part in re.split(r"\n(?=\S)", (ROOT / lock).read_text()) if not part.startswith("#")]
    assert packages
    assert all(re.match(r"[\w.-]+==\S+.*\n +--hash=sha256:[0-9a-f]{64}", part) for part in packages)


def test_the_locked_versions_are_within_the_bounds() -> None:
    texts = [(ROOT / f"requirements-{name}.lock").read_text() for name in ("dev", "cluster")]
    lines = (line.rstrip(" \\") for text in texts for line in text.splitlines() if line[0] not in "# ")
    locked = {canonical(r.name): r for r in map(Requirement, lines)}
    for line in DECLARED["dependencies"] + EXTRAS["dev"] + EXTRAS["cluster"]:
        requirement = Requirement(line)
        (version,) = (specifier.version for specifier in locked[canonical(requirement.name)].specifier)
        assert version in requirement.specifier
