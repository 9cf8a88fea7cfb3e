"""A conversation: questions and answers as JSON, and the events that it keeps (docs/conversation.md).

The answer about a round contains the values that the programs print with ``--format json``, and ``lines``, a list of
sentences for people. The answer to a change contains the event as the page shows it, its new text (``trf``), and
``notices``: sentences that say what was done. The methods of `swisspair.event.Event` make the changes.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from checker.questions import judge, what_if, why, why_not
from checker.questions.hints import exchange, hints
from pairing_engine import language, pair
from pairing_engine.answers.conforming import fault_in
from pairing_engine.answers.contract import stated
from pairing_engine.answers.published import recorded_round
from pairing_engine.changes.presence import WhoPlays, as_asked
from pairing_engine.errors import BadRequest, PairingError, refusal
from pairing_engine.facts.bounded import json_in
from pairing_engine.facts.codes import Overrides
from pairing_engine.facts.model import Colour, show_points
from pairing_engine.facts.shown import one_line
from pairing_engine.language import in_language, quoted, say
from pairing_engine.standings.table import Standings, cells_of, standings
from pairing_engine.standings.why import why_rank
from swisspair.conversation import events
from swisspair.conversation.contract import CONTRACT, KINDS, question_schema
from swisspair.conversation.events import EventQuestion, view_of, wishes_in_words
from swisspair.conversation.without_terminal import IN_THE_PAGE, without_records
from swisspair.event import Event, read
from swisspair.exercises import Exercise, articles, exercise
from swisspair.page.rules import Rules, by_numbers
from swisspair.page.sheets import PAPERS, poster, round_page, standings_page
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck, Sent, check_source, text_of, value_of
from swisspair.swisscheck.page import CheckedRound, checked_rounds, report_page
from swisspair.terminal.opening import decoded
from swisspair.terminal.options import codes_in
from swisspair.terminal.program import failure_of
from trf import write
from trf.format.source import MOST_BYTES, is_json, load
from trf.lists import players_in

if TYPE_CHECKING:
    from pairing_engine.facts.model import AskedAs


WISHES = "avoid", "avoid_pairs", "prefer_bye", "no_bye"
"""The kinds of wishes, which are also the names of arguments of `pair`."""


def new(question: EventQuestion) -> Event:
    """Begin an event with a pasted list."""
    colour = question.text("colour")
    return Event.new(
        question.text("event"),
        players_in(question.text("list"), say("list")),
        question.number("rounds"),
        question.text("system") or None,
        question.text("edition") or None,
        initial_colour=colour or None,
        first_day=question.text("day"),
        tie_breaks=codes_in(question.text("tie_breaks")),
        boards=question.number("boards"),
        baku=question.is_true("baku"),
        force=question.is_true("force"),
    )


def next_round(question: EventQuestion) -> Event:
    """Pair the next round, and add it to the event without results.

    ``absent`` (such as ``7, aalto``) and ``byes`` (such as ``5=H``) say who is out; wishes hold from this round
    on, and ``baku`` for the whole event.
    """
    baku = question.is_true("baku")
    event = read(question.text("trf").encode(), name=question.name, overrides=Overrides(baku=baku))
    who = WhoPlays(question.text("absent") or None, None, tuple(filter(None, [question.text("byes")])))
    return event.play(pair(as_asked(event, who), **_wished(question)), asked=["--baku"] if baku else [])


def _wished(question: EventQuestion) -> AskedAs:
    return cast("AskedAs", {key: question.text(key) for key in (*WISHES, "strength") if question.text(key)})


def _by_hand(asked: EventQuestion, event: Event) -> Event:
    """Replace boards of the last round with the arbiter's ``pairs``, and note the boards that break the rules."""
    return event.set_boards(asked.pairs("pairs"), by_hand=True, force=True)


def _enter(asked: EventQuestion, event: Event) -> Event:
    """Enter ``results`` by board (an empty one removes a result), and seat teams: ``line_ups`` such as ``Kiel: 3, 4``.

    ``round`` is the round to correct; ``force`` takes a result out of a round on which another stands.
    """
    results = " ".join(f"{board}:{code or '?'}" for board, code in asked.by_name("results").items())
    line_ups, force = asked.texts("line_ups"), asked.is_true("force")
    return event.enter(results, asked.number("round"), line_ups=line_ups, force=force)


def _away(asked: EventQuestion, event: Event) -> Event:
    """Give ``players`` (such as ``7, aalto`` or ``5=H``), or a ``player`` with a ``bye`` (Z or H), a bye in one round.

    The round is ``round``, by default the next one. A ``player`` with an empty ``bye`` plays after all.
    """
    players, number, bye = asked.text("players"), asked.number("round"), asked.text("bye")
    player = asked.text("player")
    if players or bye:
        return event.absent(players or f"{player}={bye}", round=number)
    return event.come_back(player, round=number or len(event.rounds) + 1)


CHANGES: Mapping[str, Callable[[EventQuestion, Event], Event]] = {
    "by-hand": _by_hand,
    "enter": _enter,
    "away": _away,
    "withdraw": lambda asked, event: event.withdraw(asked.text("players")),
    "return": lambda asked, event: event.come_back(asked.text("players"), round=asked.number("round")),
    "add": lambda asked, event: event.add(asked.text("list"), renumber=asked.is_true("renumber")),
    "edit": lambda asked, event: event.edit(
        asked.text("player"), renumber=asked.is_true("renumber"), **asked.by_name("fields")
    ),
    "tie-breaks": lambda asked, event: event.rank_by(*codes_in(asked.text("tie_breaks")), force=asked.is_true("force")),
    "describe": lambda asked, event: event.describe(**asked.by_name("facts")),
    "stand-in": lambda asked, event: event.stand_in(asked.text("player"), asked.text("instead")),
    "swap": lambda asked, event: event.swap(asked.text("players"), **_boldness(asked)),
    "boards": lambda asked, event: event.set_boards(asked.text("boards"), **_boldness(asked)),
    "unpair": lambda asked, event: event.unpair(force=asked.is_true("force")),
    "wish": lambda asked, event: event.wish(**_wished(asked)),
}
"""The changes of an event that has been read, by the kind of the question; the contract describes their arguments."""


def _boldness(asked: EventQuestion) -> dict[str, bool]:
    return {"by_hand": asked.is_true("by_hand"), "force": asked.is_true("force")}


def changed(question: EventQuestion, event: Event) -> dict[str, object]:
    """Return the view of a changed event, with sentences that say what was done."""
    return {**view_of(event.write(), question), "notices": list(event.notices)}


def change(kind: str, question: EventQuestion) -> dict[str, object]:
    return changed(question, CHANGES[kind](question, question.event()))


def pair_round(question: EventQuestion) -> dict[str, object]:
    """Return the pairing of a round, with the keys of ``swisspair pair --format json``."""
    event = question.event()
    paired = event.pair(question.number("round"))
    noted = [adjustment._asdict() for adjustment in event.adjustments]
    return {"file": question.name, **paired.to_dict(), "adjustments": noted}


def brackets(question: EventQuestion) -> dict[str, object]:
    """Return what a picture of a round shows: brackets with pairs and floats, who has White, and who has met whom."""
    tournament = question.event()
    card = pair(tournament, question.number("round")).card
    number = {one.tpn: int(one.number) for one in tournament.participants}
    met: dict[int, dict[int, int]] = {}
    for round_, recorded in enumerate(tournament.rounds[: card.number - 1], 1):
        for one in recorded.meetings():
            met.setdefault(number[one.white], {})[number[one.black]] = round_
            met.setdefault(number[one.black], {})[number[one.white]] = round_
    return {
        "number": card.number,
        "brackets": [
            {
                "name": one.name,
                "left": [*one.tops, *one.limbo],
                "right": list(one.others),
                "joined": list(one.joined),
                "pairs": [list(pair) for pair in one.sides],
            }
            for one in card.brackets
        ],
        "bye": card.bye,
        "whites": [board.white for board in card.boards],
        "met": met,
    }


class Explained(Protocol):
    """An answer of `checker.questions`."""

    def to_dict(self) -> dict[str, object]: ...

    @property
    def lines(self) -> Iterable[str]: ...


def _why_not(question: EventQuestion) -> Explained:
    what = question.text("what")
    return why_not(question.moment(), question.number("player") or 0, int(what) if what.isdigit() else what)


EXPLAINED: Mapping[str, Callable[[EventQuestion], Explained]] = {
    "why": lambda question: why(question.moment(), question.number("player") or 0),
    "why-not": _why_not,
    "what-if": lambda question: what_if(question.moment(), question.texts("changes")),
    "judge": lambda question: judge(question.moment(), question.pairs("pairs")),
}


def explained(kind: str, question: EventQuestion) -> dict[str, object]:
    found = EXPLAINED[kind](question)
    return {**found.to_dict(), "lines": _lines(found.lines)}


def standings_after(question: EventQuestion) -> dict[str, object]:
    table = _table(question)
    head = say(
        "standings after round {after} by C.07, edition {edition} ({why})",
        after=table.after,
        why=say(table.order.why),
        edition=table.edition,
    )
    return {"file": question.name, **table.to_dict(), "lines": _lines([head])}


def why_ranks(question: EventQuestion) -> dict[str, object]:
    one, other = question.number("player") or 0, question.number("other") or 0
    lines = why_rank(_table(question), one, other)
    return {"asked": [one, other], "words": lines, "lines": _lines(lines)}


def check_event(question: EventQuestion) -> dict[str, object]:
    checked = checked_file(question)
    rounds = [_checked_round(one) for one in checked_rounds(checked)]
    return {**value_of([checked]), "rounds_in_words": rounds, "lines": _lines(text_of(checked).splitlines())}


def _checked_round(one: CheckedRound) -> dict[str, object]:
    boards = [[int(board.white), int(board.black), board.mark] for board in one.boards if board.mark]
    found = [one.report.words and say(one.report.words), *one.causes]
    return {
        "number": one.report.number,
        "agrees": one.agrees,
        "words": say(one.report.status.value),
        "causes": _lines(words for words in found if words),
        "boards": boards,
    }


def checked_file(question: EventQuestion) -> CheckedFile:
    found = check_source(Sent(question.name, question.text("trf").encode()), HowToCheck(keep=True))
    assert found is not None, "it is no file of an archive"
    return found


def _lines(lines: Iterable[str]) -> list[str]:
    return [one_line(without_records(line)) for line in lines]


def page(question: EventQuestion) -> dict[str, object]:
    """Return an HTML page."""
    return {"html": PAGES[question.text("page")](question)}


def _title(question: EventQuestion) -> str:
    return question.event().name or question.name


def _paper(what: str, question: EventQuestion) -> str:
    """Return a document about the recorded round (by default the last one), with the arbiter's changes."""
    tournament = question.event()
    return PAPERS[what](recorded_round(tournament, question.number("round") or len(tournament.rounds)))


def _table(question: EventQuestion) -> Standings:
    return standings(question.event(), question.number("after"))


PAGES: Mapping[str, Callable[[EventQuestion], str]] = {
    "round": lambda question: round_page(_title(question), pair(question.event(), question.number("round"))),
    **{what: partial(_paper, what) for what in PAPERS},
    "standings": lambda question: standings_page(_title(question), _table(question)),
    "poster": lambda question: poster(question.name, _table(question), crosstable=False),
    "crosstable": lambda question: poster(question.name, _table(question), crosstable=True),
    "check": lambda question: report_page([checked_file(question)._replace(name=_title(question))]),
}


def give_exercise(question: EventQuestion) -> dict[str, object]:
    """Return a round to pair by hand, with its solution, and the articles to choose from."""
    found = exercise(*(question.text(key) for key in ("system", "edition", "article", "level", "seed")))
    example, reading, book = found.example, found.reading, Rules(found.moment.of_event)
    listed = sorted(articles(example.system, example.edition), key=lambda one: by_numbers(one[0]))
    known = [
        {"article": article, "code": code, "about": told.words if code in ("", told.code) else ""}
        for article, code, words in listed
        for told in [book.cite(code, article, words)]
    ]
    return {
        "trf": write(found.event),
        **{key: getattr(example, key) for key in ("round", "system", "edition")},
        **next(one for one in known if one["article"] == reading.article and reading.code in ("", one["code"])),
        "misread": reading.misread,
        **{key: getattr(found, key) for key in ("seed", "level", "brackets", "floaters")},
        "deciding": list(found.deciding),
        "pairs": [list(pair) for pair in found.pairs],
        "without": [list(pair) for pair in reading.pairs],
        "facts": _facts(found),
        "players": _players(found),
        "articles": known,
    }


def _facts(found: Exercise) -> list[str]:
    state = found.moment.state
    facts = []
    if state.initial_colour is not None:
        white = state.initial_colour is Colour.WHITE
        facts.append(say("The initial-colour is White.") if white else say("The initial-colour is Black."))
    if state.is_last:
        facts.append(say("This is the last round."))
    if any(player.score != player.points for player in state.players):
        facts.append(say("The points include virtual points, because the event is accelerated."))
    away = [one.name or str(one.number) for one in found.event.participants if one.tpn not in state.by_tpn]
    if away:
        facts.append(say("Not in this round: {names}.", names=language.with_semicolons(away)))
    return [*facts, *(f"{words}." for words in wishes_in_words(found.event))]


def _players(found: Exercise) -> list[dict[str, object]]:
    """Return what an arbiter has on the card of each player, in the order of the ranking."""
    people = {one.tpn: one for one in found.event.participants}
    cells = cells_of(found.event, found.example.round - 1)
    return [
        {
            "number": int(people[player.tpn].number),
            "name": people[player.tpn].name,
            "score": show_points(player.score),
            "floats": player.floats,
            "rounds": list(cells[player.tpn]),
        }
        for player in found.moment.state.players
    ]


def give_hints(question: EventQuestion) -> dict[str, object]:
    """Return hints about boards, which may be only some boards of a round."""
    verdict = judge(question.moment(), question.pairs("pairs"), ())  # hints give no reason for each board
    found = exchange(verdict)
    return {
        "agrees": verdict.agrees,
        "complete": verdict.is_complete,
        "hints": list(hints(verdict)),
        "exchange": [verdict.moment.shown(tpn) for tpn in found[:2]] if found else None,
    }


QUESTIONS: Mapping[str, Callable[[EventQuestion], dict[str, object]]] = {
    "open": events.opened,
    "event": events.event,
    "pair": pair_round,
    "brackets": brackets,
    **{kind: partial(explained, kind) for kind in EXPLAINED},
    "standings": standings_after,
    "why-rank": why_ranks,
    "check": check_event,
    "page": page,
    "new": lambda question: changed(question, new(question)),
    "next-round": lambda question: changed(question, next_round(question)),
    **{kind: partial(change, kind) for kind in CHANGES},
    "exercise": give_exercise,
    "hints": give_hints,
}
"""The functions that answer questions about an event, by kind."""

WITH_EVENT = {kind for kind, one in KINDS.items() if "trf" in one.takes.split()} - {"new"}
"""The kinds of questions about an event that exists."""

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
        "club.trf:2:8: starting rank: found 'x', expected one number"
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
            with in_language(EventQuestion(values).language), language.in_other_words(IN_THE_PAGE):
                name = values.get("name") or values.get("path") or values.get("kept") or say("the event")
                try:
                    found = self._answer(kind, values, name)
                except Exception as error:
                    found = {"file": name, **failure_of(error, name, _said).to_dict()}
        except (BadRequest, language.UnknownLanguage) as error:  # the language of the answer is not yet known
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
            "languages": [*language.languages()],
            "kept": [*self._kept],
            "bounds": bounds,
        }

    def _with_text(self, values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """Return a question with the name and the text of its event. Raises `BadRequest`, OSError and `TrfProblems`."""
        given = [key for key in ("trf", "path", "kept", "data") if values.get(key)]
        if len(given) > 1:
            raise refusal("found {found}, expected only one of them", found=", ".join(given))
        if not given and values["ask"] in WITH_EVENT:
            raise refusal(
                "no event was given: state its text (trf), its path, or the name under which it is kept", "trf"
            )
        if given == ["kept"]:
            return {**values, "name": name, "trf": self._kept_text(values["kept"])}
        if given == ["path"]:
            return {**values, "name": name, "trf": self._text_at(values["path"])}
        return values

    def _kept_text(self, name: str) -> str:
        if name not in self._kept:
            raise refusal("no event is kept under the name {name}", name=quoted(name))
        return self._kept[name]

    def _text_at(self, name: str) -> str:
        for directory in self._directories if "\0" not in name else ():
            path = (directory / name).resolve()
            try:
                if path.is_relative_to(directory) and path.is_file():
                    with path.open("rb") as file:
                        _, data = load(file, name)
                    assert isinstance(data, bytes)
                    return decoded(data)
            except OSError as error:  # without the directory, which is none of the caller's business
                raise OSError(error.errno, error.strerror, name) from None
        if not self._directories:
            raise refusal("no directory was allowed at the start", "path")
        raise refusal("there is no such file below the directories that were allowed", "path")

    def _keep(self, name: str, text: str) -> None:
        if is_json(text):
            text = events.read(text, name, "").write()
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
