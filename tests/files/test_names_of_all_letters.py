"""A TRF, JSON and a pasted list allow the same letters in a name."""

import json

import pytest

from swisspair.conversation import ask
from trf import TrfProblems, read, write, write_json
from trf.lists import players_in

HEAD = "012 x\n042 2026/11/24\n142 3\n152 W\n"
PLAYER = "001 {:4}      {:33} {:4}                             0.0 {:4}\n"
EVENT = (
    HEAD + PLAYER.format(1, "Aal{}to", 2015, 1).replace("Aal{}to ", "Aal{}to  ") + PLAYER.format(2, "Bianchi", 1890, 2)
)


@pytest.mark.parametrize("letter", list("\u00a0\u00ad\u200b\u200d\u200e\u2028\u202e\ufeff\x00\x1b\x07\x85"))
def test_a_letter_that_a_trf_can_hold_goes_there_and_back(letter: str) -> None:
    event = read(EVENT.format(letter))
    assert read(write_json(event)).participants == event.participants
    assert read(write(event)).participants == event.participants


@pytest.mark.parametrize("letter", ["\n", "\r", "\ud800"])
def test_a_letter_that_no_line_can_hold_is_refused_in_json(letter: str) -> None:
    value = json.loads(write_json(read(EVENT.format("a"))))
    value["players"][0]["name"] = f"Aal{letter}to"
    with pytest.raises(TrfProblems, match="text in one line"):
        read(json.dumps(value))


def test_a_line_of_a_list_that_never_ends_is_named() -> None:
    for line in ('"Aalto ' + "x" * 131_072, ";".join(f"t{number}" for number in range(40_000))):
        with pytest.raises(TrfProblems, match="expected at most 4,000 characters"):
            players_in(f"name,rating\n{line}\n" if line[0] == '"' else f"name;{line}\nAalto\n")


@pytest.mark.parametrize("key", ["trf", "name", "list"])
def test_half_a_letter_in_a_question_is_answered(key: str) -> None:
    answer = json.loads(ask(json.dumps({"ask": "new", "rounds": 3, key: "A\ud800"})))
    assert answer["status"] == 3
    assert "half a letter, U+D800" in answer["error"]
