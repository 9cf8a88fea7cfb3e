"""[C.04.1, C.04.2] The numbers of the articles that all systems share.

The engine and `pairing_engine.legality` cite articles by these numbers.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from pairing_engine.facts.model import ByeKind, Result


class BasicRules(NamedTuple):
    """The numbers of the articles with the basic rules, including their chapters.

    According to ``once``, two participants meet at most once (empty if they may meet again); ``once_code`` is the code
    of this rule. ``one_bye`` is the article about the pairing-allocated bye for an odd number of participants.
    ``bye_bar`` is the article about participants who may not have the bye. ``colours`` is about forbidden colours, and
    ``boards`` is about the order of boards in a published round.
    """

    once: str
    once_code: str
    one_bye: str
    bye_bar: str
    colours: str
    boards: str


BASIC_RULES_2017 = BasicRules("C.04.1.b", "C1", "C.04.1.c", "C.04.1.d", "C.04.1.f, g", "C.04.2.D.9")
"""[C.04.1, C.04.2] The articles of the rules that were in force until 31 January 2026."""

BASIC_RULES_2026 = BasicRules("C.04.1 2", "C1", "C.04.1 3", "C.04.1 4", "C.04.1 6, 7", "C.04.2 3.6")


Outcome = ByeKind | Result | None
"""A participant's outcome in a round: a kind of bye, a result, or None if the round has no such entry."""


class ByeBar(NamedTuple):
    """The unplayed rounds that bar from the bye: ``outcomes``, and with ``win_points`` those worth at least a win."""

    outcomes: frozenset[ByeKind | Result]
    win_points: bool


class Colours(Enum):
    """The pairs that are exempt from a system's rules about forbidden colours."""

    FREE = "the system forbids no colours"
    STRICT = "no exception"
    TOPSCORERS = "in the last round, a topscorer and the opponent"
    OVER_HALF = "in the last round, a player with over half of all points, whoever the opponent is"
    EQUALS = "in the last round, two players with the same score"
    HALF = "in the last round, two players with at least half of all points"


class Due(Enum):
    """The article by which the second opinion says which colour is due to a participant."""

    PLAYERS = "C.04.3 5.2.1-5.2.3, C.04.4.2 5.2.2-5.2.4"
    DUBOV = "C.04.4.1 5.2.2-5.2.4, 1.6.4"
    LIM = "C.04.4.3 5.1-5.6"
    DOUBLE_SWISS = "C.04.5 4.3.2, 4.3.3"
    TEAMS = "C.04.6 4.3.2-4.3.6"


class Absolutes(NamedTuple):
    """The prohibitions of a system, in addition to the prohibition of rematches.

    ``colours`` is the kind of exception to the rules about forbidden colours. ``due`` says by which article
    a participant should have a colour; None if the second opinion does not examine the colours of the edition.
    """

    colours: Colours
    due: Due | None = None
