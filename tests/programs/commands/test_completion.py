"""Shell completion, as bash, zsh and fish ask for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.commands.calls import BAD_REQUEST, DONE

FOLDER = Path(sys.executable).parent
BASH = shutil.which("bash")


def completed(line: str, shell: str = "zsh", **variables: str) -> list[str]:
    """The lines that a shell gets for a line that is being typed."""
    program = line.split()[0]
    asked = {f"_{program.upper()}_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": line, **variables}
    done = subprocess.run(
        [str(FOLDER / program)], env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (DONE, "")
    return done.stdout.splitlines()


def in_fish(line: str) -> list[str]:
    found = completed(line, "fish", _TYPER_COMPLETE_FISH_ACTION="get-args")
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


def test_zsh_gets_words_and_files_where_nothing_fits() -> None:
    assert any("Pair a round of each FILE" in line for line in completed("swisspair --pai"))
    assert completed("swisspair --pair eve") == ["_files"]


@pytest.mark.skipif(BASH is None, reason="no bash here")
def test_bash_completes_with_the_script_that_it_is_given() -> None:
    typed = "COMP_WORDS=(swisspair --pair --edi); COMP_CWORD=2; _swisspair_completion swisspair"
    script = f'eval "$(_SWISSPAIR_COMPLETE=source_bash swisspair)"; {typed}; echo "${{COMPREPLY[@]}}"'
    path = f"{FOLDER}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(BASH), "-c", script], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("--edition\n", "")


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
