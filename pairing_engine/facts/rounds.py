"""The rounds of a tournament: games, matches of teams, and byes. All values are immutable."""

from __future__ import annotations

from pairing_engine.facts.terms import NOBODY, ByeKind, EventKind, Points, Result, Tpn
from pairing_engine.values import NamedTuple, in_a_line, of_values, shortened

_EXPECTED = {
    "int": "a whole number",
    "str": "a text",
    "bool": "True or False",
    "Result": "a Result, such as Result.WIN",
    "ByeKind": "a ByeKind, such as ByeKind.HALF_POINT",
    "Colour": "Colour.WHITE or Colour.BLACK",
    "Settings": "Settings, such as Settings(rounds=5)",
    "Tournament": "a Tournament, as `swisspair.read` returns it",
    "Standings": "Standings, as `swisspair.standings` returns them",
    "System": "a System, such as SYSTEMS['dutch']['2026']",
}
"""Descriptions of expected values, for messages. The keys are the names of the types."""


def refuse_all_but(kind: type, /, **values: object) -> None:
    """Raise TypeError, with the name of the field, for the first value of another type."""
    for name, value in values.items():
        if not isinstance(value, kind):
            expected = _EXPECTED.get(kind.__name__, f"a {kind.__name__}")
            raise TypeError(f"{name}: found {shortened(repr(value))}, expected {expected}")


class _Game(NamedTuple):
    white: Tpn
    black: Tpn
    white_result: Result
    black_result: Result
    colours_known: bool = True
    second: tuple[Result, Result] | None = None


class Game(_Game):
    """A game between two paired participants.

    ``colours_known`` is false for a forfeited game whose record states no colours; ``white`` is then the player who is
    named first. In a match of two games [C.04.5 0], all fields except ``second`` describe the first game. ``second``
    has the results of the second game, in which the colours are reversed: first the result of ``white``, then the
    result of ``black``.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return in_a_line(self)

    def __new__(
        cls,
        white: Tpn,
        black: Tpn,
        white_result: Result,
        black_result: Result,
        colours_known: bool = True,
        second: tuple[Result, Result] | None = None,
    ) -> Game:
        """Create a game. Raises TypeError for a result that is not a `Result`."""
        refuse_all_but(Result, white_result=white_result, black_result=black_result)
        return super().__new__(cls, white, black, white_result, black_result, colours_known, second)

    @property
    def second_game(self) -> Game:
        """[C.04.5 4.4] The second game of a match, with the colours reversed; only for matches of two games."""
        assert self.second is not None, "this is a single game"
        return Game(self.black, self.white, self.second[1], self.second[0], self.colours_known)

    @property
    def is_open(self) -> bool:
        """Whether the game, or either game of a two-game match, has no result yet."""
        return Result.UNKNOWN in (self.white_result, self.black_result, *(self.second or ()))

    @property
    def is_played(self) -> bool:
        """[C.04.2 3.5, C.04.5 0] Whether the two participants played each other.

        A participant who forfeited every game of the pairing did not play.
        """
        if self.second is None:
            return self.white_result.played and self.black_result.played
        sides = zip((self.white_result, self.black_result), self.second, strict=True)
        return all(results != (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS) for results in sides)


class TeamPoints(NamedTuple):
    """The match points and the game points of a team."""

    match: Points
    game: Points


class TeamMatch(NamedTuple):
    """A match of two teams; ``white`` has White on the first board [C.04.6 1.6.1].

    ``played`` is false for a match that was decided by forfeit. ``boards`` lists the games of the players, beginning
    with board 1, if the games are known. An empty seat is `NOBODY`, who loses by forfeit. ``won_by_forfeit`` is the
    team that won the match by forfeit, whatever points the team got. If no team won by forfeit, ``won_by_forfeit`` is
    `NOBODY`.
    """

    white: Tpn
    black: Tpn
    white_points: TeamPoints
    black_points: TeamPoints
    played: bool = True
    colours_known: bool = True
    boards: tuple[Game, ...] = ()
    won_by_forfeit: Tpn = NOBODY


class _Bye(NamedTuple):
    tpn: Tpn
    kind: ByeKind


class Bye(_Bye):
    """A participant without an opponent in a round."""

    __slots__ = ()

    def __new__(cls, tpn: Tpn, kind: ByeKind) -> Bye:
        """Create a bye. Raises TypeError for a kind that is not a `ByeKind`."""
        refuse_all_but(ByeKind, kind=kind)
        return super().__new__(cls, tpn, kind)

    def __repr__(self) -> str:
        return in_a_line(self)


def lower_tpn(pairing: Game | TeamMatch | Meeting) -> Tpn:
    """Return the lower TPN of a pair, to sort games and matches."""
    return min(pairing.white, pairing.black)


def tpn_of_bye(bye: Bye) -> Tpn:
    """Return the participant's TPN, to sort byes."""
    return bye.tpn


class Meeting(NamedTuple):
    """Two participants paired in a round; ``played`` is false if they did not play."""

    white: Tpn
    black: Tpn
    played: bool
    colours_known: bool


_meeting = of_values(Meeting)
"""A faster constructor of `Meeting`, because a file has at least one meeting for each game."""


class Round(NamedTuple):
    """The pairings and byes of one round. A participant without an entry was absent (zero-point bye)."""

    games: tuple[Game, ...] = ()
    byes: tuple[Bye, ...] = ()
    matches: tuple[TeamMatch, ...] = ()
    """The matches of a team event. In a team event, ``games`` is empty."""

    def __repr__(self) -> str:
        has = f"{len(self.matches)} matches" if self.matches else f"{len(self.games)} games"
        return f"<Round: {has}, {len(self.byes)} byes>"

    def paired(self) -> list[Tpn]:
        """List the participants who have an opponent or the pairing-allocated bye, by ascending TPN."""
        tpns = [bye.tpn for bye in self.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]
        for game in self.games:
            tpns += game.white, game.black
        for match in self.matches:
            tpns += match.white, match.black
        return sorted(tpns)

    @property
    def kind(self) -> EventKind | None:
        """The kind of event, judging from the games or matches of this round; None if nobody was paired."""
        if self.matches:
            return EventKind.TEAM
        if not self.games:
            return None
        return EventKind.INDIVIDUAL if self.games[0].second is None else EventKind.DOUBLE

    def meetings(self) -> list[Meeting]:
        """List the pairs of the round, including the pairs that did not play."""
        found = []
        for game in self.games:
            white, black, white_result, black_result, colours_known, second = game
            played = white_result.played and black_result.played if second is None else game.is_played
            found.append(_meeting((white, black, played, colours_known)))
        return found + [Meeting(match.white, match.black, match.played, match.colours_known) for match in self.matches]
