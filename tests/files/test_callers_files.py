"""Files of programs that call a pairing engine, and of real events, whose meaning is easily missed."""

import pytest

import trf
from checker.checking import check
from checker.comparable import NotComparable
from checker.report_in_words import lines_of
from pairing_engine import pair
from pairing_engine.facts import model
from pairing_engine.facts.model import ByeKind, Colour, Game, Participant, Result, Round, Tournament, Tpn, lower_tpn
from pairing_engine.facts.renumbered import numbered_by_position, renumbered
from pairing_engine.scores.crosstable import crosstable_of
from tests.files.trf_builders import FOUR, adjustments, player, read, text_of
from tests.places import FIXTURES

CALLERS = FIXTURES / "cases" / "callers"


def test_a_pairing_allocated_bye_two_rounds_ahead_shows_that_these_rounds_are_over() -> None:
    event = trf.read(CALLERS / "bye-after-empty-round.trf")
    assert [bye.kind for bye in event.rounds[2].byes] == [ByeKind.PAIRING_ALLOCATED, ByeKind.ZERO_POINT]
    assert crosstable_of(event).totals() == {1: 20, 2: 0}


def test_a_letter_that_an_encoding_has_damaged_moves_no_column() -> None:
    """A lost letter is one letter, also where the rest of the file is not UTF-8 and shows it as three."""
    one = player(1, "2w1", name="M\N{REPLACEMENT CHARACTER}che\N{REPLACEMENT CHARACTER}l", rating=2000)
    text = text_of(one, player(2, "1b0"))
    for data, codes in ((text.encode(), []), (text.encode() + b"012 Caf\xe9\n", ["ADJ-91", "ADJ-03"])):
        reading = trf.examine(data)
        assert reading.tournament.participants[0][:3] == (1, one[14:21], 2000)
        assert [adjustment.code for adjustment in reading.adjustments] == codes


def test_the_only_team_without_a_match_has_the_pairing_allocated_bye() -> None:
    """The official table gives these match points to the seven teams that had the bye [Reading T6]."""
    reading = trf.examine(CALLERS / "team-swiss-2024-trf16.trf")
    totals = crosstable_of(reading.tournament).team_totals()
    assert [totals[Tpn(tpn)].match // 10 for tpn in (15, 14, 2, 6, 11, 5, 13)] == [8, 6, 5, 5, 5, 4, 3]
    assert [adjustment.code for adjustment in reading.adjustments].count("ADJ-92") == 7


TEAMS = (
    "092 Team Swiss",
    *(f"013 Team {number:<27}{first:>4}{first + 1:>5}" for number, first in ((1, 1), (2, 3), (3, 5))),
)


def test_a_team_that_is_alone_in_several_rounds_was_absent() -> None:
    lines = (
        player(1, "3w1", "3b1"),
        player(2, "4b1", "4w1"),
        player(3, "1b0", "1w0"),
        player(4, "2w0", "2b0"),
        player(5, "-", "-"),
        player(6, "-", "-"),
    )
    assert [one.byes for one in read(*TEAMS, *lines).rounds] == [(), ()]


def test_line_ups_that_records_013_cannot_state_are_no_fault() -> None:
    lines = (player(1, "4w1"), player(2, "3b0"), player(3, "2w1"), player(4, "1b0"), player(5), player(6))
    assert [code for code, _, _ in adjustments(*TEAMS, *lines)] == ["ADJ-79", "ADJ-93"]
    (match,) = read(*TEAMS, *lines).rounds[0].matches
    assert (match.white_points.game, match.black_points.game) == (10, 10)


def test_numbers_that_follow_the_final_standings_are_seen_before_causes_are_claimed() -> None:
    with pytest.raises(NotComparable, match=r"follow the final standings.*not known"):
        check(trf.read(CALLERS / "numbers-are-final-ranks-2008.tab"))
    assert check(trf.read(CALLERS / "numbers-are-final-ranks-2008.tab"), edition="2009").number_of_faults == 3


def test_a_renumbered_event_is_checked_by_rating() -> None:
    """[Reading E15] The numbers of a good event are replaced by the final ranks; by rating all rounds agree again."""
    event = trf.read(FIXTURES / "open-2026-round-5.trf")
    event = event._replace(settings=event.settings._replace(rounds=4), requests=())
    totals = crosstable_of(event).totals()
    ranked = sorted(event.participants, key=lambda one: (-totals[one.tpn], one.name))

    renumbered = numbered_by_position(event._replace(participants=tuple(ranked)))
    people = tuple(one._replace(starting_rank=0) for one in renumbered.participants)
    with pytest.raises(NotComparable, match="final standings; by rating all 4 rounds agree"):
        check(renumbered._replace(participants=people))


def _with_next_round(event: Tournament) -> Tournament:
    """Return the event with the next round by the rules; White wins every second game, and the others are drawn."""
    paired = pair(event)
    results = [(Result.WIN, Result.LOSS) if board.white % 2 else (Result.DRAW, Result.DRAW) for board in paired.boards]
    games = [Game(board.white, board.black, *result) for board, result in zip(paired.boards, results, strict=True)]
    return event._replace(rounds=(*event.rounds, Round(tuple(sorted(games, key=lower_tpn)), ())))


@pytest.mark.parametrize("is_later", [True, False])
def test_a_list_that_was_rated_anew_after_round_1_explains_the_rounds_by_its_order(*, is_later: bool) -> None:
    """[Reading E15] The pairs of round 1 follow one list, and those of the later rounds another one."""
    ratings = [2000 if number == 9 else 1900 - number for number in range(1, 13)]
    people = tuple(Participant(Tpn(tpn), f"Player {99 - tpn}", rating) for tpn, rating in enumerate(ratings, 1))
    settings = model.Settings(rounds=5, initial_colour=Colour.WHITE, system="FIDE_DUTCH_2026")
    event = Tournament("Rated anew", people, settings=settings)
    by_rating = {Tpn(9): Tpn(1), **{Tpn(tpn): Tpn(tpn + 1) for tpn in range(1, 9)}}
    by_rating |= {Tpn(tpn): Tpn(tpn) for tpn in range(10, 13)}
    back = {new: old for old, new in by_rating.items()}
    for number in range(1, 5):
        if (number > 1) is is_later:
            event = renumbered(_with_next_round(renumbered(event, by_rating)), back)
        else:
            event = _with_next_round(event)
    (cause,) = check(event).causes
    words = "the numbers followed the ratings in the file from round 2 on"
    assert cause.words == (words if is_later else words.replace("from round 2 on", "before round 2"))
    assert cause.differing == ()


def test_a_league_is_said_to_be_one() -> None:
    event = read(*FOUR, "092 Team Round Robin")
    with pytest.raises(NotComparable, match=r"'Team Round Robin' .record 092. is no event by Swiss rules"):
        check(event)


def test_no_cause_is_claimed_that_explains_no_round() -> None:
    """A real event that was not paired by these rules: another system would leave fewer mistakes in every round."""
    event = trf.read(CALLERS / "masters-2011.tab")
    report = check(event._replace(rounds=event.rounds[:3]))
    explained = [set(report.differing_rounds) - set(cause.differing) for cause in report.causes]
    assert all(explained)
    assert any(line.startswith("round 1: differs") for line in lines_of(report))


def test_players_who_meet_by_teams_are_no_individual_event() -> None:
    """A league whose file has no type of event: the players of a team always meet one other team."""
    lines = [
        player(1, "5w1", "3b1"),
        player(2, "6b0", "4w="),
        player(3, "7w1", "1w0"),
        player(4, "8b0", "2b="),
        player(5, "1b0", "7b1"),
        player(6, "2w1", "8w0"),
        player(7, "3b0", "5w0"),
        player(8, "4w1", "6b1"),
    ]
    teams = [f"013 Club {number:<27}{2 * number - 1:>4}{2 * number:>5}" for number in range(1, 5)]
    with pytest.raises(NotComparable, match="teams of records 013 meet each other"):
        check(read(*lines, *teams))
    assert check(read(*lines)).rounds
