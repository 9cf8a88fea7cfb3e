"""Four evenings in a terminal, from the list to the poster (`evenings.txt`)."""

import shlex
from pathlib import Path

import pytest

from swisspair import read
from tests.evenings import DUTCH, LISTS, differing, differing_by_bbp
from tests.programs.commands.calls import DONE, Call

EVENINGS = (Path(__file__).with_name("evenings.txt")).read_text(encoding="utf-8").strip().split("\n\n")
MOST_COMMANDS = 25
BY_HAND = {"# an open of 17, with everything that happens": {3}}


def results(which: str) -> str:
    """Return results of all open boards of the last round: White, or Black, wins on every other board."""
    event = read("event.trf")
    boards = range(1, len(event.rounds[-1].games) + 1)
    return " ".join(f"{board}:{'½-½' if board % 3 == 0 else which}" for board in boards)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda text: text.partition("\n")[0].removeprefix("# "))
def test_an_evening_takes_few_commands_and_its_file_is_right(call: Call, evening: str, tmp_path: Path) -> None:
    title, *commands = evening.splitlines()
    for name, text in LISTS.items():
        Path(name).write_text(text, encoding="utf-8")
    assert len(commands) <= MOST_COMMANDS
    for command in commands:
        words = [
            results("1-0" if word == "{white}" else "0-1") if word.startswith("{") else word
            for word in shlex.split(command)
        ]
        done = call(*words)
        assert done.status == DONE, f"{command}\n{done.errors}"
    papers = {name: Path(name).read_text("utf-8") for name in ("boards.html", "slips.html", "poster.html")}
    assert all(text.startswith("<!DOCTYPE html>") for text in papers.values())
    event = read("event.trf")
    assert event.is_finished
    assert differing(event) == BY_HAND.get(title, set())
    if title in BY_HAND:
        assert event.missing_for_rating() == ()
    if event.settings.quoted_code.startswith(DUTCH):
        assert differing_by_bbp(event, tmp_path) == BY_HAND.get(title, set())
