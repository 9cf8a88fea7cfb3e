"""The Team Pairing System, C.04.6, as approved on 28 October 2025 and applied from 1 February 2026.

Article 3.1 refers to 3.1 and 3.2, but means 2.1 and 2.2 (reading T17).
"""

from __future__ import annotations

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.basic_rules import Absolutes, Colours, Due
from pairing_engine.facts.model import Colour, EventKind, TeamRules
from pairing_engine.kernel import colour
from pairing_engine.kernel.bye import Rank
from pairing_engine.kernel.colour import colour_step
from pairing_engine.kernel.rules import DENIED, Bracket, Clause, Edge, counts, strongly_denied
from pairing_engine.state.round_state import MILD, NONE, STRONG, Player, Preference, RoundState
from pairing_engine.systems.shared import top_scoregroup
from pairing_engine.systems.shared.top_scoregroup import alternate_higher_ranked, alternate_lower_ranked
from pairing_engine.systems.system import Completion, System

LAST_ROUNDS = 2
"""The number of final rounds in which the criteria about earlier floaters do not apply [2.3.4, 2.3.7]."""


def spares_floaters(bracket: Bracket) -> bool:
    """Whether the criteria about floaters of the previous round apply: not in the last two rounds.

    Raises `MissingFact` if the number of rounds is unknown and a team floated in the previous round.
    """
    rounds = bracket.state.settings.rounds
    if rounds is None:
        if any(map(top_scoregroup.was_floater, bracket.state.players)):
            raise MissingFact(Fact.NUMBER_OF_ROUNDS)
        return False
    return bracket.state.number <= rounds - LAST_ROUNDS


c7 = top_scoregroup.c7._replace(applies=spares_floaters)
c8 = DENIED.at("C8", "C.04.6 2.3.5", "teams that do not get their colour preference")._replace(
    clause=Clause.TEAM_COLOURS
)


@counts(
    "C9",
    "C.04.6 2.3.6",
    "teams that do not get their strong colour preference",
    Clause.STRONG_TEAM_COLOURS,
    applies=lambda bracket: team_rules(bracket.state).preferences == "B",
    who=strongly_denied,
)
def c9(edge: Edge, _bracket: Bracket) -> int:
    return int(edge.product > 0 and all(abs(player.preference) == STRONG for player in edge.players))


c10 = top_scoregroup.OPPONENTS_WHO_FLOATED.at(
    "C10", "C.04.6 2.3.7", "teams that floated in the previous round and now meet upfloaters", applies=spares_floaters
)


def first_team(player: Player, state: RoundState) -> Rank:
    """[C.04.6 4.2] Return a sort key: the higher score, the higher secondary score if used, then the smaller TPN."""
    secondary = player.secondary if team_rules(state).secondary else 0
    return -player.score, -secondary, player.tpn


def team_rules(state: RoundState) -> TeamRules:
    """Return the options of the event, or the default options of the rules [1.2.2, 1.7]."""
    return state.settings.team or TeamRules()


def with_preferences(state: RoundState) -> RoundState:
    """Return the state with the teams' colour preferences, of the type that the event's rules state."""
    kind = team_rules(state).preferences
    players = (p._replace(preference=preference(p, kind, is_last=state.is_last)) for p in state.players)
    return state._replace(players=tuple(players))


def preference(player: Player, kind: str, *, is_last: bool) -> Preference:
    """Compute the colour preference of a team, according to Type A or Type B [1.7.1, 1.7.2].

    The first provision that applies decides (reading T15). For example, two games in a row with the same colour cause a
    preference even in the last round, if the colour difference is zero. According to Type B, such a preference is
    strong.
    """
    if not kind or not player.colours:
        return Preference(NONE)
    difference = player.difference
    twice = player.colours[-2:]
    if difference < -1 or (difference in (0, -1) and twice == "bb"):
        return Preference(STRONG if kind == "B" else MILD)
    if difference > 1 or (difference in (0, 1) and twice == "ww"):
        return Preference(-STRONG if kind == "B" else -MILD)
    if kind == "A":
        return Preference(NONE)
    if difference:
        return Preference(-MILD * difference)  # reading T13: 1.7.2.3 means a colour difference of -1
    if is_last:  # a difference of zero gives no preference in the last round (reading T14)
        return Preference(NONE)
    return Preference(MILD if player.colours[-1] == "b" else -MILD)


CRITERIA = (top_scoregroup.c4, top_scoregroup.c5, top_scoregroup.c6, c7, c8, c9, c10)


def grant_only(higher: Player, lower: Player, state: RoundState) -> Colour | None:
    """Grant a preference if only one of the two players has a preference."""
    return colour.grant_both(higher, lower, state) if NONE in (higher.preference, lower.preference) else None


def grant_opposite(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    return colour.colour_wanted(higher) if higher.preference * lower.preference < 0 else None


def grant_only_strong(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    strong = [player for player in (higher, lower) if abs(player.preference) == STRONG]
    if len(strong) != 1:
        return None
    return colour.colour_wanted(higher) if strong[0] is higher else colour.colour_wanted(lower).opposite


def lower_difference(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    if higher.difference == lower.difference:
        return None
    return Colour.WHITE if higher.difference < lower.difference else Colour.BLACK


COLOUR_STEPS = (
    colour_step(
        "C.04.6 4.3.1",
        "if neither has played, the colours follow from the initial-colour and from the higher ranked team's pairing "
        "number",
        colour.by_number_if_new,
    ),
    colour_step("C.04.6 4.3.2", "the only colour preference is granted", grant_only),
    colour_step("C.04.6 4.3.3", "opposite colour preferences are granted", grant_opposite),
    colour_step("C.04.6 4.3.4", "the only strong colour preference is granted", grant_only_strong),
    colour_step("C.04.6 4.3.5", "White goes to the team with the lower colour difference", lower_difference),
    colour.REVERSED.at("C.04.6 4.3.6"),
    colour_step(
        "C.04.6 4.3.7", "the colour preference of the higher ranked team is granted", colour.grant_higher_ranked
    ),
    colour_step("C.04.6 4.3.8", "the higher ranked team gets the opposite of its last colour", alternate_higher_ranked),
    colour_step("C.04.6 4.3.9", "the other team gets the opposite of its last colour", alternate_lower_ranked),
)

TEAM_2026 = System(
    name="team",
    edition="2026",
    article="C.04.6",
    code="FIDE_TEAM_2026",
    kind=EventKind.TEAM,
    conventions=top_scoregroup.CONVENTIONS,
    with_preferences=with_preferences,
    criteria=CRITERIA,
    may_meet=top_scoregroup.may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.6 3.3.3", "C.04.6 2.2.1", "C3"),
    bye_again=top_scoregroup.bye_again("C.04.6"),
    bye_steps=top_scoregroup.BYE_STEPS,
    absolutes=Absolutes(Colours.FREE, Due.TEAMS),
    number_of_pairs=top_scoregroup.c4,
    names=top_scoregroup.NAMES,
    process=top_scoregroup.TopScoregroups(first_team),
)
