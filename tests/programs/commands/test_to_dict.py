"""Every `to_dict` returns the value that the programs print as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import check
from checker.questions import Moment, judge, moment, what_if, why, why_not
from pairing_engine import PairedRound, pair
from pairing_engine.answers import Style
from tests.places import FIXTURES
from tests.programs.commands.calls import Call, put
from tests.programs.legacy.events import WRONG
from trf import read

HELD = FIXTURES / "worked" / "held-2026-before-round-4.trf"
OPEN = FIXTURES / "open-2026-round-5.trf"


def as_json(value: object) -> Any:
    """Write a value as JSON and read it again. Each JSON object becomes a list, to keep the order of its keys."""
    return json.loads(json.dumps(value), object_pairs_hook=lambda pairs: [*pairs])


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


ANSWERS: list[tuple[str, str, Callable[[Moment], Any]]] = [
    ("--why", "12", lambda at: why(at, 12)),
    ("--why", "10", lambda at: why(at, 10)),
    ("--why", "5", lambda at: why(at, 5)),
    ("--why-not", "12-15", lambda at: why_not(at, 12, 15)),
    ("--why-not", "12-7", lambda at: why_not(at, 12, 7)),
    ("--why-not", "12-9", lambda at: why_not(at, 12, 9)),
    ("--why-not", "5-bye", lambda at: why_not(at, 5, "bye")),
    ("--what-if", "absent:9", lambda at: what_if(at, ["absent:9"])),
    ("--judge", "8-9,7-12", lambda at: judge(at, [(8, 9), (7, 12)])),
    ("--judge", "9-12,5-bye", lambda at: judge(at, [(9, 12), (5, 0)])),
]


@pytest.mark.parametrize(("mode", "question", "ask"), ANSWERS)
def test_an_answer_is_the_json_of_its_mode(call: Call, mode: str, question: str, ask: Callable[[Moment], Any]) -> None:
    written = json.loads(call("swisspair", mode, question, HELD, "--format", "json").output, object_pairs_hook=list)
    assert as_json(ask(moment(read(HELD))).to_dict()) == [pair for pair in written if pair[0] != "schema"]


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
