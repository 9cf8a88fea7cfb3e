"""JSON answers: the same as text, stable in form, and as values of Python."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from checker import check
from checker.questions import Moment, judge, moment, what_if, why, why_not
from pairing_engine import PairedRound, pair
from pairing_engine.answers import Style
from pairing_engine.answers.contract import SCHEMA, schema_text
from swisspair.commands.inputs import content_of
from tests.places import FIXTURES
from tests.programs.commands import calls
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, NOTHING_VALID, Call, put
from tests.programs.legacy.events import FIVE, FOUR, STUCK, WRONG
from trf import read

HELD = FIXTURES / "worked" / "held-2026-before-round-4.trf"
ALTERED = FIXTURES / "club-2026-altered.trf"
TIES = FIXTURES / "trf" / "valid" / "tec-tie-breaks-swiss.trf"
TEAMS = FIXTURES / "trf" / "valid" / "team-before-round-5.trf"
VALID, INVALID = FIXTURES / "trf" / "valid", FIXTURES / "trf" / "invalid"

CONTRACT: dict[str, Any] = json.loads(schema_text())


def closed(schema: Any) -> Any:
    """Forbid unknown keys in a schema. Our programs write only keys that the schema names."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        found.setdefault("additionalProperties", False)
    return found


STRICT = closed(CONTRACT)


def check_is(output: str, value: Any) -> None:
    assert value["schema"] == SCHEMA
    validator = Draft202012Validator({**STRICT, "anyOf": [{"$ref": f"#/$defs/{output}"}]})
    faults = sorted(validator.iter_errors(value), key=lambda fault: len(fault.path))
    deep = [str(inner) for fault in faults for inner in (fault.context or [fault])]
    assert not faults, deep[:5]


def test_the_schema_is_one_and_is_shown(call: Call) -> None:
    Draft202012Validator.check_schema(CONTRACT)
    assert call("swisspair", "--json-schema") == (DONE, schema_text(), "")
    assert f"/{SCHEMA}" in CONTRACT["$id"].replace(":", "/")


def test_the_schema_refuses_wrong_reports() -> None:
    answer = {"schema": SCHEMA, "asked": [3, 7], "words": ["equal"]}
    check_is("why_rank", answer)
    for wrong in ({**answer, "more": 1}, {**answer, "asked": ["3"]}, {"schema": SCHEMA, "asked": []}):
        with pytest.raises(AssertionError):
            check_is("why_rank", wrong)
    assert Draft202012Validator(CONTRACT).is_valid({**answer, "more": 1}), "readers must accept new keys"


@pytest.mark.parametrize("path", [HELD, TEAMS, FIXTURES / "open-2026-round-5.trf", VALID / "trfbx-points.trf"])
def test_pairings(call: Call, path: Path) -> None:
    check_is("pairing", call("swisspair", "--pair", path, "--format", "json").value)


@pytest.mark.parametrize("system", ["dubov", "burstein", "lim"])
def test_pairings_of_other_systems(call: Call, system: str) -> None:
    put("five.trf", FIVE)
    check_is("pairing", call("swisspair", "--pair", "five.trf", "--system", system, "--format", "json").value)


def test_wishes_and_feasibility(call: Call) -> None:
    wished = ("--avoid-pairs", "9-12,5-13", "--prefer-bye", "8")
    paired = call("swisspair", "--pair", HELD, *wished, "--format", "json", "--write-back", "back.trf").value
    check_is("pairing", paired)
    assert paired["wishes"]["outcomes"]
    check_is("check", call("swisscheck", "back.trf", "--format", "json").value)
    for rounds in ("1", "30"):
        check_is("feasibility", call("swisspair", "--feasible", rounds, HELD, "--format", "json").value)
    found = call("swisscheck", ALTERED, "--avoid-pairs", "3-4", "--avoid-rounds", "1-5", "--format", "json")
    check_is("check", found.value)


def test_several_questions_give_a_list(call: Call) -> None:
    found = json.loads(call("swisspair", "--why", "12", "5", HELD, "--format", "json").output)
    assert Draft202012Validator(STRICT).is_valid(found)
    for answer in found:
        check_is("why", answer)


def test_a_recorded_round(call: Call) -> None:
    for path in (ALTERED, TEAMS):
        check_is("recorded_round", call("swisspair", "show", path, "--format", "json").value)


def test_standings_and_ranks(call: Call) -> None:
    tiebreaks = ("--tiebreaks", "PTS,DE,BH/C1", "--format", "json")
    for path in (ALTERED, TIES):
        check_is("standings", call("swisspair", "--standings", path, *tiebreaks).value)
    check_is("why_rank", call("swisspair", "--why-rank", "3-4", TIES, *tiebreaks).value)


def test_checks(check: Call) -> None:
    put("wrong.trf", WRONG)
    put("broken.trf", BROKEN)
    found = check(ALTERED, INVALID, *sorted(VALID.glob("t*.trf")), "wrong.trf", "broken.trf", "--format", "json")
    check_is("check", found.value)
    check_is("check", check(ALTERED, "--edition", "each", "--format", "json").value)
    check_is("check", check(ALTERED, "--no-cause", "--no-standings", "--format", "json").value)
    problems = next(one for one in found.value["files"] if one["file"] == "broken.trf")["problems"]
    assert (problems[0]["line"], problems[0]["field"]) == (4, "result of round 1")


def test_lines_of_a_stream(check: Call) -> None:
    put("events/notes.txt", "nothing")
    put("events/wrong.trf", WRONG)
    put("events/broken.trf", BROKEN)
    lines = [json.loads(line) for line in check("events", "--format", "jsonl").output.splitlines()]
    for output, line in zip(("failure", "passed_over", "checked_file", "summary"), lines, strict=True):
        check_is(output, line)


def test_endorsement_and_generated_lines(call: Call) -> None:
    check_is("endorsement", call("swisscheck", "--endorse", "--files", ALTERED, "--format", "json").value)
    few = ("--players", 6, "--rounds", 2, "--seed", 1, "--count", 2, "--jobs", 1)
    lines = call("swisspair", "--generate", *few, "--format", "jsonl", "--output", "-").output.splitlines()
    assert len(lines) == 2
    for line in lines:
        check_is("generated", json.loads(line))


@pytest.mark.parametrize(("words", "status"), [
    ("swisspair --pair nowhere.trf --format json", NO_ACCESS),
    ("swisspair --pair broken.trf --format=json", BAD_REQUEST),
    ("swisspair --pair stuck.trf --format json --output out.json", NOTHING_VALID),
    ("swisspair --pair stuck.trf --format jsonl", NOTHING_VALID),
    ("swisspair --why 3 broken.trf --format json", BAD_REQUEST),
    ("swisspair --why 99 five.trf --format json", BAD_REQUEST),
    ("swisspair --standings nowhere.trf --format json", NO_ACCESS),
    ("swisspair --pair five.trf --nosuch --format json", BAD_REQUEST),
    ("swisspair --pair five.trf four.trf --format json", BAD_REQUEST),
    ("swisspair five.trf --format json", BAD_REQUEST),
    ("swisscheck --format json", BAD_REQUEST),
    ("swisscheck empty --format json", BAD_REQUEST),
])  # fmt: skip
def test_errors_are_json_where_json_was_asked_for(call: Call, words: str, status: int) -> None:
    for name, text in (("broken", BROKEN), ("stuck", STUCK), ("five", FIVE), ("four", FOUR)):
        put(f"{name}.trf", text)
    Path("empty").mkdir()
    found = call(*words.split())
    assert found.status == status
    check_is("failure", found.value)
    assert found.value["status"] == status
    assert found.value["error"].strip() in found.errors
    assert not Path("out.json").exists()
    if "broken" in words:
        assert found.value["problems"][0]["line"] == 4


def test_pairings_in_lines(call: Call) -> None:
    for name, text in (("b", FIVE), ("a", BROKEN), ("c", FOUR.replace("Player 1 ", "Ågren, L "))):
        put(f"{name}.trf", text)
    found = call("swisspair", "--pair", "b.trf", "a.trf", "c.trf", "--format", "jsonl", "--jobs", 1)
    assert found.status == BAD_REQUEST
    lines = [json.loads(line) for line in found.output.splitlines()]
    assert [line["file"] for line in lines] == ["b.trf", "a.trf", "c.trf"]
    for output, line in zip(("pairing", "failure", "pairing"), lines, strict=True):
        check_is(output, line)
    assert found.output.isascii()


def deadly(file: str) -> Any:
    if file == "2.trf":
        os.kill(os.getpid(), signal.SIGKILL)
    return REAL(file)


REAL = content_of


def test_a_file_that_kills_its_process_is_named_others_paired(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    files = [put(f"{number}.trf", FIVE) for number in range(5)]
    monkeypatch.setattr("swisspair.commands.pair_files.content_of", deadly)
    outcome = call("swisspair", "--pair", *files, "--output-dir", "out", "--jobs", 2)
    assert outcome.status == calls.TOO_LARGE
    told, counted = outcome.errors.splitlines()
    assert told.startswith("2.trf: the process that worked on it was killed twice")
    assert counted == "paired 4 of 5 files"
    assert sorted(path.name for path in Path("out").iterdir()) == ["0.pairs", "1.pairs", "3.pairs", "4.pairs"]


OPEN = FIXTURES / "open-2026-round-5.trf"


def as_json(value: object) -> Any:
    """Write a value as JSON and read it again. Each JSON object becomes a list, to keep the order of its keys."""
    return json.loads(json.dumps(value), object_pairs_hook=lambda pairs: [*pairs])


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


def refused(at: Moment, question: str) -> Any:
    number, _, what = question.partition("-")
    return why_not(at, int(number), int(what) if what.isdigit() else what)


def judged(at: Moment, question: str) -> Any:
    pairs = (pair.replace("bye", "0").split("-") for pair in question.split(","))
    return judge(at, [(int(one), int(other)) for one, other in pairs])


ASKED: list[tuple[str, Callable[[Moment, str], Any], str]] = [
    ("--why", lambda at, question: why(at, int(question)), "12 10 5"),
    ("--why-not", refused, "5-bye 12-15 12-up 12-down 12-white 9-12 7-12 12-7 12-9"),
    ("--what-if", lambda at, question: what_if(at, [question]), "absent:9 prohibit:4-7 12-15 12-bye"),
    ("--judge", judged, "8-9,7-12 9-12,5-bye"),
]
ANSWERS = [(mode, question, ask) for mode, ask, questions in ASKED for question in questions.split()]


@pytest.mark.parametrize(("mode", "question", "ask"), ANSWERS)
def test_an_answer_is_the_json_of_its_mode(
    call: Call, mode: str, question: str, ask: Callable[[Moment, str], Any]
) -> None:
    found = call("swisspair", mode, question, HELD, "--format", "json")
    check_is("judgement" if mode == "--judge" else mode[2:].replace("-", "_"), found.value)
    written = json.loads(found.output, object_pairs_hook=list)
    assert as_json(ask(moment(read(HELD)), question).to_dict()) == [pair for pair in written if pair[0] != "schema"]


@pytest.mark.parametrize("path", [HELD, OPEN, FIXTURES / "trf" / "valid" / "team-before-round-5.trf"])
def test_choice_and_account_are_in_the_json_of_a_pairing(call: Call, path: Path) -> None:
    written = call("swisspair", "--pair", path, "--format", "json").value
    answer = pair(read(path))
    choice, account = plain(answer.choice.to_dict()), plain(answer.account.to_dict())
    assert choice == {key: written[key] for key in ("system", "why_system", "edition", "why_edition")}
    assert account["brackets"] == written["brackets"]
    assert account["brackets"] == [plain(bracket.to_dict()) for bracket in answer.account.brackets]
    assert account["colours"] == [board["colours"] for board in written["boards"]]


@pytest.mark.parametrize("date", ["2026/05/06", "1950/05/06"])
def test_the_choice_is_in_the_json_of_a_check(call: Call, date: str) -> None:
    """The JSON of a check names the chosen edition, and says if no edition suits the event."""
    path = put("event.trf", f"042 {date}\n{WRONG}")
    written = call("swisscheck", path, "--format", "json").value["files"][0]
    choice = check(read(path)).choice.to_dict()
    assert choice.items() <= written.items()
    assert ("not_comparable" in choice) == ("not_comparable" in written) == date.startswith("1950")
    paired = call("swisspair", "--pair", path, "--format", "json").value
    assert {key: value for key, value in choice.items() if key != "not_comparable"}.items() <= paired.items()
    assert "not_comparable" not in paired


@pytest.fixture(scope="module")
def held() -> PairedRound:
    return pair(read(HELD))


def test_a_card_says_with_the_same_keys_what_the_json_says(held: PairedRound) -> None:
    card, written = plain(held.card.to_dict()), plain(held.to_dict())
    same = ("round", "edition", "why_edition", "boards", "bye", "absent")
    assert {key: card[key] for key in same} == {key: written[key] for key in same}
    same = ("score", "residents", "pairs", "floaters", "unmet", "steps")
    assert [{key: bracket[key] for key in same} for bracket in card["brackets"]] == [
        {key: bracket[key] for key in same} for bracket in written["brackets"]
    ]
    assert card["names"]["12"] == "Oskar"
    first = card["brackets"][0]
    assert (first["tries"][0]["wrong"][0]["code"], first["tries"][-1]["taken"]) == ("C12", True)
    assert all(isinstance(one["score"], str) for bracket in card["brackets"] for one in bracket["joined"])
    assert all(isinstance(row["score"], str) for row in card["rows"])


@pytest.mark.parametrize("style", Style)
def test_a_checklist_has_titles_and_rows_of_each_scoregroup(held: PairedRound, style: Style) -> None:
    found = plain(held.checklist(style).to_dict())
    rows = [row for group in found["groups"] for row in group]
    assert len(rows) == len(held.state.players)
    assert {len(row) for row in rows} == {len(found["header"])}
