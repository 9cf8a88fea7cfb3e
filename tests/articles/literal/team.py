"""The Team Pairing System (C.04.6, from 1 February 2026), transcribed without matching algorithms.

`top_scoregroup` contains the articles that C.04.6 shares with C.04.5: 1.3, 1.5, 2.1 to 2.3.4 and 3.
"""

from dataclasses import dataclass

from tests.articles.literal.facts import MatchEvent, Paired, Preferences
from tests.articles.literal.top_scoregroup import (
    Coming,
    Pair,
    PairCost,
    colours_had,
    coming_number,
    first_alternates,
    is_last_round,
    most_recent_difference,
    neither_has_played,
    opponents_who_floated,
    opposite,
    other_alternates,
    round_pairing,
    score_before,
)

# [C7, 2.3.4; C10, 2.3.7] "With the exception of the last two rounds".
EXCEPTED_ROUNDS = 2


@dataclass(frozen=True)
class Preference:
    """[1.7] A colour preference, or ``-`` for none. The simple preferences of Type A are not strong."""

    colour: str
    strong: bool = False


NO_PREFERENCE = Preference("-")


def pair(event: MatchEvent) -> Paired:
    """[3.3.2] Pair the round and give the colours."""
    pairs, receiver = round_pairing(event, EXCEPTED_ROUNDS, lambda coming, chosen: cost_with(event, coming, chosen))
    return Paired(frozenset(with_colours(event, pair) for pair in pairs), receiver)


def cost_with(event: MatchEvent, coming: Coming, chosen: frozenset[int]) -> PairCost:
    """[3.6.4] Return a function that computes the costs of a pair for [C8], [C9] and [C10]."""

    def cost(pair: Pair) -> tuple[int, int, int]:
        refused = refused_preferences(event, pair)
        strong = sum(preference.strong for preference in refused)
        return len(refused), strong, opponents_who_floated(coming, chosen, pair)

    return cost


# --- 1.6, 1.7 Colour difference and preference ------------------------------------------------------------------------


def colour_difference(event: MatchEvent, tpn: int) -> int:
    """[1.6.2] Return the number of matches with White minus the number with Black.

    A played match counts with the scheduled colour of its first board, even if that board was not played [1.6.1].
    """
    colours = colours_had(event, tpn)
    return colours.count("w") - colours.count("b")


def pressing_colour(event: MatchEvent, tpn: int) -> str:
    """[1.7.1.1-2, 1.7.2.1-2] Return the simple preference of Type A, which is the strong preference of Type B.

    "The last two played matches" requires at least two matches [Reading T12].
    """
    difference = colour_difference(event, tpn)
    last_two = colours_had(event, tpn)[-2:]
    if difference < -1 or (difference in (0, -1) and last_two == "bb"):
        return "w"
    if difference > 1 or (difference in (0, 1) and last_two == "ww"):
        return "b"
    return "-"


def mild_colour(event: MatchEvent, tpn: int) -> str:
    """[1.7.2.3-4] Return the mild preference.

    1.7.2.3 prints "if its CD is 1", but must mean -1 [Reading T13]. In the last round, a CD of zero gives no
    preference, but a CD of 1 or -1 still does [Reading T14].
    """
    difference = colour_difference(event, tpn)
    last = colours_had(event, tpn)[-1:]
    at_zero = difference == 0 and not is_last_round(event)
    if difference == -1 or (at_zero and last == "b"):
        return "w"
    if difference == 1 or (at_zero and last == "w"):
        return "b"
    return "-"


def type_b_preference(event: MatchEvent, tpn: int) -> Preference:
    """[1.7.2] Return the preference of Type B: strong, otherwise mild, otherwise none.

    If several of the five sentences of 1.7.2 apply, the first one counts [Reading T15].
    """
    strong = pressing_colour(event, tpn)
    if strong != "-":
        return Preference(strong, strong=True)
    return Preference(mild_colour(event, tpn))


def preference(event: MatchEvent, tpn: int) -> Preference:
    """[1.7] Return the team's colour preference, according to the type that the event uses."""
    match event.preferences:
        case Preferences.TYPE_A:
            return Preference(pressing_colour(event, tpn))
        case Preferences.TYPE_B:
            return type_b_preference(event, tpn)
        case Preferences.UNUSED:
            return NO_PREFERENCE


def refused_preferences(event: MatchEvent, pair: Pair) -> list[Preference]:
    """[C8, 2.3.5; C9, 2.3.6] List the preferences that this pair denies.

    A preference is denied if Article 4 will give the team the other colour [Reading T11].
    """
    given = zip(with_colours(event, pair), "wb", strict=True)
    wanted = [(preference(event, tpn), colour) for tpn, colour in given]
    return [wish for wish, colour in wanted if wish != NO_PREFERENCE and wish.colour != colour]


# --- 4 Colour allocation ----------------------------------------------------------------------------------------------


def secondary_score(event: MatchEvent, tpn: int) -> int:
    """[1.2.1] Return the secondary score, which has no virtual points (C.04.7)."""
    return sum(cells[tpn].secondary for cells in event.rounds if tpn in cells)


def first_team_first(event: MatchEvent, pair: Pair) -> Pair:
    """[4.2] Put the first-team first: by primary score, secondary score (if used) and TPN."""

    def rank(tpn: int) -> tuple[int, int, int]:
        secondary = secondary_score(event, tpn) if event.secondary_used else 0
        return -score_before(event, tpn, coming_number(event)), -secondary, tpn

    first, other = sorted(pair, key=rank)
    return first, other


def only_preference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.2] If only one team has a colour preference, grant it."""
    mine, yours = preference(event, first), preference(event, other)
    if (mine == NO_PREFERENCE) == (yours == NO_PREFERENCE):
        return None
    return mine.colour if mine != NO_PREFERENCE else opposite(yours.colour)


def opposite_preferences(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.3] If the two teams have opposite colour preferences, grant them."""
    mine, yours = preference(event, first), preference(event, other)
    return mine.colour if {mine.colour, yours.colour} == {"w", "b"} else None


def only_strong_preference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.4] (Type B only) If only one team has a strong colour preference, grant it."""
    mine, yours = preference(event, first), preference(event, other)
    if mine.strong == yours.strong:
        return None
    return mine.colour if mine.strong else opposite(yours.colour)


def lower_difference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.5] Give White to the team with the lower colour difference.

    Colour differences count even in an event without colour preferences [Reading T10].
    """
    mine, yours = colour_difference(event, first), colour_difference(event, other)
    if mine == yours:
        return None
    return "w" if mine < yours else "b"


def first_teams_preference(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.7] Grant the colour preference of the first-team."""
    mine = preference(event, first)
    return None if mine == NO_PREFERENCE else mine.colour


COLOUR_STEPS = (
    neither_has_played,
    only_preference,
    opposite_preferences,
    only_strong_preference,
    lower_difference,
    most_recent_difference,
    first_teams_preference,
    first_alternates,
    other_alternates,
)


def with_colours(event: MatchEvent, pair: Pair) -> Pair:
    """[4.3] Return the pair as (White, Black). The first article that gives a colour decides."""
    first, other = first_team_first(event, pair)
    colour = next(colour for step in COLOUR_STEPS if (colour := step(event, first, other)))
    return (first, other) if colour == "w" else (other, first)
