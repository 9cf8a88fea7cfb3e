"""The Dubov System, C.04.4.1, as approved on 28 October 2025 and applied from 1 February 2026.

[2] [C1] and [C3] decide which pairs are possible. [C2] decides who may get the bye. [C4] is always satisfied, because
every matching must be complete. [C5] to [C10] decide which set of upfloaters is the best. A pair of a resident and an
upfloater is an edge from the bracket to a player below.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairing_engine.errors import Fact, MissingFact
from pairing_engine.facts.basic_rules import Absolutes, Colours, Due
from pairing_engine.facts.model import MAX_ROUNDS, Tpn
from pairing_engine.kernel.bye import LARGEST_TPN, LOWEST_SCORE, MOST_PLAYED
from pairing_engine.kernel.rules import DENIED, Bracket, Clause, Edge, Region, Scope, counts
from pairing_engine.language import say
from pairing_engine.state.round_state import MILD, UP, Player, Preference, RoundState
from pairing_engine.systems.dubov.process import Dubov
from pairing_engine.systems.shared.dubov_burstein import COLOUR_STEPS, may_meet
from pairing_engine.systems.shared.upfloaters import DIFFERENCES, NUMBER, is_not_last_round, upfloater_of
from pairing_engine.systems.system import Completion, Names, System


def upfloats(player: Player) -> int:
    """Count the rounds in which the player met an opponent with a higher score (reading V1)."""
    return player.floats.count(UP)


def most_upfloats(state: RoundState) -> int:
    """[C.04.4.1 1.8.2] Compute MaxT, the number of upfloats at which a player becomes a maximum upfloater.

    MaxT is at least two. Raises `MissingFact` if the number of rounds is unknown and a player has two upfloats.
    """
    rounds = state.settings.rounds
    if rounds is not None:
        return 2 + rounds // 5
    if any(upfloats(player) >= 2 for player in state.players):
        raise MissingFact(Fact.NUMBER_OF_ROUNDS)
    return MAX_ROUNDS


def is_maximum_upfloater(player: Player, state: RoundState) -> bool:
    """[C.04.4.1 1.8.1] Whether the player already has MaxT upfloats."""
    return upfloats(player) >= most_upfloats(state)


SET = Scope.UPFLOATERS


c5 = NUMBER.at("C5", "C.04.4.1 2.3.1")
c6 = DIFFERENCES.at("C6", "C.04.4.1 2.3.2")


def _denies_a_colour(edge: Edge, _bracket: Bracket) -> int:
    return int(
        edge.upper_in is Region.BRACKET and edge.lower is not None and edge.upper.preference * edge.lower.preference > 0
    )


c7 = DENIED.at("C7", "C.04.4.1 2.3.3", cost=_denies_a_colour)._replace(scope=SET)


@counts(
    "C8",
    "C.04.4.1 2.3.4",
    "maximum upfloaters who float up again",
    Clause.MOST_UP,
    applies=is_not_last_round,
    scope=SET,
)
def c8(edge: Edge, bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return int(upfloater is not None and is_maximum_upfloater(upfloater, bracket.state))


@counts(
    "C9",
    "C.04.4.1 2.3.5",
    "earlier upfloats of maximum upfloaters who float up again",
    Clause.MOST_UP_OFTENER,
    applies=is_not_last_round,
    most=MAX_ROUNDS * MAX_ROUNDS,
    scope=SET,
)
def c9(edge: Edge, bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return upfloats(upfloater) if upfloater is not None and is_maximum_upfloater(upfloater, bracket.state) else 0


@counts(
    "C10",
    "C.04.4.1 2.3.6",
    "upfloaters who upfloated in the previous round",
    Clause.COME_UP_AGAIN,
    applies=is_not_last_round,
    scope=SET,
)
def c10(edge: Edge, _bracket: Bracket) -> int:
    upfloater = upfloater_of(edge)
    return int(upfloater is not None and upfloater.floated(1) == UP)


def with_preferences(state: RoundState) -> RoundState:
    """[C.04.4.1 1.6.4] Return the state in which players without a game mildly prefer Black."""
    players = (p if p.preference else p._replace(preference=Preference(-MILD)) for p in state.players)
    return state._replace(players=tuple(players))


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


CRITERIA = (c5, c6, c7, c8, c9, c10)

BYE_STEPS = (
    LOWEST_SCORE._replace(article="3.1.3"),
    MOST_PLAYED._replace(article="3.1.4"),
    LARGEST_TPN._replace(article="3.1.5"),
)

DUBOV_2026 = System(
    name="dubov",
    edition="2026",
    article="C.04.4.1",
    code="FIDE_DUBOV_2026",
    with_preferences=with_preferences,
    criteria=CRITERIA,
    may_meet=may_meet,
    colour_steps=COLOUR_STEPS,
    completion=Completion("C.04.4.1 1.9.3", "C.04.4.1 2.2.1", "C4"),
    bye_steps=BYE_STEPS,
    absolutes=Absolutes(Colours.STRICT, Due.DUBOV),
    number_of_pairs=c5,
    names=Names(floating="1.3.2", halves=("S1", "T2"), beside=shown_average),
    process=Dubov(averages, sets="4.2", shifters="3.2.4, 4.3", transpositions="3.2.6, 4.4"),
)
