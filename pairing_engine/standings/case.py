"""The input of a tie-break function: the event after a round, and the code with its modifiers."""

from __future__ import annotations

from collections.abc import Callable

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament, Tpn
from pairing_engine.language import say
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.standings.asked import Asked
from pairing_engine.standings.boards import number_of_boards, points_by_board, without_boards
from pairing_engine.standings.knockout import Boards
from pairing_engine.standings.opponents import buchholz, normalising_factor
from pairing_engine.standings.predetermined import is_predetermined, with_forfeit_wins, with_forfeits
from pairing_engine.standings.ratings import Performance, Ratings
from pairing_engine.standings.record import PRIMARY, SECONDARY, Field, final_round_drawn, forfeits_played


class Event:
    """An event as it was after a round. Derived data are cached."""

    def __init__(self, tournament: Tournament, *, capped: bool, table: Crosstable | None = None) -> None:
        self.tournament = tournament
        self.plain = Field(tournament, capped=capped, table=table)
        predetermined = is_predetermined(tournament.settings)
        self.own = with_forfeit_wins(self.plain) if predetermined else self.plain
        """[C.07 15.2] The results of all rounds for the tie-breaks of Article 7."""
        self._main = with_forfeits(self.plain) if predetermined else self.plain
        self._fields: dict[tuple[bool, bool], Field] = {(False, False): self._main}
        self._boards: Boards | None = None

    def field(self, *, fore: bool = False, with_forfeits: bool = False) -> Field:
        """[C.07 8.3, 16.6] Return the results of all rounds.

        If ``fore`` is true, every pairing of the final round counts as a draw. If ``with_forfeits`` is true, forfeits
        count as games.
        """
        found = self._fields.get((fore, with_forfeits))
        if found is None:
            found = final_round_drawn(self._main) if fore else self._main
            found = forfeits_played(found) if with_forfeits else found
            self._fields[fore, with_forfeits] = found
        return found

    def boards(self) -> Boards:
        """[C.07 12] Return the points of each team on each board.

        Raises `BadRequest` if the results of a match's boards are unknown.
        """
        if self._boards is None:
            unknown = without_boards(self.tournament)
            if unknown is not None:
                raise BadRequest(
                    say(
                        "the match {white}-{black} has no results by board, which BC, TBR and BBE need",
                        white=unknown.white,
                        black=unknown.black,
                    )
                )
            self._boards = points_by_board(self.tournament, number_of_boards(self.tournament))
        return self._boards


class Case:
    """An event and the code of a tie-break: the input of every tie-break function."""

    def __init__(self, event: Event, asked: Asked) -> None:
        self.event = event
        self.asked = asked
        self.cut = asked.cut
        self.plain = event.plain
        self.own = event.own
        self.field = event.field(fore=asked.fore, with_forfeits=asked.forfeits_played)
        self._buchholz: dict[Tpn, int] = {}
        self._performances: dict[Tpn, int] = {}
        self._ratings: Ratings | None = None
        self.reference = self.index(asked.reference)
        """[C.07 13] The points that the tie-break counts, as the index `PRIMARY` or `SECONDARY`."""

    def index(self, points: str) -> int:
        """[C.07 13] Return the index (`PRIMARY` or `SECONDARY`) for a code of points such as ``MP`` or ``G``.

        Returns the index of the score if ``points`` is empty, or if the event is not for teams.
        """
        team = self.event.tournament.settings.team
        if not points or team is None:
            return PRIMARY
        return PRIMARY if (points[0] == "M") == team.primary_is_match_points else SECONDARY

    @property
    def products(self) -> tuple[int, int]:
        """[C.07 13.2] The indexes of the two factors: the opponent's points and the player's points."""
        letters = self.asked.reference or "  "
        return self.index(letters[0].strip()), self.index(letters[1].strip())

    @property
    def factor(self) -> int:
        """[C.07 13.4.2 b] The normalising factor, or the number that the code gives instead."""
        return self.asked.factor or normalising_factor(self.field)

    @property
    def ratings(self) -> Ratings:
        """[C.07 10] The ratings. Unrated participants have the rating that the code states."""
        if self._ratings is None:
            everybody = self.event.tournament.participants
            self._ratings = {one.tpn: one.rating or self.asked.unrated for one in everybody}
        return self._ratings

    @property
    def is_dropped(self) -> bool:
        """[C.07 10] Whether rating tie-breaks cannot be used because a participant is unrated."""
        return not all(self.ratings.values())

    def buchholz_of(self, tpn: Tpn) -> int:
        """[C.07 8.2] Return the Buchholz score of an opponent, in tenths."""
        found = self._buchholz.get(tpn)
        if found is None:
            amount = buchholz(self.field, tpn, self.reference).amount
            assert isinstance(amount, int)
            found = self._buchholz[tpn] = amount
        return found

    def performance_by(self, performance: Performance) -> Callable[[Tpn], int]:
        """[C.07 10.4, 10.5] Return a function that computes and caches the performance of an opponent."""

        def of(tpn: Tpn) -> int:
            found = self._performances.get(tpn)
            if found is None:
                amount = performance(self.plain, tpn, self.ratings).amount
                assert isinstance(amount, int)
                found = self._performances[tpn] = amount
            return found

        return of
