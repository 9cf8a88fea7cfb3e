"""Scores, colours and floats for the Dutch texts of 2009 and 2012, derived from a crosstable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tests.articles.literal import common
from tests.articles.literal.facts import Cell, Event

NONE, MILD, STRONG, ABSOLUTE = range(4)
DOWN, UP, LEVEL = "D", "U", "-"


@dataclass(frozen=True, eq=False)
class Player:
    """The facts about a player. ``last`` and ``before`` are the floats of the last two rounds."""

    tpn: int
    score: int
    colours: str
    colour: str
    strength: int
    met: frozenset[int]
    last: str
    before: str
    top: bool
    may_have_bye: bool
    number: int


def ranking(player: Player) -> tuple[int, int]:
    """[A.2] Sort by score, then by pairing number."""
    return -player.score, player.tpn


class Sayings(NamedTuple):
    """One edition's rules on top scorers and unplayed rounds.

    ``is_top`` compares a player's points with the possible points. ``bars`` tells whether an unplayed round excludes
    the player from the bye [B.1.b]. ``floats_down`` tells whether an unplayed round is a downfloat. If
    ``forfeits_float`` is true, forfeited games give floats.
    """

    is_top: Callable[[int, int], bool]
    bars: Callable[[Cell], bool]
    floats_down: Callable[[Cell], bool]
    forfeits_float: bool = False


def players_of(event: Event, sayings: Sayings) -> list[Player]:
    """[A.2] List the players of the coming round in order."""
    numbers = common.numbers(event)
    return sorted((_player(event, tpn, numbers[tpn], sayings) for tpn in common.present(event)), key=ranking)


def _player(event: Event, tpn: int, number: int, sayings: Sayings) -> Player:
    coming = common.coming_round(event)
    colours = common.colour_history(event, tpn)
    due = common.preference(colours)
    floats = [LEVEL, LEVEL, *(float_in(event, tpn, past, sayings) for past in range(1, coming))]
    forbidden = frozenset().union(*(pair for pair in event.forbidden if tpn in pair)) - {tpn}
    unplayed = [cell for cell in common.cells(event, tpn) if cell.result not in common.PLAYED]
    possible = (coming - 1) * event.points["1"]
    return Player(
        tpn=tpn,
        score=common.pairing_score(event, tpn, coming),
        colours=colours,
        colour=due.colour,
        strength=due.strength,
        met=frozenset(cell.opponent for cell in common.games(event, tpn)) | forbidden,
        last=floats[-1],
        before=floats[-2],
        top=event.rounds_total == coming and sayings.is_top(common.standing(event, tpn, coming), possible),
        may_have_bye=not any(map(sayings.bars, unplayed)),
        number=number,
    )


def float_in(event: Event, tpn: int, number: int, sayings: Sayings) -> str:
    """[A.4, A.5, B.1.b] Return the float of a round.

    A played round gives a float if the scores of the two players differ. An unplayed round never gives an upfloat.
    """
    cell = common.cell(event, tpn, number)
    if cell.result not in common.PLAYED and not (cell.opponent and sayings.forfeits_float):
        return DOWN if sayings.floats_down(cell) else LEVEL
    difference = common.pairing_score(event, tpn, number) - common.pairing_score(event, cell.opponent, number)
    return LEVEL if not difference else DOWN if difference > 0 else UP


def colours_of(one: Player, other: Player, event: Event) -> tuple[int, int]:
    """[E] Return White and Black of a pair."""
    higher, lower = sorted((one, other), key=ranking)
    colour = _colour(higher, lower, event)
    return (higher.tpn, lower.tpn) if colour == "w" else (lower.tpn, higher.tpn)


def _colour(higher: Player, lower: Player, event: Event) -> str:
    mine, theirs = higher.colour, lower.colour
    # E.1: grant both preferences. A player without a preference takes the other colour [A.7.f].
    if mine == "-" and theirs != "-":
        return opposite(theirs)
    if mine != "-" and theirs in ("-", opposite(mine)):
        return mine
    # E.2: grant the stronger preference. READING: two absolute ones are equally strong, whatever the differences.
    if higher.strength != lower.strength:
        return mine if higher.strength > lower.strength else opposite(theirs)
    # E.3: alternate the colours of the most recent round in which they differed.
    different = common.latest_difference(higher.colours, lower.colours)
    if different != "-":
        return opposite(different)
    # E.4: grant the preference of the higher ranked player.
    if mine != "-":
        return mine
    # E.5: in the first round, by the numbers in S1. READING: if two players without a game meet later, each gets the
    # opposite of that colour, by their pairing numbers as they are.
    if not event.rounds:
        return event.initial_colour if higher.number % 2 else opposite(event.initial_colour)
    return opposite(event.initial_colour) if higher.tpn % 2 else event.initial_colour


def opposite(colour: str) -> str:
    return "b" if colour == "w" else "w"
