"""Code that lists the players who cannot meet a player or cannot have the bye, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from checker.questions.exchanges import Exchanges
from checker.questions.moment import Moment
from pairing_engine.answers.illegal import illegalities
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Result, Round, Tpn
from pairing_engine.kernel.bye import can_all_be_paired, can_somebody_have_it
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player
from pairing_engine.values import NamedTuple


class Impossible(NamedTuple):
    """A player who could not be the opponent or could not have the bye, with the reason."""

    tpn: Tpn
    finding: Finding


def could_not_be_opponent(moment: Moment, player: Player, opponent: Tpn) -> Iterator[Impossible]:
    """Yield the impossible opponents whose scores lie between the player's score and the opponent's score."""
    exchanges = Exchanges(moment)
    ends = sorted((player.score, moment.state.by_tpn[opponent].score))
    for other in moment.state.players:
        if other.tpn in (player.tpn, opponent) or not ends[0] <= other.score <= ends[1]:
            continue
        game = Game(player.tpn, other.tpn, Result.UNKNOWN, Result.UNKNOWN)
        finding = next(illegalities(moment.state, Round((game,)), moment.system), None)
        if finding is None and not (
            exchanges.complete_with(player.tpn, other.tpn) or _completes_without(moment, player.tpn, other.tpn)
        ):
            finding = _left_over(moment, (player.tpn, other.tpn))
        if finding is not None:
            yield Impossible(other.tpn, finding)


def could_not_have_bye(moment: Moment, player: Player) -> Iterator[Impossible]:
    """Yield the players who could not have the bye.

    The function skips players with more points than the player with the bye.
    """
    if moment.pairing.bye != player.tpn or player.tpn == moment.state.preassigned_bye:
        return
    exchanges = Exchanges(moment)
    for other in moment.state.players:
        if other.tpn == player.tpn or other.score > player.score:
            continue
        bye = Round((), (Bye(other.tpn, ByeKind.PAIRING_ALLOCATED),))
        finding = next(illegalities(moment.state, bye, moment.system), None)
        if finding is None and not (
            exchanges.complete_with(NOBODY, other.tpn) or _completes_without(moment, other.tpn)
        ):
            finding = _left_over(moment, (other.tpn,))
        if finding is not None:
            yield Impossible(other.tpn, finding)


def _completes_without(moment: Moment, *gone: Tpn) -> bool:
    """Whether the round could be completed without the given players."""
    rest = tuple(player for player in moment.state.players if player.tpn not in gone)

    def may_meet(a: Player, b: Player) -> bool:
        return moment.system.may_meet(a, b, moment.state)

    if len(rest) % 2:
        return can_somebody_have_it(rest, may_meet, Backend.AUTO)
    return can_all_be_paired(rest, may_meet, Backend.AUTO)


def _left_over(moment: Moment, players: tuple[Tpn, ...]) -> Finding:
    impossible, _, code = moment.system.completion
    return Finding(Fault.ILLEGAL, impossible, code, say("some other players would find no opponent"), players=players)
