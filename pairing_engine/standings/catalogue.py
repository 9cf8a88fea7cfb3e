"""[C.07 5] All tie-breaks with their codes, names, articles, types, required data and restrictions.

docs/tie-breaks.md is made from these declarations (`make tie-breaks`).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial

from pairing_engine.facts.model import Tpn
from pairing_engine.language import marked
from pairing_engine.standings import knockout, opponents, own, ratings
from pairing_engine.standings.case import Case
from pairing_engine.standings.values import Number, Value
from pairing_engine.values import NamedTuple


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
    key: Callable[[Case], Callable[[Tpn], Number]] | None = None
    """A function that computes the sort keys (`Value.key`) faster, or None."""


BOTH = ("MP", "GP")
PRODUCTS = ("MM", "MG", "GM", "GG")


def _product(case: Case, tpn: Tpn, of_opponent: str, scored: str) -> Value:
    indices = case.index(of_opponent), case.index(scored)
    return opponents.sonneborn_berger(case.field, tpn, *indices, case.cut)


def _points(code: str, name: str, article: str, letters: str = "") -> TieBreak:
    def value(at: Case, tpn: Tpn) -> Value:
        return own.points(at.plain, tpn, at.index(letters or at.asked.reference))

    def key(at: Case) -> Callable[[Tpn], int]:
        scores, index = at.plain.scores, at.index(letters or at.asked.reference)
        return lambda tpn: scores[tpn][index]

    references = () if letters else BOTH
    return TieBreak(code, name, article, "B", value, "", references, teams_only=bool(letters), key=key)


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
        lambda at, tpn: own.wins(at.own, tpn, at.index("MP")),
        "",
        ("MP",),
    ),
    TieBreak(
        "WON",
        marked("games won over the board"),
        "7.2",
        "B",
        lambda at, tpn: own.games_won_over_the_board(at.own, tpn),
    ),
    TieBreak("BPG", marked("games played with Black"), "7.3", "B", lambda at, tpn: own.games_with_black(at.own, tpn)),
    TieBreak("BWG", marked("games won with Black"), "7.4", "B", lambda at, tpn: own.games_won_with_black(at.own, tpn)),
    TieBreak(
        "PS",
        marked("progressive scores"),
        "7.5",
        "B",
        lambda at, tpn: own.progressive(at.own, tpn, at.reference, at.cut),
        "CM",
        BOTH,
    ),
    TieBreak("REP", marked("rounds one elected to play"), "7.6", "B", lambda at, tpn: own.rounds_elected(at.own, tpn)),
    TieBreak(
        "STD",
        marked("standard points"),
        "7.7",
        "B",
        lambda at, tpn: own.standard_points(at.own, tpn, at.reference),
        "",
        BOTH,
    ),
    TieBreak(
        "TPN",
        marked("pairing number"),
        "7.8",
        "B",
        lambda at, tpn: own.pairing_number(at.own, tpn),
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
        lambda at, tpn: opponents.buchholz(at.field, tpn, at.reference, at.cut),
        "CMP",
        BOTH,
        key=lambda at: opponents.buchholz_key(at.field, at.reference, at.cut),
    ),
    TieBreak(
        "AOB",
        marked("average of the opponents' Buchholz"),
        "8.2",
        "CC",
        lambda at, tpn: opponents.average_of_buchholz(at.plain, tpn, at.buchholz_of, at.cut),
        "CMPF",
        BOTH,
    ),
    TieBreak(
        "FB",
        marked("Fore Buchholz"),
        "8.3",
        "D",
        lambda at, tpn: opponents.buchholz(at.field, tpn, at.reference, at.cut),
        "CMP",
        BOTH,
        key=lambda at: opponents.buchholz_key(at.field, at.reference, at.cut),
    ),
    TieBreak(
        "SB",
        marked("Sonneborn-Berger"),
        "9.1",
        "BC",
        lambda at, tpn: opponents.sonneborn_berger(at.field, tpn, at.reference, at.reference, at.cut),
        "CMP",
        BOTH,
        key=lambda at: opponents.sonneborn_berger_key(at.field, at.reference, at.reference, at.cut),
    ),
    TieBreak(
        "KS",
        marked("Koya"),
        "9.2",
        "BC",
        lambda at, tpn: opponents.koya(at.field, tpn, at.reference, at.asked.halves),
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
        lambda at, tpn: ratings.average_rating(at.plain, tpn, at.ratings, at.cut),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "TPR",
        marked("tournament performance rating"),
        "10.2",
        "DB",
        lambda at, tpn: ratings.performance(at.plain, tpn, at.ratings),
        "U",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "PTP",
        marked("perfect tournament performance"),
        "10.3",
        "DB",
        lambda at, tpn: ratings.perfect_performance(at.plain, tpn, at.ratings),
        "U",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "APRO",
        marked("average performance rating of the opponents"),
        "10.4",
        "DC",
        lambda at, tpn: ratings.average_performance(at.plain, tpn, at.performance_by(ratings.performance), at.cut),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "APPO",
        marked("average perfect performance of the opponents"),
        "10.5",  # C.07 10.5
        "DC",
        lambda at, tpn: ratings.average_performance(
            at.plain, tpn, at.performance_by(ratings.perfect_performance), at.cut
        ),
        "CMU",
        needs=Needs.RATINGS,
    ),
    TieBreak(
        "RTNG",
        marked("rating"),
        "10.6",
        "B",
        lambda at, tpn: ratings.rating(at.plain, tpn, at.ratings),
        "RU",
        needs=Needs.RATINGS,
    ),
)

ENCOUNTERS = (
    TieBreak("DE", marked("direct encounter"), "6", "A", None, "P", BOTH, needs=Needs.TIED),
    TieBreak("EDE", marked("extended direct encounter"), "13.3", "A", None, "P", needs=Needs.TIED, teams_only=True),
    TieBreak(
        "EDEBT",
        marked("extended direct encounter, then board count and top boards"),
        "13.3.2 a",  # C.07 13.3.2 a
        "A",
        None,
        "P",
        needs=Needs.BOARDS,
        teams_only=True,
    ),
    TieBreak(
        "EDEBB",
        marked("extended direct encounter, then board count and bottom boards"),
        "13.3.2 b",  # C.07 13.3.2 b
        "A",
        None,
        "P",
        needs=Needs.BOARDS,
        teams_only=True,
    ),
    TieBreak(
        "EDET",
        marked("extended direct encounter, then top boards"),
        "13.3.2 c",  # C.07 13.3.2 c
        "A",
        None,
        "P",
        needs=Needs.BOARDS,
        teams_only=True,
    ),
    TieBreak(
        "EDEB",
        marked("extended direct encounter, then bottom boards"),
        "13.3.2 d",  # C.07 13.3.2 d
        "A",
        None,
        "P",
        needs=Needs.BOARDS,
        teams_only=True,
    ),
)

TEAMS = (
    TieBreak(
        "BC",
        marked("board count"),
        "12.1",
        "B",
        lambda at, tpn: knockout.board_count(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        lower_first=True,
    ),
    TieBreak(
        "TBR",
        marked("top board results"),
        "12.2",
        "B",
        lambda at, tpn: knockout.top_boards(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        key=lambda at: partial(knockout.top_boards_key, at.plain, at.event.boards()),
    ),
    TieBreak(
        "BBE",
        marked("bottom board elimination"),
        "12.3",
        "B",
        lambda at, tpn: knockout.bottom_boards(at.plain, at.event.boards(), tpn),
        needs=Needs.BOARDS,
        teams_only=True,
        key=lambda at: partial(knockout.bottom_boards_key, at.plain, at.event.boards()),
    ),
    TieBreak(
        "MPVGP",
        marked("match points or game points, whichever is not the primary score"),
        "13.1",  # C.07 13.1
        "B",
        lambda at, tpn: own.points(at.plain, tpn, 1),
        teams_only=True,
    ),
    TieBreak(
        "ESB",
        marked("extended Sonneborn-Berger"),
        "13.2",
        "BC",
        lambda at, tpn: opponents.sonneborn_berger(at.field, tpn, *at.products, at.cut),
        "CMP",
        PRODUCTS,
        teams_only=True,
    ),
    TieBreak(
        "EMMSB",
        marked("extended Sonneborn-Berger: the opponent's match points times the match points scored"),
        "13.2.1",  # C.07 13.2.1
        "BC",
        lambda at, tpn: _product(at, tpn, "M", "M"),
        "CMP",
        teams_only=True,
    ),
    TieBreak(
        "EMGSB",
        marked("extended Sonneborn-Berger: the opponent's match points times the game points scored"),
        "13.2.2",  # C.07 13.2.2
        "BC",
        lambda at, tpn: _product(at, tpn, "M", "G"),
        "CMP",
        teams_only=True,
    ),
    TieBreak(
        "EGMSB",
        marked("extended Sonneborn-Berger: the opponent's game points times the match points scored"),
        "13.2.3",  # C.07 13.2.3
        "BC",
        lambda at, tpn: _product(at, tpn, "G", "M"),
        "CMP",
        teams_only=True,
    ),
    TieBreak(
        "EGGSB",
        marked("extended Sonneborn-Berger: the opponent's game points times the game points scored"),
        "13.2.4",  # C.07 13.2.4
        "BC",
        lambda at, tpn: _product(at, tpn, "G", "G"),
        "CMP",
        teams_only=True,
    ),
    TieBreak(
        "SSSC",
        marked("scores and schedule strength"),
        "13.4",
        "BC/BD",
        lambda at, tpn: opponents.schedule_strength(at.plain, at.field, tpn, at.factor, at.cut),
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
