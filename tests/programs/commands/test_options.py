"""Modes, options, help, completion and the manners of both programs."""

import io
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from time import monotonic
from zipfile import ZipFile

import pytest

import swisspair.commands
from swisspair.commands import pair_files
from swisspair.commands.table import COMMANDS, FLAGS, Command
from swisspair.terminal.command_line import parameters_of
from swisspair.terminal.completion import script
from swisspair.terminal.whole_files import portable
from tests.places import FIXTURES
from tests.programs.commands.calls import BAD_REQUEST, DONE, INTERNAL, NO_ACCESS, Call, names, put
from tests.programs.legacy.events import FIVE, FIVE_PAIRS, FOUR
from tests.programs.program import PATIENCE, SWISSPAIR, running, swisscheck
from tests.programs.program import swisspair as started
from tools.helps import Program, programs
from tools.man import escaped, man_page


def test_a_bug_has_a_status_of_its_own(pair: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected error ends the program with its own exit status and a request to report the error."""

    def fail(*_: object, **_named: object) -> None:
        raise KeyError("somewhere deep down")

    put("five.trf", FIVE)
    monkeypatch.setattr(pair_files, "pair", fail)
    outcome = pair("five.trf")
    assert (outcome.status, outcome.output) == (INTERNAL, "")
    assert "please report it" in outcome.errors
    assert "somewhere deep down" in outcome.errors
    assert "five.trf" in outcome.errors


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_help(name: str) -> None:
    assert COMMANDS[name].words.endswith(".")
    assert [one.name for one in parameters_of(COMMANDS[name].run) if not one.said.help] == []


LEADERS = '''
from typing import Annotated

from swisspair.terminal.command_line import Argument


def run(files: Annotated[list[str], Argument("Files.", metavar="FILE...")], top: int = 3) -> int:
    """Say who is in front."""
    print(f"the first {top} of {files[0]}")
    return 0
'''


@pytest.fixture
def with_leaders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the command ``leaders``, which is defined in another folder."""
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "leaders.py").write_text(LEADERS)
    monkeypatch.setattr(swisspair.commands, "__path__", [*swisspair.commands.__path__, str(tmp_path / "more")])
    monkeypatch.setitem(COMMANDS, "leaders", Command("Rounds", "FILE...", "Show the leaders.", "leaders.run"))
    monkeypatch.delitem(sys.modules, "swisspair.commands.leaders", raising=False)


@pytest.mark.usefixtures("with_leaders")
def test_a_command_is_one_function_and_one_row(call: Call) -> None:
    assert call("swisspair", "leaders", "event.trf", "--top", 5) == (DONE, "the first 5 of event.trf\n", "")
    first_page = call("swisspair", "--help").output
    assert "leaders FILE... Show the leaders." in " ".join(first_page.split())
    assert "Usage: swisspair leaders FILE... [OPTIONS]" in call("swisspair", "leaders", "--help").output
    assert "leaders and pair cannot be used together" in call("swisspair", "pair", "leaders", "event.trf").errors
    outcome = call("swisspair", "leaders")
    assert outcome.status == BAD_REQUEST
    assert outcome.errors.startswith("swisspair leaders: Missing argument")


FORMATS = {
    name: one for name, command in COMMANDS.items() for one in parameters_of(command.run) if one.name == "format_"
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_help_names_every_format(name: str) -> None:
    assert set(FORMATS[name].choices) <= set(re.findall(r"\w+", FORMATS[name].said.help))


ALTERED = (FIXTURES / "club-2026-altered.trf").read_text()

READING_A_FILE = (
    "swisspair pair {} --round 3",
    "swisspair result 1:1-0 {} --round 2",
    "swisspair why 3 {} --round 3",
    "swisspair why-not 3-4 {} --round 3",
    "swisspair what-if absent:3 {} --round 3",
    "swisspair judge 3-2 {} --round 3",
    "swisspair feasible 2 {}",
    "swisspair show {}",
    "swisspair standings {} --tiebreaks PTS",
    "swisspair why-rank 3-4 {} --tiebreaks PTS",
    "swisscheck {} --no-cause",
)
"""A call of each mode that reads a tournament."""


def test_every_mode_that_reads_a_tournament_is_here() -> None:
    there = {words.split()[1] for words in READING_A_FILE} - {"{}"}
    changing = {
        "bye",
        "withdraw",
        "return",
        "add",
        "edit",
        "swap",
        "set-boards",
        "unpair",
        "undo",
        "stand-in",
        "event",
        "redo",
        "tie-breaks",
    }
    others = {"generate", "rules", "schema", "new", "serve", "example", "check", "compare", "conformance"}
    assert set(COMMANDS) - there == others | changing


@pytest.mark.parametrize("words", READING_A_FILE)
def test_a_file_a_stream_a_folder_and_an_archive_are_alike(call: Call, words: str) -> None:
    put("in.trf", ALTERED)
    put("folder/sub/in.trf", ALTERED)
    put("folder/notes.txt", "nothing")
    with ZipFile("events.ZIP", "w") as archive:
        archive.writestr("in.trf", ALTERED)
    plain = call(*words.format("in.trf").split())
    for given, shown in (("-", "standard input"), ("folder", "folder/sub/in.trf"), ("events.ZIP", "events.ZIP/in.trf")):
        found = call(*words.format(given).split(), stdin=ALTERED)
        assert found.status == plain.status
        assert found.output.replace(shown, "in.trf") == plain.output


@pytest.mark.parametrize("words", READING_A_FILE[1:-1])
def test_a_question_is_about_one_tournament(call: Call, words: str) -> None:
    put("folder/a.trf", FIVE)
    put("folder/b.trf", FOUR)
    found = call(*words.format("folder").split())
    assert found[:2] == (BAD_REQUEST, "")
    assert "folder: found 2 tournaments, expected one; give a file that contains only one tournament" in found.errors


@pytest.mark.parametrize("words", READING_A_FILE)
def test_quiet_leaves_errors_alone(call: Call, words: str) -> None:
    put("odd.trf", ALTERED + "no record at all\n")
    assert "ADJ-39" in call(*words.format("odd.trf").split()).errors
    assert call(*words.format("odd.trf").split(), "--quiet").errors == ""
    missing = call(*words.format("none.trf").split(), "--quiet")
    assert "No such file" in missing.errors + missing.output  # swisscheck reports an unreadable file on standard output


def test_a_dash_is_standard_output_wherever_a_file_is_written(call: Call) -> None:
    put("in.trf", ALTERED)
    before = names()
    for option in ("--output", "--list", "--html", "--write-back"):
        assert call("swisspair", "--pair", "in.trf", "--round", 3, option, "-").output
    for option in ("--html", "--write-back"):
        found = call("swisscheck", "in.trf", option, "-").output
        assert ("</html>" if option == "--html" else "### MPA @ Round 3: 7-2 by hand") in found
    assert names() == before


PAGES = (
    "swisspair",
    "swisspair -p",
    *(f"swisspair {name}" for name in (*COMMANDS, *FLAGS)),
    "swisscheck",
    "swisscheck --endorse",
)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_the_exit_statuses(call: Call, page: str) -> None:
    found = call(*page.split(), "--help")
    assert (found.status, found.errors) == (DONE, "")
    words = " ".join(found.output.split())
    statuses = re.search(r"Exit status: (0 .*)", words)
    assert statuses is not None
    for number in range(6):
        assert re.search(rf"\b{number} [a-z(]", statuses[1]), number


def test_no_colour_where_nobody_looks_or_none_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    for variables in ({"TERM": "xterm-256color"}, {"NO_COLOR": "1"}):
        for words in (("--pair", "in.trf", "--format", "table"), ("--help",)):
            found = started(*words, cwd=tmp_path, variables=variables)
            assert b"\x1b" not in found.output + found.errors


def test_columns_are_obeyed(tmp_path: Path) -> None:
    (tmp_path / "in.trf").write_text(FIVE)
    widths = []
    for columns in ("70", "120"):
        found = started("--pair", "--help", cwd=tmp_path, variables={"COLUMNS": columns})
        widths.append(max(map(len, found.output.decode().splitlines())))
    assert widths[0] <= 70 < widths[1] <= 120


def test_no_progress_where_nobody_looks(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.trf").write_text(FIVE)
    for words in (("--pair", "a.trf", "--no-progress"), ("--pair", "a.trf")):
        assert started(*words, cwd=tmp_path) == (DONE, FIVE_PAIRS, b"")
    assert swisscheck("a.trf", "b.trf", "--no-progress", cwd=tmp_path).errors == b""


def test_a_pipe_that_is_closed_is_no_traceback(tmp_path: Path) -> None:
    """If the reader closes the pipe, the exit status is 5, and there is no traceback."""
    (tmp_path / "in.trf").write_text(FIVE)
    reading, writing = os.pipe()
    os.close(reading)
    with running(SWISSPAIR, "--pair", "in.trf", cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (NO_ACCESS, b"")


FOLDER = Path(sys.executable).parent
BASH, FISH, ZSH = map(shutil.which, ("bash", "fish", "zsh"))
IN_PATH = f"{FOLDER}{os.pathsep}{os.environ['PATH']}"


def test_nothing_of_typer_is_used_that_it_does_not_document() -> None:
    known = {"typer", "typer.core", "typer.main"}
    source = Path(str(swisspair.__file__)).parent
    texts = (path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    used = {name for text in texts for name in re.findall(r"^\s*(?:from|import) (typer[.\w]*|click[.\w]*)", text, re.M)}
    assert used <= known
    assert not [path for path in source.rglob("*.py") if 'import_module("typer' in path.read_text(encoding="utf-8")]


@pytest.mark.skipif(BASH is None, reason="no bash here")
@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ("pair --edi", 2, "--edition"),
        ("pair --system du", 3, "dutch dubov"),
        ("wh", 1, "why why-not what-if why-rank"),
        ("--pair --format = acc", 4, "account"),
        ("--pair e.trf --format", 3, "--format"),
    ],
)
def test_bash_completes_with_the_script_that_it_is_given(words: str, place: int, expected: str) -> None:
    typed = f"COMP_WORDS=(swisspair {words}); COMP_CWORD={place}; _swisspair_completion swisspair"
    evaluated = f'eval "$(_SWISSPAIR_COMPLETE=source_bash swisspair)"; {typed}; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        [str(BASH), "-c", evaluated], env={**os.environ, "PATH": IN_PATH}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (f"{expected}\n", "")


LINES = {
    "swisspair pair --edi": "--edition",
    "swisspair wh": "why-rank",
    "swisspair pair --system du": "dubov",
    "swisspair pair --format=c": "--format=card",
    "swisspair pair eve": "event.trf",
}
"""Lines, each with a word that a shell then shows."""


@pytest.mark.skipif(FISH is None, reason="no fish here")
@pytest.mark.parametrize("line", LINES)
def test_fish_completes_with_the_script_that_it_is_given(line: str, tmp_path: Path) -> None:
    put(str(tmp_path / "event.trf"), "")
    evaluated = f"_SWISSPAIR_COMPLETE=source_fish swisspair | source; complete -C '{line}'"
    variables = {**os.environ, "PATH": IN_PATH, "HOME": str(tmp_path)}
    found = subprocess.check_output([str(FISH), "-c", evaluated], env=variables, cwd=tmp_path, text=True)
    assert LINES[line] in [words.split("\t")[0] for words in found.splitlines()]


@pytest.mark.skipif(ZSH is None, reason="no zsh here")
@pytest.mark.parametrize("is_installed", [True, False])
def test_zsh_completes_from_the_first_key_on(tmp_path: Path, is_installed: bool) -> None:
    """Whether zsh finds the script in its path, or the start-up file evaluates it, the first Tab already completes."""
    put(str(tmp_path / "event.trf"), "")
    put(str(tmp_path / "functions/_swisspair"), script("zsh", "swisspair"))
    functions = "fpath=($PWD/functions $fpath)" if is_installed else ""
    evaluated = "" if is_installed else 'eval "$(_SWISSPAIR_COMPLETE=source_zsh swisspair)"'
    start = f"PS1='ready> '\n{functions}\nautoload -U compinit; compinit -u -D\n{evaluated}\n"
    put(str(tmp_path / ".zshrc"), start)
    for line in ("swisspair pair --edi", "swisspair pair eve")[: 2 if is_installed else 1]:
        assert LINES[line] in typed_in_zsh(f"{line}\t", LINES[line], tmp_path)


def typed_in_zsh(keys: str, word: str, folder: Path) -> str:
    """Type keys in a shell, and return what the terminal shows until it shows the word, or for at most 20 seconds."""
    import pty

    variables = {"PATH": IN_PATH, "HOME": str(folder), "TERM": "dumb", "LANG": "C.UTF-8"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(str(ZSH), ["zsh", "-i"], variables)
    shown, typed, end = "", False, monotonic() + 20
    try:
        while word not in shown and monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 2**16).decode(errors="replace")
            if "ready> " in shown and not typed:
                typed = os.write(terminal, keys.encode()) > 0
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    return shown


GROFF = shutil.which("groff")


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_every_option_of_every_mode_is_there(program: Program) -> None:
    text = man_page(program)
    options = [option for page in program.pages.values() for rows in page.groups.values() for option, _ in rows]
    assert len(options) > 30
    assert all(f".B {escaped(option)}\n" in text for option in options)
    assert all(f'.SH "{escaped(call)}"\n' in text for call in program.pages)


@pytest.mark.skipif(GROFF is None, reason="no groff here")
@pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)
def test_roff_formats_the_pages_without_a_warning(program: Program) -> None:
    done = subprocess.run(
        [str(GROFF), "-man", "-ww", "-z"], input=man_page(program), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


HOSTILE = {
    "x\x1b[2J.trf": "x_[2J.pairs",
    "a\tb\nc.trf": "a_b_c.pairs",
    "\u202eknil.trf": "_knil.pairs",
    "../../up.trf": "up.pairs",
    "/etc/absolute.trf": "absolute.pairs",
    "..\\back.trf": ".._back.pairs",
    "C:drive.trf": "C_drive.pairs",
    "CON.trf": "_CON.pairs",
    "lpt1.a.trf": "_lpt1.a.pairs",
    "round 1. .trf": "round 1.pairs",
    "Zürich Öpen 5.trf": "Zürich Öpen 5.pairs",
}
"""Dangerous names in archives, each with its safe file name."""


def packed(path: str) -> str:
    if path.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as archive:
            for name in HOSTILE:
                archive.writestr(name, FIVE)
    elif path.endswith(".tar"):
        with tarfile.open(path, "w") as tar:
            for name in HOSTILE:
                member = tarfile.TarInfo(name)
                member.size = len(FIVE)
                tar.addfile(member, io.BytesIO(FIVE.encode()))
    else:
        put(path, "".join(json.dumps({"file": name, "trf": FIVE}) + "\n" for name in HOSTILE))
    return path


@pytest.mark.parametrize("path", ["events.zip", "events.tar", "events.jsonl"])
def test_no_answer_has_a_name_that_harms(pair: Call, path: str) -> None:
    packed(path)
    before = {found for found in Path().resolve().parent.rglob("*") if found.is_file()}
    outcome = pair(path, "--output-dir", "out")
    assert outcome.status == DONE, outcome.errors
    assert "\x1b" not in outcome.errors
    now = {found for found in Path().resolve().parent.rglob("*") if found.is_file()}
    assert {str(found.relative_to(Path().resolve())) for found in now - before} == {
        f"out/{name}" for name in HOSTILE.values()
    }
    assert Path("out/_CON.pairs").read_bytes() == FIVE_PAIRS


@pytest.mark.parametrize("stem", ["", ".", "..", " ", "...", "nul", "Aux .x", "com¹", "conin$", "COM9"])
def test_names_that_are_no_files_get_a_character_before_them(stem: str) -> None:
    assert portable(stem) == "_" + stem.rstrip(" .")
