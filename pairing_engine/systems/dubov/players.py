"""[C.04.4.1 1.6, 1.7] The preferences before the first game, and the average rating of opponents (ARO)."""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.model import Tpn
from pairing_engine.language import say
from pairing_engine.state.conventions import MILD, Preference
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import replace


def with_preferences(state: RoundState) -> RoundState:
    """[C.04.4.1 1.6.4] Return the state in which players without a game mildly prefer Black."""
    players = (p if p.preference else p._replace(preference=Preference(-MILD)) for p in state.players)
    return replace(state, players=tuple(players))


def averages(state: RoundState) -> Mapping[Tpn, int]:
    """[C.04.4.1 1.7] Compute the average rating of each player's opponents.

    The average is a whole number, and halves are rounded up. The average is 0 for a player without games. Raises
    `MissingFact` if a player in the round, or an earlier opponent of such a player, has no rating.
    """
    ratings = {participant.tpn: participant.rating for participant in state.tournament.participants}
    met: dict[Tpn, list[Tpn]] = {player.tpn: [] for player in state.players}
    for past in state.earlier_rounds:
        for game in past.games:
            if game.white_result.played and game.black_result.played:
                for one, other in ((game.white, game.black), (game.black, game.white)):
                    if one in met:
                        met[one].append(other)
    unrated = {tpn for one, opponents in met.items() for tpn in (one, *opponents) if not ratings[tpn]}
    if unrated:
        raise MissingFact(Fact.RATINGS, (state.shown(tpn) for tpn in sorted(unrated)))
    return {
        one: (2 * sum(ratings[tpn] for tpn in opponents) + len(opponents)) // (2 * len(opponents)) if opponents else 0
        for one, opponents in met.items()
    }


def shown_average(player: Player, state: RoundState) -> str:
    return say("ARO {average}", average=state.once(averages)[player.tpn])
