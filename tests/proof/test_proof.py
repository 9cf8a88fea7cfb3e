"""A fault in any part of the proof makes the proof fail, with a line that says what."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from grimp import build_graph

from tests.proof import page, run
from tests.proof.parts import PARTS, Part

PYTHON = sys.executable
ENDS = (".py", "/__init__.py")
WRITES = (
    f"{PYTHON} -c 'from tests.evidence import store;"
    ' store.write_down("golden", "dutch/2026: a", store.Entry({count}, "rounds", {differ}))\''
)

FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a wrong golden pair": (
        {"whole": ("echo 'FAILED tests/a.py::test_b - AssertionError: round 3: 1-2 instead of 1-3'; exit 1",)},
        "failed: FAILED tests/a.py::test_b - AssertionError: round 3: 1-2 instead of 1-3",
    ),
    "a stale sentence": (
        {"whole": ("echo 'dutch/2026 7: why 1: clause: untrue: it says 3'; echo '7 sentences'; exit 1",)},
        "failed: dutch/2026 7: why 1: clause: untrue: it says 3",
    ),
    "a difference without a status": (
        {"whole": (WRITES.format(count=9, differ=2),)},
        "failed: 2 of 9 rounds differ: see some.log",
    ),
    "too few": ({"whole": (WRITES.format(count=3, differ=0),)}, "failed: counted 3 rounds, expected at least 5"),
    "a command that has gone": ({"whole": ("no-such-program",)}, "failed: sh: "),
    "a missing program": ({"needs": ("no-such-program",)}, "missing: needs no-such-program, which is not there"),
    "a missing path": ({"needs": ("NO_SUCH",)}, "missing: needs NO_SUCH, which is not there"),
    "a part that hangs": ({"whole": ("sleep 60",), "minutes": 0}, "failed: took more than 0 minutes: sleep 60"),
}

RIGHT = Part("some", "nothing", ("true", WRITES.format(count=5, differ=0)), (), 1, "rounds", 5, rests_on=("trf",))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str) -> None:
    changed, words = FAULTS[fault]
    part = Part(**{**RIGHT._asdict(), **changed})
    assert [found["state"] for found in run.prove([part], tmp_path, quick=False, seed=1, jobs=1)] != [run.PROVED]
    said = capsys.readouterr().out
    assert said.startswith(f"some: {words}")
    assert said.count("\n") == 1


def test_a_skipped_test_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = RIGHT._replace(whole=("echo 'SKIPPED [4] tests/a.py:68: needs Firefox: install it'; echo '5 passed'",))
    found = list(run.prove([part], tmp_path, quick=False, seed=1, jobs=1))
    assert capsys.readouterr().out == "some: proved, 5 rounds, none differs, 0 s; skipped: needs Firefox: install it\n"
    assert "- **some**: needs Firefox: install it" in page.text({part: found[0]}, "c" * 40)


def test_a_part_is_run_again_only_if_something_that_it_rests_on_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "commit", lambda: "a" * 40)
    monkeypatch.setattr(run, "versions", dict)
    for prints in ("some: proved, 5 rounds, none differs, 0 s\n", "some: proved before, at aaaaaaaa\n"):
        list(run.prove([RIGHT], tmp_path, quick=False, seed=1, jobs=1))
        assert capsys.readouterr().out == prints
    monkeypatch.setattr(run, "fingerprint", lambda _: "other")
    list(run.prove([RIGHT], tmp_path, quick=False, seed=1, jobs=1))
    assert capsys.readouterr().out.startswith("some: proved, 5 rounds")


def test_a_release_needs_the_proof_of_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PARTS", (RIGHT,))
    monkeypatch.setattr(run, "BY_NAME", {"some": RIGHT})
    assert run.check(tmp_path, "b" * 40) == [
        f"some: not in {tmp_path}",
        "the folder proves nothing, not bbbbbbbb: run make proof",
    ]
    list(run.prove([RIGHT], tmp_path, quick=False, seed=1, jobs=1))
    (tmp_path / "proof.json").write_text(json.dumps({"commit": "a" * 40}))
    assert run.check(tmp_path, "a" * 40) == []
    assert run.check(tmp_path, "b" * 40) == ["the folder proves aaaaaaaa, not bbbbbbbb: run make proof"]


def test_the_page_names_what_was_not_done() -> None:
    found = {"state": "proved", "count": 5, "differences": 0, "seconds": 90, "commit": "c" * 40, "quick": True}
    figures = {"golden": {"dutch/2026: a": {"count": 5, "details": {}}}}
    missing = {"state": "missing", "why": "needs BBP6, which is not there"}
    shown = page.text({PARTS[0]: {**found, "figures": figures}, PARTS[1]: missing}, "c" * 40)
    assert f"**1 of {len(PARTS)} parts are proved. No difference is unexplained.**" in shown
    assert "| dutch/2026 | 5 |" in shown
    assert "- **without-fast**: needs BBP6, which is not there" in shown
    assert "- **laws**: not run yet" in shown
    assert "- **golden**: only a sample" in shown


def test_every_part_rests_on_what_is_there() -> None:
    paths = {path for part in PARTS for path in part.rests_on if not path.startswith(":!")}
    assert [path for path in paths if not run.git("ls-files", "--", path)] == []
    assert len({part.name for part in PARTS}) == len(PARTS)


def test_a_part_rests_on_every_module_that_its_commands_load() -> None:
    graph = build_graph("pairing_engine", "checker", "trf", "swisspair", "tests", exclude_type_checking_imports=True)
    for part in PARTS:
        asked = set(re.findall(r"-m (tests\.[\w.]+)", " ".join(part.whole)))
        loaded = asked.union(*(graph.find_upstream_modules(module) for module in asked))
        tracked = set(run.git("ls-files", "--", *part.rests_on).split())
        missing = {name for name in loaded if not {f"{name.replace('.', '/')}{end}" for end in ENDS} & tracked}
        assert not missing, part.name
