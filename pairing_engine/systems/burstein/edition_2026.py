"""The Burstein System, C.04.4.2, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.kernel.bye import ByeStep, lowest_score, most_played, shown_games, shown_score
from pairing_engine.legality import Absolutes, Colours, to_players
from pairing_engine.state.conventions import INDIVIDUAL
from pairing_engine.systems.burstein.process import BursteinShortcuts, BursteinWalk, ByIndex, SeedingRounds, walk
from pairing_engine.systems.burstein.rules import (
    c5,
    c6,
    c7_number,
    c7_scores,
    c8,
    context,
    descending_order,
    indices,
    lowest_ranking,
    profile,
    shown_index,
)
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared.downward import Certificates
from pairing_engine.systems.shared.dubov_burstein import COLOUR_STEPS, may_meet
from pairing_engine.systems.system import Completion, Names, System

CRITERIA = (c5, c6, c7_number, c7_scores, c8)

BYE_STEPS = (
    ByeStep("3.1.3", "the lowest score", lowest_score, shown=shown_score),
    ByeStep("3.1.4", "the highest number of games played", most_played, shown=shown_games),
    ByeStep("3.1.5", "the lowest ranking", lowest_ranking, shown=shown_index),
)

BURSTEIN_2026 = System(
    name="burstein",
    edition="2026",
    article="C.04.4.2",
    code="FIDE_BURSTEIN_2026",
    applied_from=APPLIED_FROM["burstein"]["2026"],
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.4.2 1.9.3", "C.04.4.2 2.2.1", "C4"),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(INDIVIDUAL.bye_bar, Colours.STRICT, to_players),
    in_round=SeedingRounds(DUTCH_2026, most=4),
    number_of_pairs=c5,
    names=Names(floating="1.2.2", halves=None, beside=shown_index),
    process=ByIndex(
        index=indices,
        order=descending_order,
        profiles=Profiles(profile, context, serves=CRITERIA),
        shortcuts=BursteinShortcuts(
            walk=BursteinWalk(walk, CRITERIA, may_meet, descending_order),
            certificates=Certificates(first=(c5,), rules=CRITERIA),
        ),
    ),
)
