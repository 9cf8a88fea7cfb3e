"""Questions about a round as people type them: ``why 12``, ``why-not 12-15``, ``what-if absent:9``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Unpack

from checker.questions.moment import Moment, moment
from checker.questions.what_if import WhatIf, what_if
from checker.questions.why import Why, why
from checker.questions.why_not import WORDS, Verdict, WhyNot, judge, why_not
from pairing_engine.answers.contract import Answer
from pairing_engine.errors import refusal
from pairing_engine.facts.model import Participant, Tournament
from pairing_engine.facts.names import find, find_pair, pairs_of_parts
from pairing_engine.language import say_many
from pairing_engine.matching import Backend
from pairing_engine.systems import Editions
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


def _why_not(about: Moment, questions: Sequence[str]) -> Iterator[WhyNot]:
    for question in questions:
        one, _, what = question.partition("-")
        yield why_not(about, int(one), int(what) if what.isdecimal() else what)


def _answer(found: Why | WhyNot | WhatIf | Verdict) -> Answer:
    answer = Answer(found.lines, found.to_dict())
    if not isinstance(found, Why) or not found.unmet:
        return answer
    folded = say_many(
        "{number} criterion is not fully met in this bracket (--all shows it)",
        "{number} criteria are not fully met in this bracket (--all shows them)",
        len(found.unmet),
    )
    return answer._replace(folded=[f"  {folded}"], behind_it=found.unmet_lines)


def boards_in(proposal: str) -> list[tuple[int, int]]:
    """Return the boards in a list such as ``3-4,7-bye``: White first, with 0 for the bye.

    >>> boards_in("3-4,7-bye")
    [(3, 4), (7, 0)]
    """
    found = []
    for board in proposal.split(","):
        white, _, black = board.partition("-")
        found.append((int(white), 0 if black in ("bye", "0") else int(black)))
    return found


def _pair_in_numbers(question: str, participants: Sequence[Participant]) -> str:
    """Replace the names of two players, or a name before a word such as ``bye``, with the players' numbers."""
    for one, other in pairs_of_parts(question):
        if other in (*WORDS, "0"):
            return f"{find(participants, one).number}-{other}"
    if next(pairs_of_parts(question), None) is None:
        return question
    return "-".join(str(one.number) for one in find_pair(participants, question))


def _what_if_in_numbers(question: str, participants: Sequence[Participant]) -> str:
    kind, colon, value = question.partition(":")
    if not colon:
        return _pair_in_numbers(question, participants)
    if kind in ("absent", "present"):
        return f"{kind}:{find(participants, value).number}"
    if kind == "prohibit":
        return f"{kind}:{_pair_in_numbers(value, participants)}"
    result = re.fullmatch(r"([0-9]{1,9}:)([^=]+)(=.*)", value) if kind == "result" else None
    return question if result is None else f"{kind}:{result[1]}{_pair_in_numbers(result[2], participants)}{result[3]}"


def what_if_named(about: Moment, changes: Sequence[str]) -> WhatIf:
    """Answer `what_if` for changes in which parts of names can stand for players."""
    everybody = tuple(about.participants.values())
    return what_if(about, [_what_if_in_numbers(one, everybody) if _LETTER.search(one) else one for one in changes])


def _judge_in_numbers(question: str, participants: Sequence[Participant]) -> str:
    boards = re.split("[;,]" if ";" not in question else ";", question)
    return ",".join(_pair_in_numbers(board, participants) for board in boards if board.strip())


class Question(NamedTuple):
    """A kind of question: the pattern of its text, its form with numbers, and the function that answers it."""

    form: str
    in_numbers: Callable[[str, Sequence[Participant]], str]
    in_form: Callable[[Moment, Sequence[str]], Iterable[Why | WhyNot | WhatIf | Verdict]]

    def answer(self, about: Moment, questions: Sequence[str]) -> list[Answer]:
        """Answer questions about a round. Parts of names can stand for players. Raises `BadRequest`."""
        everybody = tuple(about.participants.values())
        asked = [self._with_numbers(question, everybody) for question in questions]
        return list(map(_answer, self.in_form(about, asked)))

    def _with_numbers(self, question: str, everybody: Sequence[Participant]) -> str:
        if re.fullmatch(self.form, question) and not NAMES.search(question):
            return question
        found = self.in_numbers(question, everybody)
        if not re.fullmatch(self.form, found):
            kind = next(name for name, known in QUESTIONS.items() if known is self)
            raise refusal(
                "found {question!r}, which is not a question of the kind {kind}",
                "question",
                question=question,
                kind=kind,
            )
        return found


_LETTER = re.compile(r"[^\W\d_]")

NAMES = re.compile("(?:absent|present|prohibit|result):.*[^\\W\\d_]")
"""The forms of questions in which names can appear."""

_PAIR = "[0-9]{1,9}-([0-9]{1,9}|bye)"

QUESTIONS = {
    "why": Question(
        "[0-9]{1,9}",
        lambda question, people: str(find(people, question).number),
        lambda about, asked: (why(about, int(number)) for number in asked),
    ),
    "why-not": Question("[0-9]{1,9}-([0-9]{1,9}|bye|up|down|white|black)", _pair_in_numbers, _why_not),
    "what-if": Question(
        f"(absent|present|result|prohibit):.*|{_PAIR}",
        _what_if_in_numbers,
        lambda about, asked: [what_if(about, asked)],
    ),
    "judge": Question(
        f"{_PAIR}(,{_PAIR})*",
        _judge_in_numbers,
        lambda about, asked: [judge(about, [pair for one in asked for pair in boards_in(one)])],
    ),
}


def ask(
    tournament: Tournament,
    question: str,
    round: int | None = None,  # noqa: A002 - as in `pair`
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    engine: Backend | str = Backend.AUTO,
    **asked: Unpack[AskedAs],
) -> Answer:
    """Answer a question about the next round, or about ``round``.

    ``print`` shows the answer to people. The method `to_dict` gives the answer to programs. The other arguments and the
    errors are the same as those of `pairing_engine.pair`. An unknown form of question also raises `BadRequest`.

    >>> from trf import read
    >>> event = read("fixtures/worked/held-2026-before-round-4.trf")
    >>> print(ask(event, "what-if 5-bye").lines[0])
    the consequences if 5 Eloise gets the pairing-allocated bye:
    """
    kind, _, about = question.strip().partition(" ")
    known, parts = QUESTIONS.get(kind), about.split()
    if known is not None and not all(re.fullmatch(known.form, part) for part in parts):
        parts = [about]  # names may contain blanks
    if known is None or not about.strip():
        raise refusal(
            "found {question!r}, expected a question such as why 12, why-not 12-15, what-if absent:9 or judge 4-2,3-1",
            "question",
            question=question,
        )
    now = moment(tournament, round, system, edition, engine, **asked)
    answers = known.answer(now, parts)
    if len(answers) == 1:
        return answers[0]
    return Answer([line for one in answers for line in one.lines], {"answers": [one.value for one in answers]})
