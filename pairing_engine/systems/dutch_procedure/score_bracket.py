"""[A.3 to A.5, B.1, B.2, C.1, C.13] The score brackets of the old Dutch procedures, and what their editions share.

Names that end in 2009 belong to the rules of 1992 to 2009. The rules of 2012 for top scorers and possible pairs still
apply, so they are those of `dutch.edition_2026`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Scoring, Tpn
from pairing_engine.kernel import colour
from pairing_engine.kernel.colour import ColourStep, colour_wanted
from pairing_engine.kernel.graph import MayMeet
from pairing_engine.kernel.rules import Bracket, Clause, Cost, Edge, Rule, Total, Who, always, parted, whoever_is_there
from pairing_engine.state import round_state
from pairing_engine.state.round_state import DOWN, INDIVIDUAL, INDIVIDUAL_BAR, MILD, NO_FLOAT, NONE, Player, RoundState
from pairing_engine.systems.shared.orders import BY_RANK, OrderArticles


class ScoreBracket(Bracket):
    """A bracket, with the additional facts that the old rules need.

    ``lost`` are the players without a possible opponent in the bracket. Players in ``lost`` are moved down before the
    bracket is paired [C.1]. ``heterogeneous`` is true if some of the other players, but fewer than half, were moved
    down to the bracket [A.3]. ``lowest`` is true if nobody can be moved down from the bracket. ``merged`` is true if
    the bracket consists of several joined brackets [C.13]. ``looks_down`` is true if the bracket is paired again to get
    floaters who have opponents in the next bracket [C.12]. ``tops`` are the moved-down players who are in S1; None
    stands for all moved-down players [C.04.1 C.4, C.14]. ``mild`` is the preference as which all mild preferences are
    treated in the text of 2009, or zero if they stay as they are [C.04.1 A.7.e].
    """

    lost: frozenset[Tpn] = frozenset()
    heterogeneous: bool = False
    lowest: bool = False
    merged: bool = False
    looks_down: bool = False
    tops: frozenset[Tpn] | None = None
    mild: int = NONE

    def _replace(self, **changes: Any) -> Self:
        made = super()._replace(**{name: value for name, value in changes.items() if name in self._fields})
        vars(made).update(vars(self), **{name: value for name, value in changes.items() if name not in self._fields})
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreBracket) and tuple(self) == tuple(other) and vars(self) == vars(other)

    __ne__ = object.__ne__
    __hash__ = Bracket.__hash__


def own(bracket: Bracket) -> ScoreBracket:
    """Return the bracket as a `ScoreBracket`, the type of every bracket in the old Dutch procedures."""
    assert isinstance(bracket, ScoreBracket)
    return bracket


def is_odd_round(bracket: Bracket) -> bool:
    return bracket.state.number % 2 == 1


def is_top(player: Player, bracket: Bracket) -> bool:
    tops = own(bracket).tops
    return moved_down(player, bracket) if tops is None else player.tpn in tops


def moved_down(player: Player, bracket: Bracket) -> bool:
    return player.score > bracket.score


def score_bracket(
    state: RoundState,
    mdps: tuple[Player, ...],
    residents: tuple[Player, ...],
    may_meet: MayMeet,
    *,
    lowest: bool = False,
    merged: bool = False,
) -> ScoreBracket:
    """Build a score bracket (reading O1); nobody is moved down from the lowest one [C.1, C.13]."""
    mdps = tuple(sorted(mdps, key=round_state.ranking))
    members = mdps + residents
    lost: frozenset[Tpn] = frozenset()
    if not lowest:
        lost = frozenset(
            player.tpn
            for player in members
            if not any(other is not player and may_meet(player, other, state) for other in members)
        )
    moved = sum(player.tpn not in lost for player in mdps)
    heterogeneous = 0 < 2 * moved < len(members) - len(lost)
    odd = lowest and len(members) % 2 == 1
    mild = mild_that_reduces_x([player.preference for player in members if player.tpn not in lost])
    made = ScoreBracket(state, mdps, residents, odd=odd)
    return made._replace(lost=lost, heterogeneous=heterogeneous, lowest=lowest, merged=merged, mild=mild)


def mild_that_reduces_x(preferences: Sequence[int]) -> int:
    """[C.04.1 A.7.e, A.8] Return the mild preference that reduces x if everybody with a mild one has it; else zero.

    >>> mild_that_reduces_x([-2, -2, -1, 1]), mild_that_reduces_x([-2, -2, -1, -1, 1, 1]), mild_that_reduces_x([-2, 1])
    (1, 0, 0)
    """
    white, black = (sum(preference * sign > 0 for preference in preferences) for sign in (1, -1))
    half = (len(preferences) + 1) // 2
    before = max(white, black) - half
    kind = MILD if black > white else -MILD
    turned = sum(preference == -kind for preference in preferences)
    after = max(white + kind * turned, black - kind * turned) - half
    return kind if before > 0 and max(after, 0) < before else NONE


class Lowered(Rule):
    """A requirement that can be lowered.

    A pairing's total is the level to which the requirement must be lowered to allow the pairing. ``in_remainder`` is
    true if the requirement is lowered after the moved-down players have got their opponents, so that it never changes
    these opponents [C.9 in the text of 1998].
    """

    in_remainder: bool = False

    def total(self, edges: Iterable[Edge], bracket: Bracket) -> Total:
        return max((self.cost(edge, bracket) for edge in edges), default=0)

    @property
    def adds_up(self) -> bool:
        return False

    def harm(self, _right: Total, other: Total) -> Clause | None:
        """Return the clause about a requirement; to drop only B.6 repeats a float of two rounds ago."""
        two_rounds_ago = {Clause.OWN_DOWN_AGAIN: Clause.OWN_DOWN_AGAIN_2, Clause.MET_UP_AGAIN: Clause.MET_UP_AGAIN_2}
        if self.clause is None or other == self.most:
            return self.clause
        return two_rounds_ago.get(self.clause, self.clause)


class LoweredInRemainder(Lowered):
    """A requirement that is lowered after the moved-down players have got their opponents."""

    in_remainder = True


def lowered(
    code: str,
    article: str,
    summary: str,
    *,
    most: int,
    applies: Callable[[Bracket], bool] = always,
    who: Who = whoever_is_there,
    clause: Clause | None = None,
) -> Callable[[Cost], Lowered]:
    """Declare a requirement that can be lowered, down to the level ``most``."""
    text, number = parted(article)
    return lambda cost: Lowered(code, number, summary, cost, applies, None, most, text=text, who=who, clause=clause)


POINTS_WITHOUT_PLAYING: frozenset[ByeKind | Result] = frozenset(
    {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT, ByeKind.HALF_POINT, Result.FORFEIT_WIN}
)
"""[C.04.3.1 B.1.b] The ways to get a point or half a point without playing (reading O3)."""


def float_of_points(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.3.1 A.4, B.1.b] Return a downfloat if the player got points without playing, otherwise no float."""
    return DOWN if outcome in POINTS_WITHOUT_PLAYING else NO_FLOAT


def float_of_bye(outcome: Outcome, _gained: Points, _scoring: Scoring) -> str:
    """[C.04.1 A.4, A.5] Return a downfloat for a bye worth a full point, otherwise no float (reading P4)."""
    byes = ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT
    return DOWN if outcome in byes else NO_FLOAT


CONVENTIONS = INDIVIDUAL._replace(
    float_of_unplayed=float_of_points, bye_bar=ByeBar(POINTS_WITHOUT_PLAYING, win_points=True)
)
"""[C.04.3.1 B.1.b] The conventions of 2012: a player with points from an unplayed round may not get the bye."""

CONVENTIONS_2009 = INDIVIDUAL._replace(float_of_unplayed=float_of_bye, bye_bar=INDIVIDUAL_BAR, forfeits_float=True)
"""[C.04.1 A.4, B.1.b] The conventions of 1992 to 2009 (reading P4).

A player who had the bye, or a point without playing, may not get the bye. Both players of a pair get floats even if
their game is forfeited.
"""


def is_topscorer_2009(player: Player, state: RoundState) -> bool:
    """[C.04.1 B, Note] Whether a player has half of the possible points or more; False before the last round."""
    return state.is_last and 2 * player.points >= (state.number - 1) * state.scoring.win


def may_meet_2009(a: Player, b: Player, state: RoundState) -> bool:
    """[C.04.1 B.1.a, B.2, Note] Whether two players may meet.

    Two players with the same absolute preference may meet only if both are top scorers. The Note allows B.2 to be
    ignored for top scorers (reading P3).
    """
    if b.tpn in a.barred:
        return False
    return not colour.clash(a, b) or (is_topscorer_2009(a, state) and is_topscorer_2009(b, state))


def grant_stronger_kind(higher: Player, lower: Player, _state: RoundState) -> Colour | None:
    """[C.04.3.1 E.2] Grant the stronger preference. Two absolute preferences count as equal (reading O10)."""
    mine, theirs = abs(higher.preference), abs(lower.preference)
    if mine == theirs:
        return None
    return colour_wanted(higher) if mine > theirs else colour_wanted(lower).opposite


def by_number_or_alternately(higher: Player, lower: Player, state: RoundState) -> Colour:
    """[C.04.3.1 E.5] Allocate colours in the first round, and to two players who have not played before.

    In the first round, players of S1 with odd numbers get the initial-colour. In a later round, the higher ranked
    player gets the initial-colour if that player's pairing number is even (reading O11).
    """
    first = colour.by_number(higher, lower, state)
    if state.number == 1:
        return first
    assert state.initial_colour is not None
    return state.initial_colour.opposite if higher.tpn % 2 else state.initial_colour


# C.04.1 E.1, C.04.1 E.2, C.04.1 E.3, C.04.1 E.4, C.04.1 E.5, C.04.3.1 E.1, C.04.3.1 E.3, C.04.3.1 E.4
COLOUR_STEPS = (
    colour.BOTH_GRANTED.at("E.1"),
    ColourStep("E.2", "the stronger colour preference is granted", grant_stronger_kind),
    colour.REVERSED.at("E.3"),
    colour.HIGHER_GRANTED.at("E.4"),
    ColourStep(
        "E.5",
        "the colours follow from the colour drawn by lot and from the higher ranked player's pairing number",
        by_number_or_alternately,
    ),
)


def articles_of_order(sets: str) -> OrderArticles:
    """Return the articles to cite for the order; ``sets`` is the article about the moved-down players in S1."""
    return OrderArticles("D.1", *4 * ("D.2",), sets, BY_RANK)
