"""Recorded tournaments are read and written again, byte for byte or in the other dialect."""

from __future__ import annotations

from collections import Counter

import pytest

import trf
from tests.conftest import GOLDEN, Archive, folder, some
from trf.format.findings import Findings
from trf.format.reader import parse
from trf.format.records import write_file

EXPECTED = {
    "dutch-2026/a7": {"ADJ-28", "ADJ-31"},
    "dutch-2026/stress": {"ADJ-28", "ADJ-31"},
    "dutch-2026/large": {"ADJ-28", "ADJ-31"},
    "dutch-2026/features": set(),
    "dutch-2026/rounds": {"ADJ-13", "ADJ-18"},
    "dutch-2017/a7": {"ADJ-28", "ADJ-31"},
    "dutch-2017/stress": {"ADJ-28", "ADJ-31"},
    "dutch-2017/long": {"ADJ-28", "ADJ-31"},
    "dutch-2017/features": set(),
    "dutch-2017/rounds": {"ADJ-13", "ADJ-18"},
    "dubov-2026/rounds": set(),
    "burstein-2026/rounds": set(),
}
"""The adjustments that the reader makes in each archive."""

READ_EVERY = 12, 4
"""`make test` reads every 12th file, and `make slow` also reads every fourth file."""


def archive(name: str) -> Archive:
    return Archive(GOLDEN / f"{name}.zip", least=7)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_recorded_file_is_written_with_the_same_bytes(name: str) -> None:
    recorded = archive(name)
    for member in recorded.members:
        text = recorded.read(member).decode()
        findings = Findings(member)
        assert write_file(parse(text, findings)) == text, member
        assert (findings.problems, findings.adjustments) == ([], []), member


@pytest.mark.parametrize("every", some(READ_EVERY, 1))
@pytest.mark.parametrize("name", EXPECTED)
def test_recorded_files_mean_the_same_in_either_dialect(name: str, every: int) -> None:
    recorded = archive(name)
    needed: Counter[str] = Counter()
    for member in recorded.members[::every]:
        reading = trf.examine(recorded.read(member), name=member)
        needed.update(adjustment.code for adjustment in reading.adjustments)
        for dialect in trf.Dialect:
            assert trf.read(trf.write(reading.tournament, dialect)) == reading.tournament, member
    assert set(needed) <= EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.endswith("rounds")])
def test_the_missing_of_a_recorded_pairing_have_a_request(name: str) -> None:
    recorded = archive(name)
    for member in recorded.members[:: READ_EVERY[0]]:
        answer = recorded.answer(member)
        if not answer[:1].isdigit():
            continue  # the recorded program found no pairing
        paired = {int(number) for line in answer.splitlines()[1:] for number in line.split()}
        event = trf.read(recorded.read(member))
        away = {request.bye.tpn for request in event.requests if request.round == len(event.rounds) + 1}
        assert away == {participant.tpn for participant in event.participants} - paired, member


def test_disputed_rounds_have_the_byes_they_announce() -> None:
    for path in folder(GOLDEN / "dutch-2026" / "disputes", "*.trf"):
        reading = trf.examine(path)
        assert {adjustment.code for adjustment in reading.adjustments} == {"ADJ-18"}, path
        assert reading.tournament.requests, path
