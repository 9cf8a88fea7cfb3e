"""Code that replaces players' names in questions with numbers, for `checker.questions.asked`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pairing_engine.facts.model import Participant
from pairing_engine.facts.names import find, find_pair, pairs_of_parts

WORDS = ("bye", "up", "down", "white", "black")
"""Words such as ``bye`` that questions may contain instead of the second player."""

_RESULT = re.compile(r"([0-9]{1,9}:)([^=]+)(=.*)")
_ATTENDANCE = ("absent", "present")


def in_numbers(kind: str, question: str, participants: Sequence[Participant]) -> str:
    """Replace names in the question with numbers. Raises `BadRequest` as `facts.names.find` does.

    >>> from pairing_engine.facts.model import Tpn
    >>> people = [Participant(Tpn(1), "Aalto, Eino"), Participant(Tpn(2), "Li, Wei")]
    >>> in_numbers("why-not", "aalto-li", people), in_numbers("what-if", "result:2:li-aalto=1-0", people)
    ('1-2', 'result:2:2-1=1-0')
    """
    return _KINDS[kind](question, participants)


def _why(question: str, participants: Sequence[Participant]) -> str:
    return str(find(participants, question).number)


def _pair(question: str, participants: Sequence[Participant]) -> str:
    """Replace the names of two players, or a name before a word such as ``bye``, with the players' numbers."""
    for one, other in pairs_of_parts(question):
        if other in (*WORDS, "0"):
            return f"{find(participants, one).number}-{other}"
    if next(pairs_of_parts(question), None) is None:
        return question
    return "-".join(str(one.number) for one in find_pair(participants, question))


def _what_if(question: str, participants: Sequence[Participant]) -> str:
    kind, colon, value = question.partition(":")
    if colon and kind in _ATTENDANCE:
        return f"{kind}:{find(participants, value).number}"
    if colon and kind == "prohibit":
        return f"{kind}:{_pair(value, participants)}"
    result = _RESULT.fullmatch(value) if colon and kind == "result" else None
    if result is not None:
        return f"{kind}:{result[1]}{_pair(result[2], participants)}{result[3]}"
    return question if colon else _pair(question, participants)


def _judge(question: str, participants: Sequence[Participant]) -> str:
    boards = re.split("[;,]" if ";" not in question else ";", question)
    return ",".join(_pair(board, participants) for board in boards if board.strip())


_KINDS: dict[str, Callable[[str, Sequence[Participant]], str]] = {
    "why": _why,
    "why-not": _pair,
    "what-if": _what_if,
    "judge": _judge,
}
