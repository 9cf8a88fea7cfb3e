"""Exercises: rounds to pair by hand in which a chosen article decides, made from the examples of the articles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from checker.questions.moment import Moment, moment
from pairing_engine.errors import BadRequest, PairingError
from pairing_engine.facts.model import Result, Settings, Tournament
from pairing_engine.language import say
from pairing_engine.pairing import pair_round
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from swisspair.examples import Example, Misreading, Pairs, examples, is_about

if TYPE_CHECKING:
    from pairing_engine.systems.system import System

LEVELS = {"easy": 7, "medium": 12, "hard": 10**6}
"""The levels, each with the most that its exercises have of brackets, floaters and deciding articles together."""

BOARDS = {"easy": 2, "medium": 4, "hard": 7}
"""The number of boards with which a search for an exercise of a level begins."""

MOST_TRIED, MOST_VARIED = 60, 6
"""The maximum number of examples to look at, and of variations of one of them to pair."""

NAMES = [
    "Aalto", "Bianchi", "Castro", "Dvorak", "Edlund", "Fischer", "Gruber", "Haddad", "Ivanova", "Jensen", "Kovacs",
    "Lopez", "Martin", "Nowak", "Okafor", "Petrov", "Quiroga", "Rossi", "Suzuki", "Tamm", "Ueda", "Vidal", "Weber",
    "Xu", "Yilmaz", "Zhang",
]  # fmt: skip

PLAYED = {(Result.WIN, Result.LOSS): 2, (Result.LOSS, Result.WIN): 2, (Result.DRAW, Result.DRAW): 1}
"""The results that a variation can have, with their weights."""


class Exercise(NamedTuple):
    """A round to pair by hand, with its right ``pairs``.

    The rules give the pairs of ``reading`` without its article or, if it says how, with the article misread.
    ``deciding`` lists the articles without which the round would be another. ``seed`` gives the same exercise again.
    """

    example: Example
    reading: Misreading
    event: Tournament
    pairs: Pairs
    deciding: tuple[str, ...]
    seed: str

    @property
    def moment(self) -> Moment:
        return moment(self.event, self.example.round, SYSTEMS[self.example.system][self.example.edition])

    @property
    def brackets(self) -> int:
        """The number of different scores."""
        return len({player.score for player in self.moment.state.players})

    @property
    def floaters(self) -> int:
        """The number of pairs of players with different scores."""
        score = {int(player.tpn): player.score for player in self.moment.state.players}
        return sum(score[white] != score[black] for white, black in self.pairs if black)

    @property
    def level(self) -> str:
        size = self.brackets + self.floaters + len(self.deciding)
        return next(name for name, most in LEVELS.items() if size <= most)


def exercise(system: str = "", edition: str = "", article: str = "", level: str = "", seed: str = "") -> Exercise:
    """Return an exercise, by default about any article and of any level.

    The same arguments give the same exercise. If there is no exercise of the level, the level is another one. Raises
    `BadRequest` if there is no exercise about the article.

    >>> found = exercise("dutch", "2026", "C9", seed="class 3")
    >>> found.reading.code, found == exercise("dutch", "2026", "C9", seed="class 3")
    ('C9', True)
    """
    chosen = choose(Settings(), system or None, edition or None).system
    rng = Random(f"{chosen.name} {chosen.edition} {article} {level} {seed}")
    known = [(one, reading) for one in examples(chosen.name, chosen.edition) for reading in _deciding(one)]
    known = [entry for entry in known if not article or is_about(article, entry[1].article, entry[1].code)]
    if not known:
        raise BadRequest(
            say("there is no exercise about {article} in {title}", article=article or "?", title=say(chosen.title))
        )
    rng.shuffle(known)
    if level:
        known.sort(key=lambda entry: abs(len(entry[0].pairs) - BOARDS[level]) // 2)
    made = (
        Exercise(one, reading, one.event, one.pairs, tuple(each.code or each.article for each in _deciding(one)), seed)
        for one, reading in (*known[:MOST_TRIED], known[0])
    )
    found = next(made)
    if level not in ("", found.level):
        found = next((one for one in made if one.level == level), found)
    return _named(_varied(found, rng), rng)


def articles(system: str, edition: str) -> list[tuple[str, str, str]]:
    """Return the articles that have exercises, each with its code and the words of its examples, if they have any."""
    known = examples(system, edition)
    found = dict.fromkeys((one.article, one.code) for example in known for one in _deciding(example))
    about, coded = {one.article: one.about for one in known}, {article for article, code in found if code}
    return [(article, code, about.get(article, "")) for article, code in found if code or article not in coded]


def _deciding(example: Example) -> Iterator[Misreading]:
    """Yield the articles that decide an example, each once: left out if that changes the round, or else misread."""
    found: dict[str, Misreading] = {}
    for one in example.readings:
        if not one.article.endswith((" edition", " round")) and (one.article not in found or not one.misread):
            found[one.article] = one
    yield from found.values()


def _varied(found: Exercise, rng: Random) -> Exercise:
    """Draw other results for the last round, if the article can be left out and still decides; the level stays."""
    last, article = found.event.rounds[-1:], found.reading.article
    games = last[0].games if last else ()
    if found.reading.misread or not games or any((one.white_result, one.black_result) not in PLAYED for one in games):
        return found
    mine, level = found.reading.code or article, found.level
    for _ in range(MOST_VARIED):
        drawn = zip(games, rng.choices([*PLAYED], [*PLAYED.values()], k=len(games)), strict=True)
        played = tuple(game._replace(white_result=one, black_result=other) for game, (one, other) in drawn)
        event = found.event._replace(rounds=(*found.event.rounds[:-1], last[0]._replace(games=played)))
        now = (made := found._replace(event=event)).moment
        right, without = _pairs(now, now.of_event), _pairs(now, _without(now.of_event, article))
        if not right or not without or set(right) == set(without):
            continue
        others = (one for one in found.deciding if one != mine)
        deciding = (one for one in others if set(_pairs(now, _without(now.of_event, one)) or right) != set(right))
        made = made._replace(pairs=right, reading=found.reading._replace(pairs=without), deciding=(mine, *deciding))
        if made.level == level:
            return made
    return found


def _without(system: System, article: str) -> System | None:
    """Return the rules without an article, given as in `Exercise.deciding`; None if it is no single rule."""
    for name in ("criteria", "colour_steps", "bye_steps"):
        rules: tuple[Any, ...] = getattr(system, name)
        last = () if name == "criteria" else rules[-1:]  # the last step always decides
        kept: Any = tuple(rule for rule in rules if rule in last or article not in _names(system, rule))
        if len(kept) < len(rules):
            return system._replace(**{name: kept})
    return None


def _names(system: System, rule: Any) -> tuple[str, str]:
    """Return the article and the code of a rule; a step for colours has neither a chapter nor a code."""
    return f"{getattr(rule, 'text', '') or system.article} {rule.article}", getattr(rule, "code", "")


def _pairs(now: Moment, system: System | None) -> Pairs:
    """Pair the round by a system; no pairs if there is none, or if it cannot pair the round."""
    try:
        found = () if system is None else pair_round(system, now.given, now.engine).pairs
    except PairingError:
        return ()
    return tuple((int(white), int(black)) for white, black in found)


def _named(found: Exercise, rng: Random) -> Exercise:
    """Give the event the seed as its name, and players new names; teams keep theirs."""
    event = found.event._replace(name=found.seed)
    if not event.teams:
        names = [*rng.sample(NAMES, len(NAMES)), *[""] * len(event.participants)]
        people = zip(event.participants, names, strict=False)
        event = event._replace(participants=tuple(one._replace(name=name) for one, name in people))
    return found._replace(event=event)
