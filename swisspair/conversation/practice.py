"""The questions of the room in which arbiters practise: a round to pair by hand, and hints about proposed boards."""

from __future__ import annotations

from checker.questions import judge
from checker.questions.hints import exchange, hints
from pairing_engine.facts.model import Colour, show_points
from pairing_engine.language import say
from pairing_engine.standings.table import cells_of
from swisspair.conversation.events import EventQuestion, wishes_in_words
from swisspair.exercises import Exercise, articles, exercise
from trf import write


def give_exercise(question: EventQuestion) -> dict[str, object]:
    """Return a round to pair by hand, with its solution, and the articles to choose from."""
    asked = [question.text(key) for key in ("system", "edition", "article", "level", "seed")]
    found = exercise(*asked)
    example, reading = found.example, found.reading
    known = [
        {"article": article, "code": code, "about": say(about) if about else ""}
        for article, code, about in articles(example.system, example.edition)
    ]
    return {
        "trf": write(found.event),
        **{key: getattr(example, key) for key in ("round", "system", "edition")},
        **next(one for one in known if one["article"] == reading.article),
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
        facts.append(say("Not in this round: {names}.", names="; ".join(away)))
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
    verdict = judge(question.moment(), question.pairs("pairs"))
    found = exchange(verdict)
    return {
        "agrees": verdict.agrees,
        "complete": verdict.is_complete,
        "hints": list(hints(verdict)),
        "exchange": [verdict.moment.shown(tpn) for tpn in found[:2]] if found else None,
    }
