"""A tournament does not change if it is written as a TRF and read again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import trf
from pairing_engine.facts.model import Tournament
from tests.files.laws.trf_strategies import tournaments

IRREGULARITIES: tuple[Callable[[str], str], ...] = (
    lambda line: line[:91] + line[91:].lower(),
    lambda line: line[:91] + line[91:].replace("0000 -", "      "),
    lambda line: line[:80] + line[80:84].replace(".", ",") + line[84:],
    lambda line: f"{line[:80]}    {line[84:]}".rstrip(),
    lambda line: line + "  ",
)
"""Irregular ways to write a player's line that do not change its meaning."""


@given(tournaments(), st.sampled_from(trf.Dialect))
def test_writing_and_reading_a_tournament_is_the_identity(tournament: Tournament, dialect: trf.Dialect) -> None:
    assert trf.read(trf.write(tournament, dialect)) == tournament


@given(tournaments())
def test_both_dialects_say_the_same(tournament: Tournament) -> None:
    assert trf.read(trf.write(tournament, trf.Dialect.TRF26)) == trf.read(trf.write(tournament, trf.Dialect.TRF16X))


@given(tournaments(), st.sets(st.sampled_from(IRREGULARITIES)), st.randoms(use_true_random=False))
def test_irregular_lines_keep_their_meaning_in_any_order(
    tournament: Tournament, irregularities: set[Callable[[str], str]], random: Random
) -> None:
    """The reader accepts irregular lines, and lines that are not sorted by number."""
    lines = trf.write(tournament).splitlines()
    for irregularity in irregularities:
        lines = [irregularity(line) if line.startswith("001") else line for line in lines]
    if not any(participant.starting_rank for participant in tournament.participants):
        places = [place for place, line in enumerate(lines) if line.startswith("001")]
        for place, line in zip(places, random.sample([lines[place] for place in places], len(places)), strict=True):
            lines[place] = line
    reading = trf.examine("".join(f"{line}\n" for line in lines))
    assert reading.tournament == tournament
    assert trf.read(trf.write(reading.file)) == tournament
