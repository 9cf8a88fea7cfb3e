"""Changes to the event. Each function returns the new text of the event, and the event as the page shows it.

The changes are written into the existing text, and the rest of the text stays unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from secrets import choice

from checker.diff import as_pairs
from checker.questions import judge
from pairing_engine import pair
from pairing_engine.changes import results
from pairing_engine.changes.new_event import begun, settings_of_new
from pairing_engine.changes.paired import with_boards, with_round
from pairing_engine.changes.presence import present, with_byes
from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import Asked, wishes_of
from pairing_engine.facts.model import ByeKind, Colour, Note, NoteKind, Tournament
from pairing_engine.facts.names import find, number_and_name
from pairing_engine.language import say
from swisspair.browser.events import PageQuestion, changed
from trf import carried_on, write
from trf.event.settings import records_of, with_comments, with_notes, without_wishes
from trf.event_json.events import COLOURS
from trf.lists import players_in

USUAL_TIE_BREAKS = "DE, BH/C1, BH, SB"
"""The tie-breaks that the page suggests for a new event."""

WISHES = "avoid", "avoid_pairs", "prefer_bye", "no_bye"
"""The kinds of wishes, which are also the names of arguments of `pair`."""


def new(question: PageQuestion) -> dict[str, object]:
    """Create an event from a pasted list. If the initial-colour is not stated, it is drawn by lot."""
    found = players_in(question.text("list"), say("list"))
    stated = COLOURS.get(question.text("colour"))
    colour = stated or choice(list(Colour))
    day = question.text("day") or f"{date.today():%Y/%m/%d}"
    asked = question.text("system") or None, question.text("edition") or None
    settings = settings_of_new(question.number("rounds"), day, colour, *asked)
    codes = [code for code in map(str.strip, question.text("tie_breaks").split(",")) if code]
    event = begun(question.text("event"), found.players, found.clubs, settings, codes)
    notices = []
    if stated is None:
        said = say("White") if colour is Colour.WHITE else say("Black")
        first = number_and_name(event.participants[0])
        notices.append(say("the initial-colour was drawn: {first} has {colour} in round 1", first=first, colour=said))
    return {**changed(question, write(event)), "notices": notices}


def next_round(question: PageQuestion) -> dict[str, object]:
    """Pair the next round, and add it to the event without results."""
    tournament = question.tournament()
    return _written(question, with_round(tournament, pair(tournament).pairing))


def by_hand(question: PageQuestion) -> dict[str, object]:
    tournament, moment = question.tournament(), question.moment()
    if moment.number != len(tournament.rounds):
        raise BadRequest(say("round {number} is not the last one", number=moment.number))
    pairs = question.pairs("pairs")
    verdict = judge(moment, pairs)
    boards = [(moment.tpn(one), moment.tpn(two)) for one, two in pairs if two]
    bye = next((moment.tpn(one) for one, two in pairs if not two), None)
    differing = sorted(set(verdict.round).difference(as_pairs(moment.pairing)))
    made = ", ".join(f"{white}-{black or 'bye'}" for white, black in moment.pairs_as_lists(differing))
    notes = [] if verdict.agrees else [Note(NoteKind.MANUAL, moment.number, made)]
    return _written(question, with_boards(tournament, boards, bye), notes)


def enter(question: PageQuestion) -> dict[str, object]:
    """Enter results by board; an empty entry removes a result."""
    text = " ".join(f"{board}:{code or '?'}" for board, code in question.by_name("results").items())
    found = results.enter(question.tournament(), text, question.number("round"))
    return _written(question, found.tournament)


def away(question: PageQuestion) -> dict[str, object]:
    tournament = question.tournament()
    tpn = find(tournament.participants, str(question.number("player"))).tpn
    kind = question.text("bye")
    changed_event = with_byes(tournament, {tpn: ByeKind(kind)}) if kind else present(tournament, [tpn])
    return _written(question, changed_event)


def wish(question: PageQuestion) -> dict[str, object]:
    """Record a wish of the organiser from the next round on; an empty wish withdraws all wishes."""
    reading = question.reading()
    tournament, file = reading.tournament, reading.file
    wished = {key: question.text(key) or None for key in WISHES}
    if not any(wished.values()):
        return changed(question, write(without_wishes(file)))
    following = len(tournament.rounds) + 1
    rounds = following, max(tournament.settings.rounds or following, following)
    found = wishes_of(tournament, Asked(**wished, strength=question.text("strength") or "weak"), rounds)
    numbers = {one.tpn: one.number for one in tournament.participants}
    return changed(question, write(with_comments(file, [*records_of(found, numbers)])))


def _written(question: PageQuestion, after: Tournament, notes: Iterable[Note] = ()) -> dict[str, object]:
    reading = question.reading()
    try:
        file = carried_on(reading.file, reading.tournament, after)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return changed(question, write(with_notes(file, notes)))
