"""[C.07 5] All tie-breaks with their codes, names, articles, types, required data and restrictions.

docs/tie-breaks.md is made from these declarations (`make tie-breaks`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property, partial

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament, Tpn
from pairing_engine.language import marked, say
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.standings import formulas
from pairing_engine.standings.formulas import Boards, Performance, Ratings, normalising_factor
from pairing_engine.standings.record import (
    PRIMARY,
    SECONDARY,
    ResultsSoFar,
    final_round_drawn,
    forfeits_played,
    is_predetermined,
    number_of_boards,
    points_by_board,
    with_forfeit_wins,
    with_forfeits,
    without_boards,
)
from pairing_engine.standings.values import NO_CUT, Number, TieBreakCode, Value
from pairing_engine.values import NamedTuple


class RankedEvent:
    """An event as it was after a round. Derived data are cached."""

    def __init__(self, tournament: Tournament, *, capped: bool, table: Crosstable | None = None) -> None:
        self.tournament = tournament
        self.plain = ResultsSoFar(tournament, capped=capped, table=table)
        predetermined = is_predetermined(tournament.settings)
        self.own = with_forfeit_wins(self.plain) if predetermined else self.plain
        """[C.07 15.2] The results of all rounds for the tie-breaks of Article 7."""
        self._main = with_forfeits(self.plain) if predetermined else self.plain
        self._fields: dict[tuple[bool, bool], ResultsSoFar] = {(False, False): self._main}
        self._boards: Boards | None = None

    def field(self, *, fore: bool = False, with_forfeits: bool = False) -> ResultsSoFar:
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

    def __init__(self, event: RankedEvent, asked: TieBreakCode) -> None:
        self.event = event
        self.asked = asked
        self.cut = asked.cut
        self.plain = event.plain
        self.own = event.own
        self.field = event.field(fore=asked.fore, with_forfeits=asked.forfeits_played)
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

    @cached_property
    def buchholz(self) -> dict[Tpn, int]:
        """[C.07 8.2] The Buchholz score of every participant, in tenths."""
        of = formulas.buchholz_of_each(self.field, self.reference, NO_CUT)
        return {tpn: of(tpn) for tpn in self.field.everybody}

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


class Needs(Enum):
    """The extra data that a tie-break needs."""

    NOTHING = ""
    RATINGS = marked("ratings of all players")
    BOARDS = marked("the results of all boards")
    TIED = marked("the games between tied participants")


class TieBreak(NamedTuple):
    """A tie-break of C.07.

    ``type_`` is the type by Article 4.3. ``modifiers`` are the letters that may follow the code (`codes`).
    ``references`` are the points that may follow the code, such as ``GP`` in ``BH:GP``. ``value`` is None for a
    tie-break that compares the games between tied participants (see `parting`).
    """

    code: str
    name: str
    article: str
    type_: str
    value: Callable[[Case, Tpn], Value] | None
    modifiers: str = ""
    references: tuple[str, ...] = ()
    needs: Needs = Needs.NOTHING
    teams_only: bool = False
    lower_first: bool = False
    amount: Callable[[Case], Callable[[Tpn], Number]] | None = None
    """The function that computes ``Value.amount`` without the terms, or None. Ranks compare these amounts."""


BOTH = ("MP", "GP")
PRODUCTS = ("MM", "MG", "GM", "GG")


def _own(code: str, name: str, article: str, value: Callable[[ResultsSoFar, Tpn], Value]) -> TieBreak:
    """Declare a tie-break that reads only the participant's own results."""
    return TieBreak(code, name, article, "B", lambda at, tpn: value(at.own, tpn))


def _product(code: str, name: str, article: str) -> TieBreak:
    """[C.07 13.2.1 to 13.2.4] Declare a product: the opponent's points (second letter of the code) times one's own."""

    def value(at: Case, tpn: Tpn) -> Value:
        return formulas.sonneborn_berger(at.field, tpn, at.index(code[1]), at.index(code[2]), at.cut)

    return TieBreak(code, name, article, "BC", value, "CMP", teams_only=True)


def _extended(code: str, name: str, article: str) -> TieBreak:
    """[C.07 13.3.2] Declare an extended Direct Encounter that ends with tie-breaks of Article 12."""
    return TieBreak(code, name, article, "A", None, "P", needs=Needs.BOARDS, teams_only=True)


def _points(code: str, name: str, article: str, letters: str = "") -> TieBreak:
    def value(at: Case, tpn: Tpn) -> Value:
        return formulas.points(at.plain, tpn, at.index(letters or at.asked.reference))

    def amount(at: Case) -> Callable[[Tpn], int]:
        scores, index = at.plain.scores, at.index(letters or at.asked.reference)
        return lambda tpn: scores[tpn][index]

    references = () if letters else BOTH
    return TieBreak(code, name, article, "B", value, "", references, teams_only=bool(letters), amount=amount)


POINTS = (
    _points("PTS", marked("points"), "4.2"),
    _points("MPTS", marked("match points"), "11.1.1", "MP"),  # C.07 11.1.1
    _points("GPTS", marked("game points"), "11.1.2", "GP"),  # C.07 11.1.2
)

OWN = (
    TieBreak(
        "WIN",
        marked("number of wins"),
        "7.1",
        "B",
        lambda at, tpn: formulas.wins(at.own, tpn, at.index("MP")),
        "",
        ("MP",),
    ),
    _own("WON", marked("games won over the board"), "7.2", formulas.games_won_over_the_board),
    _own("BPG", marked("games played with Black"), "7.3", formulas.games_with_black),
    _own("BWG", marked("games won with Black"), "7.4", formulas.games_won_with_black),
    TieBreak(
        "PS",
        marked("progressive scores"),
        "7.5",
        "B",
        lambda at, tpn: formulas.progressive(at.own, tpn, at.reference, at.cut),
        "CM",
        BOTH,
    ),
    _own("REP", marked("rounds one elected to play"), "7.6", formulas.rounds_elected),
    TieBreak(
        "STD",
        marked("standard points"),
        "7.7",
        "B",
        lambda at, tpn: formulas.standard_points(at.own, tpn, at.reference),
        "",
        BOTH,
    ),
    TieBreak(
        "TPN",
        marked("pairing number"),
        "7.8",
        "B",
        lambda at, tpn: formulas.pairing_number(at.own, tpn),
        "R",
        lower_first=True,
    ),
)

OPPONENTS = (
    TieBreak(
        "BH",
        marked("Buchholz"),
        "8.1",
        "C",
        lambda at, tpn: formulas.buchholz(at.field, tpn, at.reference, at.cut),
        "CMP",
        BOTH,
        amount=lambda at: formulas.buchholz_of_each(at.field, at.reference, at.cut),
    ),
    TieBreak(
        "AOB",
        marked("average of the opponents' Buchholz"),
        "8.2",
        "CC",
        lambda at, tpn: formulas.average_of_buchholz(at.plain, tpn, at.buchholz, at.cut),
        "CMPF",
        BOTH,
    ),
    TieBreak(
        "FB",
        marked("Fore Buchholz"),
        "8.3",
        "D",
        lambda at, tpn: formulas.buchholz(at.field, tpn, at.reference, at.cut),
        "CMP",
        BOTH,
        amount=lambda at: formulas.buchholz_of_each(at.field, at.reference, at.cut),
    ),
    TieBreak(
        "SB",
        marked("Sonneborn-Berger"),
        "9.1",
        "BC",
        lambda at, tpn: formulas.sonneborn_berger(at.field, tpn, at.reference, at.reference, at.cut),
        "CMP",
        BOTH,
        amount=lambda at: formulas.sonneborn_berger_of_each(at.field, at.reference, at.reference, at.cut),
    ),
    TieBreak(
        "KS",
        marked("Koya"),
        "9.2",
        "BC",
        lambda at, tpn: formulas.koya(at.field, tpn, at.reference, at.asked.halves),
        "L",
        BOTH,
    ),
)

RATINGS = (
    TieBreak(
        "ARO",
        marked("average rating of the opponents"),
        "10.1",
        "D",
        lambda at, tpn: formulas.average_rating(at.plain, tpn, at.ratings, at.cut),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "TPR",
        marked("tournament performance rating"),
        "10.2",
        "DB",
        lambda at, tpn: formulas.performance(at.plain, tpn, at.ratings),
        "U",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "PTP",
        marked("perfect tournament performance"),
        "10.3",
        "DB",
        lambda at, tpn: formulas.perfect_performance(at.plain, tpn, at.ratings),
        "U",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "APRO",
        marked("average performance rating of the opponents"),
        "10.4",
        "DC",
        lambda at, tpn: formulas.average_performance(at.plain, tpn, at.performance_by(formulas.performance), at.cut),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "APPO",
        marked("average perfect performance of the opponents"),
        "10.5",  # C.07 10.5
        "DC",
        lambda at, tpn: formulas.average_performance(
            at.plain, tpn, at.performance_by(formulas.perfect_performance), at.cut
        ),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "RTNG",
        marked("rating"),
        "10.6",
        "B",
        lambda at, tpn: formulas.rating(at.plain, tpn, at.ratings),
        "RU",
        needs=Needs.RATINGS,
    ),
)

ENCOUNTERS = (
    TieBreak("DE", marked("direct encounter"), "6", "A", None, "P", BOTH, needs=Needs.TIED),
    TieBreak("EDE", marked("extended direct encounter"), "13.3", "A", None, "P", needs=Needs.TIED, teams_only=True),
    _extended(
        "EDEBT", marked("extended direct encounter, then board count and top boards"), "13.3.2 a"
    ),  # C.07 13.3.2 a
    _extended(
        "EDEBB", marked("extended direct encounter, then board count and bottom boards"), "13.3.2 b"
    ),  # C.07 13.3.2 b
    _extended("EDET", marked("extended direct encounter, then top boards"), "13.3.2 c"),  # C.07 13.3.2 c
    _extended("EDEB", marked("extended direct encounter, then bottom boards"), "13.3.2 d"),  # C.07 13.3.2 d
)

TEAMS = (
    TieBreak(
        "BC",
        marked("board count"),
        "12.1",
        "B",
        lambda at, tpn: formulas.board_count(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        lower_first=True,
    ),
    TieBreak(
        "TBR",
        marked("top board results"),
        "12.2",
        "B",
        lambda at, tpn: formulas.top_boards(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        amount=lambda at: partial(formulas.top_boards_points, at.event.boards()),
    ),
    TieBreak(
        "BBE",
        marked("bottom board elimination"),
        "12.3",
        "B",
        lambda at, tpn: formulas.bottom_boards(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        amount=lambda at: partial(formulas.bottom_boards_points, at.event.boards()),
    ),
    TieBreak(
        "MPVGP",
        marked("match points or game points, whichever is not the primary score"),
        "13.1",  # C.07 13.1
        "B",
        lambda at, tpn: formulas.points(at.plain, tpn, 1),
        teams_only=True,
    ),
    TieBreak(
        "ESB",
        marked("extended Sonneborn-Berger"),
        "13.2",
        "BC",
        lambda at, tpn: formulas.sonneborn_berger(at.field, tpn, *at.products, at.cut),
        "CMP",
        PRODUCTS,
        teams_only=True,
    ),
    _product(
        "EMMSB",
        marked("extended Sonneborn-Berger: the opponent's match points times the match points scored"),
        "13.2.1",  # C.07 13.2.1
    ),
    _product(
        "EMGSB",
        marked("extended Sonneborn-Berger: the opponent's match points times the game points scored"),
        "13.2.2",  # C.07 13.2.2
    ),
    _product(
        "EGMSB",
        marked("extended Sonneborn-Berger: the opponent's game points times the match points scored"),
        "13.2.3",  # C.07 13.2.3
    ),
    _product(
        "EGGSB",
        marked("extended Sonneborn-Berger: the opponent's game points times the game points scored"),
        "13.2.4",  # C.07 13.2.4
    ),
    TieBreak(
        "SSSC",
        marked("scores and schedule strength"),
        "13.4",
        "BC/BD",
        lambda at, tpn: formulas.schedule_strength(at.plain, at.field, tpn, at.factor, at.cut),
        "CMPFK",
        teams_only=True,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break for tie_break in (*POINTS, *ENCOUNTERS, *OWN, *OPPONENTS, *RATINGS, *TEAMS)
}
"""The tie-breaks by code."""

FORMER = {"GE": "REP"}
"""The codes in earlier editions, mapped to the present codes of the same tie-breaks."""
