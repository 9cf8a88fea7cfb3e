"""``swisscheck --endorse``: our events paired again by another program, and its events checked by us."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from checker.diff import Pair
from checker.endorse import Kind, differences
from pairing_engine.facts.model import Tpn
from tests.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, NOTHING_VALID, Call, put
from tests.programs.events import FIVE, WRONG

ROOT = Path(__file__).parents[2]

ENGINE = f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = "swisspair"
from pairing_engine.legacy.run import run
status = run(sys.argv[1:])
path = sys.argv[-1]
first, *pairs = open(path).read().splitlines()
"""


def pairs(text: str) -> list[Pair]:
    return [(Tpn(int(white)), Tpn(int(black))) for white, black in (pair.split("-") for pair in text.split())]


def program(name: str, code: str) -> str:
    path = put(name, code)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"./{name}"


@pytest.mark.parametrize(
    ("theirs", "kinds"),
    [
        ("1-2 3-4 5-0", []),
        ("2-1 3-4 5-0", [Kind.COLOURS]),
        ("3-4 1-2 5-0", [Kind.BOARD_ORDER]),
        ("1-3 2-4 5-0", [Kind.PAIRING]),
        ("1-2 3-5 4-0", [Kind.BYE, Kind.PAIRING]),
        ("", [Kind.BYE, Kind.PAIRING]),
    ],
)
def test_a_difference_is_one_of_pairing_colours_bye_and_order(theirs: str, kinds: list[Kind]) -> None:
    assert [kind for kind, _ in differences(pairs("1-2 3-4 5-0"), pairs(theirs))] == kinds


def test_a_difference_is_told_by_its_pairs() -> None:
    ((_, words),) = differences(pairs("1-2 3-4"), pairs("2-1 3-4"))
    assert words == "swisspair 1-2; the other 2-1"


def test_events_of_others_are_checked_and_counted(call: Call) -> None:
    put("1.trf", FIVE)
    put("2.trf", WRONG)
    put("3.trf", BROKEN)
    found = call("swisscheck", "--endorse", "--files", ".", "--format", "json", "--jobs", 1)
    assert found.status == NOTHING_VALID
    assert found.value["events"] == 3
    assert found.value["discrepancies"] == 2
    kinds = found.value["kinds"]
    assert isinstance(kinds, dict)
    assert kinds["no answer"] == 1
    assert kinds["pairing"] + kinds["bye"] + kinds["colours"] >= 1
    text = call("swisscheck", "--endorse", "--files", "1.trf", "--jobs", 1)
    assert text.status == DONE
    assert "differences: pairing 0, colours 0, bye 0, board order 0, standings 0, no answer 0" in text.output


def test_a_program_that_gives_no_pairs_is_told_with_the_seed(call: Call) -> None:
    other = program("other", "#!/bin/sh\necho out of order >&2\nexit 7\n")
    found = call("swisscheck", "--endorse", "--engine", other, "--events", 1, "--seed", 5, "--jobs", 1)
    assert found.status == NOTHING_VALID
    assert "  5, round 1: no answer: exit status 7: out of order\n" in found.output
    assert found.output.endswith("--system dutch --edition 2026 --events 1 --seed SEED\n")


def test_a_program_that_is_not_there_and_no_side_at_all_are_told(call: Call) -> None:
    assert call("swisscheck", "--endorse", "--engine", "./nowhere").status == NO_ACCESS
    assert call("swisscheck", "--endorse").status == BAD_REQUEST


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ("", ""),
        ("pairs[0] = ' '.join(reversed(pairs[0].split()))", "colours"),
        ("pairs[:2] = pairs[1::-1]", "board order"),
        ("(a, b), (c, d) = (p.split() for p in pairs[:2]); pairs[:2] = [a + ' ' + d, c + ' ' + b]", "pairing"),
    ],
)
def test_each_difference_of_another_program_is_found_in_every_round(call: Call, change: str, kind: str) -> None:
    other = program("other", f"{ENGINE}{change}\nopen(path, 'w').write('\\n'.join([first, *pairs]) + '\\n')\n")
    found = call("swisscheck", "--endorse", "--engine", other, "--events", 1, "--format", "json").value
    assert found["discrepancies"] == (1 if kind else 0)
    kinds = found["kinds"]
    assert isinstance(kinds, dict)
    assert {name for name, count in kinds.items() if count} == ({kind} if kind else set())
    assert not kind or kinds[kind] == found["rounds"]
