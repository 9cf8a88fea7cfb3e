"""The page docs/licences.md lists exactly the required packages with their licences, and all versions have bounds."""

from __future__ import annotations

import re
import tomllib
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata, requires
from typing import cast

from packaging.requirements import Requirement

from tests.places import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]

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
    names = [Requirement(line).name for line in PROJECT["dependencies"]] + [name for name in extra if installed(name)]
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
    assert listed == needed([Requirement(line).name for line in PROJECT["dependencies"]])


def test_every_dependency_has_a_lower_and_an_upper_bound() -> None:
    for line in PROJECT["dependencies"] + EXTRAS["dev"] + EXTRAS["cluster"]:
        operators = {specifier.operator for specifier in Requirement(line).specifier}
        assert {">=", "<"} <= operators, line


def test_the_locked_versions_are_within_the_bounds() -> None:
    lines = (ROOT / "requirements-dev.lock").read_text().splitlines()
    locked = {canonical(r.name): r for r in map(Requirement, (line for line in lines if not line.startswith("#")))}
    for line in PROJECT["dependencies"] + EXTRAS["dev"] + EXTRAS["cluster"]:
        requirement = Requirement(line)
        (version,) = (specifier.version for specifier in locked[canonical(requirement.name)].specifier)
        assert version in requirement.specifier
