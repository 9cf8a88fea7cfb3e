"""The command ``swisscheck --endorse`` compares our engine with another program in both directions."""

import stat
import sys

import pytest

from checker.questions.moment import Moment, moment
from pairing_engine.facts.model import Prohibition, Tpn
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.trace import Pair, RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from swisspair.swisscheck import other_program
from swisspair.swisscheck.options import FileForm
from swisspair.swisscheck.other_program import LIMIT, Aspect, Blame, ComparedEvent, Discrepancy, differences, report_of
from tests.places import ROOT
from tests.programs.commands.calls import BAD_REQUEST, BROKEN, DONE, NO_ACCESS, NOTHING_VALID, Call, put
from tests.programs.legacy.events import FIVE, WRONG

ENGINE = f"""#!{sys.executable}
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = "swisspair"
from swisspair.legacy.run import run
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
        ("2-1 3-4 5-0", [Aspect.COLOURS]),
        ("3-4 1-2 5-0", [Aspect.BOARD_ORDER]),
        ("1-3 2-4 5-0", [Aspect.PAIRING]),
        ("1-2 3-5 4-0", [Aspect.BYE, Aspect.PAIRING]),
        ("", [Aspect.BYE, Aspect.PAIRING]),
    ],
)
def test_a_difference_is_one_of_pairing_colours_bye_and_order(theirs: str, kinds: list[Aspect]) -> None:
    assert [kind for kind, _ in differences(pairs("1-2 3-4 5-0"), pairs(theirs))] == kinds


def test_a_difference_is_reported_by_its_pairs() -> None:
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
    assert "differences: pairing 0, colours 0, bye 0, standings 0, no answer 0\n" in text.output
    assert "boards in another order: 0 rounds, counted apart\n" in text.output


def test_a_program_without_pairs_is_reported_with_the_seed(call: Call) -> None:
    other = program("other", "#!/bin/sh\necho out of order >&2\nexit 7\n")
    found = call("swisscheck", "--endorse", "--engine", other, "--events", 1, "--seed", 5, "--jobs", 1)
    assert found.status == NOTHING_VALID
    assert "  5, round 1: no answer: exit status 7: out of order\n" in found.output
    assert found.output.endswith("--system dutch --edition 2026 --events 1 --seed SEED\n")


def test_a_missing_program_and_a_missing_side_are_reported(call: Call) -> None:
    assert call("swisscheck", "--endorse", "--engine", "./nowhere").status == NO_ACCESS
    assert call("swisscheck", "--endorse").status == BAD_REQUEST


def test_the_report_has_what_the_form_asks_for() -> None:
    theirs = Discrepancy("7", 3, Aspect.PAIRING, "1-2; 2-1", "an article", Blame.THEIRS)
    unclear = Discrepancy("8", 0, Aspect.STANDINGS, "the ranks of 4")
    boards = Discrepancy("9", 1, Aspect.BOARD_ORDER, "board 3", blame=Blame.THEIRS)
    events = [
        ComparedEvent(5, (theirs, theirs._replace(kind=Aspect.BYE))),
        ComparedEvent(9, (unclear,), True),
        ComparedEvent(7, (boards,)),
    ]
    told = report_of("a trial", "a command", events)
    assert told.discrepancies == 2  # a round with two kinds of difference counts as one discrepancy
    assert told.to_dict()["rounds_of_an_event"] == {"least": 5, "most": 9, "mean": "7.00"}
    text = told.to_text()
    assert "events: 3, with 21 rounds (least 5, most 9, mean 7.00); ranks compared: 1\n" in text
    assert "whose error: ours 0, theirs 2, unclear rule 1\n" in text
    events_wanted = f"3 of the {other_program.WANTED} events"
    assert f"verdict: within the limit: 2 discrepancies, at most {LIMIT}; {events_wanted}" in text
    assert report_of("a trial", "a command", events, strict_boards=True).discrepancies == 3


@pytest.mark.parametrize(("rounds", "words"), [(LIMIT, "within"), (LIMIT + 1, "above")])
def test_the_verdict_is_by_the_limit(rounds: int, words: str) -> None:
    found = tuple(Discrepancy("1", number, Aspect.PAIRING, "") for number in range(1, rounds + 1))
    assert report_of("", "", [ComparedEvent(rounds, found)]).verdict.startswith(f"{words} the limit")


def test_a_difference_is_ours_if_the_reference_agrees_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference is our error if the reference engine agrees with the other program."""
    right = Moment.pairing.func  # type: ignore[attr-defined]

    def pairing(now: Moment) -> RoundPairing:
        found: RoundPairing = right(now)
        if now.engine is Backend.REFERENCE:
            return found
        return found._replace(
            boards=tuple(board._replace(white=board.black, black=board.white) for board in found.boards)
        )

    monkeypatch.setattr("swisspair.swisscheck.other_program.answer", lambda _program, now, _form: right(now).pairs)
    monkeypatch.setattr(Moment, "pairing", property(pairing))
    found = other_program.compare_event(5, other_program.ComparisonPlan("other", 1, 5, "dutch", "2026")).found
    assert {one.blame for one in found} == {Blame.OURS}


def test_another_order_of_boards_fails_only_on_request(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "swisspair.swisscheck.other_program.answer", lambda _program, now, _form: now.pairing.pairs[::-1]
    )
    words = ("swisscheck", "--endorse", "--engine", program("other", "#!/bin/sh\n"), "--events", 1, "--jobs", 1)
    assert call(*words).status == DONE
    assert call(*words, "--strict-boards").status == NOTHING_VALID


def asked_about(number: int, form: FileForm) -> list[str]:
    """Return the lines of an event in the format of another program.

    The event includes Baku acceleration, a prohibition and byes worth half a point.
    """
    plan = Plan(players=8, rounds=5, baku=True, prohibited_groups=0, scoring=scoring_of(pairing_allocated_bye=5))
    event = generate(plan, 1, DUTCH_2026)
    rule = Prohibition(1, 2, frozenset({Tpn(3), Tpn(8)}))
    event = event._replace(settings=event.settings._replace(prohibitions=(rule,)))
    return other_program.asked(moment(event, number, DUTCH_2026), form).splitlines()


def records(lines: list[str], *codes: str) -> list[str]:
    return [" ".join(line.split()) for line in lines if line.startswith(codes)]


def test_a_program_of_trfx_is_asked_with_its_records_only() -> None:
    lines = asked_about(2, "trfx")
    assert records(lines, "XXR", "BBU", "XXP") == ["XXR 5", "BBU 0.5", "XXP 3 8"]
    assert records(lines, "XXA")[0].split()[:4] == ["XXA", "1", "1.0", "1.0"]
    assert records(lines, "142", "152", "162", "192", "240", "250", "260") == []
    assert records(asked_about(3, "trfx"), "XXP") == []


def test_a_program_of_trf26_sets_the_edition_and_accelerates() -> None:
    lines = asked_about(2, "trf26")
    assert records(lines, "142", "192", "260") == ["192 FIDE_DUTCH_BAKU", "142 5", "260 001 002 3 8"]
    assert records(lines, "XX", "BB", "250") == []


@pytest.mark.parametrize(
    ("edition", "article"),
    [
        ("2026", "C.04.2 3.6"),
        ("2017", "C.04.2.D.9"),
        ("2012", "C.04.2"),
        ("2009", "C.04.1 F.1"),
        ("1998", "C.04.1 F.1"),
    ],
)
def test_another_order_of_boards_cites_the_editions_article(
    edition: str, article: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "swisspair.swisscheck.other_program.answer", lambda _program, now, _form: now.pairing.pairs[::-1]
    )
    found = other_program.compare_event(5, other_program.ComparisonPlan("other", 1, 5, "dutch", edition)).found
    assert {one.kind for one in found} == {Aspect.BOARD_ORDER}
    assert {one.why for one in found} == {f"the boards are sorted in another way than {article} recommends"}


@pytest.mark.slow
def test_a_board_order_without_virtual_points_is_named_as_such(call: Call) -> None:
    """If another program ignores virtual points in the order of boards, the report cites the right article."""
    other = program("other", ENGINE)
    found = call("swisscheck", "--endorse", "--engine", other, "--events", 1, "--seed", 2, "--format", "json").value
    assert {one["kind"] for one in found["differences"]} == {"board order"}
    assert {one["why"][-13:] for one in found["differences"]} == {" [C.04.7 1.5]"}


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
def test_each_difference_of_a_program_is_found_in_every_round(call: Call, change: str, kind: str) -> None:
    other = program("other", f"{ENGINE}{change}\nopen(path, 'w').write('\\n'.join([first, *pairs]) + '\\n')\n")
    found = call("swisscheck", "--endorse", "--engine", other, "--events", 1, "--format", "json").value
    assert found["discrepancies"] == (1 if kind not in ("", "board order") else 0)
    kinds = found["kinds"]
    assert isinstance(kinds, dict)
    assert {name for name, count in kinds.items() if count} == ({kind} if kind else set())
    assert not kind or kinds[kind] == found["rounds"]
    assert all("C.04" in one["why"] for one in found["differences"])


@pytest.mark.parametrize("command", ["", " ", "'", "pair '{in} {out}"])
def test_a_command_without_words_is_refused(call: Call, command: str) -> None:
    done = call("swisscheck", "--conformance", command)
    assert done.status == BAD_REQUEST
    assert done.errors == f"swisscheck: found {command!r} as COMMAND, expected a program or a command\n"
