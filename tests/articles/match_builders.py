"""Builders for tests of C.04.5 and C.04.6.

The tests pair each round with the engine and with the transcription of the articles. The transcription uses no matching
algorithm.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pairing_engine import NoPairing
from pairing_engine import pair as pair_by_engine
from pairing_engine.facts.model import Tournament
from tests.articles.literal import double_swiss, team
from tests.articles.literal.facts import (
    Happened,
    MatchCell,
    MatchEvent,
    NoLegalPairing,
    Paired,
    answer_of,
    double_swiss_of,
    team_event_of,
)

Cells = dict[int, MatchCell]
Pairer = Callable[[MatchEvent], Paired]

STRANGERS = 90
"""Participant 1 has met stranger 91, participant 2 has met stranger 92, and so on.

The strangers are absent from the coming round.
"""

_MIRRORED = {Happened.WON_BY_FORFEIT: Happened.LOST_BY_FORFEIT, Happened.LOST_BY_FORFEIT: Happened.WON_BY_FORFEIT}


def given(**tenths: str) -> Cells:
    """Build a round of requested byes. ``given(t20="1 2")`` gives two points each to participants 1 and 2."""
    return {
        int(tpn): MatchCell(0, "-", Happened.HALF_BYE, int(points[1:]))
        for points, tpns in tenths.items()
        for tpn in tpns.split()
    }


def match(white: int, black: int, mine: int = 10, yours: int = 10, happened: Happened = Happened.PLAYED) -> Cells:
    """Build a match with the points of White and of Black. ``happened`` is the outcome for White."""
    other = _MIRRORED.get(happened, happened)
    return {white: MatchCell(black, "w", happened, mine), black: MatchCell(white, "b", other, yours)}


def against_a_stranger(tpn: int, colour: str = "w", points: int = 0, happened: Happened = Happened.PLAYED) -> Cells:
    """Build a past match against an opponent who is absent from the next round."""
    other = STRANGERS + tpn
    if colour == "w":
        return match(tpn, other, points, 0, happened)
    return match(other, tpn, 0, points, _MIRRORED.get(happened, happened))


def event(*rounds: Cells, last: int = 9, barred: str = "") -> MatchEvent:
    """Build an event of matches. ``barred="1-2 3-4"`` lists prohibited pairs."""
    tpns = {tpn for cells in rounds for tpn in cells}
    forbidden = frozenset(frozenset(map(int, pair.split("-"))) for pair in barred.split())
    strangers = frozenset(tpn for tpn in tpns if tpn > STRANGERS)
    return MatchEvent(tuple(sorted(tpns)), rounds, last, forbidden=forbidden, absent=strangers)


def histories(scores: Cells | None = None, last: int = 9, **colours: str) -> MatchEvent:
    """Build an event with past colours, such as ``histories(t1="wb-", t2="b-w")``. A ``-`` is a forfeited match."""
    rounds: list[Cells] = [{} for _ in range(max(map(len, colours.values())))]
    for name, letters in colours.items():
        for cells, letter in zip(rounds, letters, strict=False):
            happened = Happened.DOUBLE_FORFEIT if letter == "-" else Happened.PLAYED
            cells |= against_a_stranger(int(name[1:]), "w" if letter == "-" else letter, happened=happened)
    found = event(*((scores,) if scores else ()), *rounds, last=last)
    return replace(found, participants=tuple(sorted({*found.participants, *(int(name[1:]) for name in colours)})))


def met(paired: Paired) -> str:
    """Show the pairs without their colours, such as ``"1-3 2-4"``."""
    return " ".join(f"{one}-{other}" for one, other in sorted(tuple(sorted(board)) for board in paired.boards))


def boards(paired: Paired) -> str:
    """Show the pairs with White first, such as ``"1-3 4-2"``."""
    return " ".join(f"{white}-{black}" for white, black in sorted(paired.boards))


def engine_answer(found: Tournament, system: str, engine: str, edition: str = "2026") -> Paired | None:
    """Return the pairing that the engine ``engine`` gives, or None if the round cannot be paired."""
    try:
        return answer_of(pair_by_engine(found, system=system, edition=edition, engine=engine))
    except NoPairing:
        return None


def _engine(system: str, as_tournament: Callable[[MatchEvent], Tournament]) -> Pairer:
    def pair(facts: MatchEvent) -> Paired:
        found = as_tournament(facts)
        answer = engine_answer(found, system, "auto")
        assert answer == engine_answer(found, system, "reference")
        if answer is None:
            raise NoLegalPairing(system)
        return answer

    return pair


double_swiss_engine: Pairer = _engine("double-swiss", double_swiss_of)
team_engine: Pairer = _engine("team", team_event_of)

DOUBLE_SWISS = pytest.mark.parametrize(
    "pair", [double_swiss_engine, double_swiss.pair], ids=["engine", "transcription"]
)
TEAM = pytest.mark.parametrize("pair", [team_engine, team.pair], ids=["engine", "transcription"])
BOTH = pytest.mark.parametrize(
    "pair",
    [double_swiss_engine, double_swiss.pair, team_engine, team.pair],
    ids=["double-swiss", "double-swiss-transcription", "team", "team-transcription"],
)


def spared_upfloater() -> MatchEvent:
    """Build an event in which an upfloater must join participant 1.

    Participants 2 to 6 can float up. Participants 2 and 6 floated in the last round.
    """
    return event(given(t20="1", t0="2", t10="3 4 5 6"), match(2, 6, 10, 0) | given(t0="1 3 4 5"))


def spared_opponent() -> MatchEvent:
    """Build an event in which participant 4 must join the scoregroup of participants 1, 2 and 3.

    Participant 2 floated in the last round.
    """
    return event(given(t20="1 3", t10="2 4", t0="5 6"), match(2, 5, 10, 0) | given(t0="1 3 4 6"))
