"""Tie-breaks computed by the package gacrux.

The author of gacrux is the programmer of FIDE's technical commission. We run gacrux but never read its code. After a
Fore Buchholz, gacrux forgets the last round of each participant, and computes every later Buchholz from a wrong round
(reading K1). This module restores the last rounds, so that the later Buchholz values are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

from gacrux.tiebreak import tiebreak

from pairing_engine.facts.model import Tournament
from tests.standings.gacrux_data import data_of


class Witnessed(NamedTuple):
    """A participant's rank and values according to gacrux. Missing values are None."""

    rank: int
    values: tuple[Fraction | None, ...]


def witnessed(tournament: Tournament, codes: Sequence[str], *, predetermined: bool = False) -> dict[int, Witnessed]:
    """Return the ranks and values that gacrux gives after the last round. Raises the errors of gacrux unchanged."""
    data = data_of(tournament)
    parameters = {"tiebreak": list(codes), "check": True, "unrated": None}
    parameters |= {"swiss": not predetermined, "pre_determined": predetermined}
    if predetermined:
        data["tournamentType"] = "RR"
    found = _calculator(data, len(tournament.rounds), parameters).compute_tiebreaks(data, parameters)
    return {
        row["cid"]: Witnessed(
            row["rank"], tuple(None if value is None else Fraction(value) for value in row["tiebreakScore"])
        )
        for row in found["competitors"]
    }


def _calculator(data: dict[str, Any], after: int, parameters: dict[str, Any]) -> Any:
    class Calculator(tiebreak):  # type: ignore[misc]
        def compute_buchholz_sonneborn_berger_ver(self, *arguments: Any) -> Any:
            with _kept(self.cmps.values()):
                return super().compute_buchholz_sonneborn_berger_ver(*arguments)

    return Calculator(data, after, parameters | {"tiebreak": []})


@contextmanager
def _kept(competitors: Any) -> Iterator[None]:
    """Restore gacrux's notes about the last round of each participant when the block ends."""
    noted = [
        (competitor["tbval"], key, value)
        for competitor in competitors
        for key, value in competitor["tbval"].items()
        if key.endswith("_lna")
    ]
    try:
        yield
    finally:
        for values, key, value in noted:
            values[key] = value
