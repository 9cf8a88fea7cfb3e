"""The Double-Swiss System, C.04.5, as approved on 28 October 2025 and applied from 1 February 2026."""

from __future__ import annotations

from pairing_engine.facts.basic_rules import Absolutes, Colours, Due
from pairing_engine.facts.model import Colour, EventKind
from pairing_engine.kernel import colour
from pairing_engine.kernel.colour import colour_step
from pairing_engine.state.round_state import NONE, Player, Preference, RoundState, ranking
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.top_scoregroup import alternate_higher_ranked, alternate_lower_ranked
from pairing_engine.systems.shared.upfloaters import is_not_last_round
from pairing_engine.systems.system import Completion, System

c7 = top_scoregroup.c7._replace(applies=is_not_last_round)
c8 = top_scoregroup.OPPONENTS_WHO_FLOATED.at("C8", "C.04.5 2.3.5", applies=is_not_last_round)


def without_preferences(state: RoundState) -> RoundState:
    """Return the state without colour preferences, because the Double-Swiss System has none."""
    return state._replace(players=tuple(p._replace(preference=Preference(NONE)) for p in state.players))


def fewer_whites(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    mine, theirs = higher.colours.count("w"), lower.colours.count("w")
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


CRITERIA = (top_scoregroup.c4, top_scoregroup.c5, top_scoregroup.c6, c7, c8)

COLOUR_STEPS = (
    colour.FIRST_GAMES.at("C.04.5 4.3.1"),
    colour_step("C.04.5 4.3.2", "White goes to the player with fewer games with White", fewer_whites),
    colour.REVERSED.at("C.04.5 4.3.3"),
    colour_step(
        "C.04.5 4.3.4", "the higher ranked player gets the opposite of the last colour", alternate_higher_ranked
    ),
    colour_step("C.04.5 4.3.5", "the other player gets the opposite of the last colour", alternate_lower_ranked),
)

DOUBLE_SWISS_2026 = System(
    name="double-swiss",
    edition="2026",
    article="C.04.5",
    code="FIDE_DOUBLESWISS_2026",
    kind=EventKind.DOUBLE,
    conventions=top_scoregroup.CONVENTIONS,
    with_preferences=without_preferences,
    criteria=CRITERIA,
    may_meet=top_scoregroup.may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.5 3.3.3", "C.04.5 2.2.1", "C3"),
    bye_again=top_scoregroup.bye_again("C.04.5"),
    bye_steps=top_scoregroup.BYE_STEPS,
    absolutes=Absolutes(Colours.FREE, Due.DOUBLE_SWISS),
    number_of_pairs=top_scoregroup.c4,
    names=top_scoregroup.NAMES,
    process=top_scoregroup.TopScoregroups(lambda player, _state: ranking(player)),  # C.04.5 4.2
)
