"""Messages on the page never mention options, commands or `FILE`, because the page has no command line."""

import json
import re
from functools import cache
from pathlib import Path

import pytest

from swisspair.conversation import ask
from swisspair.conversation.without_terminal import IN_THE_PAGE
from swisspair.statuses import ON_ARGUMENTS
from tests.language.catalogues import messages_in
from tests.places import FIXTURES, ROOT

OPEN = (FIXTURES / "open-2026-round-5.trf").read_text(encoding="utf-8")

FOR_A_TERMINAL = re.compile(r"(?<![\w-])--[a-z]|\bFILE\b|`")

ROOMS = "pairing_engine", "checker", "trf", "swisspair/conversation", "swisspair/page", "swisspair/swisscheck"
OF_ERRORS = (
    Path("swisspair/statuses.py"),
    Path("swisspair/event.py"),
    Path("swisspair/notices.py"),
    *(Path("swisspair/terminal") / name for name in ("program.py", "sources.py")),
)

NOT_IN_THE_PAGE = (
    "pairing_engine/generator/", "swisspair/swisscheck/cli.py", "swisspair/swisscheck/options.py",
    "swisspair/swisscheck/other_program.py",
    "swisspair/swisscheck/stream.py", "swisspair/swisscheck/lines.py",
    "swisspair/conversation/without_terminal.py",
)  # fmt: skip
"""Modules that the browser page does not use."""


@cache
def messages() -> frozenset[str]:
    paths = [path.relative_to(ROOT) for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    used = [path for path in (*paths, *OF_ERRORS) if not path.as_posix().startswith(NOT_IN_THE_PAGE)]
    said = (message for path in used for message in messages_in(ROOT / path))
    return frozenset(one for message in said for one in ((message,) if isinstance(message, str) else message))


def test_messages_about_options_have_other_words_in_the_page() -> None:
    about_options = {message for message in messages() if FOR_A_TERMINAL.search(message)}
    assert len(about_options) > 10
    assert about_options - set(IN_THE_PAGE) - set(ON_ARGUMENTS.values()) == set()


def test_the_other_words_stand_for_messages_and_name_no_option() -> None:
    assert set(IN_THE_PAGE) - messages() == set()
    assert [words for words in IN_THE_PAGE.values() if FOR_A_TERMINAL.search(words)] == []
    for message, words in IN_THE_PAGE.items():
        assert set(re.findall(r"\{(\w+)\}", words)) <= set(re.findall(r"\{(\w+)\}", message))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "asked",
    [
        {"ask": "pair", "trf": re.sub(r"(?m)^(XXR|142) .*\n", "", OPEN)},
        {"ask": "pair", "trf": re.sub(r"(?m)^(XXC|152) .*\n", "", OPEN)},
        {"ask": "enter", "trf": OPEN, "results": {"1": "1-0"}},
        {"ask": "new", "list": "A\nB", "rounds": 1, "tie_breaks": "XYZ", "event": "Club"},
        {"ask": "new", "list": "A\nB", "rounds": 0, "event": "Club"},
        {"ask": "new", "list": "A\nB", "rounds": 3, "event": "Club", "system": "1492"},
        {"ask": "wish", "trf": OPEN, "avoid_pairs": "1-900"},
        {"ask": "event", "trf": OPEN, "round": 99},
    ],
)
def test_answers_name_no_option(asked: dict[str, object], language: str) -> None:
    answer = json.loads(ask(json.dumps({"name": "club.trf", "language": language, **asked})))
    said = [answer.get("error", ""), *answer.get("lines", ())]
    assert not FOR_A_TERMINAL.search(" ".join(said)), said
