"""A conversation: questions and answers as JSON, and the events that it keeps (docs/conversation.md)."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pairing_engine.answers.conforming import fault_in
from pairing_engine.answers.contract import stated
from pairing_engine.errors import BadRequest, PairingError, refusal
from pairing_engine.facts.bounded import json_in
from pairing_engine.language import UnknownLanguage, in_language, in_other_words, languages, say
from swisspair.conversation import changes, events, practice, rounds
from swisspair.conversation.contract import CONTRACT, KINDS, question_schema
from swisspair.conversation.events import EventQuestion
from swisspair.conversation.without_terminal import IN_THE_PAGE
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.terminal.program import failure_of
from trf import write
from trf.format.source import MOST_BYTES, is_json, load

QUESTIONS: Mapping[str, Callable[[EventQuestion], dict[str, object]]] = {
    "open": events.opened,
    "event": events.event,
    "pair": rounds.pair_round,
    "brackets": rounds.brackets,
    **{kind: partial(rounds.explained, kind) for kind in rounds.EXPLAINED},
    "standings": rounds.standings_after,
    "why-rank": rounds.why_ranks,
    "check": rounds.check_event,
    "page": rounds.page,
    "new": changes.new,
    "next-round": changes.next_round,
    **{kind: partial(changes.change, kind) for kind in changes.CHANGES},
    "exercise": practice.give_exercise,
    "hints": practice.give_hints,
}
"""The functions that answer questions about an event, by kind."""

LONGEST = 2 * MOST_BYTES + 2**16
"""The maximum length of a question in bytes. As JSON, a TRF can be twice as long."""

MOST_KEPT, MOST_KEPT_BYTES = 1_000, 2**27
"""The maximum number of events that a conversation keeps, and the maximum size of their texts in bytes."""


class OutOfTime(BaseException):
    """The exception for a question that takes too long; ``except Exception`` does not catch it."""


class Conversation:
    """Questions about events, which are given as texts, as files below ``directories``, or by a name.

    An answer that takes more than ``seconds`` of processor time is given up; 0 stands for no bound.
    """

    def __init__(self, directories: Sequence[Path] = (), seconds: int = 0) -> None:
        self._directories = [path.resolve() for path in directories]
        self._seconds = seconds
        self._kept: dict[str, str] = {}

    def answer(self, question: str | bytes | Mapping[str, object]) -> dict[str, object]:
        r"""Answer a question, which is JSON or a dictionary.

        After an error, the answer has the keys ``error``, ``status`` and perhaps ``problems``.

        >>> Conversation().answer({"ask": "open", "trf": "XXR 5\n001    x\n", "name": "club.trf"})["error"]
        "club.trf:2:8: starting rank: found 'x', expected a whole number or blanks"
        """
        head: dict[str, object] = {}
        name = ""
        try:
            values = _read(question if isinstance(question, str | bytes) else json.dumps(question))
            head = {"id": values["id"]} if type(values.get("id")) in (int, str) else {}
            kind = values.get("ask")
            if not isinstance(kind, str) or kind not in KINDS:
                raise BadRequest(f"{kind!r} is not a kind of question; the kinds are {', '.join(KINDS)}")
            fault = fault_in(values, question_schema(kind))
            if fault:
                raise BadRequest(fault)
            with in_language(EventQuestion(values).language), in_other_words(IN_THE_PAGE):
                name = values.get("name") or values.get("path") or values.get("kept") or say("the event")
                try:
                    found = self._answer(kind, values, name)
                except Exception as error:
                    found = {"file": name, **failure_of(error, name, _said).to_dict()}
        except (BadRequest, UnknownLanguage) as error:  # the language of the answer is not yet known
            found = {"file": name, **Failure(ExitStatus.BAD_REQUEST, str(error)).to_dict()}
        return {**head, **stated(found)}

    def _answer(self, kind: str, values: Mapping[str, Any], name: str) -> dict[str, object]:
        if kind == "about":
            return self._about()
        if kind == "forget":
            self._kept_text(values["kept"])
            del self._kept[values["kept"]]
            return {"kept": [*self._kept]}
        keep = values.get("keep", values.get("kept"))
        values = self._with_text(values, name)
        seconds = min(values.get("seconds", self._seconds), self._seconds) or values.get("seconds", 0)
        try:
            with _at_most(seconds):
                found = QUESTIONS[kind](EventQuestion(values))
        except OutOfTime:
            words = say(
                "the search for an answer was given up after {seconds} seconds of processor time", seconds=seconds
            )
            raise Failure(ExitStatus.TOO_LARGE, words) from None
        text = str(found.get("trf", values.get("trf", "")))
        if keep and text:
            self._keep(keep, text)
        return found

    def _about(self) -> dict[str, object]:
        from pairing_engine import __version__

        bounds = {"seconds": self._seconds, "bytes": LONGEST, "kept": MOST_KEPT, "kept_bytes": MOST_KEPT_BYTES}
        return {
            "version": __version__,
            "contract": CONTRACT,
            "kinds": [*KINDS],
            "languages": [*languages()],
            "kept": [*self._kept],
            "bounds": bounds,
        }

    def _with_text(self, values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """Return a question with the name and the text of its event. Raises `BadRequest`, OSError and `TrfProblems`."""
        given = [key for key in ("trf", "path", "kept", "data") if values.get(key)]
        if len(given) > 1:
            raise refusal("found {found}, expected only one of them", found=", ".join(given))
        if given == ["kept"]:
            return {**values, "name": name, "trf": self._kept_text(values["kept"])}
        if given == ["path"]:
            return {**values, "name": name, "trf": self._text_at(values["path"])}
        return values

    def _kept_text(self, name: str) -> str:
        if name not in self._kept:
            raise refusal("no event is kept under the name {name}", name=repr(name))
        return self._kept[name]

    def _text_at(self, name: str) -> str:
        for directory in self._directories:
            path = (directory / name).resolve()
            if path.is_relative_to(directory) and path.is_file():
                with path.open("rb") as file:
                    _, data = load(file, name)
                assert isinstance(data, bytes)
                return events.decoded(data)
        if not self._directories:
            raise refusal("{path}: no directory was allowed at the start", path=name)
        raise refusal("{path}: there is no such file below the directories that were allowed", path=name)

    def _keep(self, name: str, text: str) -> None:
        if is_json(text):
            text = write(events.read(text, name, "").file)
        others = [len(one) for key, one in self._kept.items() if key != name]
        if len(others) >= MOST_KEPT or sum(others) + len(text) > MOST_KEPT_BYTES:
            words = say("{number} events are kept, and there is no room for more: forget one", number=len(others))
            raise Failure(ExitStatus.TOO_LARGE, words)
        self._kept[name] = text


def _read(question: str | bytes) -> dict[str, Any]:
    try:
        found = json_in(question if isinstance(question, bytes) else question.encode(errors="surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"expected a question as JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadRequest("expected a question as a JSON object")
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = ord(error.object[error.start])
        raise BadRequest(f"the question holds half a letter, U+{half:04X}") from None
    return found


def _said(error: PairingError) -> str:
    """Return an error message, without the advice that names command-line options."""
    return str(error) if isinstance(error, BadRequest) else words_of(error)


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raise `OutOfTime` after this processor time; 0 stands for no limit. Some systems have no such clock."""
    if not seconds or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


_of_the_page = Conversation()


def ask(question: str) -> str:
    """Answer a question of the page, which has a conversation of its own."""
    return json.dumps(_of_the_page.answer(question), ensure_ascii=False)
