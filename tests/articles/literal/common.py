"""Scores and colour histories for the transcriptions of Dubov and Burstein."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.articles.literal.facts import Cell, Event

PLAYED = frozenset("1=0")
NOT_THERE = Cell(opponent=0, colour="-", result="Z")

NONE, MILD, STRONG, ABSOLUTE = range(4)


class Preference(NamedTuple):
    """A colour preference: the due colour (``w``, ``b`` or ``-``) and its strength."""

    colour: str
    strength: int


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


def may_get_bye(event: Event, tpn: int) -> bool:
    """[C.04.4.1 3.1.1, C.04.4.2 3.1.1, C2] Whether the player never had the bye nor a win's points without playing."""
    unplayed = [c.result for c in cells(event, tpn) if c.result not in PLAYED]
    return not any(result in "U+" or event.points[result] >= event.points["1"] for result in unplayed)


def may_get_bye_before_2026(event: Event, tpn: int) -> bool:
    """[2018: C.04.4.1 B.0.a, C.2; 2017: C.2] Whether the player never had the bye nor a win by forfeit.

    Points that the arbiter gave for a round without an opponent are no win [Reading V11].
    """
    return not any(c.result in "U+" for c in cells(event, tpn))


def opposite(colour: str) -> str:
    return "b" if colour == "w" else "w"


def colour_difference(history: str) -> int:
    """[C.04.4.1 1.5, C.04.4.2 1.4] Return the number of Whites minus the number of Blacks.

    >>> colour_difference("wbw")
    1
    """
    return history.count("w") - history.count("b")


def preference(history: str) -> Preference:
    """[C.04.4.1 1.6.1-1.6.3, C.04.4.2 1.5.1-1.5.3] Return the colour that is due after these games.

    >>> preference("bww"), preference("wbb"), preference("wb")
    (Preference(colour='b', strength=3), Preference(colour='w', strength=3), Preference(colour='w', strength=1))
    """
    if not history:
        return Preference("-", NONE)
    difference = colour_difference(history)
    # READING: "The preference is for White when the colour difference is less than -1 or when the last two games were
    # played with Black", and the reverse for Black. After WWWWBB both sentences apply and contradict each other. No
    # round paired by these rules leads to that. The difference decides, because the article names it first.
    if difference < -1:
        return Preference("w", ABSOLUTE)
    if difference > 1:
        return Preference("b", ABSOLUTE)
    if history.endswith("bb"):
        return Preference("w", ABSOLUTE)
    if history.endswith("ww"):
        return Preference("b", ABSOLUTE)
    if difference:
        return Preference("b" if difference > 0 else "w", STRONG)
    return Preference("w" if history[-1] == "b" else "b", MILD)


def latest_difference(one: str, other: str) -> str:
    """[C.04.4.1 5.2.4, C.04.4.2 5.2.4] Return the last colour in ``one`` that differs from ``other``, or ``-``.

    The histories are compared from their ends [C.04.2 3.4]: BWBuW counts as uBWBW.

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

    def arrived(tpn: int) -> bool:
        return any(
            c.result in PLAYED or c.result == "U" or (c.result in "+-" and c.opponent) for c in cells(event, tpn)
        )

    here = present(event)
    known = sorted(e.tpn for e in event.entrants if e.tpn in here or arrived(e.tpn))
    return {tpn: position for position, tpn in enumerate(known, start=1)}
