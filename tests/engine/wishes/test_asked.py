"""Users can state wishes. If a wish contains a mistake, a message explains the mistake."""

from pathlib import Path
from random import Random

import pytest

from pairing_engine import BadRequest, NoPairing, pair
from pairing_engine.answers.feasible import as_lines, feasible
from pairing_engine.answers.rounds_ahead import (
    STEPS,
    Couple,
    OpenRound,
    SearchVerdict,
    Steps,
    rounds_ahead,
)
from pairing_engine.answers.wishes import MOST_REASONS
from pairing_engine.facts import asked_wishes, model
from pairing_engine.facts.asked_wishes import Asked, AskedAs, wishes_of, with_asked
from pairing_engine.facts.groups import bits_of
from pairing_engine.facts.model import Participant, Settings, Strength, Team, Tournament, Tpn, Wish, WishKind
from pairing_engine.systems import SYSTEMS
from tests.conftest import some
from tests.engine.wishes.granting import KINDS
from trf import Dialect, TrfProblems, read, write

EVENT = Tournament(
    "",
    tuple(
        Participant(Tpn(n), name, federation=federation)
        for n, (name, federation) in enumerate(
            [("", "AUT"), ("", "AUT"), ("", "SUI"), ("", "SUI"), ("", "AUT"), ("4 Knights of True", ""), ("", "")], 1
        )
    ),
    settings=Settings(rounds=5, initial_colour=model.Colour.WHITE),
    teams=(Team(Tpn(1), (Tpn(3), Tpn(7))), Team(Tpn(2), (Tpn(4), Tpn(5), Tpn(6)))),
)


def groups(asked: Asked) -> list[set[int]]:
    return [set(group) for wish in wishes_of(EVENT, asked) for group in wish.groups]


def test_fields_of_the_event_make_groups_of_two_and_more() -> None:
    assert groups(Asked("federation")) == [{1, 2, 5}, {3, 4}]
    assert groups(Asked("team")) == [{3, 7}, {4, 5, 6}]
    assert groups(Asked(["team", {1: "X", 4: "X", 6: "Y"}])) == [{3, 7}, {4, 5, 6}, {1, 4}]


def test_a_file_of_groups(tmp_path: Path) -> None:
    path = tmp_path / "clubs.csv"
    path.write_text('number,club\n1,"Kiel"\n3;Kiel\n\n4,\n5\tBonn\n6,Bonn\n', encoding="utf-8-sig")
    (wish,) = wishes_of(EVENT, Asked(path))
    assert (wish.label, [set(group) for group in wish.groups]) == ("clubs.csv", [{1, 3}, {5, 6}])
    path.write_bytes("1,Köln\n2,Köln\n".encode("cp1252"))
    assert groups(Asked(str(path))) == [{1, 2}]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,Kiel\nx,Kiel\n", "clubs.csv:2: found 'x,Kiel'"),
        ("1,Kiel\n77,Kiel\n", "clubs.csv:2: there is no participant"),
    ],
)
def test_a_wrong_line_of_a_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "clubs.csv"
    path.write_text(text)
    with pytest.raises(BadRequest, match=words):
        wishes_of(EVENT, Asked(path))


def test_pairs_rounds_and_byes() -> None:
    asked = Asked(avoid_pairs="3-7, 4-5", avoid_rounds="2-3", strength="hard", prefer_bye="1,2", no_bye=6)
    assert wishes_of(EVENT, asked) == (
        Wish(WishKind.AVOID, Strength.HARD, 2, 3, "pairs", (frozenset({3, 7}), frozenset({4, 5}))),  # type: ignore[arg-type]
        Wish(WishKind.BYE, Strength.HARD, 2, 3, "1 and 2", (frozenset({1, 2}),)),  # type: ignore[arg-type]
        Wish(WishKind.NO_BYE, Strength.HARD, 2, 3, "6", (frozenset({6}),)),  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"avoid": "school"}, "this event has no field school"),
        ({"avoid": "nothing"}, "nothing is neither a field nor a file"),
        ({"avoid_pairs": "3"}, "found '3', expected two participants such as 3-7"),
        ({"avoid_pairs": "3-3"}, "expected two different participants"),
        ({"avoid_pairs": "3-77"}, "there is no participant 77"),
        *(
            ({"avoid_pairs": text}, "found '.*', expected two participants such as 3-7")
            for text in ("", " ", ",", ";", "1-2,,3-4")
        ),
        ({"avoid_pairs": [(3,)]}, r"found '\(3,\)', expected two participants"),
        ({"avoid_pairs": [(3, 4, 5)]}, r"found '\(3, 4, 5\)', expected two participants"),
        ({"avoid_pairs": "3-4", "avoid_rounds": (1,)}, r"found \(1,\), expected rounds from 1 to"),
        ({"no_bye": -4}, "there is no participant -4"),
        ({"no_bye": True}, "there is no participant True"),
        ({"avoid": {-4: "a", 1: "a"}}, "there is no participant -4"),
        ({"avoid_pairs": "3-4", "avoid_rounds": "3-1"}, "expected rounds from 1 to"),
        ({"avoid_pairs": "3-4", "strength": "mild"}, "there is no strength 'mild'"),
        ({"no_bye": "x"}, "there is no participant x"),
        ({"no_bye": "3,?"}, "there is no participant ?"),
        ({"strength": "hard"}, "given without a wish"),
    ],
)
def test_unclear_input_is_refused(asked: AskedAs, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        pair(EVENT, **asked)


def test_thousands_of_numbers_are_looked_up_and_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_wishes, "find", None)
    assert groups(Asked({1: "a", 2: "a"}, [(3, "7")], no_bye=["6", 4])) == [{1, 2}, {3, 7}, {4, 6}]


def test_a_reason_without_another_pairing_is_always_given() -> None:
    requests = (model.Request(1, model.Bye(Tpn(28), model.ByeKind.ZERO_POINT)),)
    settings = Settings(rounds=3, initial_colour=model.Colour.WHITE)
    there = event(28)._replace(requests=requests, settings=settings)
    wished = pair(there, avoid=dict.fromkeys(range(1, 29), "a"), prefer_bye=[28]).wished
    assert wished is not None
    broken = [one for outcome in wished.outcomes for one in outcome.broken]
    assert len(broken) > MOST_REASONS
    assert broken[-1].why == "none of the players named is paired in this round [reading Z5]"


def test_wishes_about_other_rounds_are_not_looked_at() -> None:
    plain = pair(EVENT)
    assert pair(EVENT, avoid_pairs="1-4", avoid_rounds="2-5").to_dict() == plain.to_dict()
    assert pair(EVENT, avoid_pairs="1-4", avoid_rounds="1").boards != plain.boards


@pytest.mark.parametrize(
    ("system", "edition"), [("lim", "2026"), ("dutch", "2012"), ("dutch", "2009"), ("dutch", "1998")]
)
def test_a_procedure_knows_hard_wishes_only(system: str, edition: str) -> None:
    for strength in ("weak", "strong"):
        with pytest.raises(BadRequest, match="pairs step by step and cannot follow weak or strong wishes"):
            pair(EVENT, system=system, edition=edition, avoid_pairs="1-4", strength=strength)
    criterion = DUTCH.number_of_pairs
    with_criterion = SYSTEMS[system][edition]._replace(number_of_pairs=criterion, bye_steps=())
    with pytest.raises(BadRequest, match="cannot follow weak or strong wishes"):
        pair(EVENT, system=with_criterion, avoid_pairs="1-4", strength="strong")
    plain = pair(EVENT, system=system, edition=edition)
    first, bye = plain.boards[0], plain.bye
    pairs = [(first.white, first.black)]
    found = pair(EVENT, system=system, edition=edition, avoid_pairs=pairs, no_bye=bye, strength="hard")
    assert set(pairs[0]) not in [{board.white, board.black} for board in found.boards]
    assert found.bye != bye
    assert found.wished is not None
    assert all(not outcome.broken for outcome in found.wished.outcomes)


def test_impossible_hard_wishes_are_named_as_the_reason() -> None:
    everybody = [(1, n) for n in range(2, 8)]
    with pytest.raises(NoPairing, match="without the hard wishes the round could be paired"):
        pair(EVENT, avoid_pairs=everybody, no_bye=1, strength="hard")


def test_wishes_that_change_nothing_leave_the_answer_as_it_is() -> None:
    plain = pair(EVENT)
    for strength in Strength:
        found = pair(EVENT, avoid_pairs="1-2", no_bye=1, strength=strength)
        assert found.wished is not None
        assert not found.wished.changes
        assert found.to_dict() == plain.to_dict()


def test_a_file_records_wishes_and_gives_them_back() -> None:
    for dialect in Dialect:
        event = with_asked(EVENT, Asked("federation", "3-7,4-5", "1-3", "strong", prefer_bye=2, no_bye=[5, 6]))
        again = read(write(event, dialect))
        assert again.settings.wishes == event.settings.wishes
        assert again.teams == event.teams
        assert pair(again).boards == pair(event).boards


@pytest.mark.parametrize(
    "comment",
    [
        "avoid club, weak, rounds 3-2: 1 2",
        "avoid club, mild, rounds 1-2: 1 2",
        "avoid: 1",
        "no-bye, weak, rounds 1-2: 99",
    ],
)
def test_a_damaged_record_of_a_wish_is_a_problem(comment: str) -> None:
    with pytest.raises(TrfProblems, match="recorded wish"):
        read(f"{write(EVENT)}### swisspair wish: {comment}\n")


DUTCH = SYSTEMS["dutch"]["2026"]
SEEDS = 150
ALL_SEEDS = 3_000
BLOCK = 50


def some_rounds(seed: int) -> list[OpenRound]:
    """Make random rounds of 4 to 8 players. In some events, two players miss a round."""
    rng = Random(seed)
    size, density = rng.choice((4, 6, 6, 8, 8)), rng.choice((0.4, 0.6, 0.8, 0.9))
    couples = [(u, v) for v in range(size) for u in range(v) if rng.random() < density]
    rounds = [round_of(range(size), couples)] * rng.randint(1, 5)
    if rng.random() < 0.3:
        gone = rng.sample(range(size), 2)
        there = [v for v in range(size) if v not in gone]
        rounds[rng.randrange(len(rounds))] = round_of(there, couples)
    return rounds


def round_of(vertices: range | list[int], couples: list[Couple]) -> OpenRound:
    there = [couple for couple in couples if couple[0] in vertices and couple[1] in vertices]
    near = {v: bits_of(sum(couple) - v for couple in there if v in couple) for v in vertices}
    return OpenRound(tuple(vertices), near)


def can_be(rounds: list[OpenRound], taken: frozenset[Couple] = frozenset(), failed: set[object] | None = None) -> bool:
    """Try all pairings, and return whether all rounds can be paired without repeating a pair.

    ``failed`` contains the attempts that failed, so that no attempt is repeated.
    """
    if not rounds:
        return True
    failed = set() if failed is None else failed
    if (len(rounds), taken) in failed:
        return False
    found = all_of(rounds[0], set(rounds[0].vertices), taken)
    if any(can_be(rounds[1:], taken | couples, failed) for couples in found):
        return True
    failed.add((len(rounds), taken))
    return False


def all_of(one: OpenRound, free: set[int], taken: frozenset[Couple]) -> list[frozenset[Couple]]:
    if not free:
        return [frozenset()]
    u = min(free)
    mates = [v for v in free if one.near[u] >> v & 1 and (u, v) not in taken]
    return [rest | {(u, v)} for v in mates for rest in all_of(one, free - {u, v}, taken)]


@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BLOCK), SEEDS // BLOCK))
def test_the_verdict_agrees_with_brute_force(first: int) -> None:
    for seed in range(first, first + BLOCK):
        rounds = some_rounds(seed)
        answer = rounds_ahead(rounds)
        assert answer.verdict is not SearchVerdict.SPENT
        assert (answer.verdict is SearchVerdict.FOUND) == can_be(rounds), seed
        if answer.rounds:
            assert_valid(rounds, answer.rounds)


def assert_valid(rounds: list[OpenRound], found: tuple[tuple[Couple, ...], ...]) -> None:
    """Check that all partners are allowed, and that no player has the same partner twice."""
    couples = [frozenset(couple) for one in found for couple in one]
    assert len(couples) == len(set(couples))
    for one, matched in zip(rounds, found, strict=True):
        assert sorted(v for couple in matched for v in couple) == sorted(one.vertices)
        assert all(one.near[u] >> v & 1 for u, v in matched)


@pytest.mark.parametrize("size", [2, 16, 40])
def test_everybody_can_meet_everybody(size: int) -> None:
    everybody = round_of(range(size), [(u, v) for v in range(size) for u in range(v)])
    found = rounds_ahead([everybody] * (size - 1))
    assert found.verdict is SearchVerdict.FOUND
    assert_valid([everybody] * (size - 1), found.rounds)
    assert rounds_ahead([everybody] * size).verdict is SearchVerdict.CUT


def test_the_largest_question_needs_a_small_part_of_the_steps() -> None:
    """Check that the search uses at most half of the allowed steps.

    Finding 97 rounds for 600 participants once took minutes.
    """
    everybody = OpenRound(tuple(range(600)), {v: (1 << 600) - 1 & ~(1 << v) for v in range(600)})
    left = Steps(STEPS)
    found = rounds_ahead([everybody] * 97, left, proofs=False)
    assert left.left > STEPS // 2
    assert_valid([everybody] * 97, found.rounds)


def test_the_number_of_possible_rounds_is_exact_for_few_players() -> None:
    for seed in range(30):
        rng = Random(seed)
        pairs = ",".join(f"{u}-{v}" for v in range(1, 9) for u in range(1, v) if rng.random() < 0.4) or "1-2"
        tournament = with_asked(event(8), Asked(avoid_pairs=pairs, strength="hard"))
        found = feasible(tournament, 8, DUTCH)
        assert found.feasible is False
        assert found.most == max(
            (number for number in range(1, 8) if feasible(tournament, number, DUTCH).feasible), default=0
        ), seed


WITHIN = [(u, v) for part in (range(5), range(5, 10)) for v in part for u in part if u < v]
TWO_FIVES = [round_of(range(10), [*WITHIN, (0, 5), (1, 6)])] * 3
"""Three rounds of two groups of five, with only two pairs between the groups."""


def test_a_group_of_odd_size_is_named_with_its_pairs() -> None:
    answer = rounds_ahead(TWO_FIVES)
    assert answer[:4:2] == (SearchVerdict.CUT, 0)
    assert (set(answer.group) in ({0, 1, 2, 3, 4}, {5, 6, 7, 8, 9}), answer.pairs) == (True, 2)


def test_a_bounded_search_ends_with_its_steps_and_proves_nothing() -> None:
    six = round_of(range(6), [(u, v) for v in range(6) for u in range(v)])
    left = Steps(300)
    found = rounds_ahead([six] * 5, left)
    assert found.verdict in (SearchVerdict.SPENT, SearchVerdict.FOUND)
    assert left.left <= 300
    for steps in (STEPS, 0):
        assert rounds_ahead(TWO_FIVES, Steps(steps), proofs=False).verdict is SearchVerdict.SPENT


def event(players: int) -> Tournament:
    return Tournament("", tuple(Participant(Tpn(n)) for n in range(1, players + 1)), settings=Settings(rounds=3))


def avoiding(players: int, pairs: str, strength: str = "hard") -> Tournament:
    return with_asked(event(players), Asked(avoid_pairs=pairs, strength=strength))


@pytest.mark.parametrize(
    ("tournament", "number", "lines"),
    [
        (event(6), 5, ["5 more rounds can be paired: one way to pair them was found; colours were not considered"]),
        (
            avoiding(6, "1-2,1-3"),
            5,
            [
                "5 more rounds cannot be paired: participant 1 has opponents, or the bye, for only 3 rounds, not for 5",
                "  3 of them can be paired if colours are not considered",
            ],
        ),
        *((avoiding(6, "1-2,1-3", strength), 5, []) for strength in ("weak", "strong")),
        (event(3), 3, []),
        (
            with_asked(event(3), Asked(no_bye=2, strength="hard")),
            3,
            ["", "  2 of them can be paired if colours are not considered"],
        ),
        (avoiding(4, "1-2,1-3,1-4"), 1, ["participant 1 can meet nobody"]),
        (read("fixtures/club-2026-altered.trf"), 4, []),
        (read("fixtures/club-2026-altered.trf"), 5, ["the bye can be given only 4 times, but 5 rounds need it"]),
    ],
)
def test_how_many_rounds_can_be_paired(tournament: Tournament, number: int, lines: list[str]) -> None:
    """The expected lines begin with a part of the first line, and are empty if all these rounds can be paired."""
    found = feasible(tournament, number, DUTCH)
    told = as_lines(found)
    can = not lines or "can be paired" in lines[0]
    assert (bool(found.feasible), len(found.rounds) == number) == (can, can)
    assert all(words in line for words, line in zip(lines, told, strict=False))
    assert len(told) >= len(lines)


def test_a_requested_bye_means_absence_in_its_round() -> None:
    away = tuple(model.Request(1, model.Bye(Tpn(tpn), model.ByeKind.HALF_POINT)) for tpn in (1, 2))
    found = feasible(event(4)._replace(requests=away), 3, DUTCH)
    assert found.feasible
    assert found.rounds[0] in (((3, 4),), ((4, 3),))


def test_rounds_that_are_not_alike_are_counted_together() -> None:
    couples = [(u, v) for v in range(8) for u in range(v) if (u, v) not in ((0, 2), (1, 3), (4, 5), (6, 7))]
    rounds = [round_of(range(8), couples)] * 6
    rounds[3] = round_of([v for v in range(8) if v not in (0, 2)], couples)
    assert not can_be(rounds)
    assert rounds_ahead(rounds).verdict in (SearchVerdict.CUT, SearchVerdict.FACTOR)


BRUTE_BLOCK = 15
BRUTE_SEEDS = 15


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("first", some(range(0, ALL_SEEDS, BRUTE_BLOCK), BRUTE_SEEDS // BRUTE_BLOCK))
def test_rounds_with_wishes(kind: str, first: int) -> None:
    for seed in range(first, first + BRUTE_BLOCK):
        case = KINDS[kind](seed)
        expected = case.brute_force(case.wishes)
        for engine in ("auto", "reference"):
            assert case.engine(engine) == expected, (seed, engine)
