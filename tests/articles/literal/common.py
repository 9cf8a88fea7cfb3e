"""Scores, colours and floats from a crosstable, as the texts of several systems define them in the same words."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

from tests.articles.literal.facts import Cell, Event

PLAYED = frozenset("1=0")
NOT_THERE = Cell(opponent=0, colour="-", result="Z")

NONE, MILD, STRONG, ABSOLUTE = range(4)


class Preference(NamedTuple):
    """A colour preference: the due colour (``w``, ``b`` or ``-``) and its strength."""

    colour: str
    strength: int


class Player(Protocol):
    """The facts about a player that decide with whom and with which colour the player is paired."""

    @property
    def tpn(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def colours(self) -> str: ...
    @property
    def due(self) -> Preference: ...
    @property
    def barred(self) -> frozenset[int]: ...


def coming_round(event: Event) -> int:
    return len(event.rounds) + 1


def present(event: Event) -> tuple[int, ...]:
    """[C.04.2 3.2, 3.3] List the TPNs to be paired in the coming round, in ascending order."""
    return tuple(sorted(e.tpn for e in event.entrants if e.tpn not in event.absent))


def cell(event: Event, tpn: int, number: int) -> Cell:
    return event.rounds[number - 1].get(tpn, NOT_THERE)


def cells(event: Event, tpn: int) -> Iterator[Cell]:
    return (cell(event, tpn, number) for number in range(1, coming_round(event)))


def games(event: Event, tpn: int) -> tuple[Cell, ...]:
    """List the games that the participant played over the board, in order."""
    return tuple(c for c in cells(event, tpn) if c.result in PLAYED)


def standing(event: Event, tpn: int, before: int) -> int:
    """Return the points before a round, without virtual points."""
    return sum(event.points[cell(event, tpn, number).result] for number in range(1, before))


def pairing_score(event: Event, tpn: int, before: int) -> int:
    """[C.04.7 1.5] Return the pairing score before a round, with virtual points."""
    return standing(event, tpn, before) + event.virtual.get((tpn, before), 0)


def colour_history(event: Event, tpn: int) -> str:
    """[C.04.2 3.4] Return the colours of the games played, oldest first, without gaps."""
    return "".join(c.colour for c in games(event, tpn))


def not_to_be_met(event: Event, tpn: int) -> frozenset[int]:
    """[C.04.1 2, C.04.2 3.5, C1] Find the opponents of the games played, and those of prohibited pairs."""
    prohibited = frozenset().union(*(pair for pair in event.forbidden if tpn in pair)) - {tpn}
    return prohibited.union(c.opponent for c in games(event, tpn))


def float_of_pair(event: Event, tpn: int, number: int) -> str:
    """[C.04.3 1.4.2] Return the float of a round with an opponent: ``D``, ``U`` or ``-``.

    The scores with which the round was paired decide, virtual points included.
    """
    opponent = cell(event, tpn, number).opponent
    difference = pairing_score(event, tpn, number) - pairing_score(event, opponent, number)
    return "D" if difference > 0 else "U" if difference < 0 else "-"


def may_get_bye(event: Event, tpn: int) -> bool:
    """[C.04.1 4, C2] Whether the player never had the bye nor a win's points without playing."""
    # READING (C.04.1 4): "as many points as rewarded for a win" means at least as many.
    unplayed = [c.result for c in cells(event, tpn) if c.result not in PLAYED]
    return not any(result == "U" or event.points[result] >= event.points["1"] for result in unplayed)


def may_get_bye_before_2026(event: Event, tpn: int) -> bool:
    """[C.04.1.d, 2018: C.04.4.1 B.0.a, C.2; 2017: C.2] Whether the player never had the bye nor a win by forfeit.

    Points that the arbiter gave for a round without an opponent are no win [Readings V11, L55].
    """
    return not any(c.result in "U+" for c in cells(event, tpn))


def opposite(colour: str) -> str:
    return "b" if colour == "w" else "w"


def colour_difference(history: str) -> int:
    """[C.04.3 1.6, C.04.4.1 1.5, C.04.4.2 1.4] Return the number of Whites minus the number of Blacks.

    >>> colour_difference("wbw")
    1
    """
    return history.count("w") - history.count("b")


@lru_cache(maxsize=4096)
def preference(history: str) -> Preference:
    """[C.04.3 1.7, C.04.4.1 1.6.1-1.6.3, C.04.4.2 1.5.1-1.5.3] Return the colour that is due after these games.

    >>> preference("bww"), preference("wbb"), preference("wb")
    (Preference(colour='b', strength=3), Preference(colour='w', strength=3), Preference(colour='w', strength=1))
    """
    # READING (C.04.3 1.7.1): "The preference is for White when the colour difference is less than -1 or when the last
    # two games were played with Black", and the reverse for Black. After WWWWBB both sentences apply and contradict
    # each other. The difference is named first, and C.04.1 6 precedes C.04.1 7, so the difference decides.
    # READING (C.04.3 1.7.2, 1.7.3): "occurs when a player's colour difference is +1" is not limited by an "otherwise".
    # So wwwbb is absolute by 1.7.1 and strong by 1.7.2, with opposite colours. But 5.2.2 and C3 assume that a player
    # has one preference. So the first article that applies is meant, and the kinds exclude each other.
    if not history:
        return Preference("-", NONE)
    difference = colour_difference(history)
    if abs(difference) > 1:
        return Preference("b" if difference > 0 else "w", ABSOLUTE)
    if history[-2:] in ("ww", "bb"):
        return Preference(opposite(history[-1]), ABSOLUTE)
    if difference:
        return Preference("b" if difference > 0 else "w", STRONG)
    return Preference(opposite(history[-1]), MILD)


def may_meet(one: Player, other: Player) -> bool:
    """[C.04.4.1 and C.04.4.2 2.1: C1, C3] Whether two players have not met and share no absolute colour preference."""
    if other.tpn in one.barred:
        return False
    return not (one.due == other.due and one.due.strength == ABSOLUTE)


def colour_of_higher(higher: Player, lower: Player, initial_colour: str) -> str:
    """[C.04.4.1 5.2, C.04.4.2 5.2] Return the colour of the higher ranked player of a pair."""
    mine, theirs = higher.due, lower.due
    if not higher.colours and not lower.colours:  # 5.2.1
        return initial_colour if higher.number % 2 else opposite(initial_colour)
    if theirs.strength == NONE:  # C.04.4.2 1.5.4; in C.04.4.1, everybody has a preference
        return mine.colour
    if mine.strength == NONE:
        return opposite(theirs.colour)
    if mine.colour != theirs.colour:  # 5.2.2
        return mine.colour
    if mine.strength != theirs.strength:  # 5.2.3
        return mine.colour if mine.strength > theirs.strength else opposite(theirs.colour)
    last = latest_difference(higher.colours, lower.colours)
    if last != "-":  # 5.2.4
        return opposite(last)
    return mine.colour  # 5.2.5


def latest_difference(one: str, other: str) -> str:
    """[C.04.3 5.2.3, C.04.4.1 and C.04.4.2 5.2.4] Return the last colour of ``one`` that differs from ``other``.

    If there is none, return ``-``. The histories are compared from their ends [C.04.2 3.4]: BWBuW counts as uBWBW.

    >>> latest_difference("wbw", "bbw"), latest_difference("bw", "w")
    ('w', '-')
    """
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            return mine
    return "-"


def numbers(event: Event) -> dict[int, int]:
    """[C.04.2 2.4] Map the TPNs in the facts to TPNs without gaps for the coming round.

    A participant who has never been paired, and is not paired now, has no TPN yet. A requested bye does not count as
    being paired [Reading G1].
    """
    # READING (C.04.2 2.4): late entries "are given an appropriate TPN and paired only when they actually arrive".

    def arrived(tpn: int) -> bool:
        return any(
            c.result in PLAYED or c.result == "U" or (c.result in "+-" and c.opponent) for c in cells(event, tpn)
        )

    here = present(event)
    known = sorted(e.tpn for e in event.entrants if e.tpn in here or arrived(e.tpn))
    return {tpn: position for position, tpn in enumerate(known, start=1)}
