"""The workflow that the hosting service runs: its form, and that what it calls is there. It cannot be run here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
if not WORKFLOWS:
    pytest.skip("a source distribution has none", allow_module_level=True)


def jobs() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path in WORKFLOWS:
        found |= yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return found


STEPS = [(name, step) for name, job in jobs().items() for step in job["steps"]]


def test_it_runs_for_every_change_and_may_only_read() -> None:
    for path in WORKFLOWS:
        whole = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert {"push", "pull_request"} <= set(whole[True])  # YAML reads the key `on` as true
        assert whole["permissions"] == {"contents": "read"}


def test_every_job_has_a_machine_a_limit_and_the_sources() -> None:
    for name, job in jobs().items():
        assert job["runs-on"], name
        assert job["timeout-minutes"] <= 60, name
        assert job["steps"][0]["uses"].startswith("actions/checkout@"), name


def test_every_step_runs_or_uses_something_of_a_fixed_version() -> None:
    for name, step in STEPS:
        assert ("run" in step) != ("uses" in step), name
        assert re.fullmatch(r"actions/[\w-]+@v\d+", step.get("uses", "actions/x@v1")), name


def test_every_python_that_is_promised_is_tested_on_three_systems() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    promised = [words.rpartition(" ")[2] for words in classifiers if re.search(r":: 3\.\d+$", words)]
    matrix = jobs()["test"]["strategy"]["matrix"]
    assert matrix["python"] == promised
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_the_targets_of_make_exist() -> None:
    called = {step["run"].removeprefix("make ") for _, step in STEPS if step.get("run", "").startswith("make ")}
    assert called == {"test", "packages", "docs", "app"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in called)
