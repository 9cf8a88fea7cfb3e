"""The Lim System, C.04.4.3, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2026
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.kernel.bye import ByeStep, largest_tpn, lowest_score, shown_score
from pairing_engine.legality import Absolutes, Colours, in_lim
from pairing_engine.state.conventions import INDIVIDUAL
from pairing_engine.systems.lim import articles
from pairing_engine.systems.lim.colours import COLOUR_STEPS, floated_before, twice_median_score
from pairing_engine.systems.lim.floaters import CHOICES, by_exchanges
from pairing_engine.systems.lim.player_table import compatible, due_colour
from pairing_engine.systems.lim.process import FromBothEnds, crack_next, groups_from_both_ends
from pairing_engine.systems.system import BYE_OR_WIN_BEFORE, Clash, Completion, Names, System

BYE_STEPS = (
    ByeStep("1.1", "a player of the lowest scoregroup", lowest_score, shown=shown_score),
    ByeStep("1.1", "the lowest ranked player of the scoregroup", largest_tpn),
)
"""[C.04.4.3 1.1] The order in which players are considered for the bye."""

LIM_2026 = System(
    name="lim",
    edition="2026",
    article="C.04.4.3",
    code="FIDE_LIM_2026",
    applied_from=APPLIED_FROM["lim"]["2026"],
    procedure=articles.PROCEDURE,
    may_meet=compatible,
    colour_steps=COLOUR_STEPS,
    basic=BASIC_RULES_2026._replace(once_code=""),
    bye_again=BYE_OR_WIN_BEFORE._replace(code=""),
    completion=Completion("C.04.4.3 2.6", "C.04.4.3 2.6", ""),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(INDIVIDUAL.bye_bar, Colours.EQUALS, in_lim),
    names=Names(
        floating="3.1",
        halves=None,
        scoregroups=True,
        colour_clash=Clash(
            articles.INCOMPATIBLE.article,
            "",
            "one of them would get the same colour three times in a row, "
            "or three more games with one colour than with the other",
        ),
    ),
    process=FromBothEnds(
        floated=floated_before,
        twice_median=twice_median_score,
        no_bye="1.1",
        groups=groups_from_both_ends,
        choices=CHOICES,
        exchanges=by_exchanges,
        crack_next=crack_next,
        due_colour=due_colour,
    ),
)
