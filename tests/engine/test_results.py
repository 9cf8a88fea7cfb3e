"""Results can be entered by board or by player, and corrected later. Wrong results are refused."""

from collections import Counter
from collections.abc import Set as AbstractSet
from random import Random
from sys import getsizeof

import pytest

from checker import check
from checker.questions.asked import ask
from checker.report import Status
from pairing_engine.answers import decisive
from pairing_engine.answers.paired import pair
from pairing_engine.answers.paired_in_words import as_card
from pairing_engine.changes.new_event import new_event
from pairing_engine.changes.paired import unpaired, with_round
from pairing_engine.changes.results import boards_of, enter, result_text
from pairing_engine.changes.stand_in import forfeit
from pairing_engine.changes.stated_results import stated_results
from pairing_engine.errors import BadRequest, TooLarge
from pairing_engine.facts import groups, model
from pairing_engine.facts.groups import Barred, Members, People, bits_of
from pairing_engine.facts.model import AbnormalPoints, Bye, Game, Participant, Points, Result, Settings, Tournament, Tpn
from pairing_engine.facts.scoring import Abnormal
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel import graph
from pairing_engine.kernel.engine import REFERENCE
from pairing_engine.kernel.order import bytes_of_order
from pairing_engine.matching import Backend
from pairing_engine.matching import solvers as size
from pairing_engine.pairing import round_to_pair
from pairing_engine.scores.acceleration import in_round
from pairing_engine.scores.crosstable import crosstable_of
from pairing_engine.state import demands
from pairing_engine.state.history import state_before, states
from pairing_engine.state.round_state import Player
from pairing_engine.systems.burstein.edition_2026 import descending_order
from pairing_engine.systems.dubov.process import Subgroups, transposition_order
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026, ORDERS_2026
from pairing_engine.systems.shared.orders import identifier_order
from swisspair.statuses import ExitStatus
from swisspair.terminal.program import failure_of
from tests.builders import player, tournament
from tests.places import FIXTURES
from trf import Dialect, carried_on, examine, read, write

NAMES = ("Aalto, Eino", "Bianchi, Sara", "Castro, Iker", "Dvořák, Hana", "Edlund, Nils", "Fiala, Pavel", "Gruber, Lena")


def begun(players: int = 7, **settings: object) -> Tournament:
    people = [Participant(Tpn(0), name, 2000 - place) for place, name in enumerate(NAMES[:players])]
    return new_event("Club", people, Settings(rounds=3, initial_colour=model.Colour.WHITE, **settings))  # type: ignore[arg-type]


def paired(event: Tournament) -> Tournament:
    return with_round(event, pair(event).pairing)


def results_of(event: Tournament, number: int = 1) -> list[str]:
    return [result_text(game) for game in boards_of(event, number) if isinstance(game, Game)]


def test_a_tie_break_that_is_not_known_keeps_no_result_out() -> None:
    event = enter(paired(begun(tie_breaks=("BH:1",))), "1:1-0 2:1-0 3:1-0").tournament
    assert not event.under_way
    assert list(event.recorded_ranks) == [1, 3, 5, 7, 2, 4, 6]  # sorted by points, then by numbers


def test_a_round_is_open_until_its_last_result() -> None:
    event = paired(begun())
    assert [game[:2] for game in boards_of(event, 1)] == [(1, 4), (5, 2), (3, 6)]
    assert event.rounds[0].byes == ((7, model.ByeKind.PAIRING_ALLOCATED),)
    first = enter(event, "1:1-0 3:0-1")
    assert (first.still_open, first.tournament.under_way, dict(first.tournament.recorded_ranks)) == (1, True, {})
    second = enter(first.tournament, "2:½-½")
    assert (second.still_open, second.tournament.under_way) == (0, False)
    assert results_of(second.tournament) == ["1-0", "½-½", "0-1"]
    ranks = second.tournament.recorded_ranks
    assert sorted(ranks, key=ranks.__getitem__) == [1, 6, 7, 2, 5, 3, 4]


@pytest.mark.parametrize(
    "text",
    ["1:1-0 2:½-½ 3:+-", "1:1–0, 2:1/2-1/2; 3:+--", "# round 1\n1 1-0\n2,=\n3;+-\n", "aalto:1 Edlund, Nils:=, castro:+",
     "dvorak:0 bianchi:½ fiala:-", "1-4:1-0 Edlund - Bianchi:0.5-0.5 3=+-"],
)  # fmt: skip
def test_the_ways_of_writing_results_are_alike(text: str) -> None:
    event = enter(paired(begun()), text).tournament
    assert results_of(event) == ["1-0", "½-½", "+--"]


@pytest.mark.parametrize(("text", "words"), [
    ("1:2-0", "line 1: found '1:2-0', expected results"),
    ("1:1-0 1:0-1", "board 1 (1 Aalto, Eino - 4 Dvořák, Hana) already has a different result in result 1 (1:1-0)"),
    ("4:1-0", "there is no board 4 in round 1: it has boards 1 to 3"),
    ("1:1", "for a board, give both players' results, such as 1:1-0"),
    ("Gruber:1", "7 Gruber, Lena has no opponent in round 1"),
    ("4-1:1-0", "1 Aalto, Eino has White against 4 Dvořák, Hana in round 1: name White first"),
    ("1-2:1-0", "1 Aalto, Eino does not play 2 Bianchi, Sara in round 1"),
    ("alto:1 9-1:0-1", "result 2 (9-1:0-1): there is no participant 9 in this event: numbers go from 1 to"),
    ("1:1-0/0-1", "give only one result for a board"),
    ("", "no result was given"),
])  # fmt: skip
def test_an_invalid_result_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        enter(paired(begun()), text)
    assert words in str(refused.value)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadRequest) as refused:
        enter(paired(begun()), "9:1-0 1:1-0 8:1-0")
    assert str(refused.value).count("\n") == 1


def test_a_result_that_is_there_is_corrected_only_when_asked() -> None:
    event = enter(paired(begun()), "1:1-0 2:1-0").tournament
    assert enter(event, "1:1-0 3:1-0").still_open == 0, "entering the same result again changes nothing"
    with pytest.raises(BadRequest, match="already has the result 1-0: to correct it, state round 1"):
        enter(event, "1:0-1")
    corrected = enter(event, "1:0-1", 1)
    assert [result_text(game) for game in corrected.corrected] == ["1-0"]
    assert results_of(corrected.tournament)[0] == "0-1"
    reopened = enter(enter(event, "3:1-0").tournament, "1:?", 1)
    assert (reopened.still_open, reopened.tournament.under_way) == (1, True)


def open_matches() -> Tournament:
    return paired(unpaired(generate(Plan(players=8, rounds=3, boards=2), 4, "team"), force=True))


@pytest.mark.parametrize(("before", "text", "words"), [
    ("", "1:+-- 1.1:1-0", "result 2 (1.1:1-0): match 1 already has a result in result 1 (1:+--)"),
    ("", "1.1:1-0 1:+--", "result 2 (1:+--): match 1 already has a result in result 1 (1.1:1-0)"),
    ("", "1:+-- 1:--+", "result 2 (1:--+): match 1 already has a result in result 1 (1:+--)"),
    ("1.1:1-0", "1:+--", "the results of these boards would be lost: 1.1 (1-0)"),
])  # fmt: skip
def test_a_forfeit_of_a_match_deletes_no_result(before: str, text: str, words: str) -> None:
    event = open_matches()
    event = enter(event, before).tournament if before else event
    with pytest.raises(BadRequest) as refused:
        enter(event, text)
    assert words in str(refused.value)
    assert not enter(event, "1:+-- 2.1:1-0", force=True).tournament.rounds[-1].matches[0].played


def test_nobody_leaves_a_match_that_has_a_result() -> None:
    event = enter(open_matches(), "1.1:1-0").tournament
    for tpn in boards_of(event, 3)[0][:2]:
        with pytest.raises(BadRequest, match="has no open board in round 3"):
            forfeit(event, event.participants[int(tpn) - 1])


def test_no_result_without_a_round() -> None:
    with pytest.raises(BadRequest, match="no round has been paired"):
        enter(begun(), "1:1-0")
    over = enter(paired(begun()), "1:1-0 2:1-0 3:1-0").tournament
    with pytest.raises(BadRequest, match="all results of round 1 are known"):
        enter(over, "1:1-0")
    with pytest.raises(BadRequest, match="round 2 is not in the file"):
        enter(over, "1:1-0", 2)


def test_a_match_of_double_swiss_takes_two_games() -> None:
    """[C.04.5] Enter both results of a match. Each result begins with the points of White in the first game."""
    event = paired(begun(4, double=True, system="FIDE_DOUBLESWISS_2026"))
    with pytest.raises(BadRequest, match="a match has two games"):
        enter(event, "1:1-0")
    entered = enter(event, "1:1-0/0-1 2:½-½/+-").tournament
    first, second = boards_of(entered, 1)
    assert isinstance(first, Game)
    assert isinstance(second, Game)
    assert (first.white_result, first.second) == (Result.WIN, (Result.LOSS, Result.WIN))
    assert second.second == (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    text = write(entered, Dialect.TRF26)
    assert examine(text, strict=True).tournament.rounds == entered.rounds


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_goes_on_and_keeps_what_it_says(newline: str) -> None:
    begin = write(begun()).replace("0.0    1\n", "0,0\n", 1)
    text = (begin + "102 An Arbiter\nXXZ 6\n240 H 001    5\n### a remark\nno record\n").replace("\n", newline)
    found = examine(text)
    after = with_round(found.tournament, pair(found.tournament).pairing)
    new = write(carried_on(found.file, found.tournament, after))
    lines, old = new.split(newline), text.split(newline)
    assert "XXZ 6" not in new, "the record would apply to the round after this one"
    assert [line for line in old if not line.startswith(("001", "XXZ"))] == [
        line for line in lines if line[:3] != "001"
    ]
    assert [line[91:].strip() for line in lines if line[:3] == "001"] == [
        "3 w", "4 b", "1 b", "2 w", "0000 - H", "0000 - Z", "0000 - U"
    ]  # fmt: skip
    again = examine(new)
    assert (again.tournament.rounds, again.tournament.under_way) == (after.rounds, True)
    assert {one.code for one in again.adjustments} - {one.code for one in found.adjustments} == {"ADJ-77"}


def test_correcting_an_old_round_changes_later_rounds_too() -> None:
    event = enter(paired(enter(paired(begun(6)), "1:1-0 2:1-0 3:1-0").tournament), "1:1-0").tournament
    text = write(event)
    found = examine(text)
    corrected = enter(found.tournament, "1:0-1", 1).tournament
    new = write(carried_on(found.file, found.tournament, corrected))
    changed = [
        (a[4:8].strip(), b) for a, b in zip(text.splitlines(), new.splitlines(), strict=True) if a[90:] != b[90:]
    ]
    assert [number for number, _ in changed] == ["1", "4"]
    assert examine(new).tournament.rounds == corrected.rounds


def test_results_have_bounds() -> None:
    with pytest.raises(BadRequest, match="expected the results of a round"):
        stated_results("1" * (1 << 17) + ":1-0")


def after(event: Tournament) -> dict[int, Player]:
    return {int(tpn): player for tpn, player in state_before(event, len(event.rounds) + 1).by_tpn.items()}


def points_of(event: Tournament) -> list[int]:
    """Return the points of all players, in the order of TPNs."""
    return list(crosstable_of(event).totals().values())


def test_the_state_before_a_recorded_round_is_that_of_the_walk() -> None:
    event = tournament(6, "1-4:10 5-2:01 3-6:+-", "2-1:== 4-3:01 5:H 6:U", "1-3:10 2-4:WL 6-5:10")
    for walked in states(event):
        found = state_before(event, walked.number)
        assert (found.players, found.is_last, found.initial_colour) == (
            walked.players, walked.is_last, walked.initial_colour,
        )  # fmt: skip


THREE_ONE = model.Scoring(
    win=Points(30), draw=Points(20), loss=Points(10), forfeit_win=Points(25), forfeit_loss=Points(5),
    pairing_allocated_bye=Points(20), full_point_bye=Points(30), half_point_bye=Points(15),
    zero_point_bye=Points(1),
)  # fmt: skip
OF_COLOURS = model.Scoring(black_win=Points(12), black_draw=Points(6), black_loss=Points(1))


def abnormal(*entries: tuple[str, int, int, int]) -> Settings:
    """Make records 299 from the outcome, the points, the round and the participant of each."""
    return Settings(
        abnormal_points=tuple(AbnormalPoints(outcome, Points(p), n, only(tpn)) for outcome, p, n, tpn in entries)
    )


def only(*tpns: int) -> frozenset[Tpn]:
    return frozenset(map(Tpn, tpns))


@pytest.mark.parametrize(
    ("settings", "rounds", "points"),
    [
        (Settings(), ["1-2:10 3-4:01 5-6:== 7-8:=0 9-10:0= 11-12:00"], [10, 0, 0, 10, 5, 5, 5, 0, 0, 5, 0, 0]),
        (Settings(), ["1-2:WL 3-4:DD 5-6:LW 7-8:+- 9-10:-- 11-12:??"], [10, 0, 5, 5, 0, 10, 10, 0, 0, 0, 5, 5]),
        (Settings(), ["1:U 2:F 3:H 4:Z"], [10, 10, 5, 0, 0]),
        (
            Settings(scoring=THREE_ONE),
            ["1-2:10 3-4:== 5-6:+- 7:U 8:F 9:H 10:Z"],
            [30, 10, 20, 20, 25, 5, 20, 30, 15, 1, 1],
        ),
        (Settings(scoring=OF_COLOURS), ["1-2:10 3-4:== 5-6:01"], [10, 1, 5, 6, 0, 12]),
        (abnormal(("W", 7, 1, 1), ("+", 6, 0, 3)), ["1-2:10 3-4:+-", "1-4:10 3-2:+-"], [17, 0, 12, 0]),
        (abnormal(("U", 3, 0, 3), ("U", 4, 1, 3)), ["1-2:10 3:U"], [10, 0, 4]),  # a round comes before all rounds
        (abnormal(("", -5, 2, 1), ("", 10, 0, 2)), ["1-3:10 4-2:10", "1-4:== 2-3:10"], [10, 20, 0, 15]),
    ],
)
def test_points_of_games_byes_other_scoring_systems_and_records_299(
    settings: Settings, rounds: list[str], points: list[int]
) -> None:
    assert points_of(tournament(len(points), *rounds, settings=settings)) == points


def test_a_bonus_counts_from_its_round_on_or_from_the_start() -> None:
    event = tournament(4, "1-3:10 4-2:10", "1-4:== 2-3:10", settings=abnormal(("", -5, 2, 1), ("", 10, 0, 2)))
    assert state_before(event, 1).by_tpn[Tpn(2)].points == 10
    assert state_before(event, 2).by_tpn[Tpn(1)].points == 10


def test_abnormal_points_may_bar_from_the_bye() -> None:
    """[C.04.1 4] A participant whose half-point bye is worth a full point cannot get the pairing-allocated bye."""
    found = after(tournament(3, "1:H 2:H", settings=abnormal(("H", 10, 1, 1))))
    assert (found[1].may_have_bye, found[2].may_have_bye) == (False, True)


def test_prohibitions_hold_in_their_rounds() -> None:
    prohibitions = (model.Prohibition(1, 1, only(1, 2, 3)), model.Prohibition(2, 9, only(1, 4)))
    event = tournament(4, "1-4:+- 2-3:+-", settings=Settings(prohibitions=prohibitions))
    assert sorted(state_before(event, 1).by_tpn[Tpn(1)].barred) == [2, 3]
    assert sorted(state_before(event, 2).by_tpn[Tpn(1)].barred) == [4]
    assert sorted(state_before(event, 2).by_tpn[Tpn(2)].barred) == []


def test_a_request_counts_for_its_own_round_only() -> None:
    event = tournament(4, "1-3:10 4-2:01", asked="1:U")  # requested for round 2, the next round
    assert state_before(event, 1).preassigned_bye is None
    assert state_before(event, 2).preassigned_bye == 1


TWO = (Participant(Tpn(1)), Participant(Tpn(2)))


def game(white: int, black: int) -> Game:
    return Game(Tpn(white), Tpn(black), Result.WIN, Result.LOSS)


def bye(tpn: int) -> Bye:
    return Bye(Tpn(tpn), model.ByeKind.HALF_POINT)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Tournament("t", (TWO[0], TWO[0])), "two participants have the TPN 1"),
        (Tournament("t", (Participant(Tpn(0)),)), "a participant has the TPN 0"),
        (Tournament("t", TWO, (model.Round((game(1, 3),)),)), "round 1 names 3, but no participant has this TPN"),
        (Tournament("t", TWO, (model.Round((game(1, 2), game(1, 2))),)), "round 1 names 1 twice"),
        (Tournament("t", TWO, (model.Round((game(1, 2),), (bye(2),)),)), "round 1 names 2 twice"),
        (Tournament("t", TWO, requests=(model.Request(1, bye(7)),)), "a bye of round 1 is for 7"),
        (Tournament("t", TWO, (model.Round(),) * 100), "100 rounds are recorded"),
    ],
)
def test_facts_that_do_not_go_together_are_refused(event: Tournament, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        pair(event)
    with pytest.raises(BadRequest, match=words):
        check(event)


EVERYBODY = frozenset(map(Tpn, range(1, 41)))


def some(lot: Random, most: int = 12) -> frozenset[Tpn]:
    return frozenset(lot.sample(sorted(EVERYBODY), lot.randint(0, most)))


@pytest.mark.parametrize("seed", range(20))
def test_members_are_a_set(seed: int) -> None:
    lot = Random(seed)
    numbers = sorted(some(lot, 30))
    people = People(numbers)
    for _ in range(4):
        low, high = sorted((lot.randint(0, 45), lot.randint(0, 45)))
        found, other = people.between(low, high), frozenset(n for n in numbers if low <= n <= high)
        assert sorted(Members(bits_of(other))) == sorted(other)
        assert (sorted(found), len(found), hash(found)) == (sorted(other), len(other), hash(other))
        assert [n in found for n in range(50)] == [n in other for n in range(50)]


def test_people_have_other_tpns_than_numbers() -> None:
    found = People([3, 5, 9], [Tpn(2), Tpn(3), Tpn(1)]).between(4, 9)
    assert (set(found), 2 in found, 3 in found, 5 in found) == ({1, 3}, False, True, False)


@pytest.mark.parametrize("seed", range(20))
def test_of_overlapping_virtual_points_the_later_count(seed: int) -> None:
    lot = Random(seed)
    people = People(EVERYBODY)
    stated = []
    for _ in range(12):
        low, high = sorted((lot.randint(0, 45), lot.randint(0, 45)))
        tpns: AbstractSet[Tpn] = people.between(low, high) if lot.random() < 0.7 else some(lot)
        stated.append(model.VirtualPoints(Points(lot.randint(1, 9)), lot.randint(1, 2), 3, tpns))
    expected: dict[Tpn, Points] = {}
    for points, first, _, tpns, _ in stated:
        if first == 1:
            expected.update(dict.fromkeys(tpns, points))
    assert in_round(tuple(stated), 1) == expected


@pytest.mark.parametrize("seed", range(20))
def test_of_several_records_299_the_last_counts_and_extras_add(seed: int) -> None:
    lot = Random(seed)
    entries = [
        AbnormalPoints(
            lot.choice(["W", "D", ""]), Points(place), lot.randint(0, 1), EVERYBODY if lot.random() < 0.4 else some(lot)
        )
        for place in range(20)
    ]
    instead = {(tpn, entry.round, entry.outcome): entry.points for entry in entries for tpn in entry.tpns}
    added = Counter((tpn, e.round) for e in entries if not e.outcome for tpn in e.tpns for _ in range(e.points))
    found, usual = Abnormal(entries), Points(77)
    for tpn in EVERYBODY:
        for number in (0, 1):
            assert found.added(tpn, number) == added[tpn, number]
            for outcome in "WDL":
                of_all = instead.get((tpn, 0, outcome), usual)
                assert found.instead(tpn, number, outcome, usual) == instead.get((tpn, number, outcome), of_all)
    assert found
    assert not Abnormal([])


@pytest.mark.parametrize("most", [0, groups.MOST_AS_SETS])
def test_opponents_barred_by_groups(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(groups, "MOST_AS_SETS", most)
    lot = Random(7)
    stated = [some(lot) for _ in range(8)]
    barred = Barred(stated)
    for tpn in EVERYBODY:
        for met in (frozenset(), some(lot) - {tpn}):
            expected = met.union(*(group - {tpn} for group in stated if tpn in group))
            assert barred.of(tpn, met) == expected
            assert sorted(barred.of(tpn, met)) == sorted(expected)


EVENT = FIXTURES / "open-2026-round-5.trf"


def test_demands_in_a_large_event_are_the_same_and_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> tuple[str, ...]:
        event = read(EVENT)
        judged = ("\n".join(ask(event, f"judge {boards}", 5).lines) for boards in ("1-2,3-9", "3-9", "3-10"))
        return as_card(pair(event)), *judged

    usual = answers()
    monkeypatch.setattr(groups, "MOST_AS_SETS", 0)
    assert answers() == usual
    state = demands.must_meet(round_to_pair(read(EVENT), 5, DUTCH_2026), [(Tpn(3), Tpn(9))])
    barred = state.by_tpn[Tpn(3)].barred
    assert isinstance(barred, Members)
    assert set(barred) == set(state.by_tpn) - {3, 9}
    assert {3, 9} <= set(state.by_tpn[Tpn(1)].barred)


def test_candidates_are_judged_up_to_a_size_of_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    event = read(EVENT)

    def reasons_about_the_round() -> int:
        brackets = pair(event).card.brackets
        return sum(not reason.against for bracket in brackets for one in bracket.tries for reason in one.wrong)

    assert reasons_about_the_round()
    monkeypatch.setattr(decisive, "LARGEST_ROUND", len(event.participants) - 10)
    assert not reasons_about_the_round()


@pytest.fixture
def _no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(size, "MOST_BYTES", 2_000)


@pytest.mark.usefixtures("_no_room")
def test_a_bracket_without_room_is_named() -> None:
    with pytest.raises(
        TooLarge, match=r"the bracket of \d\.\d points together with everybody below it is too large: \d+ pl"
    ):
        pair(read(EVENT), engine="reference")


@pytest.mark.usefixtures("_no_room")
def test_a_round_without_room_is_reported_with_its_status() -> None:
    report = check(read(EVENT), engine=Backend.REFERENCE)
    assert {found.status for found in report.rounds} == {Status.TOO_LARGE}
    assert failure_of(TooLarge("the bracket ..."), "in.trf").status == ExitStatus.TOO_LARGE


def test_there_is_room_for_usual_events() -> None:
    for players, bits in ((1_500, 100), (300, 1_000)):
        size.check_edges(lambda: "the bracket", players, players * (players - 1) // 2, bits)


@pytest.mark.usefixtures("_no_room")
def test_pairs_that_are_only_counted_have_a_limit_too() -> None:
    assert len(size.pairs_of(2, lambda _i, _j: True)) == 1  # there is room for two without the matcher in C++
    with pytest.raises(TooLarge, match="the rest of the round is too large"):
        size.pairs_of(20, lambda _i, _j: True)


def test_an_order_without_room_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOST_BYTES", 10)
    with pytest.raises(TooLarge, match=r"the bracket of .* is too large: ordering the candidates of its \d+ mem"):
        pair(read(EVENT), engine="reference")


def test_subgroups_of_the_dubov_system_without_room_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [player(tpn, colours="w" if tpn % 2 else "b") for tpn in range(1, 21)]
    subgroups = Subgroups(players, dict.fromkeys(map(Tpn, range(1, 21)), 2000), lambda _a, _b: True, REFERENCE)
    assert len(subgroups.pairs()) == 10
    monkeypatch.setattr(size, "MOST_BYTES", 2_000)
    with pytest.raises(TooLarge, match=r"the bracket of 1\.0 points is too large: 20 players have more than \d+ poss"):
        subgroups.pairs()
    monkeypatch.setattr("pairing_engine.systems.dubov.process.MOST_BYTES", 10)
    with pytest.raises(TooLarge, match=r"ordering the candidates of its \d+ members"):
        subgroups.first_transposition(subgroups.g1, subgroups.g2)


@pytest.mark.parametrize("players", [100, 300, 700])
def test_the_size_of_an_order_is_not_underestimated(players: int) -> None:
    orders = [
        ORDERS_2026.residents(players, players // 2),
        ORDERS_2026.mdps(players // 2, players),
        descending_order(players),
    ]
    for order in [*orders, identifier_order(players), transposition_order(players, players // 2)]:
        taken = sum(
            getsizeof(number) - getsizeof(0) for row in (order.top, order.other, order.opponent) for number in row
        )
        assert taken < bytes_of_order(players)


def test_large_orders_are_not_kept() -> None:
    assert ORDERS_2026.residents(30, 15) is ORDERS_2026.residents(30, 15)
    assert ORDERS_2026.residents(300, 150) is not ORDERS_2026.residents(300, 150)
