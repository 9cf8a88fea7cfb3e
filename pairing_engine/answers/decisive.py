"""The criteria that decide the round, and the reasons why no other participant has the bye.

The engine pairs the round again without one criterion, or with one changed fact, and compares the two pairings.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.answers.comparison import compare
from pairing_engine.answers.illegal import illegalities
from pairing_engine.answers.sentences import in_words
from pairing_engine.answers.tries import LATER
from pairing_engine.errors import PairingError
from pairing_engine.facts.model import Bye, ByeKind, Points, Round, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import BracketTrace, RoundPairing
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace

LARGEST = 60
"""The maximum number of participants for whom deciding criteria and rivals for the bye are computed."""

MOST_RIVALS = 12


class Decisive(NamedTuple):
    """A criterion that affects the pairing of the round.

    ``score`` is the score of the first bracket that would be paired differently. ``pairs`` and ``floaters`` show how
    that bracket would be paired without the criterion.
    """

    code: str
    article: str
    words: str
    score: Points
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        return {**self._asdict(), "score": show_points(self.score)}


class Rival(NamedTuple):
    """The reason why a participant does not have the pairing-allocated bye."""

    number: int
    words: str
    code: str
    article: str
    right: str = ""
    wrong: str = ""


def decisive(pairing: RoundPairing, state: RoundState, system: System) -> tuple[Decisive, ...]:
    """Find the criteria that affect the pairing of at least one bracket."""
    if len(state.players) > LARGEST:
        return ()
    found = []
    for rule in system.criteria:
        without = replace(system, criteria=tuple(other for other in system.criteria if other is not rule))
        other = _paired(without, state)
        differing = None if other is None else _first_difference(pairing, other)
        if differing is not None:
            bracket, shown = differing.pairing, state.shown
            pairs = tuple((shown(upper.tpn), shown(lower.tpn)) for upper, lower in bracket.pairs)
            floaters = tuple(shown(player.tpn) for player in bracket.floaters)
            article = rule.cited(system.article)
            found.append(Decisive(rule.code, article, rule.summary, differing.bracket.score, pairs, floaters))
    return tuple(found)


def rivals(pairing: RoundPairing, state: RoundState, system: System) -> tuple[Rival, ...]:
    """Explain why certain other participants do not have the bye.

    Among the participants whose score is at most that of the player with the bye, only the lowest ranked are examined,
    up to `MOST_RIVALS`. Among the participants with a higher score, only the lowest ranked participant who may have the
    bye is examined.
    """
    if pairing.bye is None or len(state.players) > LARGEST:
        return ()
    score = state.by_tpn[pairing.bye].score
    others = [player for player in state.players if player.tpn != pairing.bye and player.score <= score]
    above = [player for player in state.players if player.score > score and player.may_have_bye]
    asked = above[-1:] + others[-MOST_RIVALS:]
    return tuple(rival for player in asked if (rival := _rival(player, pairing, state, system)))


def _rival(player: Player, pairing: RoundPairing, state: RoundState, system: System) -> Rival | None:
    bye = Round((), (Bye(player.tpn, ByeKind.PAIRING_ALLOCATED),))
    finding = next(illegalities(state, bye, system), None) or against_bye(player, pairing, state, system)
    if finding is None:
        return None
    number = state.shown(player.tpn)
    if finding.fault is Fault.LATER:
        words = say(LATER, words=in_words(finding, lambda tpn: str(state.shown(tpn))))
        return Rival(number, words, finding.code, finding.article)
    return Rival(number, finding.words, finding.code, finding.article, finding.right, finding.wrong)


def against_bye(player: Player, pairing: RoundPairing, state: RoundState, system: System) -> Finding | None:
    """Explain why the right round is better than the best round in which a certain player has the bye."""
    other = _paired(system, demands.must_have_bye(state, player.tpn))
    if other is None:
        words = say("with this bye the round cannot be completed")
        return Finding(Fault.ILLEGAL, system.completion.impossible, system.completion.code, words)
    return against(other, pairing, state, system)


def against(other: RoundPairing, pairing: RoundPairing, state: RoundState, system: System) -> Finding | None:
    """Explain why another pairing of the round is wrong; None if no rule makes that pairing worse."""
    system = system.for_round(state)
    found = compare(system.with_preferences(state), pairing, other, system)
    return None if found is None else found.finding


def _paired(system: System, state: RoundState) -> RoundPairing | None:
    try:
        return pair_round(system, state, Backend.AUTO)
    except PairingError:
        return None


def _first_difference(one: RoundPairing, other: RoundPairing) -> BracketTrace | None:
    """Find the first bracket that two rounds pair differently, and return the bracket's trace from the second round."""
    return next((new for old, new in zip(one.trace, other.trace, strict=False) if _differ(old, new)), None)


def _differ(one: BracketTrace, other: BracketTrace) -> bool:
    return set(_parts(one)) != set(_parts(other))


def _parts(trace: BracketTrace) -> Iterator[frozenset[Tpn]]:
    yield from (frozenset((upper.tpn, lower.tpn)) for upper, lower in trace.pairing.pairs)
    yield from (frozenset((player.tpn,)) for player in trace.pairing.floaters)
