"""The entry point for questions of the page: JSON in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from pairing_engine.answers.contract import stated
from pairing_engine.errors import BadRequest, PairingError
from pairing_engine.language import UnknownLanguage, in_language, in_other_words
from swisspair.browser import changes, events, rounds
from swisspair.browser.events import PageQuestion
from swisspair.browser.without_terminal import IN_THE_PAGE
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.terminal.program import failure_of

QUESTIONS: Mapping[str, Callable[[PageQuestion], dict[str, object]]] = {
    "open": events.opened,
    "event": events.event,
    "pair": rounds.pair_round,
    "why": rounds.why_player,
    "why-not": rounds.why_not_so,
    "what-if": rounds.what_if_so,
    "judge": rounds.judge_boards,
    "standings": rounds.standings_after,
    "why-rank": rounds.why_ranks,
    "check": rounds.check_event,
    "page": rounds.page,
    "new": changes.new,
    "next-round": changes.next_round,
    "by-hand": changes.by_hand,
    "enter": changes.enter,
    "away": changes.away,
    "withdraw": changes.withdraw,
    "return": changes.come_back,
    "add": changes.add,
    "edit": changes.edit,
    "swap": changes.swap,
    "boards": changes.boards,
    "unpair": changes.unpair,
    "wish": changes.wish,
}
"""The functions that answer questions, by kind."""


def ask(question: str) -> str:
    r"""Answer a question from the page.

    After an error, the answer contains the fields ``error`` (the message), ``status`` (the exit status of the programs)
    and ``problems`` (the faults of a file).

    >>> json.loads(ask('{"ask": "open", "trf": "XXR 5\\n001    x\\n", "name": "club.trf"}'))["error"]
    "club.trf:2:8: starting rank: found 'x', expected a whole number or blanks"
    """
    name = ""
    try:
        asked = PageQuestion.read(question)
        with in_language(asked.language), in_other_words(IN_THE_PAGE):
            name = asked.name
            try:
                answer = _answering(asked.kind)(asked)
            except Exception as error:
                answer = {"file": name, **failure_of(error, name, _said).to_dict()}
    except (BadRequest, UnknownLanguage) as error:  # the language of the answer is not yet known
        answer = {"file": name, **Failure(ExitStatus.BAD_REQUEST, str(error)).to_dict()}
    return json.dumps(stated(answer), ensure_ascii=False)


def _said(error: PairingError) -> str:
    """Return an error message, without the advice that names command-line options."""
    return str(error) if isinstance(error, BadRequest) else words_of(error)


def _answering(kind: str) -> Callable[[PageQuestion], dict[str, object]]:
    if kind not in QUESTIONS:
        raise BadRequest(f"{kind!r} is not a kind of question; the kinds are {', '.join(QUESTIONS)}")
    return QUESTIONS[kind]
