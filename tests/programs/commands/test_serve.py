"""`swisspair --serve` and the conversation behind it: questions and answers in lines of JSON (docs/conversation.md)."""

import base64
import io
import json
import os
import re
import shutil
import signal
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from swisspair.conversation import Conversation
from swisspair.conversation.answering import LONGEST, MOST_KEPT
from swisspair.conversation.contract import ARGUMENTS, KINDS, schema
from tests.places import FIXTURES, ROOT
from tests.programs.commands.test_json import closed
from tests.programs.program import SWISSPAIR, running, swisspair, wait_until
from tools import contract

HELD = FIXTURES / "worked" / "held-2026-before-round-4.trf"
OPEN = FIXTURES / "open-2026-round-5.trf"
TEAMS = FIXTURES / "trf" / "valid" / "team-before-round-5.trf"
LIST = "Aalto 2000\nBerg 1900\nCruz 1800\nDahl 1700\nEder 1600\n"


class Server:
    """A running ``swisspair --serve``."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        self.questions, self.answers = process.stdin, process.stdout

    def tell(self, *lines: bytes | dict[str, object]) -> None:
        for line in lines:
            self.questions.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.questions.flush()

    def hear(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.answers.readline())
        return answer

    def ask(self, **question: object) -> dict[str, Any]:
        self.tell(question)
        return self.hear()


@contextmanager
def server(*words: str | Path, cwd: Path) -> Iterator[Server]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(SWISSPAIR, "--serve", *words, cwd=cwd, **pipes) as process:
        yield Server(process)


def club(conversation: Conversation) -> dict[str, Any]:
    return conversation.answer(
        {"ask": "new", "event": "Club", "list": LIST, "rounds": 3, "colour": "white", "keep": "club"}
    )


def test_answers_come_in_order_each_with_the_id_of_its_question(tmp_path: Path) -> None:
    questions = [{"id": number, "ask": "about"} for number in (3, 1, 2)] + [{"id": "x", "ask": "nothing"}]
    done = swisspair("--serve", cwd=tmp_path, stdin="".join(f"{json.dumps(one)}\n" for one in questions).encode())
    assert [json.loads(line)["id"] for line in done.output.splitlines()] == [3, 1, 2, "x"]
    assert (done.status, done.errors) == (0, b"")


def test_an_evening_needs_the_text_of_the_event_only_once() -> None:
    talk = Conversation()
    club(talk)
    for number in (1, 2, 3):
        event = talk.answer({"ask": "next-round", "kept": "club"})
        assert event["round"]["number"] == number
        results = {str(one["board"]): "1-0" for one in event["round"]["boards"]}
        event = talk.answer({"ask": "enter", "kept": "club", "results": results})
        assert event["round"]["open"] == 0
    found = talk.answer({"ask": "check", "kept": "club"})
    assert (found["rounds"], found["differing"]) == (3, 0)


def test_a_failed_question_leaves_the_kept_event_as_it_was() -> None:
    talk = Conversation()
    before = club(talk)["trf"]
    assert "error" in talk.answer({"ask": "enter", "kept": "club", "results": {"1": "1-0"}})
    assert "error" in talk.answer({"ask": "away", "kept": "club", "player": 99, "bye": "Z"})
    assert talk.answer({"ask": "event", "kept": "club"})["trf"] == before


def test_an_answer_is_that_of_the_program(tmp_path: Path) -> None:
    shutil.copy(HELD, tmp_path / "open.trf")
    talk = Conversation([tmp_path])
    for kind, words in (("pair", ("--pair",)), ("why", ("--why", "10")), ("standings", ("--standings",))):
        question = {"ask": kind, "path": "open.trf", **({"player": 10} if kind == "why" else {})}
        answer = {key: one for key, one in talk.answer(question).items() if key != "lines"}
        done = swisspair(*words, Path("open.trf"), "--format", "json", cwd=tmp_path)
        assert json.dumps(answer) == json.dumps(json.loads(done.output)), kind


BAD = {
    b"": "expected a question as JSON",
    b"[1]": "expected a question as a JSON object",
    b"{": "expected a question as JSON",
    b"\xff": "expected a question as JSON",
    b"{}": "ask is missing; the kinds are about",
    b'{"ask": 3}': "3 is not a kind of question",
    b'{"ask": "pair", "rond": 3}': "'rond' is unknown; the known keys are ask, id,",
    b'{"ask": "pair", "round": "3"}': 'round: found "3", expected',
    b'{"ask": "pair", "round": true}': "round: found true, expected a whole number",
    b'{"ask": "why", "player": null}': "player: found null, expected a whole number or a text",
    b'{"ask": "wish", "strength": "very"}': 'strength: found "very", expected one of "", weak, strong, hard',
    b'{"ask": "why", "trf": ""}': "player is missing",
    b'{"ask": "pair", "kept": "club"}': "no event is kept under the name 'club'",
    b'{"ask": "pair", "path": "club.trf"}': "no directory was allowed at the start",
    b'{"ask": "pair"}': "no event was given: state its text (trf), its path, or the name under which it is kept",
    b'{"ask": "pair", "trf": "", "round": "3"}': 'round: found "3", expected a whole number',
    b'{"ask": "pair", "kept": "club", "trf": "x"}': "found trf, kept, expected only one of them",
    b'{"ask": "pair", "language": "xx"}': "xx",
    b'{"ask": "new", "list": "A", "rounds": 1, "day": "foo"}': " day: found 'foo', expected a day such as 2026/03/01",
    b'{"ask": "about", "id": "\\ud800"}': "half a letter",
    b"[" * 100_000: "expected a question as JSON",
}


def test_a_bad_line_is_answered_and_never_the_end(tmp_path: Path) -> None:
    with server(cwd=tmp_path) as talk:
        for line, words in BAD.items():
            talk.tell(line)
            answer = talk.hear()
            assert words in answer["error"]
            assert answer["status"] == 3
        assert talk.ask(ask="about", id=1)["id"] == 1


WRONG_WORDS: dict[str, dict[str, object]] = {
    "there is no participant ² in this event": {"ask": "why-not", "player": 1, "what": "²"},
    "changes: nothing would change": {"ask": "what-if", "changes": []},
    "there is no fact 'self'; the facts are name": {"ask": "describe", "facts": {"self": "x"}},
    "found 'renumber', expected": {"ask": "edit", "player": "1", "fields": {"renumber": "1"}},
}


@pytest.mark.parametrize("words", WRONG_WORDS)
def test_a_wrong_word_is_named(words: str) -> None:
    answer = Conversation().answer({**WRONG_WORDS[words], "trf": HELD.read_text(encoding="utf-8")})
    assert words in str(answer["error"])
    assert answer["status"] == 3


def test_a_player_is_named_by_number_or_name() -> None:
    talk, trf = Conversation(), HELD.read_text(encoding="utf-8")
    same: list[tuple[dict[str, object], dict[str, object]]] = [
        ({"ask": "why", "player": 5}, {"ask": "why", "player": "eloise"}),
        ({"ask": "why-not", "player": 5, "what": "3"}, {"ask": "why-not", "player": "5", "what": "carla"}),
        ({"ask": "why-rank", "player": 5, "other": 3}, {"ask": "why-rank", "player": "eloise", "other": "carla"}),
        ({"ask": "edit", "player": "5", "fields": {"rating": "1900"}},
         {"ask": "edit", "player": 5, "fields": {"rating": 1900}}),
        ({"ask": "away", "player": 5, "bye": "H"}, {"ask": "away", "player": "eloise", "bye": "H"}),
        ({"ask": "what-if", "changes": ["absent:9", "5-3", "result:3:1-4=1-0"]},
         {"ask": "what-if", "changes": ["absent:louise", "eloise-carla", "result:3:alice-david=1-0"]}),
    ]  # fmt: skip
    for by_number, by_name in same:
        one, other = (talk.answer({**question, "trf": trf}) for question in (by_number, by_name))
        assert "error" not in one
        assert one == other


def test_an_event_in_json_is_opened_with_adjustments_that_name_its_keys() -> None:
    prohibited = {"players": [1, 3], "first_round": 1, "last_round": 7}
    event = {"event_schema": 1, "number_of_rounds": 3, "players": [{"number": n} for n in (1, 2, 3)]}
    answer = Conversation().answer({"ask": "open", "trf": json.dumps({**event, "prohibited_pairs": [prohibited]})})
    assert "prohibited_pairs goes on to round 7, but the event ends with round 3" in str(answer["adjustments"])


def test_a_line_that_is_too_long_is_answered_once(tmp_path: Path) -> None:
    with server(cwd=tmp_path) as talk:
        talk.tell(b"x" * (LONGEST + 1), {"ask": "about", "id": 2})
        assert (talk.hear()["status"], talk.hear()["id"]) == (4, 2)


def test_only_files_below_the_allowed_directories_are_read(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    (inside / "deep").mkdir(parents=True)
    outside.mkdir()
    for copy in (inside / "deep" / "a.trf", outside / "b.trf"):
        shutil.copy(OPEN, copy)
    (inside / "link.trf").symlink_to(outside / "b.trf")
    talk = Conversation([inside])
    assert talk.answer({"ask": "event", "path": "deep/a.trf"})["next"] == 5
    assert talk.answer({"ask": "event", "path": str(inside / "deep" / "a.trf")})["next"] == 5
    for path in ("../out/b.trf", "link.trf", str(outside / "b.trf"), "deep", "none.trf", "/etc/hostname", "\0"):
        assert "there is no such file below" in str(talk.answer({"ask": "event", "path": path})["error"])
    answer = talk.answer({"ask": "event", "path": "x" * 300})
    assert answer["status"] == 5
    assert str(tmp_path) not in str(answer)


def test_content_that_is_sent_is_read_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open a file and an archive, under names that no file can have."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was opened")

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.trf", OPEN.read_bytes())
        archive.writestr("b.trf", "001 x\n")
    contents = {"a\0[1]?.trf": OPEN.read_bytes(), "a\0/b\0.zip": packed.getvalue(), "c.zip": b"PK"}
    contents["d.tar"] = b"damaged"
    talk, answers = Conversation(), []
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        patched.setattr("tempfile.mkdtemp", refuse)
        for name, content in contents.items():
            question = {"ask": "open", "name": name, "member": "a.trf", "data": base64.b64encode(content).decode()}
            answers.append(talk.answer(question))
    assert [answer.get("next") for answer in answers] == [5, 5, None, None]
    assert [str(answer["error"]).partition(" ")[0] for answer in answers[2:]] == ["c.zip:", "d.tar:"]


def test_an_answer_that_takes_too_long_is_given_up_and_the_conversation_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # It takes what the answer takes, because the schema of a question is kept once it was made.
    def endless(trf: str, round: int | None = None) -> dict[str, object]:  # noqa: A002
        while True:
            with suppress(Exception):
                sum(range(1_000))

    monkeypatch.setitem(KINDS, "pair", KINDS["pair"]._replace(answer=endless))
    talk = Conversation(seconds=9)
    answer = talk.answer({"ask": "pair", "trf": "x", "seconds": 1, "id": 7})
    assert answer["error"] == "the search for an answer was given up after 1 seconds of processor time"
    assert (answer["id"], answer["status"]) == (7, 4)
    assert talk.answer({"ask": "about", "id": 8})["id"] == 8


def test_the_bound_of_the_program_bounds_every_question() -> None:
    assert Conversation(seconds=7).answer({"ask": "about"})["bounds"]["seconds"] == 7


def test_a_conversation_does_not_keep_more_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swisspair.conversation.answering.MOST_KEPT", 2)
    talk = Conversation()
    text = OPEN.read_text(encoding="utf-8")
    assert MOST_KEPT > 2
    for name in "abab":
        assert "error" not in talk.answer({"ask": "open", "trf": text, "keep": name})
    answer = talk.answer({"ask": "open", "trf": text, "keep": "c"})
    assert "2 events are kept, and there is no room for more: forget one" in str(answer["error"])
    assert talk.answer({"ask": "forget", "kept": "a"})["kept"] == ["b"]
    assert "error" not in talk.answer({"ask": "open", "trf": text, "keep": "c"})


def test_an_event_as_json_is_kept_as_a_trf(tmp_path: Path) -> None:
    text = json.dumps(
        {
            "event_schema": 1,
            "name": "Night",
            "number_of_rounds": 3,
            "initial_colour": "white",
            "players": [{"number": number, "name": name} for number, name in enumerate("ABCD", 1)],
        }
    )
    (tmp_path / "night.json").write_text(text, encoding="utf-8")
    talk = Conversation([tmp_path])
    assert "error" not in talk.answer({"ask": "pair", "path": "night.json", "keep": "night"})
    assert str(talk.answer({"ask": "event", "kept": "night"})["trf"]).startswith("012 Night")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_after_all_answers(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here, as under nohup, and so in every program that is started")
    shutil.copy(OPEN, tmp_path / "open.trf")
    with server(".", cwd=tmp_path) as talk:
        assert talk.ask(ask="about", id=0)["id"] == 0
        talk.tell(*({"id": place, "ask": "check", "path": "open.trf"} for place in range(1, 21)))
        assert talk.hear()["id"] == 1
        talk.process.send_signal(number)
        assert [talk.hear()["id"] for _ in range(2, 21)] == [*range(2, 21)]
        assert talk.answers.readline() == b""
        assert talk.process.wait() == 128 + number


def test_a_reader_that_goes_away_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with server(cwd=tmp_path) as talk:
        talk.ask(ask="about")
        talk.answers.close()
        talk.tell({"ask": "about"})
        assert talk.process.wait() == 5
        assert talk.process.stderr is not None
        assert talk.process.stderr.read() == b""


def test_its_memory_does_not_grow(tmp_path: Path) -> None:
    def size() -> int:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{talk.process.pid}/status").read_text(encoding="ascii"))
        assert found is not None
        return int(found[1])

    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc here")
    text = OPEN.read_text(encoding="utf-8")

    def many(first: int) -> None:
        for number in range(first, first + 75):
            trf = text.replace("012 Three", f"012 {number} Three")
            assert "error" not in talk.ask(ask="why", trf=trf, player=21, keep=f"event {number % 3}")

    with server(cwd=tmp_path) as talk:
        many(0)
        before = size()
        many(1_000)
        assert size() < before + 4_096  # KiB


QUESTIONS_OF_ALL_KINDS: list[dict[str, Any]] = [
    {"ask": "about"},
    {"ask": "open", "path": f"worked/{HELD.name}"},
    {"ask": "event", "path": f"worked/{HELD.name}", "round": 2, "keep": "open"},
    {"ask": "pair", "kept": "open"},
    {"ask": "brackets", "kept": "open"},
    {"ask": "why", "kept": "open", "player": 10},
    {"ask": "why-not", "kept": "open", "player": 3, "what": "9"},
    {"ask": "what-if", "kept": "open", "changes": ["absent:3"]},
    {"ask": "judge", "kept": "open", "pairs": [[3, 9], [10, 0]]},
    {"ask": "standings", "kept": "open"},
    {"ask": "why-rank", "kept": "open", "player": 3, "other": 9},
    {"ask": "check", "kept": "open"},
    {"ask": "page", "kept": "open", "page": "round"},
    {"ask": "new", "event": "Club", "list": LIST, "rounds": 3, "keep": "club"},
    {"ask": "away", "kept": "club", "player": 5, "bye": "H"},
    {"ask": "next-round", "kept": "club"},
    {"ask": "by-hand", "kept": "club", "pairs": [[1, 2], [4, 3]]},
    {"ask": "enter", "kept": "club", "results": {"1": "1-0"}},
    {"ask": "unpair", "kept": "club", "force": True},
    {"ask": "add", "kept": "club", "list": "Foss 1550"},
    {"ask": "edit", "kept": "club", "player": "foss", "fields": {"rating": "1540"}},
    {"ask": "describe", "kept": "club", "facts": {"city": "Kiel"}},
    {"ask": "tie-breaks", "kept": "club", "tie_breaks": "DE, SB"},
    {"ask": "withdraw", "kept": "club", "players": "foss"},
    {"ask": "return", "kept": "club", "players": "foss"},
    {"ask": "next-round", "kept": "club"},
    {"ask": "swap", "kept": "club", "players": "1-2", "by_hand": True},
    {"ask": "boards", "kept": "club", "boards": "1-2", "by_hand": True},
    {"ask": "stand-in", "kept": "club", "player": "1", "instead": "point"},
    {"ask": "wish", "kept": "club", "avoid_pairs": "1-3"},
    {"ask": "event", "path": f"trf/valid/{TEAMS.name}"},
    {"ask": "exercise", "article": "C9", "seed": "1", "keep": "exercise"},
    {"ask": "hints", "kept": "exercise", "pairs": [[1, 8]]},
    {"ask": "forget", "kept": "club"},
]


def test_every_question_and_every_answer_follows_the_contract() -> None:
    strict = closed(schema())
    talk = Conversation([FIXTURES])
    asked = {question["ask"] for question in QUESTIONS_OF_ALL_KINDS}
    assert asked == set(KINDS)
    for question in QUESTIONS_OF_ALL_KINDS:
        for name, value in (
            (f"ask_{question['ask'].replace('-', '_')}", question),
            (KINDS[question["ask"]].gives, json.loads(json.dumps(talk.answer(question)))),
        ):
            rule = {"$ref": f"#/$defs/{name}", "$defs": strict["$defs"]}
            found = [f"{one.json_path}: {one.message[:200]}" for one in Draft202012Validator(rule).iter_errors(value)]
            assert not found, (question, found)


def test_every_argument_belongs_to_a_question() -> None:
    assert {described for one in KINDS.values() for described, _ in one.takes.values()} == set(ARGUMENTS)


def test_the_schema_is_shown_and_is_a_schema(tmp_path: Path) -> None:
    shown = json.loads(swisspair("--json-schema", "conversation", cwd=tmp_path).output)
    assert shown == schema()
    Draft202012Validator.check_schema(shown)


def test_types_and_reference_are_made_from_the_contract() -> None:
    assert contract.TYPES.read_text(encoding="utf-8") == contract.types(), "run: python -m tools.contract"
    page = contract.PAGE.read_text(encoding="utf-8")
    assert page == contract.with_reference(page), "run: python -m tools.contract"


CLIENTS = {"client.py": ("python3",), "client.mjs": ("node",), "Client.java": ("java",), "client.go": ("go", "run")}


@pytest.mark.parametrize("name", CLIENTS)
def test_the_clients_of_the_documents_run(name: str, tmp_path: Path) -> None:
    command = CLIENTS[name]
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]} here")
    text = (ROOT / "docs" / "managers.md").read_text(encoding="utf-8")
    found = re.search(rf'^```\w+ title="{re.escape(name)}"\n(.*?)^```', text, re.MULTILINE | re.DOTALL)
    assert found is not None
    (tmp_path / name).write_text(found[1], encoding="utf-8")
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    words = ("--new", "list.txt", "--rounds", "3", "--initial-colour", "white", "--output", "club.trf")
    assert swisspair(*words, cwd=tmp_path).status == 0
    variable = f"{SWISSPAIR.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*command, name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": variable},
    )
    # Round 1 by hand from C.04.3: 1-3 and 4-2, the bye for 5. Round 2: 5 has White against 1, 3 has White against 4.
    assert done.stdout.splitlines()[-2:] == ["5 1", "3 4"], done.stderr
    assert "5 Eder (0.0) in round 1: the pairing-allocated bye" in done.stdout


def test_waiting_for_a_question_takes_no_processor_time(tmp_path: Path) -> None:
    with server(cwd=tmp_path) as talk:
        talk.ask(ask="about")
        stat = Path(f"/proc/{talk.process.pid}/stat")
        if not stat.exists():
            pytest.skip("no /proc here")
        wait_until(lambda: stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] == "S")
