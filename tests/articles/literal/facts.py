"""The crosstables that the literal transcriptions read.

The transcriptions in this folder share no code with the engine. Each transcription computes scores, colours and floats
from a crosstable.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, Colour, Points, Result, Round, Scoring, TeamPoints, Tournament, Tpn
from pairing_engine.kernel.trace import RoundPairing


class NoLegalPairing(Exception):
    """Raised if a round cannot be paired."""


@dataclass(frozen=True)
class Cell:
    """The entry of a participant in a round, as in a TRF.

    The ``result`` of a played game is ``1``, ``=`` or ``0``. A forfeit is ``+`` or ``-``, and keeps its opponent and
    colour. The pairing-allocated bye is ``U``. A full-, half- or zero-point bye is ``F``, ``H`` or ``Z``. A bye has
    opponent 0 and colour ``-``.
    """

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True)
class Entrant:
    tpn: int
    rating: int = 0


POINTS = {"1": 10, "=": 5, "0": 0, "+": 10, "-": 0, "U": 10, "F": 10, "H": 5, "Z": 0}


@dataclass(frozen=True)
class Event:
    """An individual tournament. The next round is round ``len(rounds) + 1``.

    ``rounds[r][tpn]`` is the participant's cell in round r + 1. A participant without a cell was absent and got no
    points. Players in ``absent`` are not paired in the coming round, and get the bye ``asked`` (F, H or, by default,
    Z). Pairs of TPNs in ``forbidden`` may not meet. All ``points`` are in tenths. ``virtual[tpn, number]`` are the
    participant's virtual points before round ``number``, which may be the coming round. ``initial_colour`` is ``w`` or
    ``b``.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[dict[int, Cell], ...]
    rounds_total: int
    initial_colour: str = "w"
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    points: dict[str, int] = field(default_factory=lambda: dict(POINTS))
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    asked: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Paired:
    """The pairs as (White, Black), and the TPN of the receiver of the bye (0 for nobody)."""

    boards: frozenset[tuple[int, int]]
    bye: int


class Happened(Enum):
    """The outcome of a round for a participant."""

    PLAYED = "the match was regularly played"
    WON_BY_FORFEIT = "the opponent forfeited the whole match"
    LOST_BY_FORFEIT = "forfeited the whole match"
    DOUBLE_FORFEIT = "both sides forfeited the whole match"
    PAIRING_BYE = "pairing-allocated bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"


class Preferences(Enum):
    """[C.04.6 1.7] The type of colour preferences in a team competition."""

    TYPE_A = "A"
    TYPE_B = "B"
    UNUSED = "none"


@dataclass(frozen=True)
class MatchCell:
    """The entry of a participant in a round of matches.

    A bye has opponent 0 and colour ``-``. ``colour`` is the colour in the first game (Double-Swiss) or on the first
    board (Team), even in a forfeited match. If each side of a Double-Swiss match forfeited one game, the match is
    PLAYED with colour ``-`` [Reading W15]. The points are in tenths. Double-Swiss has no secondary points.
    """

    opponent: int
    colour: str
    happened: Happened
    primary: int = 0
    secondary: int = 0


@dataclass(frozen=True)
class MatchEvent:
    """A Double-Swiss or team event. The next round is round ``len(rounds) + 1``.

    ``participants`` includes late entries. ``rounds[r][tpn]`` is the participant's cell in round r + 1. A participant
    without a cell was absent and got no points. Participants in ``absent`` are not paired in the coming round. Pairs of
    TPNs in ``forbidden`` may not meet. ``virtual[tpn, number]`` are the participant's virtual points before round
    ``number``, which may be the coming round. All points are in tenths. Only team events use ``preferences`` and
    ``secondary_used`` [C.04.6 4.2.2].
    """

    participants: tuple[int, ...]
    rounds: tuple[dict[int, MatchCell], ...]
    rounds_total: int
    initial_colour: str = "w"
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[frozenset[int]] = frozenset()
    virtual: dict[tuple[int, int], int] = field(default_factory=dict)
    preferences: Preferences = Preferences.TYPE_A
    secondary_used: bool = True


def tournament_of(event: Event, system: str = "") -> Tournament:
    number = len(event.rounds) + 1
    return Tournament(
        "literal",
        tuple(model.Participant(Tpn(entrant.tpn), rating=entrant.rating) for entrant in event.entrants),
        tuple(_round_of(cells) for cells in event.rounds),
        tuple(model.Request(number, Bye(Tpn(tpn), ByeKind(event.asked.get(tpn, "Z")))) for tpn in sorted(event.absent)),
        model.Settings(
            rounds=event.rounds_total,
            initial_colour=Colour(event.initial_colour),
            scoring=_scoring_of(event.points),
            system=system,
            virtual_points=tuple(
                model.VirtualPoints(Points(points), round_, round_, frozenset({Tpn(tpn)}))
                for (tpn, round_), points in sorted(event.virtual.items())
            ),
            prohibitions=tuple(model.Prohibition(1, 99, frozenset(map(Tpn, pair))) for pair in event.forbidden),
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
                model.Game(Tpn(tpn), Tpn(cell.opponent), Result(cell.result), Result(other.result), cell.colour == "w")
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


BYES = {
    Happened.PAIRING_BYE: ByeKind.PAIRING_ALLOCATED,
    Happened.FULL_BYE: ByeKind.FULL_POINT,
    Happened.HALF_BYE: ByeKind.HALF_POINT,
    Happened.ZERO_BYE: ByeKind.ZERO_POINT,
}

BY_POINTS = {10: Result.WIN, 5: Result.DRAW, 0: Result.LOSS}

FORFEITED = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


def double_swiss_of(event: MatchEvent) -> Tournament:
    """Translate a Double-Swiss event, with plausible results of single games."""
    points = _pairing_bye_points(event).get(ByeKind.PAIRING_ALLOCATED, TeamPoints(Points(15), Points(0))).match
    scoring = Scoring(pairing_allocated_bye=points, full_point_bye=Points(20), half_point_bye=Points(10))
    abnormal = (
        model.AbnormalPoints(kind.value, points.match, number, frozenset({tpn}))
        for kind, points, number, tpn in _byes_of(event)
    )
    rounds = tuple(Round(tuple(_games(cells)), _byes(cells)) for cells in event.rounds)
    return _tournament(event, rounds, scoring, None, tuple(abnormal))


def team_event_of(event: MatchEvent) -> Tournament:
    """Translate a team event in which match points are the primary score."""
    rules = model.TeamRules(
        "" if event.preferences is Preferences.UNUSED else event.preferences.value,
        secondary=event.secondary_used,
        byes=_pairing_bye_points(event),
        abnormal_points=tuple(
            model.AbnormalTeamPoints(kind.value, *points, number, frozenset({tpn}))
            for kind, points, number, tpn in _byes_of(event)
        ),
    )
    rounds = tuple(Round((), _byes(cells), tuple(_matches(cells))) for cells in event.rounds)
    return _tournament(event, rounds, Scoring(), rules)


def _tournament(
    event: MatchEvent,
    rounds: tuple[Round, ...],
    scoring: Scoring,
    team: model.TeamRules | None,
    abnormal: tuple[model.AbnormalPoints, ...] = (),
) -> Tournament:
    number = len(event.rounds) + 1
    return Tournament(
        "literal",
        tuple(model.Participant(Tpn(tpn)) for tpn in sorted(event.participants)),
        rounds,
        tuple(model.Request(number, Bye(Tpn(tpn), ByeKind.ZERO_POINT)) for tpn in sorted(event.absent)),
        model.Settings(
            rounds=event.rounds_total,
            initial_colour=Colour(event.initial_colour),
            scoring=scoring,
            virtual_points=tuple(
                model.VirtualPoints(Points(points), round_, round_, frozenset({Tpn(tpn)}))
                for (tpn, round_), points in sorted(event.virtual.items())
            ),
            prohibitions=tuple(model.Prohibition(1, 99, frozenset(map(Tpn, pair))) for pair in event.forbidden),
            abnormal_points=abnormal,
            team=team,
        ),
    )


def _pairing_bye_points(event: MatchEvent) -> dict[ByeKind, TeamPoints]:
    """[1.4] Find the points for the pairing-allocated bye."""
    found = {points for _, points, _, _ in _byes_of(event, requested=False)}
    assert len(found) < 2, "pairing-allocated byes differ"
    return {ByeKind.PAIRING_ALLOCATED: found.pop()} if found else {}


def _byes_of(event: MatchEvent, *, requested: bool = True) -> Iterator[tuple[ByeKind, TeamPoints, int, Tpn]]:
    """Yield the requested byes if ``requested`` is true, else the pairing-allocated byes."""
    for number, cells in enumerate(event.rounds, 1):
        for tpn, cell in cells.items():
            if cell.happened in BYES and (cell.happened is not Happened.PAIRING_BYE) is requested:
                points = TeamPoints(Points(cell.primary), Points(cell.secondary))
                yield BYES[cell.happened], points, number, Tpn(tpn)


def _byes(cells: dict[int, MatchCell]) -> tuple[Bye, ...]:
    return tuple(Bye(Tpn(tpn), BYES[cell.happened]) for tpn, cell in sorted(cells.items()) if not cell.opponent)


def _pairs(cells: dict[int, MatchCell]) -> Iterator[tuple[int, MatchCell, int, MatchCell]]:
    for tpn, cell in sorted(cells.items()):
        if cell.opponent and (cell.colour == "w" or (cell.colour == "-" and tpn < cell.opponent)):
            yield tpn, cell, cell.opponent, cells[cell.opponent]


def _games(cells: dict[int, MatchCell]) -> Iterator[model.Game]:
    for white, cell, black, other in _pairs(cells):
        (w1, w2), (b1, b2) = _results(cell), _results(other)
        if cell.happened is Happened.PLAYED:
            b1, b2 = b2, b1  # each side's better game is the other side's worse one
        if cell.happened is Happened.PLAYED and cell.colour == "-":
            (w1, w2), (b1, b2) = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)
        yield model.Game(Tpn(white), Tpn(black), w1, b1, cell.colour == "w", (w2, b2))


def _results(cell: MatchCell) -> tuple[Result, Result]:
    """Choose two game results that add up to the participant's points."""
    if cell.happened in (Happened.LOST_BY_FORFEIT, Happened.DOUBLE_FORFEIT):
        return FORFEITED
    if cell.happened is Happened.WON_BY_FORFEIT:
        return Result.FORFEIT_WIN, Result.FORFEIT_WIN
    first = min(cell.primary, 10)
    return BY_POINTS[first], BY_POINTS[cell.primary - first]


def _matches(cells: dict[int, MatchCell]) -> Iterator[model.TeamMatch]:
    for white, cell, black, other in _pairs(cells):
        yield model.TeamMatch(
            Tpn(white),
            Tpn(black),
            TeamPoints(Points(cell.primary), Points(cell.secondary)),
            TeamPoints(Points(other.primary), Points(other.secondary)),
            played=cell.happened is Happened.PLAYED,
            won_by_forfeit=Tpn(_winner(white, cell, black, other)),
        )


def _winner(white: int, cell: MatchCell, black: int, other: MatchCell) -> int:
    sides = (white, cell), (black, other)
    return next((tpn for tpn, side in sides if side.happened is Happened.WON_BY_FORFEIT), 0)


def event_of(found: Tournament) -> MatchEvent:
    """Convert a recorded event into the facts for its next round.

    The translation ignores abnormal points, so the event must have none.
    """
    settings = found.settings
    number = len(found.rounds) + 1
    team = settings.team
    return MatchEvent(
        tuple(participant.tpn for participant in found.participants),
        tuple(dict(_cells_of(recorded, settings)) for recorded in found.rounds),
        settings.rounds or number,
        (settings.initial_colour or Colour.WHITE).value,
        absent=frozenset(request.bye.tpn for request in found.requests if request.round == number),
        forbidden=frozenset(
            frozenset(two)
            for prohibition in settings.prohibitions
            if prohibition.first_round <= number <= prohibition.last_round
            for two in combinations(sorted(prohibition.tpns), 2)
        ),
        virtual={
            (tpn, round_): statement.points
            for statement in settings.virtual_points
            for round_ in range(statement.first_round, statement.last_round + 1)
            for tpn in statement.tpns
        },
        preferences=Preferences(team.preferences or "none") if team else Preferences.TYPE_A,
        secondary_used=team.secondary if team else True,
    )


_KINDS = {kind: happened for happened, kind in BYES.items()}


def _cells_of(recorded: Round, settings: model.Settings) -> Iterator[tuple[int, MatchCell]]:
    team, worth = settings.team, settings.scoring.of_result(Colour.WHITE)
    for bye in recorded.byes:
        points = team.byes[bye.kind] if team else TeamPoints(settings.scoring.of_bye()[bye.kind], Points(0))
        yield bye.tpn, MatchCell(0, "-", _KINDS[bye.kind], *_in_order(points, team))
    for match in recorded.matches:
        colours = "wb" if match.colours_known else "--"
        sides = ((match.white, match.black, match.white_points), (match.black, match.white, match.black_points))
        for colour, (tpn, opponent, points) in zip(colours, sides, strict=True):
            happened = Happened.PLAYED
            if not match.played:
                happened = Happened.WON_BY_FORFEIT if tpn == match.won_by_forfeit else Happened.LOST_BY_FORFEIT
            yield tpn, MatchCell(opponent, colour, happened, *_in_order(points, team))
    for game in recorded.games:
        yield from _cells_of_two_games(game, worth)


def _cells_of_two_games(game: model.Game, worth: Mapping[Result, Points]) -> Iterator[tuple[int, MatchCell]]:
    assert game.second is not None
    mine, theirs = zip((game.white_result, game.black_result), game.second, strict=True)
    has_colours = game.colours_known and not (
        FORFEITED[0] in (mine[0], theirs[0]) and FORFEITED[0] in (mine[1], theirs[1])
    )
    for tpn, opponent, colour, own, other in (
        (game.white, game.black, "w", mine, theirs),
        (game.black, game.white, "b", theirs, mine),
    ):
        happened = Happened.PLAYED
        if own == FORFEITED:
            happened = Happened.DOUBLE_FORFEIT if other == FORFEITED else Happened.LOST_BY_FORFEIT
        elif other == FORFEITED:
            happened = Happened.WON_BY_FORFEIT
        shown = colour if has_colours else "-"
        yield tpn, MatchCell(opponent, shown, happened, sum(worth[result] for result in own))


def _in_order(points: TeamPoints, team: model.TeamRules | None) -> tuple[int, int]:
    """Sort match points and game points so that the primary points come first."""
    match, game = points
    return (match, game) if team is None or team.primary_is_match_points else (game, match)
