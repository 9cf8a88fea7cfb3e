"""The check uses the edition in force, suggests a better edition, and can compare all editions."""

from __future__ import annotations

import pytest

from tests.conftest import GOLDEN, Archive
from tests.programs.commands.calls import DONE, Call, put
from tests.programs.legacy.events import FIVE, WRONG

MEMBER = "a7-30p11r-110000040.trf"
"""An event that was paired by the rules of 2017. The rules of 2026 change only round 9."""


@pytest.fixture
def event() -> str:
    text = Archive(GOLDEN / "dutch-2017" / "a7.zip", 300).read(MEMBER).decode()
    return text.replace("092 FIDE_DUTCH_2025", "092 Individual: Swiss-System")


def test_the_edition_in_force_when_the_event_was_played(check: Call, event: str) -> None:
    put("event.trf", "042 2019/08/01\r" + event)
    outcome = check("event.trf")
    assert (outcome.status, outcome.last_line.split(": ")[1]) == (DONE, "0 rounds differ, 0 files unreadable")
    assert "edition 2017 (no system is named; in force on 2019/08/01, the first day of the event)" in outcome.output


def test_a_neighbouring_edition_explains_the_event_better(check: Call, event: str) -> None:
    put("event.trf", event)
    outcome = check("event.trf")
    assert outcome.status == 1
    assert (
        "round 9 differs under the rules of 2026, but all rounds agree under the rules of 2017: "
        "the program that paired the event may have used the rules of 2017\n" in outcome.output
    )
    (file,) = check("event.trf", "--format", "json").value["files"]
    assert file["other_editions"] == [{"edition": "2017", "differing": []}]


BETTER = "round 9 differs under the rules of 2026, but all rounds agree under the rules of 2017"


@pytest.mark.parametrize(
    ("records", "words"),
    [
        (["042 2026/03/01"], "the program that paired the event may still have used the rules of "),
        (
            ["042 2019/08/01", "192 FIDE_DUTCH_2026"],
            "were in force when the event began: record 192 is probably wrong",
        ),
        (
            ["042 08/2019", "092 Swiss Dutch 2026 rules"],
            "were in force when the event began: record 092 is probably wrong",
        ),
        (["042 2012/08/01", "192 FIDE_DUTCH_2026"], ""),
        (["042 soon"], "the program that paired the event may have used the rules of "),
    ],
)
def test_the_better_edition_depends_on_the_day(check: Call, event: str, records: list[str], words: str) -> None:
    """The check never suggests an edition that came into force after the event."""
    put("event.trf", "\r".join(records) + "\r" + event.replace("092 Individual: Swiss-System", ""))
    output = check("event.trf").output
    assert words in output
    assert (BETTER in output) is bool(words)
    assert "under the rules of 2017" in output or not words


def test_an_unclear_date_is_asked_about(check: Call) -> None:
    put("event.trf", "042 07/06/2017\n" + FIVE)
    outcome = check("event.trf")
    assert outcome.status == 3
    assert "'07/06/2017' in record 042 can mean 2017/06/07 or 2017/07/06" in outcome.output
    assert check("event.trf", "--edition", "2017").status == DONE


def test_only_a_requested_edition_is_checked(check: Call, event: str) -> None:
    put("event.trf", event)
    assert "under the rules of 2017" not in check("event.trf", "--edition", "2026").output
    assert check("event.trf", "--edition", "2017").status == DONE


def test_all_editions_side_by_side(check: Call, event: str) -> None:
    put("event.trf", event)
    outcome = check("event.trf", "--edition", "each")
    lines = [line.split() for line in outcome.output.splitlines()]
    head = next(line for line in lines if line[:1] == ["edition"])
    assert head[-2:] == ["2017", "2026"]
    assert ["round", "8", *["agrees"] * (len(head) - 1)] in lines
    assert next(line for line in lines if line[:2] == ["round", "9"])[-2:] == ["agrees", "differs"]
    assert outcome.status == 1


OLD = "042 1950/05/06\n"


def test_an_event_before_all_editions_counts_apart(check: Call) -> None:
    put("old.trf", OLD + WRONG)
    put("right.trf", FIVE)
    outcome = check("old.trf", "right.trf")
    assert outcome.status == DONE
    assert outcome.last_line == ("checked 1 tournament, 1 round: 0 rounds differ, 0 files unreadable, 1 not comparable")
    assert "not comparable: the event began on 1950/05/06" in outcome.output
    value = check("old.trf", "--format", "json").value
    assert value["not_comparable"] == 1
    (file,) = value["files"]
    assert "1950/05/06" in file["not_comparable"]


def test_an_old_event_is_checked_by_a_requested_edition(check: Call) -> None:
    put("old.trf", OLD + WRONG)
    outcome = check("old.trf", "--edition", "2017")
    assert outcome.status == DONE
    assert "differences are expected: the event began on 1950/05/06" in outcome.output
    assert "round 1: differs" in outcome.output
    assert outcome.last_line.endswith("0 rounds differ, 0 files unreadable, 1 not comparable")


def test_an_unsupported_system_is_not_comparable(check: Call) -> None:
    put("other.trf", "192 CUSTOM_SWISS\n" + WRONG)
    outcome = check("other.trf")
    assert outcome.status == DONE
    assert "not comparable\n  the event names CUSTOM_SWISS" in outcome.output
    asked = check("other.trf", "--system", "dutch")
    assert asked.status == DONE
    assert "differences are expected: record 192 says CUSTOM_SWISS" in asked.output
