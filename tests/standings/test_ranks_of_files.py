"""The ranks in a file are compared with the standings that we compute."""

from __future__ import annotations

import pickle
from dataclasses import replace

from pairing_engine.facts.model import Tournament, Tpn
from pairing_engine.standings.compare import check_ranks
from pairing_engine.standings.table import standings
from pairing_engine.standings.why import why_rank
from tests.standings.test_calculator import EXERCISES
from trf import read, write

CODES = ("PTS", "DE", "BH/C1", "BH", "SB")


def ranked(*codes: str) -> Tournament:
    event = read(EXERCISES)
    found = standings(event, tie_breaks=codes)
    ranks = {place.tpn: at for at, place in enumerate(found.places, 1)}
    return replace(event, settings=replace(event.settings, standings_order=codes), recorded_ranks=ranks)


def test_right_ranks_agree() -> None:
    assert check_ranks(ranked(*CODES)).wrong == ()


def test_two_ranks_that_are_swapped_are_named_and_nothing_else() -> None:
    event = ranked(*CODES)
    ranks = {**event.recorded_ranks, Tpn(3): event.recorded_ranks[Tpn(4)], Tpn(4): event.recorded_ranks[Tpn(3)]}
    found = check_ranks(replace(event, recorded_ranks=ranks)).wrong
    assert [(wrong.number, wrong.recorded, wrong.first, wrong.beside, wrong.by, wrong.values) for wrong in found] == [
        (3, 3, 2, 4, "BH/C1", ("13", "11.5")),
        (4, 2, 3, 3, "BH/C1", ("11.5", "13")),
    ]


def test_tied_participants_may_stand_in_any_order() -> None:
    event = ranked("PTS")
    ranks = {**event.recorded_ranks, Tpn(3): event.recorded_ranks[Tpn(4)], Tpn(4): event.recorded_ranks[Tpn(3)]}
    assert check_ranks(replace(event, recorded_ranks=ranks)).wrong == ()


def test_text_without_a_claim_is_not_blamed() -> None:
    event = ranked(*CODES)
    assert check_ranks(replace(event, recorded_ranks={})).why_not == "the file has no ranks"
    starting = {participant.tpn: participant.number for participant in event.participants}
    words = "the ranks in the file are the starting ranks"
    assert check_ranks(replace(event, recorded_ranks=starting)).why_not == words
    silent = replace(event, settings=replace(event.settings, standings_order=()))
    assert check_ranks(silent).why_not == "the file names no tie-breaks"


def test_why_rank_shows_the_sums() -> None:
    lines = why_rank(standings(read(EXERCISES), tie_breaks=CODES), 4, 3)
    assert lines[0].startswith("3 ")
    assert "BH/C1 separates them" in lines[2]
    assert lines[4] == (
        "  4 David: 11.5 = 3 (round 1, against 12) + 1.5 (round 3, against 13) + 3.5 (round 4, against 3)"
        " + 3.5 (round 5, against 1); cut: 3.5 (round 2, dummy opponent)"
    )


def test_records_202_and_212_are_kept() -> None:
    event = read(EXERCISES)
    settings = replace(event.settings, tie_breaks=("DE", "BH/C1"), standings_order=("PTS", "DE", "BH/C1"))
    text = write(replace(event, settings=settings))
    assert "202 DE,BH/C1\n" in text
    assert "212 PTS,DE,BH/C1\n" in text
    assert read(text).settings == settings


def test_standings_and_checks_reach_another_process() -> None:
    found = standings(read(EXERCISES), tie_breaks=("PTS", "DE", "BH/C1", "ARO"))
    assert pickle.loads(pickle.dumps(found)).places == found.places
    checked = check_ranks(ranked("PTS", "BH"))
    assert pickle.loads(pickle.dumps(checked)) == checked
