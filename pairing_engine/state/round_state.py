"""The data that the pairing rules need before a round [C.04.1, C.04.2], and the conventions that derive them.

The conventions of an edition are its rules about floats, colour preferences, the right to the bye, and acceleration.
The module `history` applies them to the earlier rounds, and builds a `RoundState`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple, NewType, TypeVar, cast

from pairing_engine.facts.basic_rules import ByeBar, Outcome
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Round, Scoring, Settings, Tournament, Tpn
from pairing_engine.scores.acceleration import Method, baku, baku_of_2016

Preference = NewType("Preference", int)
"""[C.04.3 1.7] A colour preference. The sign is the colour: positive for White, negative for Black.

The further the number is from zero, the stronger the preference.
"""

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


def preference(colours: str, difference: int) -> Preference:
    """[C.04.3 1.7] Compute the colour preference of a player from the colours of the games played.

    A colour difference greater than one decides first, then two games in a row with the same colour (reading D1). After
    legal pairings, the colour difference and the last two games never call for opposite colours.

    >>> preference("wbw", 1), preference("bb", -2), preference("wb", 0), preference("", 0)
    (-2, 3, 1, 0)
    """
    if difference > 1:
        return Preference(-ABSOLUTE)
    if difference < -1:
        return Preference(ABSOLUTE)
    last = colours[-1:]
    if last and colours[-2:-1] == last:
        return Preference(-ABSOLUTE if last == "w" else ABSOLUTE)
    if difference:
        return Preference(-STRONG * difference)
    if not last:
        return Preference(NONE)
    return Preference(-MILD if last == "w" else MILD)


DOWN, UP, NO_FLOAT = "D", "U", "-"
"""The letters of the floats of past rounds."""


def float_of_game(own_score: Points, opponents_score: Points) -> str:
    """[C.04.3 1.4.2] Return the float in a game, from the pairing scores of both players before the round.

    >>> float_of_game(Points(15), Points(10)), float_of_game(Points(5), Points(5))
    ('D', '-')
    """
    if own_score == opponents_score:
        return NO_FLOAT
    return DOWN if own_score > opponents_score else UP


def float_of_unplayed_round(outcome: ByeKind | Result | None, gained: Points, scoring: Scoring) -> str:
    """[C.04.3 1.4.3] Return the float of an unplayed round: down for the bye, or for more points than a loss.

    >>> float_of_unplayed_round(ByeKind.HALF_POINT, Points(5), Scoring())
    'D'
    """
    if outcome is ByeKind.PAIRING_ALLOCATED or gained > scoring.loss:
        return DOWN
    return NO_FLOAT


class Conventions(NamedTuple):
    """The rules that derive the state before a round from the rounds played so far.

    ``float_of_game`` returns ``D``, ``U`` or ``-`` for the pairing scores of the player and of the opponent, and
    ``float_of_unplayed`` for the outcome, the points gained and the scoring system. ``bye_bar`` bars participants from
    the pairing-allocated bye. ``preference`` is that of the colours of the games played and the colour difference.
    ``acceleration`` computes the virtual points of an event with Baku acceleration that states none, from the event and
    from who was paired in the first round, in ascending order of TPN. ``forfeits_float`` is true if a forfeited game
    causes the same floats as a played game. ``once`` is true if two participants meet at most once.
    """

    float_of_game: Callable[[Points, Points], str]
    float_of_unplayed: Callable[[Outcome, Points, Scoring], str]
    bye_bar: ByeBar
    preference: Callable[[str, int], Preference]
    acceleration: Method
    forfeits_float: bool = False
    once: bool = True


def is_barred(bar: ByeBar, outcome: Outcome, gained: Points, scoring: Scoring) -> bool:
    """Whether an unplayed round with this outcome and these points bars a player from the bye."""
    return outcome in bar.outcomes or (bar.win_points and gained >= scoring.win)


INDIVIDUAL_BAR = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED}), win_points=True)
"""[C.04.1 4] The rule that bars players who had a bye or got the points of a win without playing (reading G3)."""

BAR_BEFORE_2026 = ByeBar(frozenset({ByeKind.PAIRING_ALLOCATED, Result.FORFEIT_WIN}), win_points=False)
"""[C.04.1.d] The rule before 2026: nobody gets the bye after a pairing-allocated bye or a forfeit win (reading E9)."""

INDIVIDUAL = Conventions(float_of_game, float_of_unplayed_round, INDIVIDUAL_BAR, preference, baku)
"""[C.04.3 1.4, 1.7; C.04.1 4; C.04.7] The conventions of the systems for single players, rules of 2026."""

BEFORE_2026 = INDIVIDUAL._replace(bye_bar=BAR_BEFORE_2026, acceleration=baku_of_2016)
"""[C.04.1.d, C.04.5.1] Their conventions before 2026 (readings E9 and E11)."""


Derived = TypeVar("Derived")


class Player(NamedTuple):
    """A participant before a round, with the data that the pairing rules need."""

    tpn: Tpn
    score: Points
    """The pairing score: `points` plus virtual points [C.04.7 1.5]."""
    points: Points
    """The points in the standings, without virtual points."""
    colours: str
    """The colours of games played as ``w`` and ``b``, oldest first. Unplayed rounds do not count [C.04.2 3.4]."""
    difference: int
    """[C.04.3 1.6] The number of games with White minus the number with Black."""
    preference: Preference
    barred: AbstractSet[Tpn]
    """The opponents whom this player may not meet.

    These are earlier opponents [C.04.1 2], prohibited opponents, and opponents excluded by a hard wish.
    """
    floats: str
    """The floats of past rounds, one letter for each round (``D``, ``U`` or ``-``). The previous round comes last."""
    unplayed: int
    """The number of earlier rounds in which the player had no game."""
    may_have_bye: bool
    """[C.04.1 4] Whether earlier rounds and hard wishes allow this player to get the bye."""
    secondary: Points = Points(0)
    """[C.04.6 1.2] The secondary score of a team."""

    def floated(self, rounds_ago: int) -> str:
        """Return the float that the player had in an earlier round. ``rounds_ago`` is 1 for the previous round."""
        return self.floats[-rounds_ago] if rounds_ago <= len(self.floats) else NO_FLOAT


def ranking(player: Player) -> tuple[int, int]:
    """[C.04.3 1.2] Return a sort key for the ranking of players: score, then TPN."""
    return -player.score, player.tpn


def ranked(pair: tuple[Player, Player]) -> tuple[Player, Player]:
    """Return the pair with the higher ranked player first."""
    return min(pair, key=ranking), max(pair, key=ranking)


def by_tpn(player: Player) -> Tpn:
    return player.tpn


class RoundFacts(NamedTuple):
    """All data that the pairing of one round depends on.

    ``players`` are the players to be paired, in ranking order, without the participant to whom the arbiter gave the
    pairing-allocated bye before the round was paired. Rules with an exception for the last round use ``is_last``.
    """

    tournament: Tournament
    number: int
    is_last: bool
    players: tuple[Player, ...]
    preassigned_bye: Tpn | None
    initial_colour: Colour | None


class RoundState(RoundFacts):
    """The facts before a round, with what can be derived from them."""

    @property
    def settings(self) -> Settings:
        return self.tournament.settings

    @property
    def scoring(self) -> Scoring:
        return self.tournament.settings.scoring

    @property
    def earlier_rounds(self) -> tuple[Round, ...]:
        return self.tournament.rounds[: self.number - 1]

    @cached_property
    def by_tpn(self) -> dict[Tpn, Player]:
        return {player.tpn: player for player in self.players}

    @cached_property
    def _shown(self) -> dict[Tpn, int]:
        return {participant.tpn: participant.number for participant in self.tournament.participants}

    def called(self, tpn: Tpn) -> str:
        """Name a participant by number in a sentence, such as "player 7" or "team 7"."""
        from pairing_engine.facts.names import called  # imported here, because only sentences name somebody

        return called(self._shown[tpn], "", self.settings.kind)

    @cached_property
    def _derived(self) -> dict[object, object]:
        return {}

    def once(self, derive: Callable[[RoundState], Derived]) -> Derived:
        """Return the value that ``derive`` computes from this state. The value is cached after the first call."""
        if derive not in self._derived:
            self._derived[derive] = derive(self)
        return cast("Derived", self._derived[derive])

    def shown(self, tpn: Tpn) -> int:
        """Return the number of a participant in the file."""
        return self._shown[tpn]

    @cached_property
    def _numbered(self) -> list[Tpn]:
        """[C.04.2 2.4] The participants who have a TPN, because they were paired earlier or are paired now."""
        tpns = {player.tpn for player in self.players}
        for past in self.earlier_rounds:
            tpns.update(past.paired())
        if self.preassigned_bye is not None:
            tpns.add(self.preassigned_bye)
        return sorted(tpns)

    def as_if_absent(self, tpns: AbstractSet[Tpn]) -> RoundState:
        """Return the state without these players. A removed player who was never paired also loses the TPN."""
        return self._replace(players=tuple(player for player in self.players if player.tpn not in tpns))

    def numbering(self, tpns: Iterable[Tpn]) -> RoundState:
        """Return the state in which these participants have a TPN, even if they were never paired."""
        counted = RoundState(*self)
        counted.__dict__["_numbered"] = sorted({*self._numbered, *tpns})
        return counted

    def has_number(self, tpn: Tpn) -> bool:
        """[C.04.2 2.4] Whether the participant was paired in an earlier round or is paired now."""
        place = bisect_right(self._numbered, tpn)
        return place > 0 and self._numbered[place - 1] == tpn

    def number_of(self, tpn: Tpn) -> int:
        """Return the TPN. Participants who were never paired are not counted [C.04.2 2.4; reading G1]."""
        return bisect_right(self._numbered, tpn)
