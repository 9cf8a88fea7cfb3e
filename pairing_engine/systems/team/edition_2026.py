"""The Team Pairing System, C.04.6, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import EventKind
from pairing_engine.kernel.colour import (
    alternate,
    alternate_higher_ranked,
    alternate_lower_ranked,
    by_number_if_new,
    colour_step,
    grant_higher_ranked,
    grant_only,
    grant_only_strong,
    grant_opposite,
    lower_difference,
)
from pairing_engine.language import marked
from pairing_engine.legality import Absolutes, Colours, to_teams
from pairing_engine.systems.shared.orders import identifier_order
from pairing_engine.systems.shared.top_scoregroup import (
    BYE_BAR,
    BYE_STEPS,
    CONVENTIONS,
    TopScoregroups,
    bye_again,
    c4,
    c5,
    c6,
    may_meet,
    profiles_of_pairing,
    profiles_of_sets,
)
from pairing_engine.systems.shared.upfloaters import UpfloaterShortcuts
from pairing_engine.systems.system import Completion, Names, System
from pairing_engine.systems.team.criteria import c7, c8, c9, c10, first_team, spares_floaters, with_preferences

CRITERIA = (c4, c5, c6, c7, c8, c9, c10)

COLOUR_STEPS = (
    colour_step(
        "C.04.6 4.3.1", "neither has played: the initial-colour and the first-team's TPN decide", by_number_if_new
    ),
    colour_step("C.04.6 4.3.2", "the only colour preference is granted", grant_only),
    colour_step("C.04.6 4.3.3", "opposite colour preferences are granted", grant_opposite),
    colour_step("C.04.6 4.3.4", "the only strong colour preference is granted", grant_only_strong),
    colour_step("C.04.6 4.3.5", "White goes to the team with the lower colour difference", lower_difference),
    colour_step(
        "C.04.6 4.3.6",
        "the colours are reversed from the last round in which one had White and the other Black",
        alternate,
    ),
    colour_step("C.04.6 4.3.7", "the colour preference of the first-team is granted", grant_higher_ranked),
    colour_step("C.04.6 4.3.8", "the first-team gets the opposite of its last colour", alternate_higher_ranked),
    colour_step("C.04.6 4.3.9", "the other team gets the opposite of its last colour", alternate_lower_ranked),
)

TEAM_2026 = System(
    name="team",
    edition="2026",
    article="C.04.6",
    code="FIDE_TEAM_2026",
    applied_from=APPLIED_FROM["team"]["2026"],
    kind=EventKind.TEAM,
    conventions=CONVENTIONS,
    with_preferences=with_preferences,
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.6 3.3.3", "C.04.6 2.2.1", "C3"),
    bye_again=bye_again("C.04.6"),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(BYE_BAR, Colours.FREE, to_teams),
    number_of_pairs=c4,
    names=Names(colour_clash=None, halves=marked(("top", "bottom"))),
    process=TopScoregroups(
        order=identifier_order,
        first=first_team,
        of_sets=profiles_of_sets(CRITERIA[:4]),
        of_pairing=profiles_of_pairing(CRITERIA[4:]),
        sets="3.5.4",
        shortcuts=UpfloaterShortcuts(CRITERIA, may_meet, identifier_order, spares_floaters),
    ),
)
