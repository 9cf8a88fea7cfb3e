"""The Dubov System, C.04.4.1, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.kernel.bye import (
    ByeStep,
    largest_tpn,
    lowest_score,
    most_played,
    shown_games,
    shown_score,
    shown_tpn,
)
from pairing_engine.legality import Absolutes, Colours, in_dubov
from pairing_engine.state.conventions import INDIVIDUAL
from pairing_engine.systems.dubov.criteria import (
    averages,
    c5,
    c6,
    c7,
    c8,
    c9,
    c10,
    context,
    profile,
    shown_average,
    with_preferences,
)
from pairing_engine.systems.dubov.process import (
    DubovArticles,
    DubovShortcuts,
    OneUpfloater,
    ScoregroupsWithUpfloaters,
    upfloater_at_once,
)
from pairing_engine.systems.shared.dubov_burstein import COLOUR_STEPS, may_meet
from pairing_engine.systems.system import Completion, Names, System

CRITERIA = (c5, c6, c7, c8, c9, c10)

BYE_STEPS = (
    ByeStep("3.1.3", "the lowest score", lowest_score, shown=shown_score),
    ByeStep("3.1.4", "the highest number of games played", most_played, shown=shown_games),
    ByeStep("3.1.5", "the largest TPN", largest_tpn, shown=shown_tpn),
)

DUBOV_2026 = System(
    name="dubov",
    edition="2026",
    article="C.04.4.1",
    code="FIDE_DUBOV_2026",
    applied_from=APPLIED_FROM["dubov"]["2026"],
    with_preferences=with_preferences,
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.4.1 1.9.3", "C.04.4.1 2.2.1", "C4"),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(INDIVIDUAL.bye_bar, Colours.STRICT, in_dubov),
    number_of_pairs=c5,
    names=Names(floating="1.3.2", halves=("S1", "T2"), beside=shown_average),
    process=ScoregroupsWithUpfloaters(
        profiles=Profiles(profile, context, serves=CRITERIA),
        averages=averages,
        articles=DubovArticles(
            sets="4.2",
            shifters="3.2.4, 4.3",
            transpositions="3.2.6, 4.4",
        ),
        shortcuts=DubovShortcuts(
            one_upfloater=OneUpfloater(upfloater_at_once, CRITERIA, may_meet),
            nearest=(c5, c6),
        ),
    ),
)
