"""Checks of the Dockerfile that need no Docker."""

from __future__ import annotations

import re
import shlex
import tomllib

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
