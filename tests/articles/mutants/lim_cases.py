"""Rounds of the Lim System, each with its pairing and the mutants that pair it differently.

Most rounds come from random events, on which the engine and the transcription agree. The rounds in ``STATES`` were
worked out by hand for tests in `tests.articles`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pairing_engine.facts.model import Colour, Prohibition, Settings, Tpn
from pairing_engine.state.history import state_before
from pairing_engine.state.round_state import RoundState
from tests.articles.lim_builders import ABOVE, at, maxi, only, plain
from tests.builders import BLACK, WHITE, state, tournament


class Case(NamedTuple):
    """A round, its pairing, and the names of the mutants that pair it differently."""

    players: int
    rounds: tuple[str, ...]
    expected: str
    kills: tuple[str, ...]
    total: int = 9
    initial: Colour = WHITE
    asked: str = ""
    prohibited: tuple[str, ...] = ()
    ratings: tuple[int, ...] = ()
    """The ratings of the players in a Maxi-tournament; otherwise empty."""

    @property
    def state(self) -> RoundState:
        pairs = (frozenset(Tpn(int(tpn)) for tpn in pair.split("-")) for pair in self.prohibited)
        settings = Settings(maxi=bool(self.ratings), prohibitions=tuple(Prohibition(1, 99, pair) for pair in pairs))
        event = tournament(
            self.players, *self.rounds, total=self.total, initial=self.initial, asked=self.asked, settings=settings
        )
        if self.ratings:
            rated = zip(event.participants, self.ratings, strict=True)
            event = replace(event, participants=tuple(p._replace(rating=rating) for p, rating in rated))
        return state_before(event, len(self.rounds) + 1)


CASES = (
    Case(
        9,
        ("1-5:== 6-2:01 3-7:== 8-4:01 9:U",),
        "2-4 9-1 5-7 6-3 8:U",
        ("3.2.3 dropped",),
        ratings=(2342, 2295, 2253, 2200, 2184, 2139, 2084, 2053, 2014),
    ),
    Case(
        6,
        ("4-1:== 2-5:== 6-3:==",),
        "1-5 6-2 3-4",
        ("5.7 dropped",),
        total=5,
        initial=BLACK,
        ratings=(2268, 2097, 1961, 1817, 1790, 1663),
    ),
    Case(
        6,
        (
            "1-4:== 5-2:01 3-6:-+",
            "2-1:== 3-5:== 4-6:==",
        ),
        "6-2 1-5 4-3",
        ("3.8 no limit",),
        total=7,
        ratings=(2345, 2315, 2278, 2206, 2176, 2142),
    ),
    Case(
        10,
        ("1-2:10 4-3:== 5-6:01 8-7:10 9-10:10",),
        "6-1 3-8 4-9 7-2 10-5",
        (
            "2.2 downward below the median",
            "2.2 upward in the median",
            "2.6 always the lower side",
            "2.6 the lower side if equal",
            "2.6 the pairing made first",
            "3.6, 3.7 turned round",
            "5.2 at the cost of those before",
            "5.2 dropped",
            "5.4 favours the higher ranked below the median",
            "5: step 4 dropped",
            "5: steps 4 and 5 swapped",
        ),
        total=6,
    ),
    Case(
        10,
        (
            "8-1:10 4-2:== 6-3:01 5-7:10 10-9:01",
            "1-5:10 6-2:01 9-3:-- 8-4:10 10-7:==",
            "1-3:== 2:H 4-6:== 5-8:10 7-9:10 10:U",
            "9-1:+- 2-5:== 3-4:== 6-10:10",
            "2-1:+- 3-8:10 10-4:01 9-5:01 6:Z 7:U",
        ),
        "5-3 8-2 4-7 9-6 1-10",
        (
            "2.1 three in a row allowed",
            "2.1 three more allowed",
            "3.10 both floated",
            "3.10 dropped",
            "3.10 only if played",
            "3.2.4 the other end",
            "5.1 the alternate colour alone",
            "5: step 2 dropped",
            "5: steps 2 and 3 swapped",
            "6 dropped",
        ),
        total=6,
    ),
    Case(
        9,
        (
            "1:U 7-2:01 8-3:== 4-6:== 5-9:==",
            "8-1:01 5-2:01 6-3:== 7-4:== 9:U",
            "3-1:== 2-9:10 4-5:== 6-7:10 8:U",
            "1-5:10 3-2:01 4-8:10 9-6:== 7:U",
            "2-1:== 7-3:01 9-4:== 5:U 8-6:==",
        ),
        "2-8 1-9 3-4 5-7 6:U",
        (
            "1.1 the highest numbered",
            "3.9 no types",
            "6 for different scores",
        ),
        total=6,
    ),
    Case(
        10,
        (
            "2-6:== 3-7:== 5-4:== 8-9:10",
            "8-2:+- 3-5:== 4-6:10 7-9:== 10:U",
            "2:U 8-3:01 10-4:+- 9-5:== 6-7:10",
            "7-1:01 5-2:== 10-3:== 4-8:== 9-6:--",
        ),
        "8-10 3-4 6-5 2-7 1-9",
        (
            "3.8 no alternate colour",
            "5: step 1 dropped",
            "5: step 3 dropped",
            "5: steps 1 and 2 swapped",
            "5: steps 3 and 4 swapped",
        ),
        total=5,
        prohibited=("2-10",),
    ),
    Case(
        9,
        (
            "9-1:01 2-8:+- 3:Z 4-7:== 6-5:==",
            "1-8:== 2-4:== 3:U 7-5:-+ 9-6:==",
            "3-1:== 6-2:-+ 8-4:10 5-7:10 9:U",
        ),
        "5-2 1-6 8-9 4-3 7:U",
        (
            "1.1 from the highest group",
            "2.6 always the higher side",
            "3.8 floaters on a par",
            "3.8 the lowest for those from below",
        ),
        total=4,
        initial=BLACK,
    ),
    Case(
        9,
        ("5-1:10 2:U 9-3:01 8-4:10 7-6:01",),
        "6-2 3-5 7-8 1-9",
        (
            "2.2 the nearest group is the median",
            "4.2 nearer opponents first",
        ),
        total=3,
        asked="4:Z",
    ),
    Case(10, ("9-1:== 5-2:== 10-3:== 4-7:== 8-6:==",), "1-8 2-9 3-5 6-4 7-10", ("4.2 the top half in order",), total=2),
    Case(
        6,
        (
            "1-4:10 5-2:10 3-6:01",
            "6-1:01 2-3:01 4-5:10",
            "1-3:01 2-4:01 5-6:01",
        ),
        "3-4 5-1 6-2",
        ("3.3 no exclusion",),
        total=7,
    ),
    Case(
        9,
        (
            "2-1:01 3-4:01 6-5:01 8-7:10 9:U",
            "4-1:10 9-2:01 6-3:10 5-8:10 7:U",
        ),
        "5-4 1-9 2-8 7-6 3:U",
        ("5.2 for leading players only",),
        total=5,
        initial=BLACK,
    ),
    Case(
        6,
        (
            "2-1:== 3-5:10 6-4:01",
            "5-1:01 4-2:01 3-6:10",
            "1-3:10 2-6:10 5-4:+-",
        ),
        "3-2 6-1 5-4",
        ("3.9 types b and c swapped",),
        total=4,
        initial=BLACK,
        prohibited=(
            "1-2",
            "1-4",
            "3-4",
        ),
    ),
    Case(
        7,
        (
            "4-1:-+ 2-5:== 6-3:== 7:U",
            "7-1:+- 3-2:== 4:U 5-6:==",
            "1-7:== 2-4:-- 5-3:== 6:U",
        ),
        "7-6 1-5 3-4 2:U",
        ("5: step 0 dropped",),
        total=5,
        initial=BLACK,
    ),
    Case(
        10,
        (
            "2-1:01 3-5:10 4:Z 6:U 7-9:10 8-10:10",
            "1:H 2:H 3-7:== 10-4:10 5:H 6:F 9-8:10",
            "4-1:10 2:F 8-3:01 5:U 6-10:01 7:H 9:H",
            "1-5:== 7-2:== 6-3:== 8-4:10 9-10:10",
        ),
        "3-9 7-6 10-1 5-8 4-2",
        ("6 without need",),
        total=5,
    ),
    Case(
        8,
        ("2-6:== 4-8:== 5-1:== 7-3:==", "1-4:== 3-5:+- 6-8:-- 7-2:==", "2-4:+- 3-1:== 6-5:== 8-7:=="),
        "2-4 5-3 1-8 6-7",
        ("2.3.1-2.3.3 dropped",),
        initial=BLACK,
        prohibited=("1-2", "1-6", "2-3", "2-5", "2-8", "4-5", "5-8"),
        ratings=(2382, 2374, 2364, 2350, 2341, 2338, 2320, 2317),
    ),
    Case(
        6,
        ("1-4:10 3-6:01 5-2:10",),
        "6-5 3-1 4-2",
        ("3.2.2 dropped", "4.4.1 dropped"),
        total=7,
        prohibited=("1-6", "3-4"),
    ),
    Case(
        10,
        ("2-7:10 4-9:== 6-1:01 8-3:01 10-5:==", "1-2:== 3-4:== 5-6:== 7-8:10 9-10:10"),
        "3-1 2-9 7-5 4-6 8-10",
        ("3.10.1 dropped",),
        total=11,
        initial=BLACK,
        ratings=(2348, 2283, 2263, 2218, 2183, 2128, 2080, 2078, 2009, 1969),
    ),
    Case(
        9,
        (
            "1-5:== 3-7:== 6-2:== 8-4:== 9:U",
            "2-3:== 4-7:== 5-6:== 8:U 9-1:==",
            "1-2:== 3-6:== 5-4:== 7:U 9-8:==",
            "2-4:== 3-5:== 6:U 7-9:== 8-1:==",
            "4-1:== 5:U 6-9:== 7-2:== 8-3:==",
        ),
        "5-7 6-8 9-2 1-3 4:U",
        ("3.10.2 dropped",),
        total=10,
        prohibited=("2-5", "4-6"),
    ),
    Case(
        6,
        ("1-4:+- 3-6:10 5-2:+-",),
        "1-5 4-3 6-2",
        ("4.4.1 at the cost of a pairing", "4.4.1 whatever the type"),
        total=5,
        prohibited=("4-5", "4-6"),
    ),
    Case(
        8,
        (
            "1-5:10 3-7:== 6-2:01 8-4:01",
            "2-1:== 3:H 4-6:== 7-5:01 8:U",
            "1-4:10 2-8:10 3:F 5:Z 6-7:==",
        ),
        "3-1 7-2 5-4 8-6",
        ("4.4 without 3.5",),
        total=7,
        prohibited=("3-8", "5-6"),
    ),
    Case(
        12,
        (
            "2-8:10 4-9:10 6-11:10 7-1:01 10-3:10 12-5:01",
            "1-4:10 5-2:10 8-3:01 9-12:01 10-6:10 11-7:01",
            "2-6:10 3:Z 4-10:10 5-1:10 7-12:10 8-9:01 11:U",
            "1-2:01 3:F 4-5:10 6-9:10 8:U 10-7:01 12-11:01",
            "2-4:01 3-12:10 5-10:01 7-6:01 9-1:10 11-8:10",
        ),
        "4-7 6-3 11-10 9-2 8-5 12:U",
        ("4.4.2 company by number alone", "4.4.2 company at the cost of a pairing"),
        initial=BLACK,
        asked="1:Z",
        prohibited=("1-3", "2-10", "2-12", "3-11", "3-9", "4-6", "4-8", "5-11", "5-6", "5-7", "6-12", "8-12"),
    ),
    Case(
        13,
        (
            "2-8:10 4-10:10 6-12:== 7-1:01 9-3:01 11-5:== 13:U",
            "1-2:== 3-4:10 5-13:== 8-9:== 10:U 11-6:== 12-7:==",
            "1-3:== 4-11:10 6-5:== 7-8:== 9:U 10-12:10 13-2:01",
            "2-4:== 3-10:== 5-1:== 8-11:== 9-7:== 12:U 13-6:==",
            "4-1:== 6-3:01 7-5:== 9-13:10 10-2:== 11:U 12-8:==",
            "1-10:10 2-9:10 3-5:10 6-4:== 8:U 11-12:10 13-7:01",
        ),
        "3-11 7-2 8-1 4-9 5-10 12-13 6:U",
        ("4.4.2 company of the retained",),
        total=13,
        initial=BLACK,
        prohibited=("2-3", "9-12"),
    ),
    Case(
        9,
        (
            "2-7:01 3:Z 5-9:== 6-1:== 8-4:01",
            "1-3:-+ 2:H 4-7:01 6-5:01 8:U 9:H",
            "1-2:10 3-6:01 4:H 7-5:== 9-8:01",
            "2:U 4:F 5-1:== 7-6:01 8:H 9-3:10",
            "1:Z 3-2:01 6-4:== 7:H 8-5:10 9:U",
        ),
        "8-7 6-9 2-4 5-3",
        ("6 not for floaters",),
        total=6,
        initial=BLACK,
        asked="1:Z",
    ),
    Case(
        6,
        (
            *("1-2:== 3-4:== 5-6:==", "1-2:== 4-3:== 6-5:==") * 2,
            *("2-1:== 3-4:== 5-6:==", "2-1:== 4-3:== 6-5:=="),
        ),
        "5-1 2-4 3-6",
        ("5.1 both rules after contradictory histories",),
    ),
)

COMPANY = [at(tpn, ABOVE, met=[11, 12]) for tpn in (5, 7, 9, 10)]
LAST_OF_A_MAXI = [at(1, colours="bww"), at(2, colours="wbb"), at(3, colours="bww"), at(4, colours="wbb")]
STATES: dict[str, tuple[RoundState, str]] = {
    "4.4 nothing retained": (
        state(
            *(at(tpn, ABOVE) for tpn in (1, 4, 6, 8)),
            *(only(tpn, 8, 11, 12, of=12, score=ABOVE) for tpn in (2, 3)),
            *COMPANY,
            *plain((11, 12)),
        ),
        "1-6 2-8 5-9 7-10 3-11 4-12",
    ),
    "5.7 for permitted colours": (maxi(state(*LAST_OF_A_MAXI, last=True), 2400, 2300, 2200, 2000), "1-4 2-3"),
}
"""Rounds with their right pairs. The mutants pair almost all random rounds correctly."""
