"""Random tournaments are plausible, legal and reproducible."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from pairing_engine import BadRequest
from pairing_engine.facts.model import ByeKind, Colour, Points, Result, Settings, Tournament
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.generate import UNUSUAL, Amount, Chance, Plan, drawn_by_lot, generate
from pairing_engine.scores.expected import expected_percentage
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.builders import QUIET


def quiet(seed: int = 1, **changes: Any) -> Tournament:
    return generate(QUIET._replace(**{"players": 20, "rounds": 5, **changes}), seed, DUTCH_2026)


def results(event: Tournament) -> Counter[tuple[Result, Result]]:
    return Counter((game.white_result, game.black_result) for played in event.rounds for game in played.games)


def byes(event: Tournament, kind: ByeKind) -> list[int]:
    return [sum(bye.kind is kind for bye in played.byes) for played in event.rounds]


def test_the_same_seed_gives_the_same_event() -> None:
    assert generate(Plan(), 7, DUTCH_2026) == generate(Plan(), 7, DUTCH_2026)
    assert generate(Plan(), 7, DUTCH_2026) != generate(Plan(), 8, DUTCH_2026)


def test_chance_is_the_one_sequence_that_python_never_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that only `Random.random` is used, because Python promises never to change its sequence."""
    drawn = []

    class OnlyRandom:
        def __init__(self, seed: int) -> None:
            self._source = Random(seed)

        def random(self) -> float:
            drawn.append(self._source.random())
            return drawn[-1]

    expected = quiet(seed=5)
    monkeypatch.setattr("pairing_engine.generator.generate.random.Random", OnlyRandom)
    assert quiet(seed=5) == expected
    assert drawn


def asked_for(event: Tournament) -> list[set[tuple[int, ByeKind]]]:
    return [{bye for bye in played.byes if bye.kind is not ByeKind.PAIRING_ALLOCATED} for played in event.rounds]


ASKED_FOR: list[dict[str, Any]] = [
    {"baku": True}, {"baku": False}, {"prohibited_groups": 0}, {"prohibited_groups": 5}, {"draws": 0.0},
    {"initial_colour": Colour.WHITE}, {"initial_colour": Colour.BLACK}, {"forfeits": (Amount(40),)},
    {"double_forfeits": (Amount(40),)}, {"unusual": (Amount(40),)}, {"unrated": (Amount(40),)},
    {"scoring": scoring_of(win=30, draw=10)},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("options", ASKED_FOR, ids=lambda options: str(*options))
def test_an_option_changes_no_other_choice(options: dict[str, Any], seed: int) -> None:
    plain, event = (generate(Plan(**more), seed, DUTCH_2026) for more in ({}, options))
    assert event.participants == plain.participants
    assert asked_for(event) == asked_for(plain)
    own = {"prohibitions"} if "prohibited_groups" in options else {"baku", "scoring", *options}
    others = set(Settings._fields) - own
    assert all(getattr(event.settings, name) == getattr(plain.settings, name) for name in others)


@pytest.mark.parametrize("seed", range(1, 5))
def test_fewer_rounds_are_the_first_ones(seed: int) -> None:
    short, long = (quiet(seed, rounds=rounds, half_point_byes=(Amount(5),)) for rounds in (5, 8))
    assert short.rounds[:4] == long.rounds[:4]


def test_more_prohibited_groups_keep_the_earlier_ones() -> None:
    one, four = (quiet(prohibited_groups=number).settings.prohibitions for number in (1, 4))
    assert one == four[: len(one)]
    assert len(one) < len(four)


def test_more_absences_are_the_same_ones_and_others() -> None:
    few, many = (asked_for(quiet(half_point_byes=(Amount(number, False),))) for number in (2, 6))
    assert all(fewer < more for fewer, more in zip(few, many, strict=True))


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_forfeit_moves_no_result_of_its_round(name: str) -> None:
    system = SYSTEMS[name]["2026"]
    plan = QUIET._replace(scoring=None, players=20, rounds=1, boards=4)
    plain = generate(plan, 3, system)
    event = generate(plan._replace(forfeits=(Amount(3, False),)), 3, system)
    before, after = (list(played.matches or played.games) for played in (*plain.rounds, *event.rounds))
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 3


def test_an_event_fulfils_its_plan() -> None:
    event = quiet(initial_colour=Colour.BLACK)
    assert (len(event.participants), len(event.rounds), event.settings.rounds) == (20, 5, 5)
    assert event.settings.initial_colour is Colour.BLACK
    assert event.settings.system == "FIDE_DUTCH_2026"
    assert all(len(played.games) == 10 for played in event.rounds)
    assert quiet(31415).name.endswith(" 31415")


def test_participants_stand_in_the_order_of_their_ratings() -> None:
    ratings = [p.rating for p in quiet(lowest_rating=1500, highest_rating=1600).participants]
    assert ratings == sorted(ratings, reverse=True)
    assert min(ratings) >= 1500
    assert max(ratings) <= 1600


def test_given_ratings_are_used_as_they_are() -> None:
    event = generate(Plan(ratings=(1500, 2500, 2000, 1800), rounds=1), 1, DUTCH_2026)
    assert [p.rating for p in event.participants] == [2500, 2000, 1800, 1500]


@pytest.mark.parametrize(
    "plan",
    [Plan(players=-1), Plan(players=10_000), Plan(rounds=-1), Plan(rounds=100), Plan(players=3, ratings=(1, 2)),
     Plan(lowest_rating=2000, highest_rating=1000)],
)  # fmt: skip
def test_a_plan_that_cannot_be_is_refused(plan: Plan) -> None:
    with pytest.raises(BadRequest):
        generate(plan, 1, DUTCH_2026)


def test_an_event_stops_before_a_round_that_cannot_be_paired() -> None:
    event = quiet(players=4, rounds=9)
    assert event.settings.rounds == 9
    assert len(event.rounds) == 3


@pytest.mark.parametrize(
    ("option", "kind"),
    [("half_point_byes", ByeKind.HALF_POINT), ("full_point_byes", ByeKind.FULL_POINT),
     ("zero_point_byes", ByeKind.ZERO_POINT)],
)  # fmt: skip
def test_the_number_of_byes_follows_the_plan(option: str, kind: ByeKind) -> None:
    amounts: dict[str, Any] = {option: (Amount(2, False), Amount(0), Amount(4, False))}
    event = quiet(**amounts)
    assert byes(event, kind) == [2, 0, 4, 4, 4]


def test_withdrawn_participants_do_not_come_back() -> None:
    event = quiet(withdrawals=(Amount(3, False), Amount(0)))
    away = [{bye.tpn for bye in played.byes if bye.kind is ByeKind.ZERO_POINT} for played in event.rounds]
    assert [len(tpns) for tpns in away] == [0, 3, 3, 3, 3]
    assert len(set.union(*away)) == 3


def test_late_entries_are_not_there_at_first() -> None:
    event = quiet(late_entries=Amount(4, False), rounds=6)
    first, last = event.rounds[0], event.rounds[-1]
    assert len(first.paired()) == 16
    assert len(last.paired()) == 20
    assert not any(bye.kind is ByeKind.ZERO_POINT for bye in first.byes)


def test_the_number_of_unusual_results_follows_the_plan() -> None:
    found = results(quiet(forfeits=(Amount(2, False),), double_forfeits=(Amount(1, False),)))
    double = found[Result.FORFEIT_LOSS, Result.FORFEIT_LOSS]
    single = found[Result.FORFEIT_WIN, Result.FORFEIT_LOSS] + found[Result.FORFEIT_LOSS, Result.FORFEIT_WIN]
    assert double == 5
    assert 5 <= single <= 10  # a game chosen for both kinds of forfeit becomes a double forfeit
    unusual = results(quiet(unusual=(Amount(3, False),)))
    assert sum(number for result, number in unusual.items() if result in UNUSUAL) == 15
    unrated = results(quiet(unrated=(Amount(3, False),)))
    assert sum(number for (white, _), number in unrated.items() if white.value in "WDL") == 15


def test_prohibited_pairs_do_not_meet() -> None:
    event = quiet(prohibited_groups=4)
    assert event.settings.prohibitions
    for number, played in enumerate(event.rounds, 1):
        for first, last, tpns in event.settings.prohibitions:
            if first <= number <= last:
                assert not any({game.white, game.black} <= tpns for game in played.games)


def test_the_scoring_system_is_the_one_asked_for() -> None:
    scoring = scoring_of(win=30, draw=10, pairing_allocated_bye=15)
    assert quiet(scoring=scoring).settings.scoring == scoring
    assert (scoring.forfeit_win, scoring.full_point_bye, scoring.half_point_bye) == (30, 30, 10)


def test_baku_events_have_the_standard_points() -> None:
    for seed in range(30):
        event = generate(Plan(players=8, rounds=3, baku=True), seed, DUTCH_2026)
        assert event.settings.baku
        assert event.settings.scoring.win == Points(10)


def test_requested_points_exclude_random_acceleration() -> None:
    plans = {
        "drawn": Plan(players=8, rounds=2),
        "3-1-0": Plan(players=8, rounds=2, scoring=scoring_of(win=30, draw=10)),
    }
    found = {
        name: {generate(plan, seed, DUTCH_2026).settings.baku for seed in range(20)} for name, plan in plans.items()
    }
    assert found == {"drawn": {True, False}, "3-1-0": {False}}


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (100, 64), (-100, 36), (400, 92), (2000, 100), (-2000, 0)],
)
def test_expected_scores_are_those_of_the_fide_table(difference: int, percent: int) -> None:
    """Table 8.1.2 of the FIDE Rating Regulations gives the expected scores."""
    assert expected_percentage(difference) == percent


def test_the_weakest_player_sometimes_wins() -> None:
    assert {drawn_by_lot(-3000, 0, Chance(seed))[0] for seed in range(40)} == {Result.WIN, Result.LOSS}


def test_the_stronger_wins_as_often_as_expected() -> None:
    won = played = 0.0
    for seed in range(20):
        event = quiet(seed=seed, ratings=(2200,) * 10 + (2000,) * 10, rounds=5, draws=30.0)
        for game in (game for recorded in event.rounds for game in recorded.games):
            upper = min(game.white, game.black)
            if upper <= 10 < max(game.white, game.black):
                result = game.white_result if game.white == upper else game.black_result
                won += {Result.WIN: 1.0, Result.DRAW: 0.5}.get(result, 0.0)
                played += 1
    assert played > 300
    assert abs(won / played - 0.76) < 0.06


def test_draws_become_rarer_with_the_difference() -> None:
    close = results(quiet(ratings=(2000,) * 20, draws=60.0))[Result.DRAW, Result.DRAW]
    wide = results(quiet(ratings=tuple(range(3000, 1000, -100)), draws=60.0))[Result.DRAW, Result.DRAW]
    assert close > 2 * wide
