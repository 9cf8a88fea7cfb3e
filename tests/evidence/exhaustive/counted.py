"""The parts of an answer, parsed from its printed sentences.

The tests compare every statement with the right round and with the wrong round. This module does not use the engine.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.evidence.exhaustive.saturation import any_legal
from tests.evidence.exhaustive.subjects import EVERY, Subject, transcribed
from tests.evidence.exhaustive.verdicts import BYE, LATER, PROCEDURE, WORSE
from tests.evidence.exhaustive.walk import NOT_YET, Node, Walk

REASON = re.compile(
    r"^ +(?:as a whole, )?(?:in the (?:bracket|scoregroup) of (?P<score>[\d.]+) points, )?(?P<said>(?:this pairing|"
    r"\d+ and \d+ may not meet|a pairing|by this rule|here |\d+ should |\d+ may not have the bye|"
    r"(?:nobody|\d+)[^:]* has the bye|\d+[^,:]* has White here).*) \[(?P<cited>[^\]]*)\]$"
)
PLACE = r"(?: \((?P<{0}>\d+)(?:st|nd|rd|th) in the (?P<{0}_in>bracket|remainder)\))?"
VALUES = r"(?P<wrong>[\d., ]+) instead of (?P<right>[\d., ]+|none)"
FORMS = (
    re.compile(r"(?P<served>\d+)[^()]* should meet (?P<due>\d+)[^()]* and not (?P<met>\d+)[^:]*: (?P<words>.*)"),
    re.compile(r"(?P<served>\d+)[^()]* should not meet (?P<met>\d+)[^:]*?, because \d+ (?P<words>.*)"),
    re.compile(
        rf".*, because (?P<of>\d+)[^()]*? (?:meets (?P<people>\d+[^()]*?){PLACE.format('wrong')}|floats) instead of "
        rf"(?:meeting )?(?P<ours>(?:floating|\d+)[^()]*?){PLACE.format('right')}"
    ),
    re.compile(rf".* because of (?P<words>.*) \({VALUES}\): (?P<people>.*) are exchanged"),
    re.compile(rf".* because (?:it has more|of) (?P<words>.*) \({VALUES}\)(?:: (?P<people>.*))?"),
    re.compile(r".* because (?P<words>.*) is (?P<people>(?:\d|nobody).*)"),
    re.compile(r"(?P<people>\d+ and \d+) may not meet, because (?P<words>.*)"),
    re.compile(r"here (?P<wrong>.*), but by the rules (?P<right>.*?): (?P<words>.*)"),
    re.compile(r"(?P<people>\d+) may not have the bye, because (?P<words>.*)"),
    re.compile(
        r"(?P<people>(?:nobody|\d+)[^()]*?)(?: \((?P<wrong>[^()]*)\))? has the bye instead of "
        r"(?P<ours>(?:nobody|\d+)[^()]*?)(?: \((?P<right>[^()]*)\))?, although (?P<words>.*)"
    ),
    re.compile(r"(?P<words>.*)"),
)
"""The forms of a reason, the more particular ones first."""


class Told(NamedTuple):
    """A printed reason, split into its parts.

    ``values`` contains the value of the wrong round and the value of the right round. ``players`` lists participants in
    the wrong round, and ``instead`` lists their counterparts in the right round. If the reason is about the opponent of
    a player, ``of`` is the number of this player.
    """

    score: str
    words: str
    code: str
    article: str
    values: tuple[str, str] = ("", "")
    players: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()
    of: int = 0
    fault: str = ""
    place_in: str = ""
    """The players among whom the places are counted: ``bracket`` or ``remainder``."""


FAULTS = {
    "this pairing is worse": WORSE,
    "this pairing comes later": LATER,
    "this pairing breaks": PROCEDURE,
    "has the bye instead": BYE,
}
"""The verdicts of reasons, by the words that say them."""


def plain(line: str) -> str:
    """Write numbers of players and teams without their noun, and values as a list with commas."""
    return re.sub(r"(?<=\d) and (?=\d+\.\d)", ", ", re.sub(r"\b(?:players?|teams?) (?=\d)", "", line))


def reason_in(lines: Iterable[str]) -> Told | None:
    """Return the first reason in the lines of an answer, or None if the answer has no reason."""
    found = next((match for line in lines if (match := REASON.match(plain(line)))), None)
    if found is None:
        return None
    place = max(0, found["cited"].find("C.0"))
    code, article = found["cited"][:place].removesuffix(", "), found["cited"][place:]
    form = next((match for form in FORMS if (match := form.fullmatch(found["said"]))), None)
    if form is None:
        return None
    said = {name: text or "" for name, text in form.groupdict().items()}
    if served := said.get("served"):
        said["wrong"] = f"{served} meets {said['met']}"
        said["right"] = f"{served} meets {said['due']}" if "due" in said else f"{served} floats"
    people, _, ours = said.get("people", "").partition(" instead of ")
    more, _, also = people.partition(" in addition to ")
    people, ours = (f"{more}, {also}", also) if also else (people, ours)
    return Told(
        found["score"] or "",
        said.get("words", ""),
        code,
        article,
        (said.get("wrong", ""), said.get("right", "")),
        _numbers(people),
        _numbers(said.get("ours", ours)),
        int(said.get("of", 0)),
        next((fault for words, fault in FAULTS.items() if words in found["said"]), ""),
        said.get("wrong_in") or said.get("right_in") or "",
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"(?:^|, | and | - )(\d+)", text))


MIRRORED = 4
"""In walks with up to this number of participants, both initial-colours are tried.

Larger walks use both initial-colours only for the Dubov System.
"""


class Unit(NamedTuple):
    subject: str
    size: int
    unplayed: bool
    rounds: int
    initial_colour: str

    @property
    def words(self) -> str:
        whom = f"{self.size} {'teams' if self.subject.startswith('team') else 'players'}"
        exception = "with one round that somebody does not play" if self.unplayed else "who all play"
        colour = "" if self.initial_colour == "w" else ", Black first"
        return f"{self.subject}: {whom} {exception}, {self.rounds} rounds{colour}"

    @property
    def file_name(self) -> str:
        return "".join(letter if letter.isalnum() else "-" for letter in self.words)

    def walk(self, subject: Subject[Any]) -> Walk[Any]:
        return Walk(subject, self.size, self.unplayed, self.rounds, self.initial_colour)


PLAYED: dict[bool, tuple[int, ...]] = {False: (4, 4, 4, 4, 4), True: (4, 4, 4, 3)}
"""The number of rounds in walks without absences and forfeits. The first entry is for events of 2 participants.

The key True is for team events, which take longer because a match has more possible results. Two cores finish all walks
in about an hour.
"""

UNPLAYED: dict[bool, tuple[int, ...]] = {False: (0, 4, 4, 3, 2, 2), True: (0, 4, 3, 2)}
"""The number of rounds in walks with an absence or a forfeit. The first entry is for events of 2 participants."""


def units(names: frozenset[str]) -> Iterator[Unit]:
    cases = [(False, size) for size in range(2, 7)] + [(True, size) for size in range(3, 8)]
    for unplayed, size in sorted(cases, key=sum):
        for subject in EVERY.values():
            if subject.name in names and size <= subject.most:
                deepest = (UNPLAYED if unplayed else PLAYED)[subject.name.startswith("team")]
                rounds = deepest[size - 2]
                both = size <= MIRRORED or subject.edition.startswith("dubov/")
                for colour in "wb" if both else "w":
                    yield Unit(subject.name, size, unplayed, rounds, colour)


def position(subject: Subject[Any], lot: Random, sizes: Sequence[int] = ()) -> Any:
    """Make a random position that the system's own pairings can reach."""
    walk = Walk(subject, lot.choice(sizes or range(3, subject.most + 1)), unplayed=lot.random() < 0.5)
    node = Node(subject.start(walk.size, lot.choice(subject.walks), lot.choice("wb")), NOT_YET, 1)
    depth = lot.randrange(min(node.event.rounds_total, walk.rounds))
    chosen, kind = lot.choice(list(walk.before(node)))
    for _ in range(depth):
        answer = transcribed(subject, chosen.event)
        if answer is None:
            break
        way, exception = lot.choice(list(walk.outcomes(chosen, kind, len(answer.boards))))
        node = Node(subject.after(chosen.event, answer, way, kind), exception, 1)
        chosen, kind = lot.choice(list(walk.before(node)))
    return lot.choice(list(walk.variants(chosen.event)))


def any_position(subject: Subject[Any], lot: Random, sizes: Sequence[int]) -> Any:
    """Make a position after random legal rounds."""
    size = lot.choice(sizes)
    event = subject.start(size, lot.randint(3, size + 1), lot.choice("wb"))
    for _ in range(lot.randrange(event.rounds_total)):
        past = any_legal(event, lot)
        if past is None:
            break
        event = subject.after(event, past, tuple(lot.choice(subject.played) for _ in past.boards), "")
    return event
