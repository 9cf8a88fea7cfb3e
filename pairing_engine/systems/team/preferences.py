"""[C.04.6 1.7] The colour preferences of teams: of Type A, of Type B, or none at all."""

from __future__ import annotations

from pairing_engine.facts.model import TeamRules
from pairing_engine.state.conventions import MILD, NONE, STRONG, Preference
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import replace


def team_rules(state: RoundState) -> TeamRules:
    """Return the options of the event, or the default options of the rules [1.2.2, 1.7]."""
    return state.settings.team or TeamRules()


def with_preferences(state: RoundState) -> RoundState:
    """Return the state with the teams' colour preferences.

    The rules of the event state which type of preferences is used.
    """
    kind = team_rules(state).preferences
    players = (p._replace(preference=preference(p, kind, is_last=state.is_last)) for p in state.players)
    return replace(state, players=tuple(players))


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
