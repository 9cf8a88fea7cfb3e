"""The Team Pairing System of 2024 (C.04.6, from 1 August 2024 to 31 January 2026), where it differs from 2026.

Of this text, only the differences from 2026 and some sentences are known. It was transcribed before the engine had it.
"""

from tests.articles.literal import team
from tests.articles.literal.facts import MatchEvent, Paired
from tests.articles.literal.top_scoregroup import (
    Coming,
    PairCost,
    candidate_sets,
    opponents_who_floated,
    round_pairing,
    upfloaters_into_following,
)

# READING (C2): "The same score rewarded for a win", scored "in one single round, without playing", is that of a forfeit
# win or of a full-point bye. The text of 2026 names these two [Reading T20].
#
# READING (C6): "Maximise the number of remaining teams that can be legally paired in the following scoregroup": each
# team of the following scoregroup that is not paired there needs an upfloater. A legal pairing must allow the others to
# be paired, too [Reading T21].

EXCEPTED_ROUNDS = 2
"""[C9] "With the exception of the last two rounds"."""


def pair(event: MatchEvent) -> Paired:
    """Pair the round and give the colours.

    READING (4.3): without 4.3.9, no article gives a colour if the first-team has not played and everything else is
    equal. Then the other team alternates, as in 2026 [Reading T22].
    """
    pairs, receiver = round_pairing(
        event, EXCEPTED_ROUNDS, lambda coming, chosen: cost_with(event, coming, chosen), upfloaters
    )
    return Paired(frozenset(team.with_colours(event, pair) for pair in pairs), receiver)


def upfloaters(coming: Coming, unpaired: frozenset[int]) -> frozenset[int]:
    """[2.2.5] Choose the first set, in the order of the sets, that complies with [C6]. No criterion is about floats."""
    return min(candidate_sets(coming, unpaired), key=lambda chosen: upfloaters_into_following(coming, unpaired, chosen))


def cost_with(event: MatchEvent, coming: Coming, chosen: frozenset[int]) -> PairCost:
    """[2.3.4] Return a function that computes the costs of a pair for [C7], [C8] and [C9].

    [C9]: "Minimise the number of teams that float in consecutive rounds": the opponents of upfloaters, and the
    upfloaters themselves, who are chosen already.
    """

    def cost(pair: tuple[int, int]) -> tuple[int, int, int]:
        refused = team.refused_preferences(event, pair)
        floated = opponents_who_floated(coming, chosen, pair) + len(chosen & coming.spared & set(pair))
        return len(refused), sum(preference.strong for preference in refused), floated

    return cost
