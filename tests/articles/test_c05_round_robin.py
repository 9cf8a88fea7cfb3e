"""Round robins by the Berger tables [C.05 Annex 1]."""

from io import StringIO
from pathlib import Path

import pytest

from checker import check
from checker.questions.moment import moment
from checker.questions.what_if import what_if
from checker.questions.why_not import judge
from checker.report import Status
from pairing_engine import BadRequest, NoPairing, pair
from pairing_engine.answers.account import as_lines
from pairing_engine.answers.card import as_text
from pairing_engine.changes.new_event import new_team_event, settings_of_new
from pairing_engine.changes.paired import with_round
from pairing_engine.changes.results import enter
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Colour, Participant, Request, Round, Settings, Tournament, Tpn
from pairing_engine.facts.names import identity
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.standings.table import standings
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import choose
from pairing_engine.systems.round_robin.edition_2026 import TableRound
from swisspair.page.sheets import round_page
from trf import read, write

TABLE, EXCHANGED = SYSTEMS["round-robin"]["2026"], SYSTEMS["round-robin"]["exchanged"]

PRINTED = Path(__file__).with_name("berger_tables.txt").read_text(encoding="utf-8")
"""C.05 Annex 1 as printed: the numbers of participants, then each round, White first."""


def printed() -> dict[int, list[set[tuple[int, int]]]]:
    found: dict[int, list[set[tuple[int, int]]]] = {}
    for line in PRINTED.splitlines():
        if "/" in line:
            rounds = found[int(line.split("/")[1])] = []
        else:
            boards = (board.split("-") for board in line.split(": ")[1].split())
            rounds.append({(int(white), int(black)) for white, black in boards})
    return found


def boards_of(size: int, number: int) -> set[tuple[int, int]]:
    row = TableRound.numbered(size, number)
    return {(place, row.opponent(place)) for place in range(1, size + 1) if row.has_white(place)}


def played(players: int, rounds: int, system: object = TABLE) -> Tournament:
    """Play an event without byes on request; White wins every game."""
    assert system in (TABLE, EXCHANGED)
    people = tuple(Participant(Tpn(number), rating=2000 - number) for number in range(1, players + 1))
    event = Tournament("Club", people, settings=Settings(rounds=rounds, system="FIDE_ROUNDROBIN"))
    for _ in range(rounds):
        found = pair(event, system=EXCHANGED if system is EXCHANGED else TABLE)
        games = tuple(
            model.Game(board.white, board.black, model.Result.WIN, model.Result.LOSS) for board in found.boards
        )
        byes = () if found.bye is None else (Bye(found.bye, ByeKind.PAIRING_ALLOCATED),)
        event = event._replace(rounds=(*event.rounds, Round(games, byes)))
    return event


def pairs_of(event: Tournament) -> list[tuple[int, int]]:
    return [(game.white, game.black) for one in event.rounds for game in one.games]


@pytest.mark.parametrize(("size", "rounds"), printed().items())
def test_the_tables_are_as_fide_prints_them(size: int, rounds: list[set[tuple[int, int]]]) -> None:
    assert [boards_of(size, number) for number in range(1, size)] == rounds


@pytest.mark.parametrize("players", [3, 4, 7, 10, 99, 100])
def test_every_two_meet_once_and_colours_are_balanced(players: int) -> None:
    size = players + players % 2
    boards = [board for number in range(1, size) for board in boards_of(size, number) if max(board) <= players]
    assert len({frozenset(board) for board in boards}) == len(boards) == players * (players - 1) // 2
    for place in range(1, players + 1):
        whites, blacks = (sum(board[side] == place for board in boards) for side in (0, 1))
        assert abs(whites - blacks) <= 1 - players % 2


def test_an_event_of_an_odd_number_gives_everybody_the_bye_once_and_is_checked() -> None:
    event = played(7, 7)
    assert sorted(bye.tpn for one in event.rounds for bye in one.byes) == [1, 2, 3, 4, 5, 6, 7]
    assert all(len(one.games) == 3 for one in event.rounds)
    assert check(event).number_of_faults == 0


def test_a_second_cycle_repeats_the_first_with_the_colours_reversed() -> None:
    pairs = pairs_of(played(6, 10))
    assert pairs[15:] == [(black, white) for white, black in pairs[:15]]


def test_the_last_two_rounds_of_the_first_cycle_are_exchanged_when_asked() -> None:
    plain, exchanged = (played(6, 10, system).rounds for system in (TABLE, EXCHANGED))
    assert exchanged == (*plain[:3], plain[4], plain[3], *plain[5:])
    assert not three_in_a_row(exchanged)
    assert three_in_a_row(plain)


def three_in_a_row(rounds: tuple[Round, ...]) -> bool:
    colours = {
        tpn: "".join("w" if tpn in {g.white for g in one.games} else "b" for one in rounds) for tpn in range(1, 7)
    }
    return any("www" in one or "bbb" in one for one in colours.values())


def test_an_absent_participant_keeps_the_place_and_the_opponent_has_the_bye() -> None:
    event = played(6, 2)
    event = event._replace(settings=event.settings._replace(rounds=5))
    event = event._replace(requests=(Request(3, Bye(Tpn(3), ByeKind.ZERO_POINT)),))
    found = pair(event)
    assert ([(board.white, board.black) for board in found.boards], found.bye) == ([(2, 6), (4, 5)], 1)


def test_two_free_players_of_a_round_need_the_arbiter() -> None:
    event = played(6, 2)
    away = tuple(Request(3, Bye(Tpn(tpn), ByeKind.ZERO_POINT)) for tpn in (3, 4))
    with pytest.raises(NoPairing, match=r"round 3 of the table for 6: the opponents of 1, 5 are absent.*Annex 1"):
        pair(event._replace(settings=event.settings._replace(rounds=5), requests=away))


@pytest.mark.parametrize(("players", "left", "right"), [(8, (2, 3, 4, 5), (8, 1, 7, 6)), (7, (3, 4, 5), (1, 7, 6, 2))])
def test_the_circle_is_drawn_with_opponents_beside_each_other(
    players: int, left: tuple[int, ...], right: tuple[int, ...]
) -> None:
    """Round 3 of the table for 8, as FIDE prints it; of 7 players, the opponent of 8 has the bye."""
    event = played(players, 2)._replace(settings=Settings(rounds=7, system="FIDE_ROUNDROBIN"))
    found = pair(event)
    lines = as_lines(found.account, event.settings.kind)
    above, below = lines[lines.index("  the circle of the table, with opponents below each other") + 1 :][:2]
    assert above.split() == [str(number) for number in (*left, *right[len(left) :])]
    assert below.split() == [*map(str, right[: len(left)]), *(["bye"] if players == 7 else [])]
    (drawn,) = found.card.brackets
    assert (drawn.tops, drawn.others) == (left, right)
    assert "── the table of rounds ──" in as_text(found.card)
    page = round_page("club.trf", found)
    assert "the table of rounds</title>" in page
    assert "points</title>" not in page


def teams(number: int, rounds: int) -> Tournament:
    """Play matches on two boards; White wins on every first board and draws on every second."""
    people = [Participant(Tpn(0), f"{team}{board}", 2500 - 9 * team) for team in range(number) for board in (1, 2)]
    settings = settings_of_new(max(rounds, 1), "2026/11/26", Colour.WHITE, "round-robin", boards=2)
    event = new_team_event("League", people, settings, {identity(one): f"Team {one.name[:-1]}" for one in people}, 2)
    for _ in range(rounds):
        event = with_round(read_back(event), pair(read_back(event)).pairing)
        matches = range(1, len(event.rounds[-1].matches) + 1)
        event = enter(event, " ".join(f"{match}.1:1-0 {match}.2:1/2-1/2" for match in matches)).tournament
    return event


def test_teams_follow_the_same_table_and_the_event_is_checked_and_ranked() -> None:
    """[reading R5] The matches of five teams in two cycles are those of the printed table."""
    event = read_back(teams(5, 10))
    assert (event.settings.kind, event.settings.system) == (model.EventKind.TEAM, "FIDE_ROUNDROBIN")
    places = [{(int(match.white), int(match.black)) for match in one.matches} for one in event.rounds]
    table = [{board for board in one if max(board) < 6} for one in printed()[6]]
    assert places == [*table, *({(black, white) for white, black in one} for one in table)]
    assert check(event).number_of_faults == 0
    assert pair(event, 3).has_teams
    assert {place.rank for place in standings(event)} == {1}


def test_a_match_that_does_not_follow_the_table_is_named() -> None:
    event = teams(4, 3)
    report = check(event._replace(rounds=(event.rounds[1], event.rounds[0], event.rounds[2])))
    assert [one.status is Status.AGREES for one in report.rounds] == [False, False, True]


@pytest.mark.parametrize(
    ("number", "boards", "said"),
    [(3, [(1, 3), (2, 0)], "but by the rules team 2 meets team 3"), (4, [(1, 2), (3, 4)], "4 Team 3 and not 2 Team 1")],
)
def test_a_judged_round_of_teams_speaks_of_teams(number: int, boards: list[tuple[int, int]], said: str) -> None:
    """In round 1 of the table for four places, 2 meets 3, and 1 meets 4."""
    verdict = judge(moment(teams(number, 1), 1), boards)
    assert f"{said}: the pairs are those of round 1 of the table for 4 [" in str(verdict)


def test_players_remain_players_when_a_round_robin_is_asked_for() -> None:
    assert pair(generate(Plan(players=6), 1, TABLE), 1, system="round-robin").has_teams is False
    with pytest.raises(BadRequest, match="a team event needs the number of boards"):
        settings_of_new(3, "", Colour.WHITE, "dutch", boards=2)
    with pytest.raises(BadRequest, match="a team event needs the number of boards"):
        settings_of_new(3, "", Colour.WHITE, "team")


def test_a_trf_refuses_scores_that_its_code_cannot_state() -> None:
    event = teams(4, 0)
    assert event.settings.team is not None
    by_games = event.settings.team._replace(primary_is_match_points=False)
    with pytest.raises(ValueError, match="only match points before game points"):
        write(event._replace(settings=event.settings._replace(team=by_games)))


def test_a_round_that_does_not_follow_the_table_is_named_and_a_rematch_refused() -> None:
    event = played(6, 5)
    games = event.rounds[2].games
    swapped = (games[0]._replace(black=games[1].black), games[1]._replace(black=games[0].black), *games[2:])
    report = check(event._replace(rounds=(*event.rounds[:2], Round(swapped), *event.rounds[3:])))
    finding = report.rounds[2].explanation.finding if report.rounds[2].explanation else None
    assert finding is not None
    assert (finding.article, finding.right) == ("C.05 Annex 1", "player 1 meets player 3")
    assert "player 1 (2.0) should meet player 3 (1.0) and not player 2 (1.0): the pairs are those" in str(report)
    again = event._replace(rounds=(event.rounds[2], event.rounds[1]))
    with pytest.raises(NoPairing, match="again after round 1, so the event does not follow the table"):
        pair(again)
    with pytest.raises(NoPairing, match="player 1 and player 2 may not meet, because the pairs are those of round 3"):
        what_if(moment(event, 3), ["1-2"])


def test_a_file_names_the_table_and_generated_events_agree() -> None:
    event = read_back(generate(Plan(players=9), 1, EXCHANGED))
    assert (event.settings.system, len(event.rounds)) == ("FIDE_ROUNDROBIN_EXCHANGED", 9)
    assert choose(event.settings).system is EXCHANGED
    assert check(event).number_of_faults == 0
    assert choose(Settings(type_of_event="Double round robin")).system is TABLE


def read_back(event: Tournament) -> Tournament:
    return read(StringIO(write(event)))
