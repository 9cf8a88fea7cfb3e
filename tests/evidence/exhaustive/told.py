"""The parts of an answer, parsed from its printed sentences.

The tests compare every statement with the right round and with the wrong round. This module does not use the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from tests.articles.literal.facts import Paired
from tests.evidence.exhaustive.saturation import any_legal
from tests.evidence.exhaustive.subjects import SUBJECTS, Subject
from tests.evidence.exhaustive.three_ways import transcribed
from tests.evidence.exhaustive.verdicts import Pairs
from tests.evidence.exhaustive.walk import NOT_YET, Node, Walk

REASON = re.compile(
    r"^ +(?:in the (?:bracket|scoregroup) of (?P<score>[\d.]+) points, )?"
    r"(?:(?P<fault>worse|later in the order of candidates|illegal|against the procedure|other colours|other bye)"
    r"(?: by|, because|, by which|, by the rule that) )?(?P<said>.*) \[(?P<cited>[^\]]*)\]$"
)
PLACE = r"(?: \(number (?P<{}>\d+) of the bracket\))?"
OF_ONE = re.compile(
    rf"the opponent of (\d+)[^()]*? is (?P<other>nobody|\d+)[^()]*?{PLACE.format('wrong')} instead of "
    rf"(?P<one>nobody|\d+)[^()]*?{PLACE.format('right')}$"
)
ONE_FOR_ANOTHER = re.compile(r": (?P<other>\d+) instead of (?P<one>\d+)$")
COMPARED = re.compile(r": (?P<wrong>[^:]*?) instead of (?P<right>[^:]*?)(?:, namely (?P<names>.*))?$")
CONCERNED = re.compile(r"(?: \((?P<players>\d[^()]*)\)|: (?P<all>\d[^:]*))$")
SCORE_OF_BYE = "the score of the assignee of the pairing-allocated bye"
BOARD = re.compile(r"^    (\d+)[^-]* (?:- (\d+).*|bye)$")


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


def reason_in(lines: Iterable[str]) -> Told | None:
    """Return the first reason in the lines of an answer, or None if the answer has no reason."""
    found = next((match for line in lines if (match := REASON.match(line))), None)
    if found is None:
        return None
    code, _, article = found["cited"].rpartition(", ") if found["cited"].count(", ") else ("", "", found["cited"])
    told = Told(found["score"] or "", found["said"], code, article)
    said = found["said"]
    if one := OF_ONE.search(said):
        values = one["wrong"] or "", one["right"] or ""
        return told._replace(values=values, players=_number(one["other"]), instead=_number(one["one"]), of=int(one[1]))
    if one := ONE_FOR_ANOTHER.search(said):
        return told._replace(words=said[: one.start()], players=_number(one["other"]), instead=_number(one["one"]))
    if one := COMPARED.search(said):
        players, _, instead = (one["names"] or "").partition(" instead of ")
        return told._replace(
            words=said[: one.start()],
            values=(one["wrong"], one["right"]),
            players=_numbers(players),
            instead=_numbers(instead),
        )
    if one := CONCERNED.search(said):
        return told._replace(words=said[: one.start()], players=_numbers(one["players"] or one["all"]))
    return told


def _number(text: str) -> tuple[int, ...]:
    return () if text == "nobody" else (int(text),)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"(?:^|, | and )(\d+)", text))


def boards_in(lines: Iterable[str]) -> tuple[Pairs, int]:
    """Parse the pairs and the receiver of the bye in the lines of an answer."""
    boards = [match for line in lines if (match := BOARD.match(line))]
    pairs = frozenset(frozenset((int(one[1]), int(one[2]))) for one in boards if one[2])
    return pairs, next((int(one[1]) for one in boards if not one[2]), 0)


def mate(whole: Paired, tpn: int) -> tuple[int, ...]:
    """Return the opponent of a player, or an empty tuple."""
    return tuple(other for pair in whole.boards for other in pair if tpn in pair and other != tpn)


def contradicts_rounds(told: Told, right: Paired, other: Paired) -> str:
    """Compare a reason with both rounds. Return an error message, or an empty string."""
    if told.of and told.players and mate(other, told.of) != told.players:
        return f"{told.of} meets {mate(other, told.of)} there, not {told.players}"
    if told.of and told.instead and mate(right, told.of) != told.instead:
        return f"{told.of} meets {mate(right, told.of)}, not {told.instead}"
    for value, whole in zip(told.values, (other, right), strict=True):
        for one, another in re.findall(r"(\d+) - (\d+)", value):
            if (int(another),) != mate(whole, int(one)):
                return f"there is no {value}"
    if told.words.startswith(SCORE_OF_BYE) and told.players != _bye(other):
        return f"the bye is {_bye(other)}, not {told.players}"
    if told.words.startswith(SCORE_OF_BYE) and (told.instead or _bye(other)) != _bye(right):
        return f"the bye is {_bye(right)}, not {told.instead}"
    if told.words.startswith("the pairing-allocated bye goes to") and (told.players, told.instead) != (
        _bye(other),
        _bye(right),
    ):
        return f"the byes are {_bye(other)} and {_bye(right)}"
    return ""


def _bye(whole: Paired) -> tuple[int, ...]:
    return (whole.bye,) if whole.bye else ()


def contradicts_boards(lines: Sequence[str], right: Paired, other: Paired) -> str:
    """Check the list of boards in an answer. Return an error message, or an empty string."""
    pairs, bye = boards_in(lines)
    turned = frozenset(map(frozenset, other.boards)), other.bye
    unlike = frozenset(frozenset(board) for board in other.boards - right.boards)
    expected = unlike, other.bye if other.bye != right.bye else 0
    return "" if (pairs, bye) == expected else f"boards {sorted(map(sorted, pairs))} {bye}, but {turned}"


def as_points(text: str) -> list[Fraction]:
    """Parse a comma-separated list of numbers. The word ``none`` means an empty list."""
    return [] if text == "none" else [Fraction(part) for part in text.split(", ")]


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
        for subject in SUBJECTS:
            if subject.name in names and size <= subject.most:
                deepest = (UNPLAYED if unplayed else PLAYED)[subject.name.startswith("team")]
                rounds = deepest[size - 2]
                both = size <= MIRRORED or subject.edition == "dubov/2026"
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
