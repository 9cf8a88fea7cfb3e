"""Checks of the Dockerfile that need no Docker."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    (run,) = (line for line in LINES if "pip install" in line)
    assert run.endswith("'.[cluster]'")
    (constraint,) = re.findall(r"--constraint (\S+)", run)
    assert constraint in COPIED
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
    """Find the modules in the text of setup.py, because importing setup.py would run the file."""
    for statement in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILED":
            names = eval(compile(ast.Expression(statement.value), "setup.py", "eval"))
            return {ROOT / "pairing_engine" / f"{name}.py" for name in names}
    raise AssertionError("setup.py has no list COMPILED")


def classes(path: Path) -> Iterator[tuple[str, set[str]]]:
    for name, bases in CLASS.findall(path.read_text(encoding="utf-8")):
        yield name, {base.partition("[")[0].rpartition(".")[2].strip() for base in bases.split(",")}


def test_every_module_is_there_and_has_no_cached_property() -> None:
    for path in compiled():
        assert "cached_property" not in path.read_text(encoding="utf-8"), path


def test_no_interpreted_class_inherits_from_a_compiled_one() -> None:
    """If an interpreted class inherits from a compiled class, the program fails only at run time."""
    inside = compiled()
    names = {name for path in inside for name, _ in classes(path)}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name, bases in classes(path) if path not in inside else ():
                assert not bases & names, f"{path}: {name}"
