"""The tie-breaks as the package gacrux computes them. No other module imports it, and this one only when a tie-break is
asked for.

gacrux is the work of the programmer of FIDE's technical commission. It is given the tournament as it holds one itself
(`data`); what comes back are values and the rounds they are made of. Another calculator needs another `compute`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, NamedTuple

from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament, Tpn
from pairing_engine.language import say
from pairing_engine.standings.data import data_of

Number = Decimal | int

EDITION_OF_RULES = {0: "2022", 1: "2024", 2: "2026"}
"""The editions of C.07 that gacrux tells apart, by its own numbers."""


class Value(NamedTuple):
    """The value of a tie-break, None where it has none (an unrated player, say); by round what it is made of; and the
    rounds that a modifier cuts.
    """

    number: Number | None
    parts: Mapping[int, str]
    cut: tuple[int, ...] = ()


class Place(NamedTuple):
    """A participant's place, which others may share, and the values that led to it."""

    tpn: Tpn
    rank: int
    values: tuple[Value, ...]


class Computed(NamedTuple):
    """The places in the order of the participants, and the edition of C.07 by which they were computed."""

    edition: str
    places: tuple[Place, ...]


def compute(tournament: Tournament, codes: Sequence[str], after: int) -> Computed:
    """The places of everybody after a round, by these tie-breaks.

    Raises `BadRequest` for tie-breaks that cannot be computed for this tournament.
    """
    from gacrux.gacruxexeptions import GacruxError

    try:
        data = data_of(tournament)
        found = _calculator(data, after).compute_tiebreaks(data, _parameters(codes))
    except (GacruxError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BadRequest(
            say(
                "the tie-breaks {codes} cannot be computed for this event: {error}", codes=", ".join(codes), error=error
            )
        ) from error
    places = [_place(Tpn(row["cid"]), row) for row in found["competitors"]]
    return Computed(str(found["rules"])[:4], tuple(sorted(places)))


def _parameters(codes: Sequence[str]) -> dict[str, Any]:
    return {"tiebreak": list(codes), "check": True, "swiss": True, "pre_determined": False, "unrated": None}


def _calculator(data: dict[str, Any], after: int) -> Any:
    """gacrux, with what it is known to get wrong put right.

    [C.07 8.3] Fore Buchholz takes the last round for a draw. gacrux keeps what it notes for that, and every Buchholz
    that follows in the list then counts as if the opponents had been there in that round (16.3.2 says draws).
    """
    from gacrux.tiebreak import tiebreak

    class Calculator(tiebreak):  # type: ignore[misc]
        def compute_buchholz_sonneborn_berger_ver(self, *arguments: Any) -> Any:
            with _kept(self.cmps.values()):
                return super().compute_buchholz_sonneborn_berger_ver(*arguments)

    return Calculator(data, after, _parameters(()))


@contextmanager
def _kept(competitors: Any) -> Iterator[None]:
    """What is noted about the last round in which a participant was there stays as it is."""
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


def _place(tpn: Tpn, row: Mapping[str, Any]) -> Place:
    values = [
        Value(number, *_parts(details))
        for number, details in zip(row["tiebreakScore"], row["tiebreakDetails"], strict=True)
    ]
    return Place(tpn, int(row["rank"]), tuple(values))


def _parts(details: Mapping[Any, Any]) -> tuple[dict[int, str], tuple[int, ...]]:
    """By round, what a value is made of, and the rounds that are cut."""
    parts = {int(key): str(part) for key, part in details.items() if str(key).isdigit()}
    return dict(sorted(parts.items())), tuple(sorted(details.get("cut", ())))
