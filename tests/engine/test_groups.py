"""The engine's compact sets of participants behave like Python's sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from random import Random

import pytest

from pairing_engine.facts import groups
from pairing_engine.facts.groups import Barred, Members, People, bits_of
from pairing_engine.facts.model import AbnormalPoints, Points, Tpn, VirtualPoints
from pairing_engine.facts.scoring import Abnormal
from pairing_engine.scores.acceleration import in_round

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
        stated.append(VirtualPoints(Points(lot.randint(1, 9)), lot.randint(1, 2), 3, tpns))
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
