"""``python -m tests.evidence.exhaustive.read_back``: parse every sentence of an answer, and compare whole rounds.

The answers are read as they are printed. A line that no reader knows is an error, and so is a statement that the two
rounds contradict. Both rounds are known from the text: the right round, and the boards that the answer lists. In small
positions every legal round is listed, so that words such as *impossible* and *no legal pairing* can be counted.

This module shares nothing with the code that writes the sentences. Scores, colours and floats come from the crosstables
of the transcriptions.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product, takewhile
from random import Random
from typing import Any, NamedTuple

from checker.questions import Moment, moment
from checker.questions.asked import QUESTIONS
from pairing_engine.answers.paired import pair
from pairing_engine.answers.paired_in_words import as_account, as_card
from pairing_engine.errors import NoPairing
from tests.articles.literal import (
    blind_events,
    burstein,
    common,
    dubov,
    dutch,
    dutch_2017,
    lim,
    team,
    top_scoregroup,
)
from tests.articles.literal.facts import Event, MatchEvent, Paired
from tests.evidence.exhaustive.articles import AGAINST, colour_of, completion_of, steps_of, text_of, untrue_ban
from tests.evidence.exhaustive.campaign import Campaign, Found
from tests.evidence.exhaustive.counted import Told as Reason
from tests.evidence.exhaustive.counted import (
    any_position,
    plain,
    position,
    reason_in,
)
from tests.evidence.exhaustive.lim_steps import has_words
from tests.evidence.exhaustive.reasons import first_items, untrue
from tests.evidence.exhaustive.refusals import after, read_what_if, untrue_best, untrue_refusal
from tests.evidence.exhaustive.subjects import EVERY, Compared, Subject, pasts, transcribed
from tests.evidence.exhaustive.verdicts import BYE as OTHER_BYE
from tests.evidence.exhaustive.verdicts import LATER as IN_ORDER
from tests.evidence.exhaustive.verdicts import PROCEDURE as BY_PROCEDURE
from tests.evidence.exhaustive.verdicts import WORSE, Pairs, all_rounds, legality, pairs_of


class Person(NamedTuple):
    """The facts about a participant before the round.

    ``due`` is the colour that the participant prefers, or ``-``. ``floats`` are the floats of the last two rounds, the
    older one first: D, U or another letter.
    """

    tpn: int
    score: int
    colours: str = ""
    due: str = "-"
    strength: int = 0
    floats: str = "--"
    unplayed: int = 0
    upfloats: int = 0
    topscorer: bool = False
    floated: bool = False
    most_up: bool = False
    """[C.04.4.1 1.8.1] Whether the player is a maximum upfloater."""


def people_of(edition: str, event: Any) -> dict[int, Person]:
    """Return the facts about all participants to be paired, as the text of an edition defines them."""
    if isinstance(event, MatchEvent):
        return _sides(event)
    seeding = common.coming_round(event) <= burstein.seeding_rounds(event.rounds_total)
    if edition.startswith("burstein") and seeding:
        edition = "dutch/2026" if edition.endswith("2026") else "dutch/2017"
    found = _dutch_people(edition, event) if edition.startswith("dutch") else _other_people(edition, event)
    return {person.tpn: person._replace(due=person.due or "-") for person in found}


def _dutch_people(edition: str, event: Event) -> Iterator[Person]:
    unplayed = {tpn: len(past.unplayed) for tpn, past in pasts(event).items()}
    if edition in ("dutch/2026", "dutch/2017"):
        of = dutch.player_of if edition == "dutch/2026" else dutch_2017.player_of
        for one in (of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent):
            due = common.preference(one.colours)
            yield Person(
                one.tpn, one.score, one.colours, due.colour, due.strength, one.floats, one.unplayed, 0, one.topscorer
            )
        return
    procedure = blind_events.procedure(event, edition.removeprefix("dutch/"))
    for card in procedure.position.cards:
        strength, colour = procedure.preference(card)
        floats = "".join(each or "-" for each in reversed(card.floats))
        yield Person(
            card.number, card.score, card.colours.lower(), colour.lower(), strength, floats, unplayed[card.number], 0,
            procedure.is_top(card),
        )  # fmt: skip


def _other_people(edition: str, event: Event) -> Iterator[Person]:
    past = pasts(event)
    for tpn in common.present(event):
        score = common.pairing_score(event, tpn, common.coming_round(event))
        colours = common.colour_history(event, tpn)
        due = dubov.due_colour(colours) if edition.startswith("dubov") else common.preference(colours)
        signs = ("--" + past[tpn].signs)[-2:]
        upfloats = dubov.player(event, tpn).upfloats if edition.startswith("dubov") else ()
        if edition.startswith("dubov"):  # a forfeited game is no upfloat [Reading V1]
            signs = "".join("U" if len(event.rounds) - ago in upfloats else "-" for ago in (1, 0))
        most_up = edition.startswith("dubov") and len(upfloats) >= dubov.max_t(event.rounds_total)
        unplayed = len(past[tpn].unplayed)
        person = Person(tpn, score, colours, due.colour, due.strength, signs, unplayed, len(upfloats))
        yield person._replace(most_up=most_up)


def _sides(event: MatchEvent) -> dict[int, Person]:
    coming = top_scoregroup.coming_round(event, 0)
    floated = top_scoregroup.floaters_of_previous_round(event)
    found = {}
    for tpn in coming.players:
        wish = team.preference(event, tpn)
        strength = 0 if wish.colour == "-" else 2 if wish.strong else 1
        found[tpn] = Person(tpn, coming.scores[tpn], "", wish.colour or "-", strength, floated=tpn in floated)
    return found


@dataclass(frozen=True)
class Part:
    """A bracket of a round: its members, and how the whole round pairs them.

    ``score`` is the highest score of a resident, and ``lowest`` the lowest one.
    """

    people: dict[int, Person]
    members: frozenset[int]
    score: int
    lowest: int
    whole: Paired
    odd_round: bool = False

    @cached_property
    def pairs(self) -> list[tuple[Person, Person]]:
        """The pairs within the bracket, the player with more points first."""
        inside = (sorted(board, key=lambda tpn: (-self.people[tpn].score, tpn)) for board in self.whole.boards)
        return [
            (self.people[one], self.people[two]) for one, two in inside if one in self.members and two in self.members
        ]

    @cached_property
    def floaters(self) -> list[Person]:
        paired = {person.tpn for pair in self.pairs for person in pair}
        return [self.people[tpn] for tpn in self.members - paired]

    @cached_property
    def up(self) -> list[Person]:
        """The members with fewer points than the residents, who came up."""
        return [self.people[tpn] for tpn in self.members if self.people[tpn].score < self.lowest]

    @cached_property
    def whites(self) -> set[int]:
        return {white for white, _ in self.whole.boards}

    def denied(self) -> list[Person]:
        """Return the players of the pairs who do not get the colour that they prefer."""
        both = [person for pair in self.pairs for person in pair]
        return [one for one in both if one.due != "-" and (one.due == "w") != (one.tpn in self.whites)]

    def clashes(self, least: int) -> list[Person]:
        pairs = [pair for pair in self.pairs if pair[0].due == pair[1].due != "-"]
        return [one for one, two in pairs if min(one.strength, two.strength) >= least]

    def down(self) -> list[Person]:
        """Those who float down: with an opponent of fewer points in the bracket, or out of it."""
        return self.floaters + [one for one, two in self.pairs if one.score > two.score]

    def drop(self, person: Person) -> int:
        mate = next((two for one, two in self.pairs if one is person), None)
        return person.score - self.lowest + 10 if mate is None else person.score - mate.score


Measure = Callable[[Part], Any]


def ordered(values: Sequence[int] | Iterator[int]) -> list[int]:
    return sorted(values, reverse=True)


def _again(which: Callable[[Part], list[Person]], ago: int, sign: str) -> Measure:
    return lambda part: len([one for one in which(part) if one.floats[-ago] == sign])


def _own(part: Part) -> list[Person]:
    return [one for one in part.floaters if one.score <= part.score]


def _ups(part: Part) -> list[Person]:
    return [two for one, two in part.pairs if one.score > two.score]


def _meet_moved_down(part: Part) -> list[Person]:
    return [two for one, two in part.pairs if one.score > part.score >= two.score]


def _drops(ago: int) -> Measure:
    return lambda part: ordered([part.drop(one) for one in part.down() if one.floats[-ago] == "D"])


def _climbs(ago: int) -> Measure:
    return lambda part: ordered(
        [one.score - two.score for one, two in part.pairs if one.score > two.score and two.floats[-ago] == "U"]
    )


def _last_round(bad: Callable[[Person, str], bool]) -> Measure:
    def counted(part: Part) -> int:
        top = [pair for pair in part.pairs if any(one.topscorer for one in pair)]
        return sum(bad(one, "w" if one.tpn in part.whites else "b") for pair in top for one in pair)

    return counted


def _beyond_two(one: Person, colour: str) -> bool:
    return abs((one.colours + colour).count("w") - (one.colours + colour).count("b")) > 2


def _differences(part: Part) -> list[int]:
    return ordered([part.drop(one) for one in part.floaters] + [one.score - two.score for one, two in part.pairs])


def _meet_upfloater(part: Part) -> int:
    up = {one.tpn for one in part.up}
    return sum(one.floated for one, two in part.pairs if two.tpn in up)


def _most_up(part: Part) -> list[Person]:
    return [one for one in part.up if one.most_up]


class AnyOf(NamedTuple):
    """Counts for each way to take all mild preferences [A.7.e]; worse if one of the counts is greater."""

    counts: tuple[int, ...]

    def __gt__(self, other: object) -> bool:
        return isinstance(other, AnyOf) and any(a > b for a, b in zip(self.counts, other.counts, strict=True))


def _against_colours(part: Part) -> AnyOf:
    def counted(colour: str) -> int:
        dues = [[colour if one.strength == 1 else one.due for one in pair] for pair in part.pairs]
        return sum(one == two != "-" for one, two in dues)

    as_it_is = len(part.clashes(1))
    return AnyOf((as_it_is,) if part.odd_round else (as_it_is, counted("w"), counted("b")))


CLAUSES: dict[str, Measure] = {
    "more players would float down": lambda part: len(part.floaters),
    "players with more points would float down": lambda part: ordered([one.score for one in part.floaters]),
    "more players would not get the colour that they are due": lambda part: len(part.denied()),
    "more players would not get a colour that they strongly need": lambda part: len(
        [one for one in part.denied() if one.strength == 2]
    ),
    "more pairs would have two players who are due the same colour": lambda part: len(part.clashes(1)),
    "more pairs would not fulfil all colour preferences": _against_colours,
    "more pairs would have two players who strongly need the same colour": lambda part: len(part.clashes(2)),
    "more pairs would have two players who absolutely need the same colour": lambda part: len(part.clashes(3)),
    "more players would float down again, as in the last round": _again(Part.down, 1, "D"),
    "more players would float down again, as two rounds ago": _again(Part.down, 2, "D"),
    "more of its own players would float down again, as in the last round": _again(_own, 1, "D"),
    "more of its own players would float down again, as two rounds ago": _again(_own, 2, "D"),
    "more players would float up again, as in the last round": _again(_ups, 1, "U"),
    "more players would float up again, as two rounds ago": _again(_ups, 2, "U"),
    "more opponents of players who float down to it would float up again, as in the last round": _again(
        _meet_moved_down, 1, "U"
    ),
    "more opponents of players who float down to it would float up again, as two rounds ago": _again(
        _meet_moved_down, 2, "U"
    ),
    "players who floated down in the last round would float down by more points": _drops(1),
    "players who floated down two rounds ago would float down by more points": _drops(2),
    "players who floated up in the last round would float up by more points": _climbs(1),
    "players who floated up two rounds ago would float up by more points": _climbs(2),
    "the score differences would be larger, those of the players who float down included": _differences,
    "the score differences, squared and added up, would be larger": lambda part: sum(
        one**2 for one in _differences(part)
    ),
    "fewer of the players who float down to it would find an opponent": lambda part: len(
        [one for one in part.floaters if one.score > part.score]
    ),
    "fewer of the players who float down to it would meet one of its own players": lambda part: (
        sum(one.score > part.score for one in part.floaters) + 2 * sum(two.score > part.score for _, two in part.pairs)
    ),
    "more leading players, or opponents of one, would have three more games with one colour than with the other": (
        _last_round(_beyond_two)
    ),
    "more leading players, or opponents of one, would have the same colour three times in a row": _last_round(
        lambda one, colour: one.colours[-2:] == 2 * colour
    ),
    "the bye would go to a player with more points": lambda part: part.people[part.whole.bye].score,
    "the bye would go to a player who has missed more games": lambda part: part.people[part.whole.bye].unplayed,
    "more upfloaters from lower scoregroups would be needed": lambda part: len(part.up),
    "the upfloaters would have fewer points": lambda part: ordered([part.score - one.score for one in part.up]),
    "more of the players who have floated up most often would float up again": lambda part: len(_most_up(part)),
    "players would float up again who have floated up even more often": lambda part: sum(
        one.upfloats for one in _most_up(part)
    ),
    "more upfloaters would float up again, as in the last round": lambda part: len(
        [one for one in part.up if one.floats[-1] == "U"]
    ),
    "more floaters of the last round would float up": lambda part: sum(one.floated for one in part.up),
    "more floaters of the last round would meet an upfloater": _meet_upfloater,
    "more floaters of the last round would float again": lambda part: (
        sum(one.floated for one in part.up) + _meet_upfloater(part)
    ),
}
"""The count or list behind each clause for players: more of it, or a longer or larger list, is worse."""

CLAUSES |= {words.replace("players", "teams"): CLAUSES[words] for words in CLAUSES if "not get" in words}

COMING_UP = "dubov", "double-swiss", "team"
"""The systems in which players come up to a scoregroup."""


@dataclass(frozen=True)
class Here:
    """A position: its right round, the facts about all participants, and all legal rounds."""

    subject: Subject[Any]
    event: Any
    people: dict[int, Person]
    right: Paired
    legal: frozenset[tuple[Pairs, int]]
    at: Moment
    known: dict[Paired, list[Part]] = field(default_factory=dict)

    @property
    def comes_up(self) -> bool:
        return self.subject.edition.partition("/")[0] in COMING_UP

    @cached_property
    def bye_first(self) -> bool:
        """Whether the bye is given before anybody is paired, so that its receiver is in no bracket."""
        seeding = self.subject.edition.startswith("burstein") and (
            common.coming_round(self.event) <= burstein.seeding_rounds(self.event.rounds_total)
        )
        return self.comes_up or (self.subject.edition.startswith("burstein") and not seeding)

    @property
    def joins(self) -> bool:
        """Whether the edition can join brackets, so that the name of a bracket does not tell all its residents."""
        dutch_rules = self.subject.edition.startswith(("dutch/", "burstein/2017")) and not self.bye_first
        return dutch_rules and self.subject.edition != "dutch/2026"

    def parts(self, whole: Paired) -> list[Part]:
        """Return the brackets of a round, one for each score, from the top down."""
        if whole not in self.known:
            self.known[whole] = list(self._parts(whole))
        return self.known[whole]

    def _parts(self, whole: Paired) -> Iterator[Part]:
        odd = common.coming_round(self.event) % 2 == 1
        left = {tpn for tpn in self.people if not (self.bye_first and tpn == whole.bye)}
        members: frozenset[int] = frozenset()
        while left:
            top = max(self.people[tpn].score for tpn in left)
            residents = frozenset(tpn for tpn in left if self.people[tpn].score == top)
            if self.comes_up:
                members = residents.union(*(board for board in whole.boards if residents & {*board}))
                left -= members
            else:
                paired = {tpn for board in whole.boards if {*board} <= members for tpn in board}
                members = members - paired | residents
                left -= residents
            yield Part(self.people, members, top, top, whole, odd)

    def part(self, score: int, whole: Paired) -> Part | None:
        return next((part for part in self.parts(whole) if part.score == score), None)

    def pairs_above(self, score: int, whole: Paired) -> set[frozenset[int]]:
        above = takewhile(lambda part: part.score > score, self.parts(whole))
        return {frozenset((one.tpn, two.tpn)) for part in above for one, two in part.pairs}

    def below(self, score: int, whole: Paired) -> Part | None:
        return next((part for part in self.parts(whole) if part.score < score), None)

    def joined(self, score: int, whole: Paired, *, above: int = 0) -> Iterator[Part]:
        """Yield the bracket of a score with scoregroups directly below it, if some are joined [A.9].

        ``above`` is the number of scoregroups above that are joined to it, too [C.13].
        """
        parts = self.parts(whole)
        first = next((place for place, part in enumerate(parts) if part.score == score), len(parts))
        for last in range(first, len(parts) if above <= first else 0):
            low, top = parts[last].score, parts[first - above]
            residents = (tpn for tpn, person in self.people.items() if low <= person.score <= top.score)
            yield replace(top, members=top.members.union(residents), score=score, lowest=low)


def tenths(text: str) -> int:
    return int(Fraction(text) * 10)


PLACE = re.compile(r"the bracket (?P<below>below that )?of (?P<score>[\d.]+) points would be worse: (?P<clause>.*)")
EQUAL = re.compile(
    r"the pairing of the bracket of (?P<score>[\d.]+) points would meet the criteria just as well, but (?P<later>.*)"
)
LATER = re.compile(
    r"(?:would come later in the order of candidates(?:, because (?=\d)|$))?(?:(?P<one>\d+) would meet (?P<other>\d+)"
    r" instead of (?:floating|(?P<due>\d+))|(?P<floats>\d+) would float instead of meeting (?P<met>\d+)"
    r"|(?P<first>\d+) stands before (?P<later>\d+) in this order)?"
)
BYE = re.compile(r"(\d+) would have the bye instead of (\d+)|somebody else would have the bye")
PROCEDURE = re.compile(
    r"(?P<wrong>.*), although the procedure demands that (?P<right>.*)|the procedure reaches another pairing first"
)
PROCEDURES = "lim/2026", "lim/1999", "dutch/2012", "dutch/2009", "dutch/1998"
STEP = re.compile(
    r"(?P<one>\d+) meets (?P<two>\d+)|(?P<floater>\d+) (?:floats|moves down)|(?P<alone>\d+) has no opponent"
)
WORSE_SOMEHOW = "the round would be worse"
"""Said of [C7] of 2017, which asks for what is possible below the bracket at best: the verdict in a clause."""

FLAT = {"the bye would go to a player with more points", "the bye would go to a player who has missed more games"}


def untrue_clause(here: Here, text: str, other: Paired) -> str:
    """Return why a clause for players is not true of the right round and the other one; empty if it is true."""
    if here.subject.edition.startswith("team") and "player" in text:
        return f"players, but they are teams: {text}"
    if text == WORSE_SOMEHOW:
        return "" if here.joins and pairs_of(other) != pairs_of(here.right) else "no criterion"
    if text in FLAT:
        parts = (Part(here.people, frozenset(), 0, 0, whole) for whole in (other, here.right))
        wrong, right = (CLAUSES[text](part) for part in parts)
        return "" if wrong > right else f"{text}: {wrong} is not worse than {right}"
    if found := PLACE.fullmatch(text):
        return _untrue_of_bracket(here, tenths(found["score"]), found["clause"], other, below=bool(found["below"]))
    if found := EQUAL.fullmatch(text):
        return _untrue_order(here, found["later"], other) or _not_equal(here, tenths(found["score"]), other)
    if found := BYE.fullmatch(text):
        said = tuple(int(number) for number in found.groups() if number)
        return "" if said in ((), (other.bye, here.right.bye)) else f"the byes are {other.bye} and {here.right.bye}"
    if here.subject.edition not in PROCEDURES:
        return f"no such clause: {text}"
    floats = r"\1 floats, although the procedure demands that \2 floats"
    if found := PROCEDURE.fullmatch(re.sub(r"(\d+) would float instead of (\d+)", floats, text)):
        sides = ((found["wrong"], other), (found["right"], here.right))
        return next((wrong for words, whole in sides if words and (wrong := _untrue_step(here, words, whole))), "")
    return _untrue_order(here, text, other)


def _untrue_step(here: Here, words: str, whole: Paired) -> str:
    """Return why a step is not what happens in a round: a pair, or somebody who meets nobody of the same score."""
    if re.fullmatch(r"(?:\d+, )*\d+ and \d+ move down", words):
        steps = (_untrue_step(here, f"{one} moves down", whole) for one in numbers_in(words))
        return next(filter(None, steps), "")
    found = STEP.fullmatch(words)
    if found is None:
        return f"no such step: {words}"
    met = mates(whole)
    if found["one"]:
        return "" if met.get(int(found["one"])) == int(found["two"]) else f"there is no {words}"
    alone = int(found["floater"] or found["alone"])
    mate = met.get(alone)
    stays = mate is not None and here.people[mate].score == here.people[alone].score
    if whole == here.right:  # in the Lim System two who float may meet in another group
        told = steps_of(here.subject.edition, here.event, whole)
        stays = stays and alone not in {floater for floater, opponent, _ in told if not opponent}
    return f"{alone} meets {mate}: {words}" if stays else ""


def _untrue_of_bracket(here: Here, score: int, clause: str, other: Paired, *, below: bool) -> str:
    measure = CLAUSES.get(clause)
    if measure is None:
        return f"no such clause: {clause}"
    found = []
    for part, right in _sides_of(here, score, other, below=below):
        wrong, ours = measure(part), measure(right)
        if wrong > ours:
            return ""
        found.append(f"{wrong} is not worse than {ours}")
    return f"{clause} ({score}): {found or 'no such bracket'}"


def _sides_of(here: Here, score: int, other: Paired, *, below: bool) -> Iterator[tuple[Part, Part]]:
    """Yield a bracket in the other round and in the right one; in editions that join brackets, also the joined ones."""
    if below:
        wrong, right = here.below(score, other), here.below(score, here.right)
        if wrong is not None and right is not None:
            yield wrong, right
    elif here.joins:
        for above in range(len(here.parts(other))):
            both = (here.joined(score, whole, above=above) for whole in (other, here.right))
            yield from zip(*both, strict=False)
    else:
        wrong, right = here.part(score, other), here.part(score, here.right)
        if wrong is not None and right is not None:
            yield wrong, right


def _untrue_order(here: Here, text: str, other: Paired) -> str:
    found = LATER.fullmatch(text)
    if found is None:
        return f"no such order: {text}"
    said = {name: int(number) for name, number in found.groupdict().items() if number}
    theirs, ours = mates(other), mates(here.right)
    if "one" in said and theirs.get(said["one"]) != said["other"]:
        return f"{said['one']} meets {theirs.get(said['one'])}: {text}"
    if "due" in said and ours.get(said["one"]) != said["due"]:
        return f"in the right round {said['one']} meets {ours.get(said['one'])}: {text}"
    if "floats" in said and ours.get(said["floats"]) != said["met"]:
        return f"in the right round {said['floats']} meets {ours.get(said['floats'])}: {text}"
    return ""


def mates(whole: Paired) -> dict[int, int]:
    return {one: two for board in whole.boards for one, two in (board, board[::-1])}


def _not_equal(here: Here, score: int, other: Paired) -> str:
    """Return why the order is not the first thing that puts the right round first in a bracket."""
    found = first_items(AGAINST[here.subject.edition](here.event, here.right, other))
    is_so = any(item.fault == "later in the order" and item.score == score for item in found)
    return "" if is_so else f"the bracket of {score} is not equal: {found}"


# --- Reading answers --------------------------------------------------------------------------------------------------

NAME = r"(?P<one>\d+) \((?P<score>[\d.]+)\)"
HEADS = (
    ("pair", re.compile(rf"if {NAME} met (?P<two>\d+) \([\d.]+\), (?P<verdict>.*)")),
    ("bye", re.compile(rf"if {NAME} had the pairing-allocated bye, (?P<verdict>.*)")),
    (
        "float",
        re.compile(rf"if {NAME}(?: \(who has the pairing-allocated bye\))? floated (?P<way>down|up), (?P<verdict>.*)"),
    ),
    ("colour", re.compile(rf"if {NAME} had (?P<colour>White|Black), (?P<verdict>.*)")),
)
ALREADY = re.compile(r"nothing would change: round \d+ is already paired like this")
IMPOSSIBLE = "no legal round would be possible"
BOARD = re.compile(r"    (\d+)(?: - (\d+)| bye)")
CHANGED = re.compile(r"  if .*, the best pairing of the round would differ on (\d+) boards?:")
COLUMNS = re.compile(r"  (?P<of>as paired:|as asked:| +) *(?:S1|S2|T1|T2|top|bottom)? *(?P<numbers>[ \d]*)")
LEFT_OVER = re.compile(r" +left over: (?P<numbers>[ \d]+)")
PLAIN = re.compile(
    r"  (?P<asked>If \d+ \([\d.]+\)(?: \([a-z -]+\))? (?:met (?:somebody other than )?\d+ \([\d.]+\)|[a-z -]+)), "
    r"(?P<clause>.*)\."
)


def other_round(here: Here, lines: Sequence[str]) -> Paired:
    """Return the round that an answer shows: its boards, and those of the right round that they leave alone."""
    shown = [(int(one), int(two or 0)) for one, two in (m.groups() for m in map(BOARD.fullmatch, lines) if m)]
    taken = {tpn for board in shown for tpn in board}
    rest = [board for board in here.right.boards if not taken & {*board}]
    bye = next((one for one, two in shown if not two), 0 if here.right.bye in taken else here.right.bye)
    return Paired(frozenset([board for board in shown if board[1]] + rest), bye)


def is_legal(here: Here, whole: Paired) -> bool:
    return (pairs_of(whole), whole.bye) in here.legal


def meets(kind: str, asked: re.Match[str], people: dict[int, Person]) -> Callable[[Pairs, int], bool]:
    """Return whether a round is as the question demands."""
    one = int(asked["one"])
    if kind == "pair":
        return lambda pairs, _bye: frozenset((one, int(asked["two"]))) in pairs
    if kind == "bye":
        return lambda _pairs, bye: bye == one

    def floats(pairs: Pairs, _bye: int) -> bool:
        two = next((tpn for pair in pairs if one in pair for tpn in pair - {one}), 0)
        step = people[two].score - people[one].score if two else 0
        return step < 0 if asked["way"] == "down" else step > 0

    return floats


def why_not(here: Here, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read an answer of ``--why-not``: yield the kind of each sentence, and why it is untrue (empty if it is true)."""
    kind, asked = next((kind, found) for kind, form in HEADS if (found := form.fullmatch(lines[0])))
    verdict = asked["verdict"]
    if ALREADY.fullmatch(verdict) or kind == "colour" or "not known" in verdict or "in time" in verdict:
        yield "as it is", "" if len(lines) <= 3 else f"more lines: {lines}"
        return
    as_asked = meets(kind, asked, here.people)
    possible = any(as_asked(*one) for one in here.legal)
    if verdict == IMPOSSIBLE:
        yield "impossible", f"there is a legal round: {lines}" if possible else ""
        subject = (int(asked["one"]), int(asked["two"])) if kind == "pair" else (int(asked["one"]),)
        yield "illegal", f"more lines: {lines}" if len(lines) > 2 else untrue_ban_in(here, lines[1], subject)
        return
    other = other_round(here, lines)
    yield (
        "best round",
        "" if is_legal(here, other) and as_asked(pairs_of(other), other.bye) else f"no such round: {lines}",
    )
    if not is_legal(here, other):
        return
    if kind == "pair":
        one, two = int(asked["one"]), int(asked["two"])
        yield "best round of the text", untrue_best(here.subject, here.event, here.people, (one, two), other)
    for line in lines[1:]:
        if found := PLAIN.fullmatch(line):
            is_of_these = lines[0].lower().startswith(found["asked"].lower())
            yield "clause for players", untrue_clause(here, found["clause"], other) if is_of_these else line
        elif line.endswith("]"):
            yield read_reason(here, line, other, verdict)
        elif found := CHANGED.fullmatch(line):
            boards = [one for one in lines if BOARD.fullmatch(one)]
            yield "number of boards", "" if int(found[1]) == len(boards) else line
        elif not BOARD.fullmatch(line) and not COLUMNS.fullmatch(line) and not LEFT_OVER.fullmatch(line):
            yield "unknown", f"no such sentence: {line!r}"
    for title, whole in (("as paired:", here.right), ("as asked:", other)):
        place = next((place for place, line in enumerate(lines) if line.startswith(f"  {title}")), None)
        if place is not None:
            tops, bottoms = (re.findall(r"\b\d+", line.partition("  ")[2][4:]) for line in lines[place : place + 2])
            met = mates(whole)
            pairs = zip(map(int, tops[-len(bottoms) :]), map(int, bottoms), strict=False)
            yield "columns", "" if all(met.get(one) == two for one, two in pairs) else f"{lines[place : place + 2]}"


def _who(which: Callable[[Part], list[Person]], ago: int = 0, sign: str = "") -> Measure:
    """Return a function that lists numbers of players, or of those who floated in a round before."""
    return lambda part: [one.tpn for one in which(part) if not ago or one.floats[-ago] == sign]


REASONS: dict[str, Measure] = {
    "downfloaters": _who(lambda part: part.floaters),
    "outgoing floaters": _who(lambda part: part.floaters),
    "players who do not get their colour preference": _who(Part.denied),
    "players who do not get their strong colour preference": _who(
        lambda part: [one for one in part.denied() if one.strength == 2]
    ),
    "pairs that do not fulfil all colour preferences": _who(lambda part: part.clashes(1)),
    "upfloaters": _who(lambda part: part.up),
    "downfloaters who had a downfloat in the previous round": _who(_own, 1, "D"),
    "downfloaters who had a downfloat two rounds before": _who(_own, 2, "D"),
    "players who receive the same downfloat as in the previous round": _who(Part.down, 1, "D"),
    "players who receive the same upfloat as in the previous round": _who(_ups, 1, "U"),
    "players who receive the same downfloat as two rounds before": _who(Part.down, 2, "D"),
    "players who receive the same upfloat as two rounds before": _who(_ups, 2, "U"),
    "upfloaters who had an upfloat in the previous round": _who(_meet_moved_down, 1, "U"),
    "upfloaters who had an upfloat two rounds before": _who(_meet_moved_down, 2, "U"),
    "resident downfloaters who received a downfloat in the previous round": _who(_own, 1, "D"),
    "resident downfloaters who received a downfloat two rounds before": _who(_own, 2, "D"),
    "players who received an upfloat in the previous round and now meet moved-down players": _who(_ups, 1, "U"),
    "players who received an upfloat two rounds before and now meet moved-down players": _who(_ups, 2, "U"),
}
"""The players whom a counting criterion counts, by its words in a reason."""


COUNTS: dict[str, Measure] = {
    "moved-down players who have no opponent": CLAUSES[
        "fewer of the players who float down to it would find an opponent"
    ],
    "moved-down players who do not meet a resident": CLAUSES[
        "fewer of the players who float down to it would meet one of its own players"
    ],
}
"""The counts of further criteria, without the names of players."""

LISTS: dict[str, Measure] = {
    "the score difference of each pair and downfloater (Pairing Score Difference)": _differences,
    "the score difference of each pair with an upfloater": lambda part: [part.score - one.score for one in part.up],
    "the score of each moved-down player who floats down again": lambda part: [
        one.score for one in part.floaters if one.score > part.score
    ],
}
"""The lists of criteria, in descending order, without zeros."""


def _shown(part: Part, words: str) -> str:
    if words in LISTS:
        return ", ".join(f"{value / 10:.1f}" for value in ordered(LISTS[words](part)) if value) or "none"
    return str(COUNTS[words](part) if words in COUNTS else len(REASONS[words](part)))


def read_reason(here: Here, line: str, other: Paired, verdict: str) -> tuple[str, str]:
    """Return the kind of a reason, and why it is not the first thing in which the two rounds differ; empty if it is."""
    if found := COLOUR.fullmatch(line):
        return "colours", untrue_colour(here, found, other)
    told = reason_in([line])
    if told is None:
        return "reason", f"no reason: {line}"
    wrong = untrue(AGAINST[here.subject.edition](here.event, here.right, other), told)
    if not wrong and verdict and not re.search(VERDICTS[told.fault], verdict):
        wrong = f"{told.fault}, but {verdict}"
    wrong = wrong or _untrue_words(here, told, other)
    return f"reason: {told.fault}", f"{wrong}: {line}" if wrong else ""


VERDICTS = {
    WORSE: "worse than the correct one$",
    **dict.fromkeys(
        (IN_ORDER, ""), "would come later in the order of candidates$|not follow the procedure of the rules$"
    ),
    BY_PROCEDURE: "not follow the procedure of the rules$",
    OTHER_BYE: "the bye would go to the wrong participant$",
}
"""The words of a verdict for each fault."""

COLOUR = re.compile(
    r" *(?:(?P<one>\d+) has White here, but )?by this rule (?P<white>\d+) has White: (?P<words>.*) \[(?P<cited>.*)\]"
)


def untrue_colour(here: Here, found: re.Match[str], proposed: Paired) -> str:
    """Return why a sentence about the colours of a turned board is not true."""
    white = int(found["white"])
    black = next((black for one, black in here.right.boards if one == white), 0)
    if not black or (black, white) not in proposed.boards or int(found["one"] or black) != black:
        return f"no such board: {found[0]}"
    return untrue_article(here, white, black, found["words"], found["cited"])


def untrue_article(here: Here, white: int, black: int, words: str, cited: str) -> str:
    article, rule = colour_of(here.subject.edition, here.event, here.people, white, black)
    is_so = cited == article and re.search(rule, words)
    return "" if is_so else f"{white} - {black}: {words} [{cited}], but it is {rule} [{article}]"


BAN = re.compile(
    r" *(?:(?:(?P<one>\d+) and (?P<two>\d+) may not meet|(?P<bye>\d+) may not have the bye), because |(?=others would))"
    r"(?P<words>[^;]*) \[(?P<cited>[^\]]*)\]"
)


NOBODY_THERE = re.compile(r"  nobody in the round has a (?P<way>higher|lower) score \[(?P<cited>.*)\]")


def _untrue_top(here: Here, tpn: int, up: bool, cited: str) -> str:
    sign = 1 if up else -1
    beyond = [one for one, person in here.people.items() if sign * (person.score - here.people[tpn].score) > 0]
    article = text_of(here.subject.edition, here.event)[1].float
    return f"{beyond} have" if beyond else "" if cited == article else f"{cited}, but it is {article}"


def untrue_ban_in(here: Here, line: str, subject: tuple[int, ...] = ()) -> str:
    """Return why a sentence about what is illegal is not true, or not of these players."""
    found = BAN.fullmatch(line)
    if nobody := NOBODY_THERE.fullmatch(line):
        return _untrue_top(here, subject[0], nobody["way"] == "higher", nobody["cited"])
    if found is None:
        return f"no such sentence: {line!r}"
    one, two = int(found["one"] or found["bye"] or subject[0]), int(found["two"] or 0)
    wrong = untrue_ban(here, one, two, found["words"], found["cited"])
    is_of_these = not subject or {one, two} - {0} == {*subject} - {0}
    return f"{wrong}: {line}" if wrong else "" if is_of_these else f"{subject}: {line}"


def _untrue_words(here: Here, told: Reason, other: Paired) -> str:
    """Return why the words of a reason do not say what its article does."""
    if here.subject.edition.startswith("lim"):
        return "" if told.fault == "other bye" or has_words(told.article, told.words) else f"no words of {told.article}"
    if told.words not in REASONS and told.words not in COUNTS and told.words not in LISTS:
        return ""
    sides = _sides_of(here, tenths(told.score), other, below=False)
    faults = [_untrue_count(here, told, part, right) for part, right in sides]
    return "" if "" in faults else faults[0]


def _untrue_count(here: Here, told: Reason, part: Part, right: Part) -> str:
    values = [(_shown(part, told.words), _shown(right, told.words))]
    if told.words.startswith("pairs that") and here.subject.edition == "dutch/2009":
        counts = zip(_against_colours(part).counts, _against_colours(right).counts, strict=True)
        values = [(str(wrong), str(ours)) for wrong, ours in counts]
    names = set(REASONS[told.words](part)) if told.words in REASONS else set(told.players)
    if told.values in values and (names == set(told.players) or told.words.startswith("pairs that")):
        return ""
    return f"{told.values}, {told.players}, but it is {values}, {names}"


JUDGED = re.compile(r"(\d+) proposed boards? differs? from the rules")
MAY_NOT = re.compile(r"  \d+ (?:and \d+ )?may not ")
AS_A_WHOLE = re.compile(rf"(?!{MAY_NOT.pattern})  (?P<reason>.*\])")
PROPOSED = re.compile(r"  (\d+)(?: - (\d+)| bye)")


def judged(here: Here, lines: Sequence[str], proposed: Sequence[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """Read an answer of ``--judge``. Each line must be true of the proposal."""
    right = {*here.right.boards, *([(here.right.bye, 0)] if here.right.bye else [])}
    differing = [board for board in proposed if board not in right]
    complete = {tpn for board in proposed for tpn in board if tpn} == set(here.people)
    other = Paired(frozenset(board for board in proposed if board[1]), next((a for a, b in proposed if not b), 0))
    if not differing:
        yield "judge: agrees", "" if len(lines) == 1 and "differ" not in lines[0] else f"{lines}"
        return
    head = JUDGED.fullmatch(lines[0])
    yield "judge: number", "" if head and int(head[1]) == len(differing) else f"{lines[0]}, but {differing}"
    shown = [(int(a), int(b or 0)) for a, b in (m.groups() for m in map(PROPOSED.fullmatch, lines) if m)]
    yield "judge: boards", "" if shown == differing else f"{shown}, but {differing}"
    if complete:
        says_so = any(MAY_NOT.match(line.replace("    ", "  ")) for line in lines)
        yield "judge: legal or not", "" if says_so != is_legal(here, other) else f"{lines}"
    has_board = {frozenset(pair) for pairs, bye in here.legal for pair in (*pairs, (bye, 0))}
    board = (0, 0)
    for line in lines[1:]:
        if found := PROPOSED.fullmatch(line):
            board = int(found[1]), int(found[2] or 0)
        elif line.startswith("    "):
            if found := COLOUR.fullmatch(line):
                yield "judge, colours", untrue_colour(here, found, Paired(frozenset([board]), 0))
            elif frozenset(board) in has_board:
                yield "judge, illegal", f"{board} is possible: {line}"
            else:
                yield "judge, illegal", untrue_ban_in(here, line, board)
        elif found := AS_A_WHOLE.fullmatch(line):
            if complete:
                kind, fault = read_reason(here, f"  {found['reason']}", other, "")
                yield f"judge, {kind}", fault
        elif line == "  the others cannot be paired":
            pairs = {frozenset(one) for one in proposed if one[1]}
            there = any(pairs <= one and (not other.bye or bye == other.bye) for one, bye in here.legal)
            yield "judge: cannot be completed", f"it can: {lines}" if there else ""
        else:
            yield "unknown", f"no such sentence: {line!r}"


UNMET = re.compile(
    r"  (?:number of )?(?P<words>.*): (?P<total>[^:]*?)(?P<how>; no legal pairing of this bracket does better"
    r"|, the least that the criteria of higher priority allow|) \[.*\]"
)
WITH = re.compile(
    r"    the total of criterion .*? could be (?P<least>[\d., ]+), but such a pairing is worse, because"
    r" (?:it has more|of) (?P<words>.*?) \((?P<wrong>[\d., ]+?) instead of.* \[.*\]"
)


def unmet(here: Here, lines: Sequence[str], score: int) -> Iterator[tuple[str, str]]:
    """Read the criteria that are not fully met: over all legal rounds that pair the upper brackets as the right one."""
    rounds = (Paired(frozenset((min(pair), max(pair)) for pair in pairs), bye) for pairs, bye in here.legal)
    upper = here.pairs_above(score, here.right)
    alike = [
        one
        for one in rounds
        if here.pairs_above(score, one) == upper and (not here.bye_first or one.bye == here.right.bye)
    ]
    for place, line in enumerate(lines):
        found = UNMET.fullmatch(line)
        if found is None:
            if not WITH.fullmatch(line):
                yield "unknown", f"no such sentence: {line!r}"
            continue
        name = found["words"]
        measure = MINIMA.get(name)
        if measure is None or not found["how"]:
            continue
        then = WITH.fullmatch(lines[place + 1]) if place + 1 < len(lines) else None
        if "higher" in found["how"] and then is None:
            yield "at what cost", f"no cost: {lines}"
            continue
        kind = "at what cost" if then and "higher" in found["how"] else "no legal pairing has less"
        stated = then["least"] if then and "higher" in found["how"] else found["total"]
        faults, costs = [], []
        for parts in _possible(here, score, alike, same=found["words"] not in SETS):
            least = min(map(measure, parts))
            faults.append("" if str(least) == stated else f"{least} is possible: {lines[place : place + 2]}")
            if then and (higher := MINIMA.get(then["words"])) is not None:
                there = {str(higher(part)) for part in parts if measure(part) == least}
                costs.append("" if then["wrong"] in there else f"{there}: {lines[place + 1]}")
        yield kind, "" if "" in faults else faults[0]
        if costs and kind == "at what cost":
            yield "the cost", "" if "" in costs else costs[0]


SETS = "upfloaters", "players who do not get their colour preference"
"""The criteria that also choose who comes up; other criteria compare pairings of the same participants."""


def _apart(part: Part) -> bool:
    """[C.04.3 3.3.1] Whether no two players who were moved down to the bracket meet there."""
    return not any(two.score > part.score for _, two in part.pairs)


def _possible(here: Here, score: int, alike: Sequence[Paired], *, same: bool) -> Iterator[list[Part]]:
    """Yield the bracket of a score in all these rounds, alone and joined with those below it."""
    if here.joins:
        for joined in zip(*(here.joined(score, one) for one in alike), strict=False):
            yield list(filter(_apart, joined))
        return
    parts = [part for one in alike if (part := here.part(score, one)) is not None]
    if not here.comes_up and not here.subject.edition.startswith("burstein"):
        parts = list(filter(_apart, parts))
    right = here.part(score, here.right)
    if here.comes_up and right is not None and (same or not here.subject.edition.startswith("dubov")):
        parts = [part for part in parts if part.members == right.members] if same else parts
    yield parts


MINIMA: dict[str, Measure] = {
    words: (lambda part, of=measure: len(of(part)))
    for words, measure in REASONS.items()
    if "colour preference" not in words
} | {"players who do not get their colour preference": lambda part: len(part.clashes(1))}
"""Counts that do not depend on the colours, which the list of all legal rounds does not have."""


WHY = re.compile(
    r"(?P<one>\d+) \((?P<score>[\d.]+)\) in round \d+: (?:the pairing-allocated bye|board \d+, (?P<colour>White|Black) "
    r"against (?P<two>\d+) \((?P<other>[\d.]+)\))"
)
COULD_NOT = re.compile(r"    (?:\d+ and )?(?P<one>\d+) may not (?:meet|have the bye), because [^;]* \[[^\]]*\]")
MUST = re.compile(
    rf"  If {NAME} (?:did not float (?P<way>down|up)|met somebody other than (?P<two>\d+) \([\d.]+\)"
    r"|did not have the bye), the round could not be completed\."
)
NATURAL = re.compile(
    r"  In natural order, the (?P<place>\w+) (?:from the top|of the upper half) meets the (?P=place) "
    r"(?:from the (?P<ends>bottom)|of the lower half)\."
)
PLACES = "first", "second", "third", "fourth", "fifth"
PREFERS = re.compile(
    r"  colours: (?P<colours>none yet|[WB -]+), (?:an? (?P<strength>\w+)|no colour) preference"
    r"(?: for (?P<due>White|Black))?"
)
IN_BRACKETS = re.compile(r"  (?:brackets|scoregroups): (?P<scores>.*) points(?P<more> and fewer)?")
OTHER_LINES = re.compile(r"  these participants could not .*|  if \d+ \([\d.]+\) .*|    .* \[[^\]]*\]")


def why(here: Here, lines: Sequence[str], value: Any) -> Iterator[tuple[str, str]]:
    """Read an answer of ``--why``. The rounds that it speaks of are those of its JSON."""
    rounds = [value[key]["best_round_with_it"] for key in ("instead", "another_opponent") if value[key]]
    others = [Paired(frozenset((a, b) for a, b in one if b), next((a for a, b in one if not b), 0)) for one in rounds]
    head = WHY.fullmatch(lines[0])
    if head is None:
        yield "unknown", f"no such sentence: {lines[0]!r}"
        return
    one, two = int(head["one"]), int(head["two"] or 0)
    board = (one, two) if head["colour"] == "White" else (two, one)
    is_so = board in here.right.boards if two else here.right.bye == one
    yield "why: board", "" if is_so and tenths(head["score"]) == here.people[one].score else lines[0]
    listing, listed = False, set()
    for line in lines[1:]:
        listing = line.startswith("  these participants could not") or (listing and bool(COULD_NOT.fullmatch(line)))
        if found := COULD_NOT.fullmatch(line) if listing else None:
            pair = frozenset((one, int(found["one"])))
            listed.add(int(found["one"]))
            possible = any(pair in pairs if two else bye == int(found["one"]) for pairs, bye in here.legal)
            yield "why: could not", f"there is a legal round: {line}" if possible else untrue_ban_in(here, line)
        elif (found := PLAIN.fullmatch(line)) and "could not be completed" not in line:
            wrong = [untrue_clause(here, found["clause"], other) for other in others if other.boards]
            wrong += [] if re.match(rf"If {one} .*(?:did not|somebody other)", found["asked"]) else [f"not of {one}"]
            yield "clause for players", "" if "" in wrong else f"{wrong}: {line}"
        elif found := re.fullmatch(r"  colour: (?P<words>.*) \[(?P<cited>.*)\]", line):
            yield "colours", untrue_article(here, *board, found["words"], found["cited"])
        elif found := BAN.fullmatch(re.sub(r"  if \d.*, (?=others would)", "", line)):
            yield "illegal", untrue_ban_in(here, found[0], (one,))
        elif reason_in([line]) and not WITH.fullmatch(line):
            read = [read_reason(here, line, other, "") for other in others if other.boards]
            yield next((one for one in read if not one[1]), read[0] if read else ("unknown", line))
        elif read_line := _of_facts(here, one, two, line):
            yield read_line
        elif not (OTHER_LINES.fullmatch(line) or UNMET.fullmatch(line) or WITH.fullmatch(line)):
            yield "unknown", f"no such sentence: {line!r}"
    yield "why: could not", "" if listed == _could_not(here, one, two) else f"{listed}: {lines}"


def _of_facts(here: Here, one: int, two: int, line: str) -> tuple[str, str] | None:
    """Return the kind of a sentence about a participant that needs no other round, and why it is untrue."""
    if found := MUST.fullmatch(line):
        as_said = meets("float" if found["way"] else "pair" if found["two"] else "bye", found, here.people)
        against = [legal for legal in here.legal if not as_said(*legal) and (found["way"], legal[1]) != ("down", one)]
        return "why: must", f"{against}: {line}" if against else ""
    if found := NATURAL.fullmatch(line):
        return "why: natural order", _untrue_order_of(here, {one, two}, found)
    if found := PREFERS.fullmatch(line):
        return "why: colours", _untrue_preference(here, here.people[one], found)
    if found := IN_BRACKETS.fullmatch(line):
        own = [part.score for part in here.parts(here.right) if one in part.members]
        is_simple = not here.joins and not here.subject.edition.startswith("lim")
        told = [tenths(score) for score in found["scores"].split(", ")]
        is_below = here.people[one].score < told[-1]
        is_so = own == told if is_simple else not here.joins or is_below == bool(found["more"])
        return "why: brackets", "" if is_so else f"{line}, but {own}"
    return None


def _untrue_order_of(here: Here, pair: set[int], found: re.Match[str]) -> str:
    """Return why a pair is not in the natural order of those who meet an opponent of the same score."""
    met, score = mates(here.right), {tpn: person.score for tpn, person in here.people.items()}
    like = sorted(tpn for tpn in met if score[tpn] == score[met[tpn]] == score[min(pair)])
    if found["ends"]:
        like.sort(key=lambda tpn: burstein.ranking(burstein.player(here.event, tpn)))
    place, half = PLACES.index(found["place"]), len(like) // 2
    said = {like[place], like[-1 - place if found["ends"] else half + place]}
    return "" if said == pair else f"{found[0]}, but {like}: {pair}"


def _untrue_preference(here: Here, person: Person, found: re.Match[str]) -> str:
    """Return why a colour preference is not true; the facts about teams have no colours."""
    colours = re.sub("none yet|[ -]", "", found["colours"]).lower()
    strength = (None, "mild", "strong", "absolute").index(found["strength"])
    due = (found["due"] or "-")[0].lower()
    if isinstance(here.event, MatchEvent):
        colours, person = "", person if here.subject.edition.startswith("team") else Person(0, 0)
    strong = 0 if person.due == "-" else person.strength
    is_so = (colours, due, strength) == (person.colours, person.due, strong)
    return "" if is_so else f"{found[0]}, but {person}"


def _could_not(here: Here, one: int, two: int) -> set[int]:
    """Return those who could not be the opponent although their scores lie between, or could not have the bye."""
    score = {tpn: person.score for tpn, person in here.people.items()}
    low, high = sorted((score[one], score[two])) if two else (min(score.values()), score[one])
    meets = {tpn for pairs, _ in here.legal for pair in pairs if one in pair for tpn in pair}
    possible = meets if two else {bye for _, bye in here.legal}
    return {tpn for tpn in score if low <= score[tpn] <= high} - possible - {one, two}


# --- The account and the card of the round ----------------------------------------------------------------------------

BRACKET = re.compile(
    r"(?! |absent|round)[^:]*?(?: of (?P<score>[\d.]+) points(?P<more> and fewer)?)?: "
    r"(?P<residents>[\d, ]+|no residents)"
)
CARD_BRACKET = re.compile(r"── (?:scoregroup|bracket) of (?P<score>[\d.]+) points ──")
MEMBERS = re.compile(r"  (?:joined by|residents:|[↓↑] from [\d.]+:) (?P<numbers>[\d,; ]+)")
PAIRS = re.compile(r"  pairs (?P<pairs>[\d, -]+)")
PAIR = re.compile(r"    (?P<one>\d+) +── (?P<two>\d+)")
LEFT = re.compile(r"  (?:left over: (?P<numbers>[\d, ]+)|[↓↑] (?P<one>\d+) floats(?: from the Limbo)?)")
TOTAL = re.compile(r"  (?:number of )?(?P<words>.*): (?P<total>[^:\[]*) \[.*\]")
STEP_TOLD = re.compile(r"  (?:step: )?(?P<one>\d+) (?:meets (?P<two>\d+): )?(?P<words>[a-z].*) \[(?P<cited>.*)\]")
COLOURED = re.compile(r"  (?:board \d+, )?(?P<white>\d+) - (?P<black>\d+): (?P<words>.*) \[(?P<cited>.*)\]")
TAKEN = re.compile(r"    ✓ (?P<pairs>[\d -]*?|no pair)(?: ↓ (?P<floats>[\d ]+))? \(taken\).*")
ROW = re.compile(r" *(?P<one>\d+) │ +│ (?P<score>[\d.]+) +│ (?P<colours>[WB-]*) *│ (?P<due>\w*) *│ (?P<floats>.)?.*")
RECOGNISED = re.compile(
    r"round \d+: .*|absent: .*|colours|No .*|[─┼]+|W = .*|the floats are .*|    S1 .*|    [A-Za-z].*|  M0 .*"
    r"|    \.\.\..*|  the candidates .*|  fully met: .*|  residents: none|"
)
REJECTED = re.compile(r"    ✗ (?P<pairs>[\d -]*?|no pair)(?: ↓ (?P<floats>[\d ]+))?(?:, exchanging .*)?")
AGAINST_IT = re.compile(r"         (?P<why>(?:(?P<one>\d+)-(?P<two>\d+): )?(?P<words>.*) \[(?P<cited>.*)\])")
NO_COMPLETION = "this pairing is worse, because the remaining players could no longer all be paired"
RULED_OUT = re.compile(
    r"  (?:the pairs are not (?P<pairs>[\d, and-]+?)(?:, with (?P<floats>[\d, and]+) left over)?|not everybody floats)"
    r"; (?P<why>.*)"
)
RIVAL = re.compile(r"  the bye does not go to (?P<one>\d+); (?P<why>(?P<words>.*) \[(?P<cited>.*)\])")
OF_RIVAL = re.compile(r"a pairing in which this participant has the bye (?=is worse|comes later)")


class Rejected(NamedTuple):
    """Pairs that a card rejects for a bracket, with its lines about the reasons."""

    pairs: frozenset[frozenset[int]]
    floats: frozenset[int]
    reasons: list[str]


@dataclass
class Told:
    """A bracket as an account or a card tells it."""

    score: str
    is_collapsed: bool
    residents: list[int]
    joined: list[int] = field(default_factory=list)
    pairs: list[frozenset[int]] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)

    def part(self, here: Here) -> Part:
        scores = [here.people[tpn].score for tpn in self.residents] or [tenths(self.score)]
        members = frozenset(self.residents + self.joined)
        return Part(here.people, members, max(scores), min(scores), here.right)


def numbers_in(text: str | None) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text or "")]


def told_round(here: Here, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read an account or a card of the right round: its brackets, their totals, the boards and the bye."""
    brackets: list[Told] = []
    boards: list[tuple[int, int]] = []
    bye = 0
    for line in lines:
        if found := COLOURED.fullmatch(line):
            boards.append((int(found["white"]), int(found["black"])))
            yield "colours", untrue_article(here, *boards[-1], found["words"], found["cited"])
        elif found := re.fullmatch(r"pairing-allocated bye: (\d+)", line):
            bye = int(found[1])
        elif found := CARD_BRACKET.fullmatch(line) or (
            None if line.startswith((" ", "round")) else BRACKET.fullmatch(line)
        ):
            collapsed, residents = (found["more"], found["residents"]) if found.re is BRACKET else ("card", "")
            brackets.append(Told(found["score"], bool(collapsed), numbers_in(residents)))
        elif found := ROW.fullmatch(line):
            yield "table: player", _untrue_row(here, found)
        elif found := RIVAL.fullmatch(line):
            yield "card: bye", _untrue_rival(here, found)
        elif brackets and not _taken_up(brackets[-1], line) and not RECOGNISED.fullmatch(line):
            yield "unknown", f"no such sentence: {line!r}"
    yield "round: boards", "" if {*boards} == here.right.boards and len(boards) == len({*boards}) else f"{boards}"
    yield "round: bye", "" if bye == here.right.bye else f"{bye}, but it is {here.right.bye}"
    everybody = {tpn for one in brackets for tpn in one.residents + one.joined} | {bye}
    yield "round: players", "" if everybody - {0} == {*here.people} else f"{everybody}"
    residents = Counter(tpn for one in brackets for tpn in one.residents)
    yield "round: residents", "" if max(residents.values(), default=1) == 1 else f"in two brackets: {residents}"
    paired = [pair for one in brackets for pair in one.pairs]
    yield "round: pairs", "" if sorted(map(sorted, paired)) == sorted(map(sorted, here.right.boards)) else f"{paired}"
    for place, one in enumerate(brackets):
        yield from _of_told(here, one)
        above = {pair for upper in brackets[:place] for pair in upper.pairs}
        for rejected in one.rejected:
            told = (_untrue_rejection(here, above, one.score, rejected, line) for line in rejected.reasons)
            yield from (("card: rejected", fault) for fault in told)


def _untrue_rejection(here: Here, above: set[frozenset[int]], score: str, rejected: Rejected, line: str) -> str:
    """Return why this is not what first distinguishes any legal round with these pairs from the right one."""
    found = AGAINST_IT.fullmatch(line)
    assert found is not None
    if found["one"]:
        one, two = int(found["one"]), int(found["two"])
        pair = frozenset((one, two))
        is_so = pair in rejected.pairs and not any(pair in pairs for pairs, _ in here.legal)
        return untrue_ban(here, one, two, found["words"], found["cited"]) if is_so else f"they may meet: {line}"
    inside = rejected.floats.union(*rejected.pairs)
    byes = {here.right.bye}  # given before any bracket is paired, but not in the Dutch System
    if text_of(here.subject.edition, here.event)[0].startswith("dutch"):
        byes = {bye for _, bye in here.legal}
    like = [
        (pairs, bye)
        for pairs, bye in here.legal
        if bye in byes and above <= pairs and rejected.pairs == {pair for pair in pairs if pair <= inside}
    ]
    if found["words"] == NO_COMPLETION:
        is_so = not like and found["cited"] == completion_of(here.subject.edition, here.event)
        return "" if is_so else f"{like}: {line}"
    told = f"  in the bracket of {score} points, {found['why']}"
    fault = "no legal round has these pairs"
    for other in (coloured for pairs, bye in like for coloured in _coloured(here, pairs, bye)):
        fault = read_reason(here, told, other, "")[1]
        if not fault:
            return ""
    return f"{fault}: {line}"


def _coloured(here: Here, pairs: Pairs, bye: int) -> Iterator[Paired]:
    """Yield a round with colours that the rules may give: the initial-colour is not known here."""
    of = here.subject.edition, here.event, here.people
    ways = ([two for two in (board, board[::-1]) if colour_of(*of, *two)[0]] for board in map(_board, pairs))
    yield from (Paired(frozenset(boards), bye) for boards in product(*ways))


def _untrue_rival(here: Here, found: re.Match[str]) -> str:
    """Return why it is not true that somebody does not have the bye for this reason: the one of ``--why-not``."""
    one, words, cited = int(found["one"]), found["words"], found["cited"]
    possible = any(bye == one for _, bye in here.legal)
    if words == "with this bye the round cannot be completed":
        return untrue_ban(here, one, 0, "others would then find no opponent", cited) if not possible else found[0]
    if words.startswith("this participant "):
        return untrue_ban(here, one, 0, words, cited)
    lines, _ = asked(here, "why-not", f"{one}-bye")
    other = other_round(here, lines)
    if not possible or other.bye != one:
        return f"no round is like that: {found[0]}"
    if words.startswith("the pairing-allocated bye goes to"):
        told = next(filter(None, (reason_in([line]) for line in lines)), None)
        return "" if told and (told.words, told.fault) == (words, OTHER_BYE) else f"{told}: {found[0]}"
    return read_reason(here, "  " + OF_RIVAL.sub("this pairing ", found["why"]), other, "")[1]


def _taken_up(told: Told, line: str) -> bool:
    """Add a line to the bracket; return whether it says something of the bracket."""
    if found := MEMBERS.fullmatch(line):
        (told.residents if "residents" in line else told.joined).extend(numbers_in(found["numbers"]))
    elif found := PAIRS.fullmatch(line):
        numbers = numbers_in(found["pairs"])
        told.pairs += [frozenset(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    elif found := PAIR.fullmatch(line):
        told.pairs.append(frozenset((int(found["one"]), int(found["two"]))))
    elif found := REJECTED.fullmatch(line) or RULED_OUT.fullmatch(line):
        numbers = numbers_in(found["pairs"])
        pairs = frozenset(frozenset(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True))
        reasons = [] if found.re is REJECTED else [f"{'':9}{found['why']}"]
        told.rejected.append(Rejected(pairs, frozenset(numbers_in(found["floats"])), reasons))
    elif told.rejected and AGAINST_IT.fullmatch(line):
        told.rejected[-1].reasons.append(line)
    elif found := LEFT.fullmatch(line):
        told.floats += numbers_in(found["numbers"] or found["one"])
    elif any(form.fullmatch(line) for form in (STEP_TOLD, TOTAL, TAKEN)):
        told.lines.append(line)
    else:
        return False
    return True


def _of_told(here: Here, told: Told) -> Iterator[tuple[str, str]]:
    part = told.part(here)
    scores = {here.people[tpn].score for tpn in told.residents}
    if not told.residents:  # [C.04.4.3 2.2] the median may be empty
        level = 2 * tenths(told.score)
        is_so = here.subject.edition.startswith("lim") and level == lim.median_level(
            here.event, common.coming_round(here.event)
        )
    else:
        is_so = max(scores) == tenths(told.score) and (len(scores) == 1 or here.joins or told.is_collapsed)
    yield "bracket: score", "" if is_so else f"{told}, but the scores are {scores}"
    inside = {frozenset((one.tpn, two.tpn)) for one, two in part.pairs}
    if here.subject.edition in PROCEDURES:  # two who float may meet later, in another group
        inside.intersection_update(told.pairs)
    is_so = inside == {*told.pairs} and {*told.floats} == part.members.difference(*inside)
    yield "bracket: pairs and floaters", "" if is_so else f"{told}"
    steps = steps_of(here.subject.edition, here.event, here.right)
    for line in told.lines:
        if found := TAKEN.fullmatch(line):
            numbers = numbers_in(found["pairs"])
            pairs = {frozenset(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)}
            is_so = pairs == inside and {*numbers_in(found["floats"])} == {*told.floats}
            yield "bracket: taken candidate", "" if is_so else f"{line}: {told}"
        elif found := STEP_TOLD.fullmatch(line):
            step = int(found["one"]), int(found["two"] or 0), found["cited"]
            is_lim = here.subject.edition.startswith("lim")
            is_so = step in steps and (not is_lim or has_words(found["cited"], found["words"]))
            yield "bracket: step", "" if is_so else f"{line}: {steps}"
        elif (found := TOTAL.fullmatch(line)) and found["words"] in (*REASONS, *COUNTS, *LISTS):
            values = {_shown(part, found["words"])}
            if found["words"].startswith("pairs that"):
                values = set(map(str, _against_colours(part).counts))
            yield "bracket: total", "" if found["total"] in values else f"{line}, but it is {values}: {told}"


def _untrue_row(here: Here, row: re.Match[str]) -> str:
    """Return why a row of the table of players is not true; teams have no colours in their facts."""
    person = here.people[int(row["one"])]
    if isinstance(here.event, MatchEvent):
        return "" if tenths(row["score"]) == person.score else row[0]
    letter = "" if person.due == "-" else person.due
    due = (letter, letter, letter.upper(), 2 * letter.upper())[person.strength]
    colours = row["colours"].replace("-", "").lower()
    is_so = (tenths(row["score"]), colours, row["due"]) == (person.score, person.colours, due)
    return "" if is_so else f"{row[0]}: {person}"


def position_of(subject: Subject[Any], event: Any) -> Here | None:
    """Return a position with all its legal rounds; None if it cannot be paired."""
    right = transcribed(subject, event)
    people = people_of(subject.edition, event)
    if right is None or len(people) < 2:
        return None
    at = moment(subject.model(event), system=subject.system)
    is_legal = legality(subject.edition, event)
    every = all_rounds(tuple(sorted(people)))
    legal = frozenset((pairs, bye) for pairs, bye in every if is_legal(Paired(frozenset(map(_board, pairs)), bye)))
    return Here(subject, event, people, right, legal, at)


def _board(pair: frozenset[int]) -> tuple[int, int]:
    return min(pair), max(pair)


def asked(here: Here, kind: str, question: str) -> tuple[list[str], Any]:
    try:
        (answer,) = QUESTIONS[kind].answer(here.at, [question])
    except NoPairing as error:
        return [plain(str(error))], {}
    return [plain(line) for line in answer.shown(whole=True)], answer.to_dict()


def in_question(boards: Iterable[tuple[int, int]]) -> str:
    return ",".join(f"{one}-{two or 'bye'}" for one, two in boards)


def boards_in(question: str) -> list[tuple[int, int]]:
    return [(int(one), int(two) if two.isdigit() else 0) for one, two in re.findall(r"(\d+)-(\d+|bye)", question)]


def some_questions(here: Here, lot: Random) -> Iterator[tuple[str, str]]:
    """Yield questions of every kind about random participants and rounds."""
    tpns = sorted(here.people)
    for _ in range(4):
        one, two = lot.sample(tpns, 2)
        yield from (("why-not", f"{one}-{two}"), ("why-not", f"{one}-up"), ("why-not", f"{two}-down"))
        yield from [("why-not", f"{two}-bye")] if len(tpns) % 2 else []
        changes = f"{one}-{two}", f"{one}-bye", f"prohibit:{one}-{two}", f"absent:{one}"
        yield from (("what-if", change) for change in changes)
    yield from (("why", str(tpn)) for tpn in lot.sample(tpns, min(3, len(tpns))))
    yield "account", ""
    yield from (("judge", in_question(boards)) for boards in proposals(here, lot))


def every_question(here: Here) -> Iterator[tuple[str, str]]:
    """Yield each round, legal or not, to be judged, and each opponent, bye and float to be asked for."""
    tpns = sorted(here.people)
    same = frozenset(map(frozenset, here.right.boards)), here.right.bye
    for pairs, bye in all_rounds(tpns):
        boards = [_board(pair) for pair in sorted(pairs, key=sorted)]
        turns = product((True, False), repeat=len(boards)) if (pairs, bye) == same else [[True] * len(boards)]
        for turned in turns:
            coloured = [pair if same_way else pair[::-1] for pair, same_way in zip(boards, turned, strict=True)]
            yield "judge", in_question([*coloured, *([(bye, 0)] if bye else [])])
    yield from (("why-not", f"{one}-{two}") for one, two in combinations(tpns, 2))
    yield from (("why", str(tpn)) for tpn in tpns)
    ways = "down", "up", *(["bye"] if len(tpns) % 2 else [])
    yield from (("why-not", f"{tpn}-{way}") for tpn in tpns for way in ways)


def answered(here: Here, kind: str, question: str) -> Iterator[tuple[str, str]]:
    """Ask a question, and yield the kind of each sentence of the answer, and why it is untrue (empty if it is true)."""
    if kind == "account":
        for _, lines in accounts(here):
            yield from told_round(here, lines)
    elif kind == "why":
        yield from of_why(here, int(question))
    else:
        lines, _ = asked(here, kind, question)
        match kind:
            case "why-not":
                yield from why_not(here, lines)
            case "what-if":
                yield from read_what_if(here, question, lines)
            case "judge":
                yield from judged(here, lines, boards_in(question))


def look(subject: Subject[Any], event: Any, lot: Random | None = None) -> Found:
    """Ask every question about a position or, with ``lot``, some, and read the answers. Count the answers."""
    here, answers, faults = position_of(subject, event), Counter[str](), []
    if here is not None:
        for kind, question in every_question(here) if lot is None else some_questions(here, lot):
            answers[kind] += 1
            faults += [f"{kind} {question}: {fault}" for _, fault in answered(here, kind, question) if fault]
    return Found(answers, tuple(f"{subject.name}: {event}\n{words}" for words in faults))


def explained(name: str, event: Any) -> Compared:
    """Check all answers about a position, and report the contradictions as differences."""
    found = look(EVERY[name], event)
    return Compared(transcribed(EVERY[name], event), "\n".join(found.faults), found.counted.total())


def of_why(here: Here, tpn: int) -> Iterator[tuple[str, str]]:
    lines, value = asked(here, "why", str(tpn))
    told = [line for line in lines if UNMET.fullmatch(line) or WITH.fullmatch(line)]
    yield from why(here, lines, value)
    if value["brackets"] and value["unmet"]:
        yield from unmet(here, told[-_told(told, len(value["unmet"])) :], tenths(value["brackets"][-1]))


def accounts(here: Here) -> Iterator[tuple[str, list[str]]]:
    held = pair(here.subject.model(here.event), system=here.subject.system)
    yield "account", list(map(plain, as_account(held).splitlines()))
    yield "card", list(map(plain, as_card(held).splitlines()))


def _told(lines: Sequence[str], criteria: int) -> int:
    """Return how many lines at the end speak of this number of criteria."""
    for place in range(len(lines) - 1, -1, -1):
        criteria -= UNMET.fullmatch(lines[place]) is not None
        if not criteria:
            return len(lines) - place
    return len(lines)


def proposals(here: Here, lot: Random) -> Iterator[list[tuple[int, int]]]:
    """Yield proposals: legal rounds with any colours, parts of them, and two boards that may not be completed."""
    legal = sorted(here.legal, key=lambda one: (sorted(map(sorted, one[0])), one[1]))
    for pairs, bye in lot.sample(legal, min(4, len(legal))):
        boards = [tuple(lot.sample(sorted(pair), 2)) for pair in sorted(pairs, key=sorted)]
        whole = [(one, two) for one, two in boards] + ([(bye, 0)] if bye else [])
        yield whole
        yield whole[: lot.randint(1, len(whole))]
    one, two, *rest = lot.sample(sorted(here.people), len(here.people))
    yield [(one, two), *([(rest[0], rest[1])] if len(rest) > 1 else [])]


SIZES, SIZES_OF_MATCHES = range(6, 10), range(5, 9)


def sentences_of(seed: int, name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the question, the kind and the fault of each sentence of the answers about one random position."""
    subject, lot = EVERY[name], Random(f"sentences {name} {seed}")
    sizes = SIZES_OF_MATCHES if subject.most < 7 else SIZES
    make = position if seed % 2 else any_position
    event = make(subject, lot, sizes)
    here = position_of(subject, event)
    if here is not None:
        for kind, question in some_questions(here, lot):
            yield from ((f"{kind} {question}", *found) for found in answered(here, kind, question))
    elif len(tpns := sorted(people_of(subject.edition, event))) > 1:
        for found in untrue_refusal(after(subject, event, tpns), refused(subject, event)):
            yield "pair", *found


def refused(subject: Subject[Any], event: Any) -> str:
    """Return the message for a round that cannot be paired."""
    try:
        return f"paired: {pair(subject.model(event), system=subject.system).boards} []"
    except NoPairing as error:
        return plain(str(error))


def read(seed: int, name: str) -> Found:
    """Read the answers about one random position."""
    told = list(sentences_of(seed, name))
    faults = tuple(f"{name} {seed}: {question}: {kind}: {fault}" for question, kind, fault in told if fault)
    return Found(Counter(kind for _, kind, _ in told), faults)


if __name__ == "__main__":
    sys.exit(Campaign("sentences", "sentences", read, list(EVERY), 250).main(__doc__))
