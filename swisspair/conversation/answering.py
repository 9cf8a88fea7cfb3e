"""A conversation: questions and answers as JSON, and the events that it keeps (docs/conversation.md).

The answer about a round contains the values that the programs print with ``--format json``, and ``lines``, a list of
sentences for people. The answer to a change contains the event as the page shows it, its new text (``trf``), and
``notices``: sentences that say what was done. The methods of `swisspair.event.Event` make the changes.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Unpack

from checker.questions import judge, why, why_not
from checker.questions.asked import what_if_named
from checker.questions.hints import exchange, hints
from checker.questions.why_not import WORDS
from pairing_engine import pair
from pairing_engine.answers.contract import fault_in, stated
from pairing_engine.answers.published import recorded_round
from pairing_engine.changes.described import day_in
from pairing_engine.changes.presence import WhoPlays, as_asked
from pairing_engine.errors import BadRequest, PairingError, refusal
from pairing_engine.facts.bounded import decoded, json_in
from pairing_engine.facts.codes import Overrides, codes_in
from pairing_engine.facts.model import Colour, show_points
from pairing_engine.facts.names import find
from pairing_engine.facts.shown import one_line
from pairing_engine.language import ENGLISH, language, quoted, say, with_semicolons
from pairing_engine.language.choosing import UnknownLanguage, in_language, in_other_words, languages
from pairing_engine.standings.table import cells_of, standings
from pairing_engine.standings.why import why_rank
from swisspair.conversation import events
from swisspair.conversation.contract import ALWAYS, CHANGED, CONTRACT, EVENT, KINDS, WISHES, asks, question_schema
from swisspair.conversation.events import wishes_in_words
from swisspair.conversation.without_terminal import IN_THE_PAGE, without_records
from swisspair.event import Event, read
from swisspair.exercises import Exercise, articles, exercise
from swisspair.page.rules import Rules, by_numbers
from swisspair.page.sheets import PAPERS, poster, round_page, standings_page
from swisspair.statuses import ExitStatus, Failure, words_of
from swisspair.swisscheck.checked_file import CheckedFile, HowToCheck, Sent, check_source, text_of, value_of
from swisspair.swisscheck.page import CheckedRound, checked_rounds, report_page
from swisspair.terminal.program import failure_of
from trf import write
from trf.format.source import MOST_BYTES, is_json, load

if TYPE_CHECKING:
    from checker.questions import Moment
    from pairing_engine.facts.asked_wishes import AskedAs
    from pairing_engine.facts.model import Participant

Pairs = list[tuple[int, int]]


class Explained(Protocol):
    """An answer of `checker.questions`."""

    def to_dict(self) -> dict[str, object]: ...

    @property
    def lines(self) -> Iterable[str]: ...


@asks("about", "Which program is this, and what does it answer?", "about", ALWAYS)
def about(conversation: Conversation) -> dict[str, object]:
    from pairing_engine import __version__

    bounds = {"seconds": conversation.seconds, "bytes": LONGEST, "kept": MOST_KEPT, "kept_bytes": MOST_KEPT_BYTES}
    return {
        "version": __version__,
        "contract": CONTRACT,
        "kinds": [*KINDS],
        "languages": [*languages()],
        "kept": [*conversation.kept],
        "bounds": bounds,
    }


asks("open", "Which event is in this file, or which files are in this archive?", "opened", f"{EVENT} data member")(
    events.opened
)
asks("event", "Show the event, with the boards of a round.", "event")(events.shown)


@asks("pair", "Pair a round; the event does not change.", "pairing")
def _pair(event: Event, name: str, round: int | None = None) -> dict[str, object]:
    noted = [adjustment._asdict() for adjustment in event.adjustments]
    return {"file": name, **event.pair(round).to_dict(), "adjustments": noted}


@asks("brackets", "What does a picture of a round show?", "brackets")
def _brackets(event: Event, round: int | None = None) -> dict[str, object]:
    card = pair(event, round).card
    number = {one.tpn: int(one.number) for one in event.participants}
    met: dict[int, dict[int, int]] = {}
    for round_, recorded in enumerate(event.rounds[: card.number - 1], 1):
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


@asks("why", "Why has a participant this opponent, float, bye or colour?", "why")
def _why(moment: Moment, player: int | str) -> Explained:
    return why(moment, _number(moment.participants.values(), player))


@asks("why-not", "Why do two participants not meet, or why does one not have a bye, float or colour?", "why_not")
def _why_not(moment: Moment, player: int | str, what: str) -> Explained:
    everybody = moment.participants.values()
    return why_not(moment, _number(everybody, player), what if what in WORDS else _number(everybody, what, "what"))


def _number(people: Iterable[Participant], who: int | str, about: str = "player") -> int:
    return find(tuple(people), str(who), about).number


@asks("what-if", "How would the round look with changed facts?", "what_if")
def _what_if(moment: Moment, changes: list[str]) -> Explained:
    return what_if_named(moment, changes)


@asks("judge", "What do the rules say about these boards?", "judgement")
def _judge(moment: Moment, pairs: Pairs) -> Explained:
    return judge(moment, pairs)


@asks("standings", "Rank the participants.", "standings")
def _standings(event: Event, name: str, after: int | None = None) -> dict[str, object]:
    table = standings(event, after)
    head = say(
        "standings after round {after} by C.07, edition {edition} ({why})",
        after=table.after,
        why=say(table.order.why),
        edition=table.edition,
    )
    return {"file": name, **table.to_dict(), "lines": _lines([head])}


@asks("why-rank", "Which tie-break separates two participants?", "why_rank")
def _why_rank(event: Event, *, after: int | None = None, player: int | str, other: int | str) -> dict[str, object]:
    asked = [_number(event.participants, who) for who in (player, other)]
    lines = why_rank(standings(event, after), *asked)
    return {"asked": asked, "words": lines, "lines": _lines(lines)}


@asks("check", "Does every recorded round follow the rules?", "check")
def _check(trf: str, name: str) -> dict[str, object]:
    checked = _checked(trf, name)
    rounds = [_checked_round(one) for one in checked_rounds(checked)]
    return {**value_of([checked]), "rounds_in_words": rounds, "lines": _lines(text_of(checked).splitlines())}


def _checked(trf: str, name: str) -> CheckedFile:
    found = check_source(Sent(name, trf.encode()), HowToCheck(keep=True))
    assert found is not None, "it is no file of an archive"
    return found


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


@asks("page", "Make a page to print or to read.", "page")
def _page(
    event: Event, trf: str, name: str, *, round: int | None = None, after: int | None = None, page: str
) -> dict[str, object]:
    title = event.name or name
    match page:
        case "round":
            html = round_page(title, pair(event, round))
        case "standings":
            html = standings_page(title, standings(event, after))
        case "poster" | "crosstable":
            html = poster(name, standings(event, after), crosstable=page == "crosstable")
        case "check":
            html = report_page([_checked(trf, name)._replace(name=title)])
        case _:  # of the recorded round, by default the last one, with the arbiter's changes
            html = PAPERS[page](recorded_round(event, round or len(event.rounds)))
    return {"html": html}


@asks("new", "Begin an event.", "event", f"{ALWAYS} name keep shown")
def _new(
    *,
    event: str = "",
    list: str,
    rounds: int,
    day: str = "",
    colour: str = "",
    system: str = "",
    edition: str = "",
    tie_breaks: str = "",
    boards: int | None = None,
    baku: bool = False,
    force: bool = False,
) -> Event:
    return Event.new(
        event,
        list,
        rounds,
        system or None,
        edition or None,
        initial_colour=colour or None,
        first_day=day and day_in("day", day, "day"),
        tie_breaks=codes_in(tie_breaks),
        boards=boards,
        baku=baku,
        force=force,
    )


@asks("next-round", "Pair the next round, and write it into the event.", "event", CHANGED)
def _next_round(
    trf: str, name: str, absent: str = "", byes: str = "", baku: bool = False, **wishes: Unpack[AskedAs]
) -> Event:
    event = read(trf.encode(), name=name, overrides=Overrides(baku=baku))
    who = WhoPlays(absent or None, None, tuple(filter(None, [byes])))
    return event.play(pair(as_asked(event, who), **wishes), asked=["--baku"] if baku else [])


@asks("by-hand", "Replace boards of the last round.", "event", CHANGED)
def _by_hand(event: Event, *, round: int | None = None, pairs: Pairs, force: bool = False) -> Event:
    return event.set_boards(pairs, by_hand=True, force=True)


@asks("enter", "Enter results.", "event", CHANGED)
def _enter(
    event: Event,
    *,
    round: int | None = None,
    results: dict[str, str],
    line_ups: Sequence[str] = (),
    force: bool = False,
) -> Event:
    entered = " ".join(f"{board}:{code or '?'}" for board, code in results.items())
    return event.enter(entered, round, line_ups=line_ups, force=force)


@asks("away", "Give participants a bye, or take it back.", "event", CHANGED)
def _away(event: Event, round: int | None = None, players: str = "", player: int | str = 0, bye: str = "") -> Event:
    if players or bye:
        return event.absent(players or f"{player}={bye}", round=round)
    return event.come_back(player, round=round or len(event.rounds) + 1)


@asks("withdraw", "Leave participants out of all rounds to come.", "event", CHANGED)
def _withdraw(event: Event, players: str) -> Event:
    return event.withdraw(players)


@asks("return", "Let participants who are out play again.", "event", CHANGED)
def _return(event: Event, players: str, round: int | None = None) -> Event:
    return event.come_back(players, round=round)


@asks("add", "Add participants.", "event", CHANGED)
def _add(event: Event, list: str, renumber: bool = False) -> Event:
    return event.add(list, renumber=renumber)


@asks("edit", "Correct the facts about a participant.", "event", CHANGED)
def _edit(event: Event, player: int | str, fields: dict[str, str | int], renumber: bool = False) -> Event:
    return event.edit(player, fields, renumber=renumber)


@asks("swap", "Exchange two participants of the last round.", "event", CHANGED)
def _swap(event: Event, players: str, by_hand: bool = False, force: bool = False) -> Event:
    return event.swap(players, by_hand=by_hand, force=force)


@asks("boards", "Set boards of the last round.", "event", CHANGED)
def _boards(event: Event, boards: str, by_hand: bool = False, force: bool = False) -> Event:
    return event.set_boards(boards, by_hand=by_hand, force=force)


@asks("describe", "State facts about the event, such as its city.", "event", CHANGED)
def _describe(event: Event, facts: dict[str, str]) -> Event:
    return event.describe(**facts)


@asks("stand-in", "Seat somebody for a player who left.", "event", CHANGED)
def _stand_in(event: Event, player: int | str, instead: int | str) -> Event:
    return event.stand_in(player, instead)


@asks("tie-breaks", "Set the tie-breaks of the event.", "event", CHANGED)
def _tie_breaks(event: Event, tie_breaks: str, force: bool = False) -> Event:
    return event.rank_by(*codes_in(tie_breaks), force=force)


@asks("unpair", "Take the last round back.", "event", CHANGED)
def _unpair(event: Event, force: bool = False) -> Event:
    return event.unpair(force=force)


@asks("wish", "Record the organiser's wishes, or take all of them back.", "event", CHANGED)
def _wish(event: Event, **wishes: Unpack[AskedAs]) -> Event:
    return event.wish(**wishes)


@asks("exercise", "Give me a round to pair by hand.", "exercise", f"{ALWAYS} keep")
def _exercise(
    system: str = "", edition: str = "", article: str = "", level: str = "", seed: str = ""
) -> dict[str, object]:
    found = exercise(system, edition, article, level, seed)
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
        "deciding": [*found.deciding],
        "pairs": [[*pair] for pair in found.pairs],
        "without": [[*pair] for pair in reading.pairs],
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
        facts.append(say("Not in this round: {names}.", names=with_semicolons(away)))
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


@asks("hints", "What is wrong with my boards, step by step?", "hints")
def _hints(moment: Moment, pairs: Pairs) -> dict[str, object]:
    verdict = judge(moment, pairs, ())  # hints give no reason for each board
    found = exchange(verdict)
    return {
        "agrees": verdict.agrees,
        "complete": verdict.is_complete,
        "hints": [*hints(verdict)],
        "exchange": [verdict.moment.shown(tpn) for tpn in found[:2]] if found else None,
    }


@asks("forget", "Forget an event that was kept.", "forgotten", ALWAYS)
def _forget(conversation: Conversation, kept: str) -> dict[str, object]:
    conversation.text_of(kept)
    del conversation.kept[kept]
    return {"kept": [*conversation.kept]}


def _lines(lines: Iterable[str]) -> list[str]:
    return [one_line(without_records(line)) for line in lines]


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
        self.seconds = seconds
        self.kept: dict[str, str] = {}

    def answer(self, question: str | bytes | Mapping[str, object]) -> dict[str, Any]:
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
                words = "ask is missing" if kind is None else f"{kind!r} is not a kind of question"
                raise BadRequest(f"{words}; the kinds are {', '.join(KINDS)}")
            fault = fault_in(values, question_schema(kind))
            if fault:
                raise BadRequest(fault)
            with in_language(values.get("language") or ENGLISH), in_other_words(IN_THE_PAGE):
                name = values.get("name") or values.get("path") or values.get("kept") or say("the event")
                try:
                    found = self._answer(kind, values, name)
                except Exception as error:
                    found = {"file": name, **failure_of(error, name, _said).to_dict()}
        except (BadRequest, UnknownLanguage) as error:  # the language of the answer is not yet known
            found = {"file": name, **Failure(ExitStatus.BAD_REQUEST, str(error)).to_dict()}
        return {**head, **stated(found)}

    def _answer(self, kind: str, values: Mapping[str, Any], name: str) -> dict[str, object]:
        keep = values.get("keep", values.get("kept"))
        if "trf" in question_schema(kind)["properties"]:
            values = self._with_text(values, name)
        seconds = min(values.get("seconds", self.seconds), self.seconds) or values.get("seconds", 0)
        try:
            with _at_most(seconds):
                found = self._found(kind, values, name)
        except OutOfTime:
            words = say(
                "the search for an answer was given up after {seconds} seconds of processor time", seconds=seconds
            )
            raise Failure(ExitStatus.TOO_LARGE, words) from None
        text = str(found.get("trf", values.get("trf", "")))
        if keep and text:
            self._keep(keep, text)
        return found

    def _found(self, kind: str, values: Mapping[str, Any], name: str) -> dict[str, object]:
        """Call the function that answers a kind of question, with the arguments that it takes."""
        given: dict[str, Any] = {}
        for key, one in KINDS[kind].parameters.items():
            if one.annotation == "Conversation":
                given[key] = self
            elif one.annotation == "Event":
                given[key] = events.read(values["trf"], name, language())
            elif one.annotation == "Moment":
                given[key] = events.before(values["trf"], name, language(), values.get("round"))
            elif one.kind is one.VAR_KEYWORD:
                given |= {wish: values[wish] for wish in WISHES.split() if values.get(wish)}
            elif key == "name":
                given[key] = name
            elif key in values:
                given[key] = [tuple(pair) for pair in values[key]] if key == "pairs" else values[key]
        found: Any = KINDS[kind].answer(**given)
        if isinstance(found, Event):
            return {**events.view_of(found.write(), name, values.get("shown")), "notices": [*found.notices]}
        return found if isinstance(found, dict) else {**found.to_dict(), "lines": _lines(found.lines)}

    def _with_text(self, values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        """Return a question with the name and the text of its event. Raises `BadRequest`, OSError and `TrfProblems`."""
        given = [key for key in ("trf", "path", "kept", "data") if values.get(key)]
        if len(given) > 1:
            raise refusal("found {found}, expected only one of them", found=", ".join(given))
        if not given:
            raise refusal(
                "no event was given: state its text (trf), its path, or the name under which it is kept", "trf"
            )
        if given == ["kept"]:
            return {**values, "name": name, "trf": self.text_of(values["kept"])}
        if given == ["path"]:
            return {**values, "name": name, "trf": self._text_at(values["path"])}
        return values

    def text_of(self, name: str) -> str:
        if name not in self.kept:
            raise refusal("no event is kept under the name {name}", name=quoted(name))
        return self.kept[name]

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
        others = [len(one) for key, one in self.kept.items() if key != name]
        if len(others) >= MOST_KEPT or sum(others) + len(text) > MOST_KEPT_BYTES:
            words = say("{number} events are kept, and there is no room for more: forget one", number=len(others))
            raise Failure(ExitStatus.TOO_LARGE, words)
        self.kept[name] = text


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
