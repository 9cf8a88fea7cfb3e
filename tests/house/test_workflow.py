"""The workflow file of the hosting service is well-formed and calls existing make targets."""

import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.places import ROOT
from tests.proof.parts import PARTS

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
if not WORKFLOWS:
    pytest.skip("a source distribution has none", allow_module_level=True)


def jobs() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            found[f"{path.stem}: {name}" if name in found else name] = job
    return found


STEPS = [(name, step) for name, job in jobs().items() for step in job["steps"]]


WITH_RIGHTS = {"codeql", "publish", "release: npm", "page", "pages", "proof"}
"""The jobs that may do more than read the sources. The job `proof` reads what an earlier run has proved."""


def test_every_change_is_checked_and_a_tag_is_a_release() -> None:
    for path in WORKFLOWS:
        whole = yaml.safe_load(path.read_text(encoding="utf-8"))
        begun_by = whole[True]  # YAML reads the key `on` as the value True
        if path.stem == "proof":
            assert set(begun_by) == {"schedule", "workflow_dispatch"}
            continue
        assert begun_by["push"] == ({"tags": ["v*"]} if path.stem == "release" else {"branches": ["main"]})
        assert ("pull_request" in begun_by) == (path.stem != "release")
        assert whole["permissions"] == {"contents": "read"}
    assert {name for name, job in jobs().items() if "permissions" in job} <= WITH_RIGHTS


def test_nothing_is_published_untagged_or_before_all_is_built() -> None:
    found = jobs()
    for name in ("publish", "release: npm", "page", "pages"):
        assert found[name]["if"] == "github.ref_type == 'tag'"
    assert found["publish"]["needs"] == "gather"
    assert {"agree", "packages", "compiled", "app", "site", "proof"} == set(found["gather"]["needs"])
    assert found["publish"]["permissions"] == found["release: npm"]["permissions"] == {"id-token": "write"}
    assert found["release: npm"]["needs"] == "publish"
    assert not any("secrets." in path.read_text(encoding="utf-8") for path in WORKFLOWS)


def test_windows_jobs_must_pass_too() -> None:
    assert not any("continue-on-error" in job for job in jobs().values())


def test_every_job_has_a_machine_a_limit_and_the_sources() -> None:
    for name, job in jobs().items():
        assert job["runs-on"], name
        assert job["timeout-minutes"] <= (150 if name == "part" else 60), name
        first = "actions/d" if name in ("publish", "pages", "release: npm") else "actions/checkout@"
        assert job["steps"][0]["uses"].startswith(first), name


def test_every_step_runs_or_uses_something_fixed_by_its_hash() -> None:
    for name, step in STEPS:
        assert ("run" in step) != ("uses" in step), name
        assert re.fullmatch(r"[\w-]+(/[\w-]+)+@[0-9a-f]{40}", step.get("uses", f"actions/x@{'0' * 40}")), name


def test_every_promised_python_is_tested_on_three_systems() -> None:
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    promised = [words.rpartition(" ")[2] for words in classifiers if re.search(r":: 3\.\d+$", words)]
    matrix = jobs()["test"]["strategy"]["matrix"]
    assert matrix["python"] == promised
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]


def test_the_targets_of_make_exist() -> None:
    runs = [step["run"].splitlines()[0] for _, step in STEPS if "run" in step]
    called = {line.removeprefix("make ") for line in runs if line.startswith("make ") and "ready" not in line}
    assert called == {
        "test",
        "packages",
        "docs",
        "app",
        "workflows",
        "npm",
        "proof PART=compiled",
        'proof PART="$PART"',
    }
    assert jobs()["part"]["strategy"]["matrix"]["part"] == [part.name for part in PARTS]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target.split()[0]}:", makefile, re.MULTILINE) for target in called)
