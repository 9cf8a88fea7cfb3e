"""The questions of the page that change the event.

Each answer contains the event as the page shows it, its new text (``trf``), and ``notices``: sentences that say what
was done. `swisspair.changes` makes the changes; the command line makes the same changes in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from pairing_engine import pair
from pairing_engine.changes.new_event import settings_of_new
from pairing_engine.changes.presence import WhoPlays, as_asked
from pairing_engine.facts.codes import Overrides
from pairing_engine.language import say
from swisspair import changes
from swisspair.changes import Changed, Opened
from swisspair.conversation.events import EventQuestion, changed
from swisspair.terminal.options import codes_in
from trf import examine
from trf.event_json.events import COLOURS
from trf.lists import players_in

if TYPE_CHECKING:
    from pairing_engine.facts.model import AskedAs

WISHES = "avoid", "avoid_pairs", "prefer_bye", "no_bye"
"""The kinds of wishes, which are also the names of arguments of `pair`."""


def new(question: EventQuestion) -> dict[str, object]:
    """Create an event from a pasted list. If the initial-colour is not stated, it is drawn by lot."""
    found = players_in(question.text("list"), say("list"))
    colour, day = COLOURS.get(question.text("colour")), question.text("day")
    asked = question.text("system") or None, question.text("edition") or None, question.number("boards")
    settings = settings_of_new(question.number("rounds"), day, colour, *asked, baku=question.is_true("baku"))
    begun, drawn = changes.begin(
        question.text("event"), found, settings, codes_in(question.text("tie_breaks")), asked[2]
    )
    return told(question, begun._replace(words=(*begun.words, *filter(None, [drawn]))))


def next_round(question: EventQuestion) -> dict[str, object]:
    """Pair the next round, and add it to the event without results.

    ``absent`` (such as ``7, aalto``) and ``byes`` (such as ``5=H``) say who is out; wishes hold from this round
    on, and ``baku`` for the whole event.
    """
    overrides = Overrides(baku=question.is_true("baku"))
    reading = examine(question.text("trf").encode(), name=question.name, overrides=overrides)
    opened = Opened(reading, {"overrides": overrides})
    asked = cast("AskedAs", {key: question.text(key) for key in (*WISHES, "strength") if question.text(key)})
    who = WhoPlays(question.text("absent") or None, None, tuple(filter(None, [question.text("byes")])))
    event = as_asked(opened.event, who)
    return told(question, changes.next_round(opened, event, pair(event, **asked), overrides))


def told(question: EventQuestion, done: Changed) -> dict[str, object]:
    return {**changed(question, done.text), "notices": list(done.words)}


def _by_hand(asked: EventQuestion, event: Opened) -> Changed:
    """Replace boards of the last round with the arbiter's ``pairs``, and note the boards that break the rules."""
    pairs = [f"{white}-{black or 'bye'}" for white, black in asked.pairs("pairs")]
    return changes.boards(event, " ".join(pairs), by_hand=True, force=True)


def _enter(asked: EventQuestion, event: Opened) -> Changed:
    """Enter ``results`` by board (an empty one removes a result), and seat teams: ``line_ups`` such as ``Kiel: 3, 4``.

    ``round`` is the round to correct; ``force`` takes a result out of a round on which another stands.
    """
    results = " ".join(f"{board}:{code or '?'}" for board, code in asked.by_name("results").items())
    return changes.enter(event, results, asked.number("round"), asked.texts("line_ups"), force=asked.is_true("force"))


def _away(asked: EventQuestion, event: Opened) -> Changed:
    """Give ``players`` (such as ``7, aalto`` or ``5=H``), or a ``player`` with a ``bye`` (Z or H), a bye in one round.

    The round is ``round``, by default the next one. A ``player`` with an empty ``bye`` plays after all.
    """
    players, number, bye = asked.text("players"), asked.number("round"), asked.text("bye")
    player = asked.text("player")
    if players or bye:
        return changes.away(event, players or f"{player}={bye}", number)
    return changes.come_back(event, player, number or len(event.event.rounds) + 1)


def _edit(asked: EventQuestion, event: Opened) -> Changed:
    fields = [f"{name}={value}" for name, value in asked.by_name("fields").items()]
    return changes.edit(event, asked.text("player"), fields, asked.is_true("renumber"))


def _wish(asked: EventQuestion, event: Opened) -> Changed:
    wished = {key: asked.text(key) for key in WISHES}
    return changes.wish(event, asked.text("strength") or "weak", **wished)


CHANGES: Mapping[str, Callable[[EventQuestion, Opened], Changed]] = {
    "by-hand": _by_hand,
    "enter": _enter,
    "away": _away,
    "withdraw": lambda asked, event: changes.withdraw(event, asked.text("players")),
    "return": lambda asked, event: changes.come_back(event, asked.text("players"), asked.number("round")),
    "add": lambda asked, event: changes.add(event, asked.text("list"), asked.is_true("renumber")),
    "edit": _edit,
    "swap": lambda asked, event: changes.swap(event, asked.text("players"), *_boldness(asked)),
    "boards": lambda asked, event: changes.boards(event, asked.text("boards"), *_boldness(asked)),
    "unpair": lambda asked, event: changes.unpair(event, asked.is_true("force")),
    "wish": _wish,
}
"""The changes of an event that has been read, by the kind of the question; the contract describes their arguments."""


def _boldness(asked: EventQuestion) -> tuple[bool, bool]:
    return asked.is_true("by_hand"), asked.is_true("force")


def change(kind: str, question: EventQuestion) -> dict[str, object]:
    return told(question, CHANGES[kind](question, Opened(question.reading())))
