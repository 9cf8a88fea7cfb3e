"""The questions of the page that change the event.

Each answer contains the event as the page shows it, its new text (``trf``), and ``notices``: sentences that say what
was done. `swisspair.changes` makes the changes; the command line makes the same changes in the same words.
"""

from __future__ import annotations

from datetime import date
from secrets import choice
from typing import TYPE_CHECKING, cast

from pairing_engine import pair
from pairing_engine.changes.new_event import begun, settings_of_new
from pairing_engine.changes.presence import WhoPlays, as_asked
from pairing_engine.facts.codes import Overrides
from pairing_engine.facts.consistency import cautions
from pairing_engine.facts.model import Colour
from pairing_engine.facts.names import number_and_name
from pairing_engine.language import say
from swisspair import changes
from swisspair.changes import Changed, Opened
from swisspair.conversation.events import EventQuestion, changed
from trf import examine, write
from trf.event_json.events import COLOURS
from trf.lists import players_in

if TYPE_CHECKING:
    from pairing_engine.facts.model import AskedAs

WISHES = "avoid", "avoid_pairs", "prefer_bye", "no_bye"
"""The kinds of wishes, which are also the names of arguments of `pair`."""


def new(question: EventQuestion) -> dict[str, object]:
    """Create an event from a pasted list. If the initial-colour is not stated, it is drawn by lot."""
    found = players_in(question.text("list"), say("list"))
    stated = COLOURS.get(question.text("colour"))
    colour = stated or choice(list(Colour))
    day = question.text("day") or f"{date.today():%Y/%m/%d}"
    asked = question.text("system") or None, question.text("edition") or None, question.number("boards")
    settings = settings_of_new(question.number("rounds"), day, colour, *asked, baku=question.is_true("baku"))
    codes = [code for code in map(str.strip, question.text("tie_breaks").split(",")) if code]
    event = begun(question.text("event"), found.players, found.clubs, settings, codes, asked[2])
    notices = [*found.remarks, *cautions(event)]
    if stated is None:
        said = say("White") if colour is Colour.WHITE else say("Black")
        first = number_and_name(event.participants[0])
        notices.append(say("the initial-colour was drawn: {first} has {colour} in round 1", first=first, colour=said))
    return {**changed(question, changes.checked(write(event), event)), "notices": notices}


def _answer(question: EventQuestion, done: Changed) -> dict[str, object]:
    return {**changed(question, done.text), "notices": list(done.words)}


def _opened(question: EventQuestion) -> Opened:
    return Opened(question.reading())


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
    return _answer(question, changes.next_round(opened, event, pair(event, **asked), overrides))


def by_hand(question: EventQuestion) -> dict[str, object]:
    """Replace boards of the last round with the arbiter's ``pairs``, and note the boards that break the rules."""
    pairs = [f"{white}-{black or 'bye'}" for white, black in question.pairs("pairs")]
    return _answer(question, changes.boards(_opened(question), " ".join(pairs), by_hand=True, force=True))


def boards(question: EventQuestion) -> dict[str, object]:
    """Set the ``boards`` of the last round, such as ``5-1 2-8 3-bye``; ``by_hand`` also writes what breaks a rule."""
    return _answer(question, changes.boards(_opened(question), question.text("boards"), *_by_hand(question)))


def swap(question: EventQuestion) -> dict[str, object]:
    """Exchange two ``players`` of the last round, such as ``5-8``; ``by_hand`` also writes what breaks a rule."""
    return _answer(question, changes.swap(_opened(question), question.text("players"), *_by_hand(question)))


def _by_hand(question: EventQuestion) -> tuple[bool, bool]:
    return question.is_true("by_hand"), question.is_true("force")


def unpair(question: EventQuestion) -> dict[str, object]:
    """Take the last round back; with ``force`` also one that has results."""
    return _answer(question, changes.unpair(_opened(question), question.is_true("force")))


def enter(question: EventQuestion) -> dict[str, object]:
    """Enter ``results`` by board (an empty one removes a result), and seat teams: ``line_ups`` such as ``Kiel: 3, 4``.

    ``round`` is the round to correct; ``force`` takes a result out of a round on which another stands.
    """
    results = " ".join(f"{board}:{code or '?'}" for board, code in question.by_name("results").items())
    asked = question.number("round"), question.texts("line_ups")
    done = changes.enter(_opened(question), results, *asked, force=question.is_true("force"))
    return _answer(question, done)


def away(question: EventQuestion) -> dict[str, object]:
    """Give ``players`` (such as ``7, aalto`` or ``5=H``), or a ``player`` with a ``bye`` (Z or H), a bye in one round.

    The round is ``round``, by default the next one. A ``player`` with an empty ``bye`` plays after all.
    """
    players, number, opened = question.text("players"), question.number("round"), _opened(question)
    if players:
        return _answer(question, changes.away(opened, players, number))
    player, bye = str(question.number("player")), question.text("bye")
    if bye:
        return _answer(question, changes.away(opened, f"{player}={bye}", number))
    return _answer(question, changes.come_back(opened, player, number or len(opened.event.rounds) + 1))


def withdraw(question: EventQuestion) -> dict[str, object]:
    """Leave ``players`` (such as ``7, aalto``) out of all rounds to come."""
    return _answer(question, changes.withdraw(_opened(question), question.text("players")))


def come_back(question: EventQuestion) -> dict[str, object]:
    """Let ``players`` who are out play again in all rounds to come, or in ``round``."""
    asked = question.text("players"), question.number("round")
    return _answer(question, changes.come_back(_opened(question), *asked))


def add(question: EventQuestion) -> dict[str, object]:
    """Add the players in the lines of ``list``, such as ``Aalto, Eino, 1985, Harbour``; ``renumber`` as for edit."""
    return _answer(question, changes.add(_opened(question), question.text("list"), question.is_true("renumber")))


def edit(question: EventQuestion) -> dict[str, object]:
    """Correct the ``fields`` of a ``player``, such as ``{"rating": "1850"}``.

    With ``renumber`` the player gets the number of the corrected place, as always before round 1.
    """
    fields = [f"{name}={value}" for name, value in question.by_name("fields").items()]
    asked = question.text("player"), fields, question.is_true("renumber")
    return _answer(question, changes.edit(_opened(question), *asked))


def wish(question: EventQuestion) -> dict[str, object]:
    """Record a wish of the organiser from the next round on; an empty wish ends all wishes and prohibitions."""
    wished = {key: question.text(key) for key in WISHES}
    return _answer(question, changes.wish(_opened(question), question.text("strength") or "weak", **wished))
