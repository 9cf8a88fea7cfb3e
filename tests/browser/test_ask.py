"""The function `ask` answers the questions that the page asks (docs/browser.md)."""

import base64
import io
import json
import re
import zipfile

import pytest

from pairing_engine.answers.contract import SCHEMA
from swisspair.conversation import Conversation, ask
from swisspair.conversation.contract import ARGUMENTS
from swisspair.conversation.events import RESULTS, TWICE
from tests.places import FIXTURES, ROOT
from tools.web.words import WORDS, systems
from trf import read as read_trf
from trf import write_json

OPEN = (FIXTURES / "open-2026-round-5.trf").read_text(encoding="utf-8")
NAMES = "Aalto, Eino 2015\nBianchi, Carla 1890\nCastro, Luis\nEdlund 1700\nGruber 1500"
TEAMS = "Aalto, Eino, 2015, Kiel\nBianchi, Carla, 1890, Roma"


class Answer:
    """The answer to one question. If the answer is an error, access to a value fails the test."""

    def __init__(self, kind: str, **values: object) -> None:
        self.value = json.loads(ask(json.dumps({"ask": kind, "name": "club.trf", **values})))

    def __getitem__(self, key: str) -> object:
        assert "error" not in self.value, self.value["error"]
        return self.value[key]


def club(rounds: int = 3) -> str:
    return str(Answer("new", event="Club", list=NAMES, rounds=rounds, colour="white")["trf"])


def played(trf: object) -> str:
    boards = Answer("event", trf=trf).value["round"]["boards"]
    return str(Answer("enter", trf=trf, results={str(one["board"]): "1-0" for one in boards})["trf"])


def test_a_whole_evening_goes_from_text_to_text() -> None:
    trf = club()
    for number in (1, 2, 3):
        found = Answer("next-round", trf=trf)
        assert found.value["round"]["number"] == number
        trf = played(found["trf"])
    last = Answer("event", trf=trf)
    assert (last["next"], last["done"], last["rounds"]) == (None, 3, 3)
    assert Answer("check", trf=trf)["differing"] == 0


def test_ranks_are_checked_after_the_last_complete_round() -> None:
    trf = played(
        Answer("next-round", trf=Answer("new", event="Club", list=NAMES, rounds=3, tie_breaks="BH")["trf"])["trf"]
    )
    lines = Answer("check", trf=Answer("next-round", trf=trf)["trf"]).value["lines"]
    assert any("the ranks agree" in line for line in lines), lines


def test_sentences_name_no_record_as_their_source() -> None:
    trf = played(
        Answer("next-round", trf=Answer("new", event="Club", list=NAMES, rounds=3, tie_breaks="BH")["trf"])["trf"]
    )
    for language in ("en", "fr"):
        said = [
            *Answer("check", trf=trf, language=language).value["lines"],
            *Answer("standings", trf=trf, language=language).value["lines"],
            Answer("event", trf=trf, language=language).value["rules"]["why_edition"],
        ]
        assert not re.search(r"record \d|enregistrement \d|à le", " ".join(said)), said


def test_every_answer_states_the_version_of_its_contract() -> None:
    assert Answer("event", trf=OPEN)["schema"] == SCHEMA
    assert Answer("event", trf="XXR x\n").value["schema"] == SCHEMA


def test_a_damaged_file_is_answered_with_places_and_advice() -> None:
    found = Answer("open", trf=OPEN.replace("001    3", "001    x")).value
    assert (found["status"], found["problems"][0]["column"]) == (3, 8)
    assert found["problems"][0]["expected"] == "one number"


def test_boards_stand_in_their_order_with_their_results() -> None:
    found = Answer("event", trf=OPEN, round=4).value["round"]
    assert [one["board"] for one in found["boards"]] == list(range(1, len(found["boards"]) + 1))
    assert {one["result"] for one in found["boards"]} <= set(RESULTS)
    assert float(found["boards"][0]["white_score"]) >= float(found["boards"][-1]["black_score"])


def test_results_are_entered_corrected_and_taken_back() -> None:
    trf = Answer("next-round", trf=club())["trf"]
    board = Answer("event", trf=trf).value["round"]["boards"][0]
    for code in (*RESULTS, ""):
        found = Answer("enter", trf=trf, results={str(board["board"]): code}, round=1)
        trf = found["trf"]
        assert found.value["round"]["boards"][0]["result"] == code
    assert Answer("event", trf=trf).value["round"]["open"] == 2


def test_absent_players_are_not_paired_and_can_return() -> None:
    trf = Answer("away", trf=club(), player=2, bye="H")["trf"]
    paired = Answer("next-round", trf=trf).value["round"]
    assert [(bye["player"], bye["kind"]) for bye in paired["byes"]] == [(2, "H")]
    assert Answer("away", trf=trf, player=2, bye="")["trf"] == club()


def test_boards_made_by_hand_are_judged_and_noted() -> None:
    trf = Answer("next-round", trf=played(Answer("next-round", trf=club())["trf"]))["trf"]
    shown = Answer("event", trf=trf).value["round"]
    pairs = [[one["white"], one["black"]] for one in shown["boards"]]
    pairs += [[bye["player"], 0] for bye in shown["byes"] if bye["kind"] == "U"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]
    verdict = Answer("judge", trf=trf, round=2, pairs=pairs)
    assert verdict["agrees"] is False
    kept = Answer("by-hand", trf=trf, round=2, pairs=pairs)
    assert kept.value["round"]["by_hand"]
    assert "### MPA @ Round 2" in str(kept["trf"])
    assert [[one["white"], one["black"]] for one in kept.value["round"]["boards"]] == pairs[:2]


def test_boards_by_hand_that_follow_the_rules_have_no_note() -> None:
    trf = Answer("next-round", trf=club())["trf"]
    shown = Answer("event", trf=trf).value["round"]
    pairs = [[one["white"], one["black"]] for one in shown["boards"]]
    pairs += [[bye["player"], 0] for bye in shown["byes"]]
    assert Answer("by-hand", trf=trf, round=1, pairs=pairs)["trf"] == trf


def test_questions_about_the_open_round_are_answered() -> None:
    trf = Answer("next-round", trf=club())["trf"]
    for kind, values in (
        ("why", {"player": 1}), ("why-not", {"player": 1, "what": "bye"}), ("what-if", {"changes": ["absent:1"]}),
    ):  # fmt: skip
        assert Answer(kind, trf=trf, round=1, **values)["lines"]


def test_an_archive_of_several_is_asked_which() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in ("a.trf", "b.trf"):
            archive.writestr(name, OPEN)
    data = base64.b64encode(out.getvalue()).decode()
    assert Answer("open", name="both.zip", data=data)["members"] == ["a.trf", "b.trf"]
    assert Answer("open", name="both.zip", data=data, member="b.trf")["file"] == "b.trf"


def test_answers_are_in_the_language_of_the_question() -> None:
    assert Answer("event", trf=OPEN, language="fr")["byes"] != Answer("event", trf=OPEN)["byes"]


def test_a_match_of_two_games_is_entered_as_one_board() -> None:
    trf = str(Answer("new", event="Club", list=NAMES, rounds=3, colour="white", system="double-swiss")["trf"])
    trf = str(Answer("next-round", trf=trf)["trf"])
    for code in TWICE:
        found = Answer("enter", trf=trf, results={"1": code})
        assert found.value["round"]["boards"][0]["result"] == code


def test_a_round_of_teams_is_paired_and_written() -> None:
    trf = (ROOT / "fixtures" / "trf" / "valid" / "team-before-round-5.trf").read_text(encoding="utf-8")
    assert Answer("pair", trf=trf)["round"] == 5
    played = Answer("next-round", trf=trf).value["round"]
    assert played["number"] == 5
    assert played["boards"][0]["result"] == ""


def test_games_of_teams_are_shown_with_their_results() -> None:
    trf = (FIXTURES / "trf" / "valid" / "team-before-round-5.trf").read_text(encoding="utf-8")
    found = Answer("event", trf=trf, round=4).value["round"]
    players = Answer("event", trf=trf).value["players"]
    match = next(one for one in found["boards"] if one["white"] == 4)
    assert (match["result"], found["open"]) == ("1.5 : 2.5", 0)  # the file records a draw, a win and two losses
    assert [one["result"] for one in match["games"]] == ["½-½", "0-1", "0-1", "1-0"]
    assert match["games"][1]["board"] == f"{match['board']}.2"
    members = {one["number"]: one["name"] for team in players for one in team["team_members"]}
    assert all(members[game["numbers"][0]] == game["white"] for game in match["games"])


def test_an_event_in_json_is_opened_and_kept_as_a_trf() -> None:
    text = write_json(read_trf(OPEN))
    data = base64.b64encode(text.encode()).decode()
    for found in (Answer("open", name="open.json", data=data), Answer("open", name="open.json", trf=text)):
        assert found["file"] == "open.trf"
        assert read_trf(str(found["trf"])) == read_trf(OPEN)


def test_a_new_event_has_the_system_and_the_edition_chosen() -> None:
    for one in systems():
        choice = {"system": one["system"], "edition": one["edition"]}
        people = {"list": TEAMS, "boards": 1} if one["kind"] == "team" else {"list": NAMES}
        found = Answer("new", event="Club", rounds=3, tie_breaks=one["tie_breaks"], **people, **choice).value
        assert (found["rules"]["system"], found["rules"]["edition"]) == tuple(choice.values())
        assert found["trf"].count(one["tie_breaks"].replace(" ", "")) == 2  # records 202 and 212


def test_the_sheet_for_the_wall_has_the_boards_made_by_hand() -> None:
    trf = Answer("next-round", trf=club())["trf"]
    pairs = [[1, 2], [3, 4], [5, 0]]
    kept = Answer("by-hand", trf=trf, round=1, pairs=pairs)["trf"]
    sheet = str(Answer("page", trf=kept, page="sheet")["html"])
    boards = re.findall(r'class="white">([^<]*)<.*?class="black">([^<]*)<', sheet)
    assert boards == [("Aalto, Eino", "Bianchi, Carla"), ("Edlund", "Gruber"), ("Castro, Luis", "bye")]


@pytest.mark.parametrize("page", sorted(ARGUMENTS["page"]["enum"]))
def test_every_page_is_made_and_has_no_name_as_markup(page: str) -> None:
    trf = Answer("new", event="Club", list="<b>&\"'Lindqvi 2000\nAalto", rounds=3, colour="white")["trf"]
    trf = played(Answer("next-round", trf=trf)["trf"])
    html = str(Answer("page", trf=trf, page=page, round=1)["html"])
    assert "Lindqvi" in html
    assert '<b>&"' not in html


def test_a_new_event_has_the_tie_breaks_that_are_proposed() -> None:
    found = Answer("new", event="Club", list=NAMES, rounds=1, tie_breaks=systems()[0]["tie_breaks"])
    trf = played(Answer("next-round", trf=found["trf"])["trf"])
    assert Answer("standings", trf=trf)["tie_breaks"] == ["PTS", "DE", "BH/C1", "BH", "SB"]
    assert "BH/9" in Answer("new", event="Club", list=NAMES, rounds=1, tie_breaks="BH/9").value["error"]


def test_wishes_are_recorded_in_the_text() -> None:
    found = Answer("wish", trf=club(), avoid_pairs="1-3", strength="strong")
    assert found["wishes"] == ["should not meet: Aalto, Eino – Edlund (strong)"]
    assert "swisspair wish" in str(found["trf"])
    assert Answer("wish", trf=found["trf"])["trf"] == club()


def test_a_hard_wish_is_a_prohibition_until_it_is_taken_back() -> None:
    found = Answer("wish", trf=club(), avoid_pairs="1-3", strength="hard")
    assert found["wishes"] == ["may not meet: Aalto, Eino – Edlund"]
    assert ("\n260 001" in str(found["trf"]), "swisspair wish" in str(found["trf"])) == (True, False)
    assert Answer("wish", trf=found["trf"])["trf"] == club()


def test_a_wish_about_the_bye_is_recorded_and_kept_to() -> None:
    found = Answer("wish", trf=club(), prefer_bye="1", no_bye="5", strength="hard")
    assert found["wishes"] == [
        "should have the bye, if anybody has it: Aalto, Eino (hard)",
        "should not have the bye: Castro, Luis (hard)",
    ]
    byes = Answer("next-round", trf=found["trf"]).value["round"]["byes"]
    assert [bye["player"] for bye in byes] == [1]


def test_the_page_says_all_its_words_and_no_other() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "web" / "app").rglob("*.js")))
    said = set(re.findall(r"\bt\(\s*\"([a-z-]+)\"", sources))
    assert said <= set(WORDS)
    quoted = set(re.findall(r"[\"`{, ]([a-z][a-z-]*)(?:[\"`:]|\$\{)", sources))
    assert [
        key
        for key in WORDS
        if key not in quoted and not key.startswith(("sheet-", "seat-", "level-", "fact-", "person-", "stand-in-"))
    ] == []


def test_the_scripts_have_no_chess_rule_and_no_trf_column() -> None:
    for path in sorted((ROOT / "web").rglob("*.js")):
        assert not re.search(r"\b(001|XXR|XXZ|BH|C\.0[47])\b", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize(
    "asked", ['{"ask": 1}', '{"language": "x"}', '{"language": 1}', '{"name": []}', "[]", "no JSON", "[" * 9999]
)
def test_an_invalid_question_is_answered_with_an_error(asked: str) -> None:
    answer = json.loads(ask(asked))
    assert (answer["status"], bool(answer["error"])) == (3, True)


def test_a_question_of_the_page_with_an_unknown_key_is_refused_as_by_serve() -> None:
    question = {"ask": "pair", "trf": club(), "rond": 3}
    answer = json.loads(ask(json.dumps(question)))
    assert answer["status"] == 3
    assert answer["error"].startswith("'rond' is unknown; the known keys are ask, id,")
    assert answer == Conversation().answer(question)


@pytest.mark.parametrize("boards", ["[]", "[1]", "[1, 2, 3]", '["1", 2]', '"12"', "null"])
@pytest.mark.parametrize("kind", ["judge", "by-hand"])
def test_boards_that_are_no_pairs_of_numbers_are_refused(kind: str, boards: str) -> None:
    answer = Answer(
        kind, trf=played(Answer("next-round", trf=club())["trf"]), pairs=[json.loads(boards)], round=1
    ).value
    assert answer["status"] == 3
    assert "pairs[0]" in answer["error"]
