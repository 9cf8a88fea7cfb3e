"""Arguments that ``swisspair`` refuses, the help pages, and the option ``--rules``."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import pytest

from swisspair.commands.entry import main
from tests.programs.commands.calls import BAD_REQUEST, DONE, Call, names, put
from tests.programs.legacy.events import FIVE


@pytest.mark.parametrize(
    "arguments",
    [
        ["--round", "0"], ["--round", "9"], ["--round", "x"], ["--system", "chess"], ["--edition", "1492"],
        ["--engine", "fast"], ["--format", "xml"], ["--encoding", "klingon"], ["--adjourned", "win"], ["--jobs", "0"],
        ["--nonsense"], ["--generate"], ["--rules", "dutch"], ["--output", "a", "--output-dir", "."],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_request_that_cannot_be_fulfilled(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    outcome = call("swisspair", "--pair", "five.trf", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert outcome.errors
    assert "Traceback" not in outcome.errors
    assert names() == ["five.trf"]


@pytest.mark.parametrize("arguments", [["--pair"], ["five.trf"], ["--generate", "five.trf"], ["--generate"]])
def test_half_a_request(call: Call, arguments: list[str]) -> None:
    put("five.trf", FIVE)
    assert call("swisspair", *arguments).status == BAD_REQUEST


@pytest.mark.parametrize(
    ("arguments", "is_unknown"),
    [(["--frobnicate", "five.trf"], True), (["-z"], True), (["--format=xml"], False), (["--", "five.trf"], False)],
)
def test_an_option_that_no_mode_has_is_called_unknown(call: Call, arguments: list[str], is_unknown: bool) -> None:
    outcome = call("swisspair", *arguments)
    assert (outcome.status, outcome.output) == (BAD_REQUEST, "")
    assert (f"{arguments[0]} is unknown, and no mode was given" in outcome.errors) is is_unknown
    assert "no mode was given: choose one of --enter, --feasible, " in outcome.errors
    assert ("est inconnu" in call("swisspair", "--language", "fr", *arguments).errors) is is_unknown


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (("swisspair", "--pair"), "swisspair --pair [OPTIONS] FILE..."),
        (("swisspair", "--json-schema"), "swisspair --json-schema [OPTIONS] [answers|event]"),
        (("swisscheck",), "swisscheck [OPTIONS] [PATH...]"),
    ],
)
def test_help_pages_name_arguments_and_not_types_of_python(call: Call, command: tuple[str, ...], usage: str) -> None:
    """The usage line names the arguments. Optional arguments are in brackets."""
    page = call(*command, "--help").output
    assert page.startswith(f"Usage: {usage}\n")
    assert [kind for kind in ("<str>", "<list[str]>", "<list[Path]>") if kind in page] == []


def test_the_help_of_modes_without_a_file_names_none(call: Call) -> None:
    page = " ".join(call("swisspair", "--generate", "--help").output.split())
    assert "to --output or --output-dir" in page
    assert "(default: dutch)" in page
    other = " ".join(call("swisscheck", "--endorse", "--help").output.split())
    assert "(default: dutch, or the system of the --files)" in other
    assert "as the file says" not in page + other


def test_rules_are_listed_in_their_order(call: Call) -> None:
    outcome = call("swisspair", "--rules", "dutch")
    assert outcome.status == DONE
    places = [outcome.output.index(word) for word in ("C5 ", "C6 ", "C12 ", "C21 ", "5.2.1", "5.2.5")]
    assert places == sorted(places)
    assert "2.4.16" in outcome.output


def test_rules_of_a_system_that_does_not_exist(call: Call) -> None:
    assert call("swisspair", "--rules", "chess")[:2] == (BAD_REQUEST, "")


@pytest.mark.parametrize(("terminal", "words"), [(True, "Usage: swisspair MODE"), (False, "swisspair (FIDE Swiss")])
def test_a_bare_call_helps_people_and_tells_programs_a_version(
    terminal: bool, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call without arguments prints the help on a terminal, and the version into a pipe."""
    screen = TextIOWrapper(BytesIO(), "utf-8")
    monkeypatch.setattr(screen, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys, "argv", ["swisspair"])
    monkeypatch.setattr(sys, "stdout", screen)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == DONE
    screen.flush()
    assert words in screen.buffer.getvalue().decode()
