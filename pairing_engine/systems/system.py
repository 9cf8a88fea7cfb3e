"""A pairing system is a value: what distinguishes one system, or one edition of it, from another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Rule
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.state.scorer import INDIVIDUAL, Conventions


class Pairs(NamedTuple):
    """Who meets whom, before colours: in every pair the player comes first whom Article 5 favours, where nothing else
    decides; mostly it is the one whom it calls higher ranked.
    """

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player | None
    trace: tuple[BracketTrace, ...]


class Clash(NamedTuple):
    """What forbids a pair of players who have not met: article, code and words."""

    article: str = "2.1.3"
    code: str = "C3"
    words: str = "they have the same absolute colour preference"


C3 = Clash()


class ByeRule(NamedTuple):
    """What forbids the pairing-allocated bye to a participant: article and words."""

    article: str = "C.04.1 4"
    words: str = "a participant who had the pairing-allocated bye, or a win's points without playing, got it again"


C2 = ByeRule()


@dataclass(frozen=True, eq=False)
class System:
    """One edition of one system.

    ``name`` and ``edition`` are what ``--system`` and ``--edition`` take, ``code`` is that of TRF record 192,
    ``article`` the chapter of the handbook. ``applied_from``: the first day (YYYY/MM/DD) of the events that it is for.
    ``may_meet`` says whether the absolute criteria allow a pair, ``colour_clash`` what forbids one of players who have
    not met. ``pair`` decides who meets whom and raises `NoPairing` where a round cannot be completed. ``judge`` says
    what decides for a bracket's pairing and against a published round, given as everybody's opponent, that pairs it
    otherwise, though legally. ``in_round`` names the system whose rules pair a round instead of these, if there is one
    (seeding rounds).
    ``own_criteria`` are those that look at nothing but a bracket's own pairs and floaters.
    ``procedure`` names the steps of a system that is one, each by its article and in words. ``bye_again`` is what
    forbids the pairing-allocated bye to some, and ``bye_steps`` who of the others comes first, where it is given
    before anybody is paired. ``seen`` gives a state the colour preferences that the system knows, where they are not
    those of single games.
    """

    name: str
    edition: str
    title: str
    article: str
    code: str
    applied_from: str
    criteria: tuple[Rule, ...]
    colour_steps: tuple[ColourStep, ...]
    may_meet: Callable[[Player, Player, RoundState], bool]
    pair: Callable[[RoundState, Backend], Pairs]
    judge: Callable[[BracketTrace, Mapping[Tpn, Tpn]], Finding | None]
    in_round: Callable[[RoundState], System | None] = lambda _state: None
    conventions: Conventions = INDIVIDUAL
    own_criteria: tuple[Rule, ...] = ()
    colour_clash: Clash = C3
    procedure: tuple[tuple[str, str], ...] = ()
    bye_again: ByeRule = C2
    bye_steps: tuple[ByeStep, ...] = ()
    seen: Callable[[RoundState], RoundState] = lambda state: state

    def __reduce__(self) -> tuple[Callable[[str, str], System], tuple[str, str]]:
        """Another process has the same systems: only the name travels there."""
        return _find, (self.name, self.edition)


def _find(name: str, edition: str) -> System:
    from pairing_engine.systems import SYSTEMS

    return SYSTEMS[name][edition]
