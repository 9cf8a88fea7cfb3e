"""Other programs read the rating reports of our own events as they are meant (`make proof PART=oracles`).

What they do not read, although the format allows it, is left out here and listed in docs/known-faults-of-others.md:
py4swiss reads one day of the rounds and one deputy; Gacrux does not read a forfeited match that only record 330 states.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from pairing_engine.facts.model import NOBODY
from swisspair import Event
from tests.evenings import differing_by_bbp
from tests.evidence.tally import counted

pytestmark = pytest.mark.oracle

FACTS = {
    "city": "Kiel", "federation": "GER", "first_day": "2026-11-19", "last_day": "2026-11-21", "type": "Individual",
    "chief_arbiter": "Berg, Ida", "deputies": "Aal, Bo; Cox, Di", "time_control": "90 min + 30 s",
    "days": "19.11.2026, 20.11.2026, 21.11.2026",
}  # fmt: skip
PLAYERS = """Name;Rtg;Fed;Sex;Title;FideID;Birth;Club
Aalto, Eino;2415;FIN;m;GM;501;1990;Turku\nBianchi, Carla;2290;ITA;w;WGM;502;02.04.1988;Roma
Castro, Luis;1780;ESP;m;FM;503;1999;Kiel\nDvořák, Hana;1701;CZE;w;;14100018;2001;Kiel
"""
LATE = """Engel, Max;1690;GER;m;;504;2002;Kiel\nFiala, Jan;1650;CZE;m;;505;1970;
Gruber, Eva;1600;AUT;w;;506;1980;Graz\nHaas, Tim;;GER;m;;;2012;Kiel
"""
TEAMS = """Name;Elo;Team;Fed;FideID;Birth
Aalto;2100;Kiel;GER;1;1990\nBerg;2000;Kiel;GER;2;1991\nDahl;2050;Roma;ITA;3;1992\nEngel;1950;Roma;ITA;4;1993
Gruber;1800;Lyon;FRA;5;1994\nHaas;1700;Lyon;FRA;6;1995\nJuhl;1900;Oslo;NOR;7;1996\nKuhn;1800;Oslo;NOR;8;1997
"""


WORTH = {**dict.fromkeys("1+UF", 1.0), **dict.fromkeys("=H", 0.5), **dict.fromkeys("0-Z", 0.0)}
"""The points for each letter of a result or bye."""


class Row(NamedTuple):
    """A player of a report: name, rating, points, rank (None in a team), and the opponents, 0 for nobody."""

    name: str
    rating: int
    points: float
    rank: int | None
    opponents: tuple[int, ...]


def swiss() -> Event:
    """Return an event with a late entry, a withdrawal, byes, somebody who leaves, a forfeit and a correction."""
    event = Event.new("Open", PLAYERS + LATE, 3, initial_colour="white", tie_breaks=("BH/C1", "BH", "SB"))
    event = event.absent("Haas", bye="H").absent("Gruber", round=1)
    event = event.play(event.pair()).enter("1:1-0 2:½-½ 3:+-")
    event = event.add("Ivan, Ole, 1500, NOR, 1993, m, 14100026").withdraw("Fiala")
    event = event.play(event.pair()).stand_in("Castro", "bye").enter("1:0-1 2:1-0 3:½-½")
    event = event.enter("1:½-½", round=1)
    event = event.play(event.pair())
    boards = len(event.rounds[-1].games)
    return event.enter(" ".join(f"{board}:1-0" for board in range(1, boards + 1)))


def round_robin() -> Event:
    event = Event.new("Masters", PLAYERS, 3, "round-robin", initial_colour="white", tie_breaks=("DE", "SB"))
    for results in ("1:1-0 2:½-½", "1:+- 2:0-1", "1:½-½ 2:1-0"):
        event = event.play(event.pair()).enter(results)
    return event


def teams() -> Event:
    event = Event.new("League", TEAMS, 3, "team", initial_colour="white", boards=2, tie_breaks=("DE", "EMGSB"))
    for results in (
        "1.1:1-0 1.2:½-½ 2.1:+- 2.2:-+",
        "1.1:1-0 1.2:0-1 2.1:1-0 2.2:1-0",
        "1.1:½-½ 1.2:0-1 2.1:1-0 2.2:=-=",
    ):
        event = event.play(event.pair()).enter(results.replace("=-=", "½-½"))
    return event


EVENTS = {"swiss": swiss, "round robin": round_robin, "teams": teams}


@pytest.fixture(params=EVENTS)
def report(request: pytest.FixtureRequest) -> Event:
    event = EVENTS[request.param]().describe(**FACTS)
    assert event.missing_for_rating() == ()
    counted("oracles", f"rating report: {request.param}")
    return event


def meant(event: Event) -> dict[int, Row]:
    """Return the players of a report by their numbers, from the games and the standings and not from the file."""
    numbers = {NOBODY: 0} | {one.tpn: one.number for one in event.players}
    met = {number: [0] * len(event.rounds) for number in numbers.values()}
    points = dict.fromkeys(met, 0.0)
    is_team = event.settings.team is not None
    for place, recorded in enumerate(event.rounds):
        for game in recorded.all_games:
            white, black = numbers[game.white], numbers[game.black]
            met[white][place], met[black][place] = black, white
            points[white] += WORTH[game.white_result.value]
            points[black] += WORTH[game.black_result.value]
        for bye in () if is_team else recorded.byes:
            points[numbers[bye.tpn]] += WORTH[bye.kind.value]
    ranks = {} if is_team else {numbers[place.tpn]: place.rank for place in event.standings()}
    return {
        one.number: Row(one.name, one.rating, points[one.number], ranks.get(one.number), tuple(met[one.number]))
        for one in event.players
    }


def test_gacrux_reads_our_rating_reports(report: Event) -> None:
    reader = pytest.importorskip("gacrux.trf2json").trf2json()
    reader.parse_file(report.write(), False)
    found, status = reader.chessjson["event"], reader.chessjson["status"]
    assert (status["code"], status["error"]) == (0, [])
    profiles = {one["id"]: one for one in found["profiles"]}
    met: dict[int, dict[int, int]] = {number: {} for number in reader.pcompetitors}
    for game in found["tournaments"][0]["gameList"]:
        for one, other in ((game["white"], game["black"]), (game["black"], game["white"])):
            if one and one["cid"]:
                met[one["cid"]][game["round"]] = other["cid"] if other else 0
    is_team = report.settings.team is not None
    assert {
        number: Row(
            profiles[one["profileId"]]["fideName"],
            one["rating"]["rating"] if one["rating"] else 0,
            float(one["gamePoints"]),
            None if is_team else one["rank"],
            tuple(met[number].get(place, 0) for place in range(1, len(report.rounds) + 1)),
        )
        for number, one in reader.pcompetitors.items()
    } == meant(report)
    head = found["tournaments"][0]
    assert (head["tournamentInfo"]["site"], head["tournamentInfo"]["federation"]) == ("Kiel", "GER")
    assert [one["startTime"] for one in head["rounds"]] == ["2026-11-19", "2026-11-20", "2026-11-21"]
    assert head["timeControl"]["description"] == FACTS["time_control"]


def test_py4swiss_reads_our_rating_reports(report: Event, tmp_path: Path) -> None:
    parser = pytest.importorskip("py4swiss.trf").TrfParser
    if report.settings.team is not None:
        pytest.skip("py4swiss reads no events of teams")
    path = tmp_path / "report.trf"
    path.write_text(re.sub(r"(?m)^(?:132|112 Cox).*\n", "", report.write("trf16x")), encoding="utf-8")
    found = parser.parse(path)
    assert {
        one.starting_number: Row(
            one.name,
            one.fide_rating or 0,
            one.points_times_ten / 10,
            one.rank,
            tuple(result.id for result in one.results),
        )
        for one in found.player_sections
    } == meant(report)
    head = found.tournament_section
    assert (head.city, head.federation, head.date_of_start) == ("Kiel", "GER", "2026/11/19")
    assert (head.chief_arbiter, head.alloted_time_per_moves_game) == ("Berg, Ida", FACTS["time_control"])


def test_bbppairings_reads_our_rating_report(tmp_path: Path) -> None:
    assert differing_by_bbp(swiss().describe(**FACTS), tmp_path) == set()
