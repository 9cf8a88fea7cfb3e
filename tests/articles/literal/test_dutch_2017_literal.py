"""The transcription of 2017 gives the right pairing for recorded rounds and for positions solved by hand [B.8]."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random

import pytest

from pairing_engine.state.initial_colour import inferred_initial_colour
from tests.articles.literal import dutch_2017
from tests.articles.literal.dutch import Player, ranked
from tests.articles.literal.dutch_2017 import (
    CRITERIA,
    NO_LIMIT,
    Bracket,
    PairedBracket,
    TooManyCandidates,
    candidates,
    choose,
    ends_round,
    pair_brackets,
    parameters,
    parameters_of_clb,
    psd,
)
from tests.articles.literal.facts import Cell, Entrant, Event, NoLegalPairing, Paired
from tests.articles.literal.random_events import event_before, random_event, recorded_answer
from tests.conftest import GOLDEN, Archive
from tests.evidence.golden.recorded import finished_event

ALL_ROUNDS = {"stress": 452, "long": 864, "features": 324}
"""The number of recorded rounds with at most twelve participants in each archive."""


def player(
    tpn: int, score: int, colours: str = "", floats: str = "--", forbidden: Iterable[int] = (), pab_allowed: bool = True
) -> Player:
    return Player(tpn, score, colours, floats, frozenset(forbidden), pab_allowed=pab_allowed)


def bracket(mdps: Iterable[Player], residents: Iterable[Player], *, last: bool = False) -> Bracket:
    """Build a bracket in which any player may float.

    In the last bracket, only the receiver of the bye may stay unpaired.
    """
    return Bracket(
        ranked(tuple(mdps)), ranked(tuple(residents)), ends_round if last else lambda left: True, lambda left: ()
    )


def pairs_of(made: Bracket, *, clb: bool = False) -> list[tuple[int, int]]:
    limits = parameters_of_clb(made) if clb else parameters(made)
    return [(one.tpn, two.tpn) for one, two in choose(made, limits, CRITERIA, NO_LIMIT).pairs]


# --- A: definitions --------------------------------------------------------------------------------------------------


def test_a8_the_psd_has_pairs_and_downfloaters_widest_first() -> None:
    one, two, three, four = player(1, 30), player(2, 25), player(3, 20), player(4, 20)
    made = bracket([one, two], [three, four])
    # The pair 1-3 gives ten tenths. Players 2 and 4 are compared with a score one point below the lowest score.
    assert psd(made, [(one, three)], frozenset({two, four})) == (15, 10, 10)


def test_a8_in_a_collapsed_bracket_everybody_has_an_own_score() -> None:
    one, two, three, four, five = (player(tpn, score) for tpn, score in ((1, 30), (2, 20), (3, 10), (4, 10), (5, 0)))
    made = bracket([one], [two, three, four, five])
    assert psd(made, [(one, two), (three, four)], frozenset({five})) == (10, 10)
    assert psd(made, [(one, two), (three, five)], frozenset({four})) == (20, 10, 10)


def test_a4b_whoever_did_not_play_had_a_downfloat() -> None:
    first = {tpn: Cell(0, "-", kind) for tpn, kind in ((1, "U"), (2, "F"), (3, "H"), (4, "Z"))}
    first |= {5: Cell(6, "w", "+"), 6: Cell(5, "b", "-"), 7: Cell(8, "w", "="), 8: Cell(7, "b", "=")}
    second = {7: Cell(4, "w", "1"), 4: Cell(7, "b", "0")}
    event = Event(tuple(Entrant(tpn) for tpn in range(1, 10)), (first, second), 9)
    assert "".join(dutch_2017.float_in(event, tpn, 1) for tpn in range(1, 10)) == "DDDDDD--D"
    assert "".join(dutch_2017.float_in(event, tpn, 2) for tpn in (4, 7, 9)) == "UDD"


def test_c2_a_full_point_bye_does_not_bar_from_the_bye() -> None:
    first = {1: Cell(0, "-", "U"), 2: Cell(0, "-", "F"), 3: Cell(4, "w", "+"), 4: Cell(3, "b", "-")}
    event = Event(tuple(Entrant(tpn) for tpn in range(1, 5)), (first,), 9)
    assert [dutch_2017.pab_allowed(event, tpn) for tpn in range(1, 5)] == [False, True, False, True]


# --- B, C: brackets by hand ------------------------------------------------------------------------------------------


def test_c6_a_lower_psd_of_the_clb_pairs_across_the_scores() -> None:
    # Player 1 has met player 2. The pairs 1-3 and 2-4 have differences of 20 and 10. The pairs 1-4 and 2-3 give 30.
    one = player(1, 30, forbidden=[2])
    made = bracket([one], [player(2, 20), player(3, 10), player(4, 10)], last=True)
    assert pairs_of(made, clb=True) == [(1, 3), (2, 4)]


def test_c6_of_the_clb_comes_before_a_low_score_for_the_bye() -> None:
    # Player 5 has met everybody except player 1. If player 5 has the bye, player 1 meets player 2. If player 1 meets
    # player 5, somebody with more points has the bye.
    others = [player(2, 20), player(3, 20), player(4, 10)]
    made = bracket([player(1, 30)], [*others, player(5, 0, forbidden=[2, 3, 4])], last=True)
    assert pairs_of(made, clb=True) == [(1, 2), (3, 4)]
    barred = bracket([player(1, 30)], [*others, player(5, 0, forbidden=[2, 3, 4], pab_allowed=False)], last=True)
    assert pairs_of(barred, clb=True) == [(1, 5), (2, 3)]


@pytest.mark.parametrize("floats", ["-D", "D-"])
def test_c16_c18_spare_the_repeated_downfloater_the_limbo(floats: str) -> None:
    made = bracket([player(1, 20), player(2, 20, floats=floats)], [player(3, 10)])
    assert pairs_of(made) == [(2, 3)]


def test_c12_counts_residents_of_the_clb_who_meet_lower_scores() -> None:
    # Player 2 or player 3 must meet player 4. Colours allow both pairs, but player 3 had a downfloat.
    residents = [player(2, 20), player(3, 20, floats="-D"), player(4, 10)]
    assert pairs_of(bracket([player(1, 30)], residents, last=True), clb=True) == [(1, 3), (2, 4)]


# --- A.9: the round --------------------------------------------------------------------------------------------------


def drawn(players: int, *rounds: Iterable[tuple[int, int]], total: int = 9) -> Event:
    cells = [
        {tpn: cell for one, two in games for tpn, cell in ((one, Cell(two, "w", "=")), (two, Cell(one, "b", "=")))}
        for games in rounds
    ]
    return Event(tuple(Entrant(tpn) for tpn in range(1, players + 1)), tuple(cells), total)


def test_a9_the_first_round() -> None:
    assert dutch_2017.pair(drawn(7)) == Paired(frozenset({(1, 4), (5, 2), (3, 6)}), 7)


def test_a9_no_pairing_is_left() -> None:
    with pytest.raises(NoLegalPairing):
        dutch_2017.pair(drawn(2, [(1, 2)]))


def test_a9_the_ppb_is_paired_again_and_the_rest_at_once() -> None:
    # Players 1 and 3 have won and could meet. But players 2 and 4 may not meet, so players 1 and 3 must both float.
    first = {1: Cell(2, "w", "1"), 2: Cell(1, "b", "0"), 3: Cell(4, "w", "1"), 4: Cell(3, "b", "0")}
    event = Event(tuple(Entrant(tpn) for tpn in range(1, 5)), (first,), 9, forbidden=frozenset([frozenset((2, 4))]))
    brackets = pair_brackets(event)
    assert [paired.kind for paired in brackets] == ["PPB", "CLB"]
    assert not brackets[0].candidate.pairs
    assert dutch_2017.paired_round(brackets) == Paired(frozenset({(4, 1), (2, 3)}), 0)


# --- against its own definition --------------------------------------------------------------------------------------


def best_of_all(paired: PairedBracket) -> tuple[tuple[Player, Player], ...]:
    """[B.8] Compare all candidates and return the earliest of the best candidates."""
    made = paired.bracket
    limits = parameters_of_clb(made) if paired.kind == "CLB" else parameters(made)
    complete = [candidate for candidate in candidates(made, limits) if made.completes(candidate.downfloaters)]
    return min(complete, key=lambda one: [criterion(made, one) for criterion in CRITERIA]).pairs


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_b8_the_accepted_candidate_is_the_earliest_of_the_best(start: int) -> None:
    for seed in range(start, start + 50):
        with suppress(NoLegalPairing):
            for paired in pair_brackets(random_event(Random(seed), players=5 + seed % 4)):
                assert best_of_all(paired) == paired.candidate.pairs


# --- against recorded answers ----------------------------------------------------------------------------------------


def small_recorded_rounds(name: str, most: int, every: int = 1) -> Iterator[tuple[str, Event, Paired]]:
    """Yield the rounds of every ``every``-th recorded event, if the event has at most ``most`` participants."""
    archive = Archive(GOLDEN / "dutch-2017" / f"{name}.zip", 100)
    for member in archive.members[::every]:
        event = finished_event(archive, member)
        if len(event.participants) > most:
            continue
        colour = event.settings.initial_colour or inferred_initial_colour(event)
        for number, recorded in enumerate(event.rounds, 1):
            answer = recorded_answer(recorded)
            if answer.boards or answer.bye:
                yield f"{member} {number}", event_before(event, number, colour), answer


@pytest.mark.parametrize("name", ALL_ROUNDS)
def test_recorded_rounds_of_up_to_ten_players(name: str) -> None:
    rounds = list(small_recorded_rounds(name, 10, every=4))
    assert len(rounds) > 40
    for place, event, answer in rounds:
        assert dutch_2017.pair(event) == answer, place


@pytest.mark.golden
@pytest.mark.parametrize("name", ALL_ROUNDS)
def test_recorded_rounds_of_up_to_twelve_players(name: str) -> None:
    rounds = list(small_recorded_rounds(name, 12))
    assert len(rounds) == ALL_ROUNDS[name]
    for place, event, answer in rounds:
        with suppress(TooManyCandidates):
            assert dutch_2017.pair(event, most=20_000) == answer, place
