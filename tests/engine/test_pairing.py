"""The public function `pair` for pairing a round."""

from collections.abc import Iterable
from itertools import combinations, permutations
from random import Random

import pytest

from pairing_engine import BadRequest, Fact, MissingFact, NoPairing, pair
from pairing_engine.errors import LARGEST_ANALYSED, PairingError
from pairing_engine.facts import model
from pairing_engine.facts.basic_rules import BASIC_RULES_2026
from pairing_engine.facts.model import AbnormalPoints, Bye, ByeKind, Points, Prohibition, Request, Settings, Tpn
from pairing_engine.generator.generate import Plan, generate
from pairing_engine.kernel.no_pairing import no_pairing, refuse_at_once
from pairing_engine.kernel.order import Order
from pairing_engine.legality import (
    DUE,
    ColourFacts,
    _look_back,
    _wrong_colours,
    fault_of_preassigned_bye,
    faults,
)
from pairing_engine.state.round_state import INDIVIDUAL_BAR, Player
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.dutch.edition_2026 import ORDERS_2026
from pairing_engine.systems.shared.in_order import from_the_ends, most_pairs, transpositions
from swisspair.statuses import words_of
from tests.builders import player, show, state, tournament

FINISHED = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", total=2)


def test_the_next_round_unless_another_is_asked_for() -> None:
    event = tournament(4, "1-3:10 4-2:01", total=3)
    assert pair(event).number == 2
    assert pair(event, 1).number == 1
    assert show(pair(event, 1)) == "1-3 4-2"


@pytest.mark.parametrize(
    ("event", "number"),
    [*((FINISHED, number) for number in (None, 0, -1, 3, 4)), (tournament(4, "1-3:10 4-2:01", total=9), 3)],
)
def test_a_round_that_cannot_be_paired(event: model.Tournament, number: int | None) -> None:
    with pytest.raises(BadRequest):
        pair(event, number)


def test_the_system_may_be_named() -> None:
    event = tournament(4, settings=Settings(system="CUSTOM_SYSTEM"))
    with pytest.raises(BadRequest):
        pair(event)
    assert show(pair(event, system="dutch", edition="2026")) == "1-3 4-2"


def test_an_impossible_round_stays_so_without_their_number() -> None:
    """Check that an impossible round is reported as impossible even if the number of rounds is missing."""
    with pytest.raises(NoPairing):
        pair(tournament(2, "1-2:10", total=None))


def test_errors_say_what_is_missing_and_how_to_state_it() -> None:
    with pytest.raises(MissingFact) as found:
        pair(tournament(4, initial=None))
    assert found.value.fact is Fact.INITIAL_COLOUR
    assert "152" not in str(found.value)
    assert "152 W" in words_of(found.value)
    assert isinstance(found.value, PairingError)


def test_the_initial_colour_is_not_needed_without_effect() -> None:
    # all colours follow from preferences
    event = tournament(4, "1-3:10 4-2:01", "2-1:10 3-4:10", initial=None)
    assert pair(event).boards


def test_nobody_can_be_paired_with_nobody() -> None:
    assert pair(tournament(1)).boards == ()
    assert pair(tournament(1)).bye == 1
    with pytest.raises(BadRequest, match="nobody takes part"):
        pair(tournament(2, asked="1:Z 2:Z"))


def test_the_trace_says_bracket_by_bracket_what_was_decided() -> None:
    found = pair(tournament(6, "1-4:10 5-2:01 3-6:=="))
    assert [trace.bracket.score for trace in found.trace] == [10, 5, 0]
    paired = {frozenset((a.tpn, b.tpn)) for trace in found.trace for a, b in trace.pairing.pairs}
    assert paired == {frozenset((board.white, board.black)) for board in found.boards}
    assert all(trace.decided for trace in found.trace)


Pairs = tuple[tuple[int, int], ...]


def total(order: Order, pairs: Pairs, size: int) -> int:
    left = set(range(1, size + 1)).difference(*pairs)
    return sum(order.pair(top - 1, bottom - 1) for top, bottom in pairs) + sum(order.other[bsn - 1] for bsn in left)


RESIDENTS = ORDERS_2026.residents(6, 3)


@pytest.mark.parametrize(
    ("order", "one", "other", "article"),
    [
        (RESIDENTS, ((1, 4), (2, 5), (3, 6)), ((1, 4), (2, 6), (3, 5)), "4.2.2"),
        (RESIDENTS, ((1, 4), (2, 5), (3, 6)), ((1, 3), (2, 5), (4, 6)), "4.3.2.1"),
        (RESIDENTS, ((1, 3), (2, 5), (4, 6)), ((1, 3), (2, 4), (5, 6)), "4.3.2.2"),
        (RESIDENTS, ((1, 3), (2, 4), (5, 6)), ((1, 2), (3, 5), (4, 6)), "4.3.2.3"),
        (ORDERS_2026.mdps(2, 4), ((1, 3),), ((2, 3),), "4.4.2"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_article_that_sets_two_candidates_apart(order: Order, one: Pairs, other: Pairs, article: str) -> None:
    places = total(order, one, len(order.other)), total(order, other, len(order.other))
    assert places[0] < places[1]
    assert order.deciding(*places).article == article
    assert order.deciding(*reversed(places)).article == article


def written(members: tuple[int, ...], pairs: int) -> list[Pairs]:
    """[C.04.4.2 4.3] List all candidates in the order of the article."""
    if not pairs:
        return [()]
    if len(members) < 2 * pairs:
        return []
    first, *others = members
    found: list[Pairs] = []
    for last in reversed(others):
        rest = tuple(one for one in others if one != last)
        found += [((first, last), *more) for more in written(rest, pairs - 1)]
    return found + written(tuple(others), pairs)


@pytest.mark.parametrize("seed", range(60))
def test_candidates_of_cards_come_in_the_order_of_their_article(seed: int) -> None:
    lot = Random(seed)
    size, number, pairs = lot.randint(2, 7), lot.randint(0, 4), lot.randint(0, 3)
    everybody, share = tuple(player(tpn) for tpn in range(1, 11)), lot.random() * 0.6
    bars = {frozenset(pair) for pair in combinations(range(1, 11), 2) if lot.random() < share}

    def fits(one: Player, other: Player) -> bool:
        return frozenset((one.tpn, other.tpn)) not in bars

    def allowed(candidates: Iterable[Pairs]) -> list[Pairs]:
        return [one for one in candidates if not any(frozenset(pair) in bars for pair in one)]

    def numbers(couples: Iterable[tuple[Player, Player]]) -> Pairs:
        return tuple((one.tpn, other.tpn) for one, other in couples)

    tops, others = range(1, number + 1), range(number + 1, number + min(size, 6) + 1)
    expected = allowed(tuple(zip(tops, chosen, strict=True)) for chosen in permutations(others, number))
    found = transpositions(everybody[:number], everybody[number : others.stop - 1], fits)
    assert list(map(numbers, found)) == expected
    ends = from_the_ends(everybody[:size], min(pairs, size // 2), fits)
    assert [numbers(one.pairs) for one in ends] == allowed(written((*range(1, size + 1),), min(pairs, size // 2)))


def test_a_bracket_of_thousands_has_a_first_candidate() -> None:
    """Check that listing 2,000 pairs does not exceed Python's recursion limit."""
    everybody = tuple(player(number) for number in range(1, 4_001))
    first = next(transpositions(everybody[:2_000], everybody[2_000:], lambda _one, _other: True))
    assert [(one.tpn, other.tpn) for one, other in first] == [(tpn, tpn + 2_000) for tpn in range(1, 2_001)]
    ends = next(from_the_ends(everybody, 2_000, lambda _one, _other: True))
    assert [(one.tpn, other.tpn) for one, other in ends.pairs] == [(tpn, 4_001 - tpn) for tpn in range(1, 2_001)]


def test_the_most_pairs_of_a_bracket_of_thousands_are_found_without_asking_about_all() -> None:
    everybody = tuple(player(number) for number in range(1, 1_002))
    asked = 0

    def fits(one: Player, other: Player) -> bool:
        nonlocal asked
        asked += 1
        return abs(one.tpn - other.tpn) > 2

    assert most_pairs(everybody, fits) == 500
    assert asked < 10 * len(everybody)


NOTHING_ELSE = ColourFacts()


@pytest.mark.parametrize(
    ("system", "one", "other", "due", "facts"),
    [
        ("dutch", "W", "B", "B", NOTHING_ELSE),  # both preferences are granted
        ("dutch", "", "B", "B", NOTHING_ELSE),
        ("dutch", "", "", None, NOTHING_ELSE),
        ("dutch", "WBB", "BWB", "W", NOTHING_ELSE),  # the stronger preference is granted
        ("dutch", "BW", "W", "W", NOTHING_ELSE),
        ("dutch", "WBW", "BWW", "W", NOTHING_ELSE),
        ("dutch", "WBWB", "BWWB", "W", NOTHING_ELSE),  # the colours alternate from the last difference
        ("dutch", "WB", "WB", None, NOTHING_ELSE),  # the ranking decides, which the second opinion leaves open
        ("dutch", "WWW", "WW", None, NOTHING_ELSE),
        ("dubov", "W", "B", "B", NOTHING_ELSE),
        ("dubov", "", "BW", None, NOTHING_ELSE),  # [1.6.4] both have a mild preference for Black: the ranking decides
        ("dubov", "", "WB", "B", NOTHING_ELSE),
        ("dubov", "", "", None, NOTHING_ELSE),
        ("burstein", "W", "B", "B", NOTHING_ELSE),
        ("burstein", "", "BW", "W", NOTHING_ELSE),
        ("lim", "W", "B", "B", NOTHING_ELSE),
        ("lim", "W", "WBW", None, NOTHING_ELSE),
        ("lim", "WBW", "BW", "B", NOTHING_ELSE),
        ("lim", "WW", "B", None, NOTHING_ELSE),
        ("double-swiss", "WW", "BW", "B", NOTHING_ELSE),
        ("double-swiss", "WB", "BW", "W", NOTHING_ELSE),
        ("double-swiss", "WB", "WB", None, NOTHING_ELSE),
        ("team", "WW", "B", "B", ColourFacts("A", False)),
        ("team", "W", "B", "B", ColourFacts("A", False)),  # no preferences: the lower colour difference decides
        ("team", "W", "B", "B", ColourFacts("B", False)),
        ("team", "WW", "W", "B", ColourFacts("B", False)),  # the only strong preference is granted
        ("team", "WB", "BW", "W", ColourFacts("B", False)),
        ("team", "WB", "BW", "W", ColourFacts("B", True)),  # no preferences: alternation from the last difference
        ("team", "WB", "BW", None, ColourFacts("B", None)),
        ("team", "BB", "WW", "W", ColourFacts("", False)),
        ("team", "WBB", "BWB", "W", ColourFacts("", False)),
    ],
)
def test_the_verdict_on_two_histories(system: str, one: str, other: str, due: str | None, facts: ColourFacts) -> None:
    opinion = SYSTEMS[system]["2026"].absolutes.due
    assert opinion is not None
    assert DUE[opinion](one, other, facts) == due


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "round-robin"])
def test_right_colours_pass_and_swapped_ones_are_noticed(name: str) -> None:
    noticed = boards_seen = 0
    system = [*SYSTEMS[name].values()][-1]
    due = system.absolutes.due
    assert due is not None
    for seed in range(12):
        event = generate(Plan(players=5 + seed, rounds=6), seed, system)
        kind = "A" if event.settings.team is None else event.settings.team.preferences
        for number, recorded in enumerate(event.rounds, 1):
            boards = [(meeting.white, meeting.black) for meeting in recorded.meetings()]
            bye = next((bye.tpn for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
            assert faults(event, number, system.conventions.bye_bar, system.absolutes, system.basic, boards, bye) == []
            histories = _look_back(event, event.rounds[: number - 1], {})[1]
            swapped = [(black, white) for white, black in boards]
            noticed += len(
                _wrong_colours(ColourFacts(kind, number == event.settings.rounds), DUE[due], swapped, histories)
            )
            boards_seen += len(boards)
    assert noticed > boards_seen / 3  # no objection is possible in the first round


def test_an_edition_without_a_say_in_colours_has_no_objection() -> None:
    event = tournament(4, "1-2:10 3-4:10", total=3)
    absolutes = SYSTEMS["dutch"]["2026"].absolutes
    swapped = [(Tpn(1), Tpn(4)), (Tpn(3), Tpn(2))]
    assert len(faults(event, 2, INDIVIDUAL_BAR, absolutes, BASIC_RULES_2026, swapped, None)) == 2
    assert not faults(event, 2, INDIVIDUAL_BAR, absolutes._replace(due=None), BASIC_RULES_2026, swapped, None)
    unknown = absolutes._replace(due=len)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="due: found <built-in function len>, expected a Due"):
        faults(event, 2, INDIVIDUAL_BAR, unknown, BASIC_RULES_2026, swapped, None)


DUTCH = SYSTEMS["dutch"]["2026"].absolutes

FIVE, FOUR = Tpn(5), Tpn(4)


def test_a_record_299_for_a_player_keeps_the_check_of_byes() -> None:
    settings = Settings(abnormal_points=(AbnormalPoints("", Points(-10), 1, frozenset({FIVE})),))
    event = tournament(5, "1-3:10 2-4:10 5:U", settings=settings)
    found = faults(event, 2, INDIVIDUAL_BAR, DUTCH, BASIC_RULES_2026, [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))], FIVE)
    had = "this participant already had the pairing-allocated bye in round 1"
    assert found == [f"5 cannot get the pairing-allocated bye, because {had} [C.04.1 4]"]


@pytest.mark.parametrize(("points", "barred"), [(Points(10), True), (Points(9), False)])
def test_points_of_an_unplayed_round_count_by_record_299(points: Points, barred: bool) -> None:
    settings = Settings(abnormal_points=(AbnormalPoints("H", points, 1, frozenset({FIVE})),))
    event = tournament(5, "1-3:10 2-4:10 5:H", settings=settings)
    found = faults(event, 2, INDIVIDUAL_BAR, DUTCH, BASIC_RULES_2026, [(Tpn(1), Tpn(2)), (Tpn(3), Tpn(4))], FIVE)
    assert bool(found) is barred


def test_a_bye_given_beforehand_is_received_by_nobody_else() -> None:
    event = tournament(5, "1-3:10 2-4:10 5:U")
    event = event._replace(requests=(Request(2, Bye(FOUR, ByeKind.PAIRING_ALLOCATED)),))
    boards = [(Tpn(1), Tpn(2)), (Tpn(5), Tpn(4))]
    found = faults(event, 2, INDIVIDUAL_BAR, DUTCH, BASIC_RULES_2026, boards, Tpn(3))
    assert any("the pairing-allocated bye was assigned to 4 beforehand" in fault for fault in found)


def test_an_illegal_preassigned_bye_is_reported() -> None:
    event = tournament(5, "1-3:10 2-4:10 5:U", total=5)
    event = event._replace(requests=(Request(2, Bye(FIVE, ByeKind.PAIRING_ALLOCATED)),))
    assert "already had the pairing-allocated bye in round 1" in fault_of_preassigned_bye(
        event, 2, INDIVIDUAL_BAR, BASIC_RULES_2026
    )
    with pytest.raises(BadRequest, match="was assigned to 5 beforehand, but 5 may not have it"):
        pair(event, verify=True)
    assert pair(event, verify=False).bye == FIVE


def error(players: int, *may_meet: tuple[int, int], bye: range | None = None) -> NoPairing:
    """Return the error for a round in which only the given pairs may meet."""
    everybody = [player(n, may_have_bye=bye is None or n in bye) for n in range(1, players + 1)]
    pairs = {frozenset(pair) for pair in may_meet}
    return no_pairing("C.04.3 1.9.3", everybody, lambda a, b: {a.tpn, b.tpn} in pairs, lambda tpn: int(tpn))


CLOSED = "participants {} can meet only each other"


@pytest.mark.parametrize(
    ("found", "participants", "words"),
    [
        (
            error(4, (2, 3), (3, 4), (2, 4)),
            (1, 2, 3, 4),
            ["participant 1 can meet nobody", CLOSED.format("2, 3 and 4")],
        ),
        (
            error(6, (1, 2), (2, 3), (1, 3), (4, 5), (5, 6), (4, 6)),
            (1, 2, 3, 4, 5, 6),
            [CLOSED.format("1, 2 and 3"), CLOSED.format("4, 5 and 6")],
        ),
        (
            error(4, (1, 4), (2, 4), (3, 4)),
            (1, 2, 3),
            ["participants 1, 2 and 3 can meet only participant 4"],
        ),
        (error(6, (1, 4), (2, 4), (3, 4), (5, 6)), (1, 2, 3), []),  # 5 and 6 can be paired
        (error(5, (3, 4), (4, 5), (3, 5), bye=range(1, 3)), (1, 2, 3, 4, 5), ["the bye"]),  # 1 and 2 both need it
    ],
)
def test_those_who_prevent_a_round_are_named(found: NoPairing, participants: tuple[int, ...], words: list[str]) -> None:
    assert found.participants == participants
    assert all(one in str(found) for one in words)


def test_nobody_may_have_the_bye() -> None:
    barred = state(*(player(n, may_have_bye=False) for n in (1, 2, 3)))
    with pytest.raises(NoPairing, match="bye, because each of them has had a win by forfeit") as found:
        refuse_at_once(barred, BASIC_RULES_2026, "C.04.1.d", "each of them has had a win by forfeit")
    assert found.value.article == "C.04.1.d"
    assert found.value.participants == (1, 2, 3)


def test_participants_are_named_by_the_numbers_of_their_file() -> None:
    everybody = [player(n) for n in (1, 2)]
    found = no_pairing("C.04.3 1.9.3", everybody, lambda _a, _b: False, lambda tpn: 100 + tpn)
    assert found.participants == (101, 102)
    assert "101" in str(found)


@pytest.mark.parametrize("size", [LARGEST_ANALYSED + 1, LARGEST_ANALYSED + 2])
def test_in_a_large_field_some_stuck_players_are_named(size: int) -> None:
    pairs = [(1, size), (2, size), (3, size)] + [(n, n + 1) for n in range(4, size - 1)]
    found = error(size, *pairs, bye=range(size, size + 1))
    assert found.participants
    assert set(found.participants) & {1, 2, 3}


SIZE = LARGEST_ANALYSED + 3


def event(*groups: range, size: int = SIZE) -> model.Tournament:
    """Make an event before its first round. Players of the same group may not meet each other."""
    barred = tuple(Prohibition(1, 9, frozenset(map(Tpn, group))) for group in groups)
    return tournament(size, total=9, settings=Settings(rounds=9, prohibitions=barred))


@pytest.fixture
def _no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise AssertionError("one look is enough")

    monkeypatch.setattr("pairing_engine.systems.system.System.pair", refuse)


@pytest.mark.usefixtures("_no_search")
@pytest.mark.parametrize("most", [0, 10**9])
def test_nobody_can_meet_anybody(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("pairing_engine.facts.groups.MOST_AS_SETS", most)  # groups stored as bits, and as sets
    with pytest.raises(NoPairing, match=r"participants 1, 2, .*, 50 and 153 more can meet nobody, apart from the bye"):
        pair(event(range(1, SIZE + 1)))


@pytest.mark.parametrize("size", [SIZE - 1, SIZE])
def test_a_player_without_opponents_gets_the_bye_or_is_named(size: int) -> None:
    groups = tuple(Prohibition(1, 9, frozenset({Tpn(7), Tpn(n)})) for n in range(1, size + 1) if n != 7)
    alone = tournament(size, total=9, settings=Settings(rounds=9, prohibitions=groups))
    if size % 2:
        assert pair(alone).bye == 7
    else:
        with pytest.raises(NoPairing, match="participant 7 can meet nobody"):
            pair(alone)


def test_a_player_barred_only_from_absentees_is_not_stuck() -> None:
    size = 502
    away = range(203, size + 1)
    groups = tuple(Prohibition(1, 9, frozenset({Tpn(1), Tpn(n)})) for n in away)
    base = tournament(size, total=9, settings=Settings(rounds=9, prohibitions=groups))
    found = pair(base._replace(requests=tuple(Request(1, Bye(Tpn(n), ByeKind.ZERO_POINT)) for n in away)))
    assert len(found.boards) == 101
