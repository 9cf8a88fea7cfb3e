from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import swisspair
from tests.programs.commands.calls import BAD_REQUEST, DONE

FOLDER = Path(sys.executable).parent
BASH = shutil.which("bash")


def completed(line: str, shell: str = "zsh", **variables: str) -> list[str]:
    program = line.split()[0]
    asked = {f"_{program.upper()}_COMPLETE": f"complete_{shell}", "_COMPLETE_LINE": line, **variables}
    done = subprocess.run(
        [str(FOLDER / program)], env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (DONE, "")
    return done.stdout.splitlines()


def in_fish(line: str) -> list[str]:
    found = completed(line, "fish")
    return [word.partition("\t")[0] for word in found if word]


def test_modes_are_candidates_until_there_is_one() -> None:
    assert {"--pair", "--generate", "--why-not"} <= set(in_fish("swisspair "))
    assert in_fish("swisspair --wh") == ["--what-if", "--why", "--why-not", "--why-rank"]
    assert in_fish("swisspair --pair --wh") == []
    assert "--endorse" in in_fish("swisscheck --e")


def test_options_are_those_of_the_mode() -> None:
    assert in_fish("swisspair --pair --fo") == ["--format", "--force"]
    assert "--seed" in in_fish("swisspair --generate --s")
    assert "--seed" not in in_fish("swisspair --pair --s")
    assert in_fish("swisscheck --endorse --engine-") == []
    assert in_fish("swisscheck --only") == ["--only-differing"]


def test_values_are_candidates_where_there_are_a_few() -> None:
    assert in_fish("swisspair events/round.trf --pair --format ac") == ["account"]
    assert in_fish("swisscheck --engine r") == ["reference"]
    assert in_fish("swisspair --pair --format=ac") == ["--format=account"]
    assert in_fish("swisspair --pair event.trf --round ") == []
    assert in_fish("swisspair --pair -- --fo") == []


def test_an_option_is_a_candidate_until_it_is_there() -> None:
    assert in_fish("swisspair --pair --html page.html --htm") == []
    assert "--bye" in in_fish("swisspair --pair --bye 1=H --b"), "the option may occur more than once"
    assert in_fish("swisspair --pair --he") == ["--help"]


def test_zsh_gets_words_and_files_where_nothing_fits() -> None:
    assert any("Pair a round of each FILE" in line for line in completed("swisspair --pai"))
    assert completed("swisspair --pair eve") == ["_files"]


@pytest.mark.parametrize(("shell", "lines"), [("powershell", ["--edition:::"]), ("pwsh", ["--edition:::"])])
def test_powershell_gets_words_with_their_meaning(shell: str, lines: list[str]) -> None:
    assert [line[:12] for line in completed("swisspair --pair --edi", shell)] == lines


def test_fish_learns_whether_there_are_candidates() -> None:
    for line, status in (("swisspair --pair --fo", 0), ("swisspair --pair even", 1)):
        asked = {"_SWISSPAIR_COMPLETE": "complete_fish", "_COMPLETE_ONLY_ASKS": "1", "_COMPLETE_LINE": line}
        done = subprocess.run(
            [str(FOLDER / "swisspair")], env={**os.environ, **asked}, capture_output=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_nothing_of_typer_is_used_that_it_does_not_document() -> None:
    known = {"typer", "typer.core", "typer.main"}
    source = Path(swisspair.__file__).parent
    texts = (path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    used = {name for text in texts for name in re.findall(r"^\s*(?:from|import) (typer[.\w]*|click[.\w]*)", text, re.M)}
    assert used <= known
    assert not [path for path in source.rglob("*.py") if 'import_module("typer' in path.read_text(encoding="utf-8")]


@pytest.mark.skipif(BASH is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ("--pair --edi", 2, "--edition"),
        ("--pair --format = acc", 4, "account"),
        ("--pair e.trf --format", 3, "--format"),
    ],
)
def test_bash_completes_with_the_script_that_it_is_given(words: str, place: int, expected: str) -> None:
    typed = f"COMP_WORDS=(swisspair {words}); COMP_CWORD={place}; _swisspair_completion swisspair"
    script = f'eval "$(_SWISSPAIR_COMPLETE=source_bash swisspair)"; {typed}; echo "${{COMPREPLY[@]}}"'
    path = f"{FOLDER}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(BASH), "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


def test_an_unknown_shell_gets_the_list_of_known_ones() -> None:
    done = subprocess.run(
        [str(FOLDER / "swisscheck")],
        env={**os.environ, "_SWISSCHECK_COMPLETE": "source_tcsh"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == BAD_REQUEST
    assert "one of bash, zsh, fish" in done.stderr
