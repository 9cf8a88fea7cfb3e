"""The Double-Swiss System (C.04.5, from 1 February 2026), transcribed without matching algorithms.

`top_scoregroup` contains the articles that C.04.5 shares with C.04.6: 1.3, 1.5, 2.1 to 2.3.4 and 3.
"""

from tests.articles.literal.facts import MatchEvent, Paired
from tests.articles.literal.top_scoregroup import (
    Coming,
    Pair,
    PairCost,
    colours_had,
    coming_number,
    first_alternates,
    most_recent_difference,
    neither_has_played,
    opponents_who_floated,
    other_alternates,
    round_pairing,
    score_before,
)

# [C7, 2.3.4; C8, 2.3.5] "With the exception of the last round".
EXCEPTED_ROUNDS = 1


def pair(event: MatchEvent) -> Paired:
    """[3.3.2] Pair the round and give the colours."""

    def cost_with(coming: Coming, chosen: frozenset[int]) -> PairCost:
        """[3.6.4] Return a function that computes the cost of a pair for [C8] (2.3.5)."""
        return lambda pair: (opponents_who_floated(coming, chosen, pair),)

    pairs, receiver = round_pairing(event, EXCEPTED_ROUNDS, cost_with)
    return Paired(frozenset(with_colours(event, pair) for pair in pairs), receiver)


def higher_ranked_first(event: MatchEvent, pair: Pair) -> Pair:
    """[4.2] Put the higher-ranked player first: by score, then by TPN."""
    first, other = sorted(pair, key=lambda tpn: (-score_before(event, tpn, coming_number(event)), tpn))
    return first, other


def fewer_whites(event: MatchEvent, first: int, other: int) -> str | None:
    """[4.3.2] Give White to the player who has had White less often."""
    mine, yours = colours_had(event, first).count("w"), colours_had(event, other).count("w")
    if mine == yours:
        return None
    return "w" if mine < yours else "b"


COLOUR_STEPS = (neither_has_played, fewer_whites, most_recent_difference, first_alternates, other_alternates)


def with_colours(event: MatchEvent, pair: Pair) -> Pair:
    """[4.3] Return the pair as (White, Black). The first article that gives a colour decides."""
    first, other = higher_ranked_first(event, pair)
    colour = next(colour for step in COLOUR_STEPS if (colour := step(event, first, other)))
    return (first, other) if colour == "w" else (other, first)
