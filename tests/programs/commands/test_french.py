"""The option ``--language fr`` translates every mode, but not the output for programs."""

import re
from pathlib import Path

import pytest

import pairing_engine.language
from pairing_engine.language.catalogue import Catalogue
from swisspair.commands.table import COMMANDS
from tests.places import FIXTURES
from tests.programs.commands.calls import BROKEN, DONE, Call, Outcome, put
from tests.programs.legacy.events import FIVE, OVER, STUCK, WRONG

ENGLISH = re.compile(
    r"(?<![-\w'\"=])(the|of|and|is|are|was|were|be|not|with|without|which|that|by|for|has|have|cannot|must|may|from|to"
    r"|round|rounds|board|boards|player|players|expected|found|differs?|agrees?|files?|nobody|none|there|bracket|colours?"
    r"|White|Black|Name|Rank|worse|later|illegal|impossible:|unreadable|absent from|interrupted|line|lines|show|write)"
    r"(?![-\w'\"=])"
)
"""A pattern for English words that do not occur in French messages."""

OPEN = FIXTURES / "open-2026-round-5.trf"
LIM = FIXTURES / "lim-2026"
VALUES = re.compile(
    r"<[^>]*>|\b(absent|present|result|prohibit):\S*|json|jsonl|csv|html|table|card|account|pairs\b|^  show\b", re.M
)


def english_in(text: str) -> list[str]:
    return [found.group() for found in ENGLISH.finditer(VALUES.sub("", text))]


def check_french(outcome: Outcome) -> None:
    assert english_in(outcome.output) == []
    assert english_in(outcome.errors) == []
    assert outcome.output or outcome.errors


MODES = (
    ["--pair", OPEN, "--format", "account"],
    ["--pair", OPEN, "--format", "card"],
    ["--pair", OPEN, "--format", "table"],
    ["--why", 12, OPEN],
    ["--why", 21, OPEN],
    ["--why-not", "12-15", OPEN],
    ["--why-not", "1-3", OPEN],
    ["--why-not", "12-bye", OPEN],
    ["--why-not", "3-down", OPEN],
    ["--why-not", "5-black", OPEN],
    ["--what-if", "absent:9", "result:3:1-4=0-1", OPEN],
    ["--judge", "3-4,7-2", OPEN],
    ["--standings", OPEN, "--tiebreaks", "PTS,BH,SB"],
    ["--why-rank", "3-7", OPEN, "--tiebreaks", "PTS,BH,SB"],
    ["--why-rank", "12-15", OPEN, "--tiebreaks", "PTS"],
    *(["--rules", system] for system in ("dutch", "dubov", "burstein", "double-swiss", "team", "lim")),
    *(["--rules", "dutch", "--edition", edition] for edition in ("2017", "2012", "2009", "1998")),
)


@pytest.mark.parametrize("arguments", MODES, ids=lambda words: " ".join(map(str, words[:2])))
def test_every_mode_speaks_french(call: Call, arguments: list[object]) -> None:
    check_french(call("swisspair", "--language", "fr", *arguments))


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_page_of_swisspair_is_french(call: Call, command: str) -> None:
    found = call("swisspair", *command.split(), "--help", "--language=fr")
    check_french(found._replace(output=found.output.replace(f"swisspair {command}", "")))


@pytest.mark.parametrize("mode", ["", "--endorse"])
def test_every_help_page_of_swisscheck_is_french(call: Call, mode: str) -> None:
    check_french(call("swisscheck", *mode.split(), "--help", "--language", "fr"))


ERRORS = (
    ["--nope"],
    ["--pair"],
    ["--pair", OPEN, "--round", "x"],
    ["--pair", OPEN, "--format", "y"],
    ["--pair", OPEN, "--jobs", "0"],
    ["--pair", "missing.trf"],
    ["--pair", OPEN, "--system", "nim"],
    ["--pair", OPEN, "--edition", "1492"],
    ["--pair", OPEN, "--round", "99"],
    ["--pair", OPEN, "--why", "3"],
    ["--pair", "broken.trf"],
    ["--pair", "stuck.trf"],
    ["--pair", "over.trf"],
    ["--why", "999", OPEN],
    ["--what-if", "absent:xyz", OPEN],
    ["--standings", OPEN, "--tiebreaks", "XYZ"],
    ["--generate"],
)


@pytest.mark.parametrize("arguments", ERRORS, ids=lambda words: " ".join(map(str, words[-3:])))
def test_errors_are_french(call: Call, arguments: list[object]) -> None:
    put("broken.trf", BROKEN)
    put("stuck.trf", STUCK)
    put("over.trf", OVER)
    outcome = call("swisspair", "--language", "fr", *arguments)
    assert outcome.status != DONE
    check_french(outcome)


@pytest.mark.parametrize("jobs", [1, 2])
def test_swisscheck_speaks_french_in_its_workers_too(call: Call, jobs: int) -> None:
    put("wrong.trf", WRONG)
    put("broken.trf", BROKEN)
    outcome = call("swisscheck", "--language", "fr", "wrong.trf", "broken.trf", OPEN, "--all", "--jobs", jobs)
    check_french(outcome)
    assert "différente" in outcome.output
    assert "illisible" in outcome.output


def test_streams_of_swisscheck_speak_french_too(call: Call) -> None:
    put("wrong.trf", WRONG)
    check_french(call("swisscheck", "--language", "fr", "wrong.trf", "--ordered", "--jobs", 2))


def test_pages_are_french(call: Call) -> None:
    put("wrong.trf", WRONG)
    call("swisspair", "--language", "fr", "--pair", OPEN, "--html", "round.html", "--quiet")
    call("swisscheck", "--language", "fr", "wrong.trf", "--html", "report.html")
    Path("standings.html").write_text(
        call("swisspair", "--language", "fr", "--standings", OPEN, "--tiebreaks", "BH", "--format", "html").output,
        encoding="utf-8",
    )
    for name in ("round.html", "report.html", "standings.html"):
        page = Path(name).read_text(encoding="utf-8")
        assert '<html lang="fr">' in page
        said = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
        said = "\n".join(re.findall(r'aria-label="([^"]*)"', said)) + re.sub(r"<[^>]*>", "\n", said)
        assert english_in(said) == []


FOR_PROGRAMS = (
    ("swisspair", "--pair", OPEN),
    ("swisspair", "--pair", OPEN, "--format", "json"),
    ("swisspair", "--pair", OPEN, "--format=json"),
    ("swisspair", "--pair", OPEN, "--list", "-", "--output", "out.pairs"),
    ("swisspair", "--standings", OPEN, "--tiebreaks", "BH", "--format", "csv"),
    ("swisspair", "--standings", OPEN, "--tiebreaks", "BH", "--format", "json"),
    ("swisspair", "--why", 12, OPEN, "--format", "json"),
    ("swisspair", "--judge", "3-4,7-2", OPEN, "--format", "json"),
    ("swisspair", "--generate", "--seed", 1, "--output", "-", "--players", 8, "--rounds", 3),
    ("swisspair", "--dutch", OPEN, "-p"),
    ("swisspair", "--dutch", OPEN, "-c"),
    ("swisspair", "--dutch", OPEN, "-p", "-l", "list.txt"),
    ("swisspair", "--dutch", "missing.trf", "-p"),
    ("swisspair", "-p", "--help"),
    ("swisscheck", "wrong.trf", "--format", "json"),
    ("swisscheck", "wrong.trf", "--format", "jsonl"),
)


@pytest.mark.parametrize("words", FOR_PROGRAMS, ids=lambda words: " ".join(map(str, words[1:])))
def test_answers_for_programs_never_change(
    call: Call, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put("wrong.trf", WRONG)
    english = call(*words), contents(tmp_path)
    monkeypatch.setenv("SWISSPAIR_LANGUAGE", "fr")
    assert (call(*words), contents(tmp_path)) == english


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Bracketed(Catalogue):
    """A test language that puts brackets around every message. Text without brackets was not translated."""

    def __init__(self) -> None:
        super().__init__('msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"')

    def gettext(self, message: str) -> str:
        return message if message.startswith("⟦") else f"⟦{message}⟧"

    def ngettext(self, one: str, many: str, number: int) -> str:
        return f"⟦{one if number == 1 else many}⟧"


def unsaid(text: str) -> str:
    while "⟦" in text:
        text, before = re.sub(r"⟦[^⟦⟧]*⟧", "", text), text
        assert text != before
    return text


NAMELESS = re.sub(r"Player (\d)", r"P\1     ", WRONG), re.sub(r"Player (\d)", r"P\1     ", FIVE)
UNSAID = (
    ("swisspair", "--pair", "five.trf", "--format", "account", "--system", "dutch"),
    ("swisspair", "--pair", "five.trf", "--format", "account", "--system", "lim"),
    ("swisspair", "--pair", "five.trf", "--format", "account", "--system", "burstein"),
    ("swisspair", "--pair", "five.trf", "--format", "card"),
    ("swisspair", "--pair", "five.trf", "--format", "table"),
    ("swisspair", "--why", "1", "2", "5", "five.trf"),
    ("swisspair", "--why-not", "1-2", "5-bye", "1-4", "1-white", "1-black", "five.trf"),
    ("swisspair", "--what-if", "absent:5", "five.trf"),
    ("swisspair", "--judge", "1-2,3-4", "five.trf"),
    ("swisspair", "--standings", "five.trf", "--tiebreaks", "BH"),
    ("swisspair", "--why-rank", "1-2", "five.trf", "--tiebreaks", "BH"),
    ("swisscheck", "wrong.trf", "five.trf", "--all"),
    *(("swisspair", "--rules", system) for system in ("dutch", "dubov", "burstein", "double-swiss", "team", "lim")),
)


@pytest.mark.parametrize("words", UNSAID, ids=" ".join)
def test_every_message_is_translated(call: Call, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_engine.language, "_catalogue", lambda _name: Bracketed())
    put("wrong.trf", NAMELESS[0])
    put("five.trf", NAMELESS[1])
    outcome = call(*words, "--language", "fr")
    left = unsaid(outcome.output + outcome.errors).replace("wrong.trf", "").replace("five.trf", "")
    assert re.findall(r"[A-Za-z]*[a-z]{2}[a-z]*", left) == []


FINDINGS = sorted((FIXTURES / "trf").glob("invalid/*.trf")) + sorted((FIXTURES / "trf").glob("tolerated/*.trf"))


@pytest.mark.parametrize("path", FINDINGS, ids=lambda path: path.stem)
def test_every_message_about_a_file_is_translated(call: Call, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_engine.language, "_catalogue", lambda _name: Bracketed())
    errors = call("swisspair", "--pair", path, "--language", "fr").errors
    left = re.sub(r"'[^']*'", "", unsaid(errors.replace(str(path), "")))
    assert re.findall(r"[A-Za-z]*[a-z]{2}[a-z]*", left) == []


def test_the_first_help_page_is_a_page_in_french_too(call: Call) -> None:
    assert len(call("swisspair", "--help", "--language", "fr").output.splitlines()) <= 72


def test_somebody_who_cannot_sit_in_is_told_in_french(call: Call) -> None:
    """The refusals of ``stand-in`` were not collected for the catalogue."""
    outcome = call("swisspair", "stand-in", "1=2", OPEN, "--language", "fr")
    assert outcome.status != DONE
    check_french(outcome)


def test_one_round_ahead_has_a_verb_in_the_singular(call: Call) -> None:
    one, several = (call("swisspair", "feasible", number, OPEN, "--language", "fr").output for number in (1, 2))
    assert "1 ronde de plus peut être appariée\u00a0:" in one
    assert "2 rondes de plus peuvent être appariées\u00a0:" in several
