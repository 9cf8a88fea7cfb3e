"""[C.07 5] All tie-breaks with their codes, names, articles, types, required data and restrictions.

docs/tie-breaks.md is made from these declarations (`python -m tools.tie_breaks`).
"""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import NamedTuple

from pairing_engine.facts.model import Tpn
from pairing_engine.language import marked
from pairing_engine.standings import formulas
from pairing_engine.standings.formulas import Case, Formula, counted, counting
from pairing_engine.standings.record import SECONDARY
from pairing_engine.standings.values import Value


class Needs(Enum):
    """The extra data that a tie-break needs."""

    NOTHING = ""
    RATINGS = marked("ratings of all players")
    BOARDS = marked("the results of all boards")
    TIED = marked("the games between tied participants")


class TieBreak(NamedTuple):
    """A tie-break of C.07, of a type by Article 4.3.

    ``modifiers`` are the letters that may follow the code (`codes`), and ``references`` the points, such as ``GP`` in
    ``BH:GP``. ``value`` is None if the tie-break compares the games between tied participants (see `parting`).
    """

    code: str
    name: str
    article: str
    type_: str
    value: Formula | None
    modifiers: str = ""
    references: tuple[str, ...] = ()
    needs: Needs = Needs.NOTHING
    teams_only: bool = False
    lower_first: bool = False

    @property
    def swiss_only(self) -> bool:
        """[C.07 8, Note] Whether the tie-break must not be used in a round robin."""
        return self.article.partition(".")[0] == "8"


BOTH = ("MP", "GP")


def _points(code: str, name: str, article: str, letters: str = "") -> TieBreak:
    def value(at: Case, tpn: Tpn) -> Value:
        return formulas.points_of(at.plain, tpn, at.index(letters or at.asked.reference))

    references = () if letters else BOTH
    return TieBreak(code, name, article, "B", value, "", references, teams_only=bool(letters))


def _buchholz(code: str, name: str, article: str, type_: str) -> TieBreak:
    """[C.07 8] Declare a sum of the opponents' scores."""
    return TieBreak(code, name, article, type_, formulas.buchholz, "CMP", BOTH)


def _product(
    code: str, name: str, article: str, references: tuple[str, ...] = (), *, teams_only: bool = True
) -> TieBreak:
    """[C.07 9.1, 13.2] Declare a product: the opponent's points times the points scored against the opponent."""
    return TieBreak(code, name, article, "BC", formulas.sonneborn_berger, "CMP", references, teams_only=teams_only)


def _rated(code: str, name: str, article: str, type_: str, value: Formula, modifiers: str) -> TieBreak:
    """[C.07 10] Declare a tie-break that needs the ratings of all players."""
    return TieBreak(code, name, article, type_, value, modifiers, needs=Needs.RATINGS)


def _boards(code: str, name: str, article: str, value: Formula, *, lower_first: bool = False) -> TieBreak:
    """[C.07 12] Declare a tie-break that needs the results of all boards of a team event."""
    return TieBreak(code, name, article, "B", value, needs=Needs.BOARDS, teams_only=True, lower_first=lower_first)


def _extended(code: str, name: str, article: str, needs: Needs = Needs.BOARDS) -> TieBreak:
    """[C.07 13.3] Declare an extended Direct Encounter, which can end with tie-breaks of Article 12."""
    return TieBreak(code, name, article, "A", None, "P", needs=needs, teams_only=True)


TIE_BREAKS: dict[str, TieBreak] = {
    tie_break.code: tie_break
    for tie_break in (
        _points("PTS", marked("points"), "4.2"),
        _points("MPTS", marked("match points"), "11.1.1", "MP"),  # C.07 11.1.1
        _points("GPTS", marked("game points"), "11.1.2", "GP"),  # C.07 11.1.2
        TieBreak("DE", marked("direct encounter"), "6", "A", None, "P", BOTH, needs=Needs.TIED),
        _extended("EDE", marked("extended direct encounter"), "13.3", Needs.TIED),
        # C.07 13.3.2 a
        _extended("EDEBT", marked("extended direct encounter, then board count and top boards"), "13.3.2 a"),
        # C.07 13.3.2 b
        _extended("EDEBB", marked("extended direct encounter, then board count and bottom boards"), "13.3.2 b"),
        _extended("EDET", marked("extended direct encounter, then top boards"), "13.3.2 c"),  # C.07 13.3.2 c
        _extended("EDEB", marked("extended direct encounter, then bottom boards"), "13.3.2 d"),  # C.07 13.3.2 d
        TieBreak("WIN", marked("number of wins"), "7.1", "B", formulas.wins, "", ("MP",)),
        TieBreak("WON", marked("games won over the board"), "7.2", "B", counting(counted)),
        TieBreak(
            # C.07 7.3
            "BPG",
            marked("games played with Black"),
            "7.3",
            "B",
            counting(partial(counted, won=False, colours=("b",))),
        ),
        # C.07 7.4
        TieBreak("BWG", marked("games won with Black"), "7.4", "B", counting(partial(counted, colours=("b",)))),
        TieBreak("PS", marked("progressive scores"), "7.5", "B", formulas.progressive, "CM", BOTH),
        TieBreak("REP", marked("rounds one elected to play"), "7.6", "B", counting(formulas.elected)),
        TieBreak("STD", marked("standard points"), "7.7", "B", formulas.standard_points, "", BOTH),
        # C.07 7.8
        TieBreak("TPN", marked("pairing number"), "7.8", "B", lambda _, tpn: Value(int(tpn)), "R", lower_first=True),
        _buchholz("BH", marked("Buchholz"), "8.1", "C"),
        TieBreak(
            "AOB", marked("average of the opponents' Buchholz"), "8.2", "CC", formulas.average_of_buchholz, "CMPF", BOTH
        ),
        _buchholz("FB", marked("Fore Buchholz"), "8.3", "D"),
        _product("SB", marked("Sonneborn-Berger"), "9.1", BOTH, teams_only=False),
        TieBreak("KS", marked("Koya"), "9.2", "BC", formulas.koya, "L", BOTH),
        _rated("ARO", marked("average rating of the opponents"), "10.1", "D", formulas.average_rating, "CMU"),
        _rated("TPR", marked("tournament performance rating"), "10.2", "DB", formulas.performance, "U"),
        _rated("PTP", marked("perfect tournament performance"), "10.3", "DB", formulas.perfect_performance, "U"),
        _rated(
            *("APRO", marked("average performance rating of the opponents"), "10.4", "DC"),
            *(formulas.average_performance(formulas.performance), "CMU"),
        ),
        _rated(
            *("APPO", marked("average perfect performance of the opponents"), "10.5", "DC"),  # C.07 10.5
            *(formulas.average_performance(formulas.perfect_performance), "CMU"),
        ),
        _rated("RTNG", marked("rating"), "10.6", "B", lambda at, tpn: Value(at.ratings[tpn]), "RU"),  # C.07 10.6
        _boards("BC", marked("board count"), "12.1", formulas.board_count, lower_first=True),
        _boards("TBR", marked("top board results"), "12.2", formulas.top_boards),
        _boards("BBE", marked("bottom board elimination"), "12.3", formulas.bottom_boards),
        TieBreak(
            # C.07 13.1
            *("MPVGP", marked("match points or game points, whichever is not the primary score"), "13.1", "B"),
            lambda at, tpn: formulas.points_of(at.plain, tpn, SECONDARY),
            teams_only=True,
        ),
        _product("ESB", marked("extended Sonneborn-Berger"), "13.2", ("MM", "MG", "GM", "GG")),  # C.07 13.2
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
            *("SSSC", marked("scores and schedule strength"), "13.4", "BC/BD"),
            *(formulas.schedule_strength, "CMPFK"),
            teams_only=True,
        ),
    )
}
"""The tie-breaks by code."""

FORMER = {"GE": "REP"}
"""The codes in earlier editions, mapped to the present codes of the same tie-breaks."""
