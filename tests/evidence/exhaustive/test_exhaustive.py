"""A sample of ``make proof PART=exhaustive``: random positions of small events.

`make test` uses the same positions every time, and `make proof` uses different positions every day.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

import trf
from pairing_engine.answers.paired import pair
from pairing_engine.answers.paired_in_words import as_card
from pairing_engine.kernel.rules import Clause, Rule
from pairing_engine.systems.shared import judging
from swisspair.page.sheets import round_page
from tests.articles.literal.facts import Cell, Event
from tests.articles.literal.random_events import event_before
from tests.evidence.exhaustive import articles, read_back, reasons
from tests.evidence.exhaustive import walk as walking
from tests.evidence.exhaustive.counted import any_position, position
from tests.evidence.exhaustive.every_position import EXPLANATIONS, PAIRINGS, fingerprint
from tests.evidence.exhaustive.read_back import CLAUSES, Here, boards_in, look, position_of, read, sentences_of
from tests.evidence.exhaustive.refusals import read_what_if
from tests.evidence.exhaustive.saturation import EVENTS, saturated
from tests.evidence.exhaustive.subjects import (
    BY_NAME,
    EVERY,
    SUBJECTS,
    Compared,
    Likeness,
    Subject,
    by_score,
    compared,
    transcribed,
)
from tests.evidence.exhaustive.walk import Walk
from tests.places import FIXTURES

POSITIONS = 40


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_a_small_event_is_paired_as_its_text_says(subject: Subject[Any]) -> None:
    lot = Random(subject.name)
    for _ in range(POSITIONS):
        assert compared(subject, position(subject, lot)).difference == ""


@pytest.mark.parametrize("name", ["dutch/2026", "dutch/2017", "dubov/2026", "burstein/2026", "team/2026 B"])
def test_a_broken_rule_is_found(name: str) -> None:
    subject, lot = BY_NAME[name], Random(name)
    broken = replace(subject, system=subject.system._replace(colour_steps=subject.system.colour_steps[::-1]))
    assert any(compared(broken, position(broken, lot)).difference for _ in range(POSITIONS))


def without_colours(event: Event) -> Likeness:
    """Leave out the colours, so that different positions look equal."""
    found = by_score(event)
    players: Sequence[tuple[object, ...]] = found.key  # type: ignore[assignment]
    return Likeness(tuple((*player[:1], *player[2:]) for player in players), found.labels)


def test_positions_that_are_not_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "SAMPLE", 1)
    for likeness, right in ((by_score, True), (without_colours, False)):
        subject = replace(BY_NAME["dutch/2026"], likeness=likeness)

        def compare(events: Sequence[Event], subject: Subject[Event] = subject) -> list[Compared]:
            return [Compared(transcribed(subject, event), "") for event in events]

        counts = Walk(subject, 4, unplayed=False, rounds=3).run(compare)
        assert counts.sampled > 20
        assert (counts.differences == []) is right


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_events_end_where_their_text_has_no_round(subject: Subject[Any]) -> None:
    found = [saturated(seed, subject.name) for seed in range(EVENTS, EVENTS + 3)]
    assert [one.faults for one in found] == [(), (), ()]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_explanations_of_small_events_agree_with_the_text(subject: Subject[Any]) -> None:
    lot = Random(f"explained {subject.name}")
    found = [look(subject, position(subject, lot, (3, 4, 5))) for _ in range(4)]
    assert [words for one in found for words in one.faults] == []
    assert sum(one.counted.total() for one in found) > 10


def test_a_wrong_verdict_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without criteria [C6] and [C7], the transcription gives wrong verdicts, and the comparison finds them."""
    values = reasons.values_2026
    left_out = ("C6", "C7")
    monkeypatch.setattr(
        reasons, "values_2026", lambda *a, **k: [one for one in values(*a, **k) if one[0] not in left_out]
    )
    lot = Random(1)
    events = (position(BY_NAME["dutch/2026"], lot, (5,)) for _ in range(12))
    assert any(look(BY_NAME["dutch/2026"], event).faults for event in events)


NAME = "dutch/2026"


def test_answers_are_asked_for_anew_if_the_checker_has_changed(tmp_path: Path) -> None:
    for folder in EXPLANATIONS.sources:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "code.py").write_text("")
    before = [fingerprint(work.sources, tmp_path) for work in (PAIRINGS, EXPLANATIONS)]
    (tmp_path / "checker" / "code.py").write_text("changed = True")
    after = [fingerprint(work.sources, tmp_path) for work in (PAIRINGS, EXPLANATIONS)]
    assert after[0] == before[0]
    assert after[1] != before[1]


TOLD_POSITIONS = 12
SIZES = range(5, 7)

DUTCH, BURSTEIN, DUBOV, TEAM = "dutch/2026", "burstein/2026", "dubov/2026", "team/2026 B"

FIRST = judging.BothEdges.first_difference


def without_a_criterion(sides: judging.BothEdges, rules: Iterable[Rule]) -> judging.Compared | None:
    left_out = "colour preference", "score difference"
    return FIRST(sides, [rule for rule in rules if not any(words in rule.summary for words in left_out)])


def contradicted(name: str) -> bool:
    subject, lot = BY_NAME[name], Random(name)
    positions = (position(subject, lot, SIZES) for _ in range(TOLD_POSITIONS))
    return any(look(subject, event, lot).faults for event in positions)


@pytest.mark.parametrize("name", [DUTCH, BURSTEIN, DUBOV, TEAM])
def test_a_missing_criterion_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging.BothEdges, "first_difference", without_a_criterion)
    assert contradicted(name)


FURTHER = {
    "burstein/2017": (700000, 3000336),
    "burstein/2026": (700011,),
    "dubov/2018": (16,),
    "dubov/2026": (12, 3001339),
    "dutch/1998": (58, 193, 334, 655, 948, 3001727),
    "dutch/2009": (3000004, 3001656, 4551268),
    "dutch/2012": (639140, 901348, 901514, 2000697, 2001333),
    "double-swiss/2026": (700005,),
    "dutch/2017": (700002, 2000154, 2000589, 2001508),
    "lim/1999": (124, 700022, 901806, 911931, 3001818, 4455194, 4455412),
    "lim/2026": (147, 700045, 900814, 3000792, 3001080, 3001660, 3001912),
    "team/2024": (639092, 639124),
}
"""Positions with sentences that were untrue once, or that few positions have."""


@pytest.mark.parametrize("name", EVERY)
def test_every_sentence_is_true(name: str) -> None:
    found = [read(seed, name) for seed in (0, *FURTHER.get(name, ()))]
    assert [line for one in found for line in one.faults] == []
    assert sum(one.counted.total() for one in found) > 30


def test_upfloats_count_for_opponents_of_players_in_s1() -> None:
    """[2009: C.4, C.14] S1 has one player here. Another one who was moved down is paired in the remainder."""
    subject = EVERY["dutch/2009"]
    here = position_of(subject, any_position(subject, Random("big dutch/2009 152"), (10, 11, 12)))
    assert here is not None
    lines, _ = read_back.asked(here, "why-not", "4-up")
    assert "repeated upfloats (1 instead of 0): 11 [" in lines[2]
    assert [fault for _, fault in read_back.answered(here, "why-not", "4-up") if fault] == []


ON_A_CARD = re.compile(
    r" +(?:step: |the (?:bye does not go to|pairs are not) [^;]*; |not everybody floats; |(?:board.*, )?\d+ ?- ?\d+: )?"
    r"(?P<sentence>.*) \["
)


@pytest.mark.parametrize("name", EVERY)
def test_a_page_has_the_sentences_of_the_card(name: str) -> None:
    """So the sentences of pages are read back with those of cards."""
    subject, lot, number = EVERY[name], Random(f"page {name}"), 0
    for _ in range(4):
        event = position(subject, lot)
        if transcribed(subject, event) is None:
            continue
        held = pair(subject.model(event), system=subject.system)
        text = unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", round_page("", held), flags=re.DOTALL))
        page = re.sub(r"\s+(?=[\s,;:.])", "", text)
        told = map(ON_A_CARD.match, as_card(held).splitlines())
        said = [found["sentence"] for found in told if found]
        assert [one for one in said if one not in page] == []
        assert "()" not in page
        number += len(said)
    assert number > 5


def test_the_reader_knows_every_clause() -> None:
    """[C7] of 2017 alone has a clause without a count: no legal round leaves a player over who may not have the bye."""
    without = {Clause.NO_BYE_LEFT.words}
    assert {one.words for one in Clause} - without == set(CLAUSES)


OTHER = {"1": "2", "2": "3", "3": "4", "4": "5", "5": "6", "6": "7", "7": "8", "8": "9", "9": "1"}

BROKEN: dict[str, Sequence[str]] = {
    "a clause of another bracket": (r"the bracket of [\d.]+ points would", "the bracket of 9.0 points would"),
    "a clause about the bracket below": (
        r"the bracket of (?=.*: more players would float down\.)",
        "the bracket below that of ",
    ),
    "a clause of another criterion": (
        r"more players would float down\.",
        "more players would float up again, as in the last round.",
    ),
    "a clause that is said of the round": (r", the bracket of [\d.]+ points would be worse: ", ", "),
    "equally good, of a worse bracket": (
        r", (the bracket of [\d.]+ points) would be worse: more players would float down\.",
        r", the pairing of \1 would meet the criteria just as well, but would come later in the order of candidates.",
    ),
    "another opponent": (r"would meet (\d)(?= instead)", "would meet @1"),
    "another right opponent": (r"(would meet \d instead of) (\d)", r"\1 @2"),
    "a clause of another question": (r"^  If (\d)", "  If @1"),
    "another number": (r"downfloaters \((\d) instead", "downfloaters (@1 instead"),
    "impossible, although it is possible": (
        ", the pairing of the whole round would be worse.*$",
        ", no legal round would be possible",
    ),
    "another verdict": ("worse than the correct one$", "not so good"),
    "another board": (r"^    (\d) - (\d)$", r"    @1 - \2"),
    "more boards": (r"would differ on (\d) board", "would differ on @1 board"),
    "columns that are crossed": ("^  as paired: (S1  .*)", r"  as paired: \g<1>   9"),
    "avoidable, although nothing has less": (
        r"^(  \w[^:]*: [^:]*), the least that the criteria of higher priority allow",
        r"\1; no legal pairing of this bracket does better",
    ),
    "another least number": ("^(    the total of criterion .* could be) 0, but", r"\1 7, but"),
    "a reason of a third round": (
        r"^(  \d - \d)$",
        "\\1\n    this pairing is worse, because it has more downfloaters (2 instead of 0): 1 and 2 [C6, C.04.3 2.4.1]",
    ),
    "no word about an illegal pair": (
        r"^  \d and \d may not meet, .*",
        "  these pairings would disappear from the round:",
    ),
    "another number of exchanges": (r"S1 and S2 \((\d) instead", "S1 and S2 (@1 instead", "dutch/2012"),
    "another player in the order": (r"because (\d) meets", "because @1 meets", "dutch/1998"),
    "another place in the bracket": (r"\((\d)(.. in the (?:bracket|remainder)\) instead)", r"(@1\2", "burstein/2017"),
    "another article of the Lim System": (r"\[C.04.4.3 2\.4\]", "[C.04.4.3 4.2]", "lim/2026"),
    "another step of the Lim System": (r"should meet (\d) and", "should meet @1 and", "lim/2026"),
    "due colours that only some players get": (
        "to give players their due",
        "to give both players their due",
        "lim/2026",
    ),
    "another place in the natural order": (r"the second (\w+) the (\w+)", r"the first \1 the \2"),
    "another bracket of a player": (r"(?<=brackets: )\d\.(\d)", r"9.\1"),
    "another colour preference": ("preference for White", "preference for Black"),
    "a round that can be completed": (r"would .*\.$", "the round could not be completed."),
    "the procedure of another article": (r"C\.12\]", "C.13]", "dutch/2009"),
    "another who moves down": (r"by the rules (\d) moves down", "by the rules @1 moves down", "dutch/2009"),
    "an exception of another article": (r"C\.10\]", "C.9]", "dutch/2009"),
    "another number of exceptions": (r"(against repeated downfloats) \((\d)", r"\1 (@2", "dutch/1998"),
    "an exception turned round": (
        r"same strong colour preference \((\d) instead of (\d)\)",
        r"same strong colour preference (\2 instead of \1)",
        "dutch/2009",
    ),
    "another incoming floater": (
        r"(incoming floaters who are not paired .*: )(\d)",
        r"\g<1>@2",
        "burstein/2017",
    ),
    "names that are crossed": (
        r"(\d\.\d instead of [\d.]+\)): (\d) instead of (\d) \[",
        r"\1: \3 instead of \2 [",
    ),
    "numbers of the wrong rounds": (r" \((\d) instead of (\d)\)", r" (\2 instead of \1)"),
    "another article of a criterion": (r"C\.04\.3 2\.4\.7", "C.04.3 2.4.8"),
    "another article of the colours": (r"C\.04\.3 5\.2\.1", "C.04.3 5.2.2"),
    "White for the other": (r"by this rule (\d) has White", "by this rule @1 has White"),
    "another round of their game": ("met in round 1", "met in round 7"),
    "another score of the bye": (
        r"\(([\d.]+)\) has the bye instead of (\d+) \(([\d.]+)\)(?=.*C.04.4.3 1.1)",
        r"(\3) has the bye instead of \2 (\1)",
        "lim/1999",
    ),
    "another bye on a card": (r"(does not go to \d; this participant .* in round) \d", r"\1 7"),
    "a bye on a card that is said to be of another bracket": (
        r"(does not go to \d; in the bracket of) \d\.(\d) points",
        r"\1 7.\2 points",
    ),
    "other pairs that are ruled out": (r"the pairs are not (\d) - (\d)", r"the pairs are not @1 - \2"),
    "pairs that are ruled out by another criterion": (r"(^  the pairs are not .*)\[C12, .*", r"\1[C13, C.04.3 2.4.8]"),
    "another number of a rejected candidate": (r"(^ {9}this pairing .* preference) \(\d", r"\1 (9"),
    "a rejected candidate that leaves nobody alone": (
        "^ {9}this pairing is worse, because .*",
        f"{'':9}this pairing is worse, because the remaining players could no longer all be paired [C4, C.04.3 2.2.1]",
    ),
    "another round of a rejected pair": (r"(^ {9}\d-\d: they already met in round) \d", r"\1 9"),
    "a demand told as a fact": (
        r".*others would then find no opponent \[.*",
        "none of them may get the pairing-allocated bye, because each of them has already had the bye [C2, C.04.1 4]",
    ),
    "an exception that stands elsewhere": (
        r"(participants? [\d, and]+?) can meet only (participants? [\d, and]+?)(, (?:and|or) .*|) \[",
        r"\1 can meet nobody, and participant 1 can meet only \2\3 [",
    ),
    "a refusal without its condition": ("^if .* may not meet, there is no complete", "there is no complete"),
    "another round after a change": ("^  these pairings would be new in the round:$", r"\g<0>\n    1 - 2"),
    "a sentence that nobody knows": (r"^  If .*\.$", "  In that case, the round would be better."),
}
"""The form of a sentence, what it becomes, and the edition if it is not dutch/2026.

``@1`` is another number than that of the first group.
"""


@pytest.mark.parametrize("name", [DUTCH, "dutch/2009", "burstein/2017", "lim/1999"])
def test_a_reason_of_lower_priority_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An order of priority that is turned round stands for an engine that names the last thing that differs."""
    text = articles.AGAINST[name]
    monkeypatch.setitem(articles.AGAINST, name, lambda *given: reversed(list(text(*given))))
    assert is_found(name)


def is_found(name: str) -> bool:
    """Whether a sentence about some position is untrue. All others after it are not read."""
    return any(fault for seed in (*FURTHER.get(name, ()), *range(60)) for *_, fault in sentences_of(seed, name))


@pytest.mark.parametrize("mutant", BROKEN)
def test_a_broken_sentence_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form, instead, *of = BROKEN[mutant]
    asked, accounts, broken = read_back.asked, read_back.accounts, 0

    def told(found: re.Match[str]) -> str:
        return found.expand(re.sub(r"@(\d)", lambda group: OTHER[found[int(group[1])]], instead))

    def changed(lines: list[str]) -> list[str]:
        nonlocal broken
        found = [part for line in lines for part in re.sub(form, told, line).split("\n")]
        broken += found != lines
        return found

    def mutated(here: Here, kind: str, question: str) -> tuple[list[str], Any]:
        lines, value = asked(here, kind, question)
        return changed(lines), value

    monkeypatch.setattr(read_back, "asked", mutated)
    monkeypatch.setattr(
        read_back, "accounts", lambda here: [(title, changed(lines)) for title, lines in accounts(here)]
    )
    was_found = is_found(of[0] if of else DUTCH)
    assert broken, "no sentence is of this form"
    assert was_found, f"{broken} broken answers were not found"


ONCE = {
    "a demand told as a fact": (
        ("whatif-bye", 3, "what-if", "4-bye"),
        r"^the consequences if .*",
        "none of them may get the pairing-allocated bye, because each of them has already had the bye [C2, C.04.1 4]",
    ),
    "a place in the remainder": (("place-in-bracket", 2, "why", "3"), "remainder", "bracket"),
    "an exception of others": (
        ("refusal-apart", 4, "what-if", "prohibit:1-5"),
        "and participant 4 can meet only participant 6",
        "and participant 4 can meet nobody",
    ),
    "colours that are not proposed": (
        ("judge-turned-C13", 5, "judge", "4-6,9-1,2-3,8-7,5-bye"),
        r" with the colours of the rules (\(1 instead of 0\)): 6",
        r" \1",
    ),
}
"""Sentences that were untrue once: the file, the round and the question, the sentence, and what stood there."""


@pytest.mark.parametrize("fault", ONCE)
def test_what_was_untrue_once_is_found(fault: str) -> None:
    (file, number, kind, question), form, instead = ONCE[fault]
    held = trf.read(FIXTURES / "cases" / "truth" / f"{file}.trf")
    event = event_before(held, number, held.settings.initial_colour)
    away = {entrant.tpn: Cell(0, "-", "Z") for entrant in event.entrants}
    here = position_of(EVERY[DUTCH], replace(event, rounds=tuple(away | cells for cells in event.rounds)))
    assert here is not None
    lines, value = read_back.asked(here, kind, question)
    broken = [re.sub(form, instead, line) for line in lines]
    assert broken != lines
    reader: Callable[[list[str]], Iterator[tuple[str, str]]] = {
        "what-if": lambda told: read_what_if(here, question, told),
        "why": lambda told: read_back.why(here, told, value),
        "judge": lambda told: read_back.judged(here, told, boards_in(question)),
    }[kind]
    assert [found for found in reader(lines) if found[1]] == []
    assert [found for found in reader(broken) if found[1]] != []
