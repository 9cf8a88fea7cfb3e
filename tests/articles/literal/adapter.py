"""Conversion of crosstables into the engine's model, and of the engine's pairings into `Paired`."""

from __future__ import annotations

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Participant,
    Points,
    Prohibition,
    Request,
    Result,
    Round,
    Scoring,
    Settings,
    Tournament,
    Tpn,
    VirtualPoints,
)
from pairing_engine.kernel.trace import RoundPairing
from tests.articles.literal.facts import Cell, Event, Paired


def tournament_of(event: Event, system: str = "") -> Tournament:
    number = len(event.rounds) + 1
    return Tournament(
        "literal",
        tuple(Participant(Tpn(entrant.tpn), rating=entrant.rating) for entrant in event.entrants),
        tuple(_round_of(cells) for cells in event.rounds),
        tuple(Request(number, Bye(Tpn(tpn), ByeKind(event.asked.get(tpn, "Z")))) for tpn in sorted(event.absent)),
        Settings(
            rounds=event.rounds_total,
            initial_colour=Colour(event.initial_colour),
            scoring=_scoring_of(event.points),
            system=system,
            virtual_points=tuple(
                VirtualPoints(Points(points), round_, round_, frozenset({Tpn(tpn)}))
                for (tpn, round_), points in sorted(event.virtual.items())
            ),
            prohibitions=tuple(Prohibition(1, 99, frozenset(map(Tpn, pair))) for pair in event.forbidden),
        ),
    )


def answer_of(pairing: RoundPairing | PairedRound) -> Paired:
    return Paired(frozenset((board.white, board.black) for board in pairing.boards), pairing.bye or 0)


def _round_of(cells: dict[int, Cell]) -> Round:
    games, byes = [], []
    for tpn, cell in sorted(cells.items()):
        if not cell.opponent:
            byes.append(Bye(Tpn(tpn), ByeKind(cell.result)))
        elif cell.colour == "w" or (cell.colour == "-" and tpn < cell.opponent):
            other = cells[cell.opponent]
            games.append(
                Game(Tpn(tpn), Tpn(cell.opponent), Result(cell.result), Result(other.result), cell.colour == "w")
            )
    return Round(tuple(games), tuple(byes))


def _scoring_of(points: dict[str, int]) -> Scoring:
    return Scoring(
        win=Points(points["1"]),
        draw=Points(points["="]),
        loss=Points(points["0"]),
        forfeit_win=Points(points["+"]),
        forfeit_loss=Points(points["-"]),
        pairing_allocated_bye=Points(points["U"]),
        full_point_bye=Points(points["F"]),
        half_point_bye=Points(points["H"]),
        zero_point_bye=Points(points["Z"]),
    )
