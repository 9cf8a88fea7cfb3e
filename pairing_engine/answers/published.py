"""A round as it is published: its boards with names, points and results, and who does not play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pairing_engine.answers.paired import PairedRound
from pairing_engine.changes.paired import byes_of
from pairing_engine.changes.results import boards_of, result_text
from pairing_engine.changes.stated_results import open_matches
from pairing_engine.facts.model import (
    NOBODY,
    Bye,
    ByeKind,
    Colour,
    Game,
    NoteKind,
    Participant,
    Points,
    TeamMatch,
    Tournament,
    Tpn,
    show_points,
)
from pairing_engine.facts.names import number_and_name
from pairing_engine.language import marked, say, with_semicolons
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.scores.team_scorer import Sides

BYES = marked(
    {
        ByeKind.PAIRING_ALLOCATED: "bye",
        ByeKind.FULL_POINT: "full-point bye",
        ByeKind.HALF_POINT: "half-point bye",
        ByeKind.ZERO_POINT: "absent",
    }
)


class Seat(NamedTuple):
    """A participant with the points before the round, without virtual points [C.04.7 1.5]."""

    who: Participant
    points: Points


class Seated(NamedTuple):
    """A board of a match of teams, such as 3.2: its White, its Black, and its result; an empty seat has no player.

    The team that is named first has White on board 1, and by turns on the others.
    """

    board: str
    white: Participant | None
    black: Participant | None
    result: str
    first_team_has_white: bool = True
    result_by_team: str = ""
    """The result, which begins with that of the team that is named first."""

    @property
    def sides(self) -> tuple[tuple[Participant | None, Colour], tuple[Participant | None, Colour]]:
        """The player of each team with the colour; the team that is named first comes first."""
        sides = (self.white, Colour.WHITE), (self.black, Colour.BLACK)
        return sides if self.first_team_has_white else sides[::-1]


class PublishedBoard(NamedTuple):
    """A board of a round. ``result`` is empty while it is missing. A match of teams also has its boards."""

    number: int
    white: Seat
    black: Seat
    result: str = ""
    boards: tuple[Seated, ...] = ()


class PublishedRound(NamedTuple):
    """A round with its boards in order. ``byes`` has everybody else, also those who are absent.

    ``by_hand`` has the words of notes about boards that were made by hand.
    """

    tournament: Tournament
    number: int
    boards: tuple[PublishedBoard, ...]
    byes: tuple[tuple[Seat, ByeKind], ...] = ()
    by_hand: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """The number of boards without a result."""
        return sum(not one.result for one in self.boards)


def recorded_round(tournament: Tournament, number: int) -> PublishedRound:
    """Return a recorded round as it is recorded, whatever the rules demand. Raises `BadRequest` if there is none.

    >>> from pairing_engine.facts.model import Result, Round
    >>> people = (Participant(Tpn(1), "Aalto"), Participant(Tpn(2), "Berg"))
    >>> played = Round((Game(Tpn(2), Tpn(1), Result.WIN, Result.LOSS),))
    >>> found = recorded_round(Tournament("Club night", people, (played,)), 1)
    >>> [(one.white.who.name, one.black.who.name, one.result) for one in found.boards]
    [('Berg', 'Aalto', '1-0')]
    """
    recorded = tournament.rounds[number - 1] if 0 < number <= len(tournament.rounds) else None
    pairings = boards_of(tournament, number)
    return _published(tournament, number, pairings, recorded.byes if recorded else ())


def published(paired: PairedRound) -> PublishedRound:
    """Return the round that the event's file has under this number or, if it has none, the paired round."""
    tournament, number = paired.state.tournament, paired.number
    if number <= len(tournament.rounds):
        return recorded_round(tournament, number)
    pairs = [(one.white, one.black) for one in paired.boards]
    pairings: Iterable[Game | TeamMatch | tuple[Tpn, Tpn]] = pairs
    if tournament.boards_in_match:
        matches = {(one.white, one.black): one for one in open_matches(tournament, number, pairs)}
        pairings = [matches[pair] for pair in pairs]
    return _published(tournament, number, pairings, byes_of(tournament, paired.pairing))


def _published(
    tournament: Tournament, number: int, pairings: Iterable[Game | TeamMatch | tuple[Tpn, Tpn]], byes: Iterable[Bye]
) -> PublishedRound:
    people = {one.tpn: one for one in tournament.participants}
    before = Crosstable(tournament.rounds[: number - 1], [*people], tournament.settings).totals()
    seats = {tpn: Seat(one, before[tpn]) for tpn, one in people.items()}
    boards = tuple(
        PublishedBoard(place, seats[pair[0]], seats[pair[1]], *_result(tournament, number, place, pair))
        for place, pair in enumerate(pairings, 1)
    )
    kinds = {one.tpn: one.kind for one in byes}
    playing = {seat.who.tpn for one in boards for seat in (one.white, one.black)}
    alone = [(seats[tpn], kinds.get(tpn, ByeKind.ZERO_POINT)) for tpn in people if tpn not in playing]
    notes = (one for one in tournament.notes if one.kind is NoteKind.MANUAL and one.round == number)
    return PublishedRound(
        tournament,
        number,
        boards,
        tuple(sorted(alone, key=lambda one: one[1] is not ByeKind.PAIRING_ALLOCATED)),
        tuple(one.words for one in notes),
    )


def _result(
    tournament: Tournament, number: int, place: int, pair: Game | TeamMatch | tuple[Tpn, Tpn]
) -> tuple[str, tuple[Seated, ...]]:
    """Return the result of a board, which is empty if it is missing, and the boards of a match of teams."""
    if isinstance(pair, Game):
        return _text(pair), ()
    if not isinstance(pair, TeamMatch):
        return "", ()
    people = {one.tpn: one for one in tournament.players}
    squad = frozenset(next(team.members for team in tournament.teams if team.tpn == pair.white))
    sides = Sides(pair.white, pair.black, squad)
    boards = []
    for at, one in enumerate(pair.boards, 1):
        of_first, of_second = sides.results(one)
        by_team = one._replace(white_result=of_first, black_result=of_second)
        players, has_white = (people.get(one.white), people.get(one.black)), sides.white_team_has_white(one)
        boards.append(Seated(f"{place}.{at}", *players, _text(one), has_white, _text(by_team)))
    last = number >= len(tournament.rounds) and (tournament.under_way or number > len(tournament.rounds))
    if last and any(one.is_open for one in pair.boards):
        return "", tuple(boards)
    return " : ".join(show_points(one.game) for one in (pair.white_points, pair.black_points)), tuple(boards)


def _text(game: Game) -> str:
    return "" if game.is_open else result_text(game)


MOST_SHOWN = 8
"""The maximum number of boards in a sentence."""


def otherwise(paired: PairedRound) -> Iterator[str]:
    """Yield a sentence if the file records other boards for the paired round than the rules demand."""
    tournament, number = paired.state.tournament, paired.number
    if number > len(tournament.rounds):
        return
    demanded = paired.pairing.pairs
    recorded = tournament.rounds[number - 1].pairs
    if {*recorded} != {*demanded}:
        yield say(
            "round {number} is recorded with {recorded}; by the rules it would have {demanded}",
            number=number,
            recorded=some_of(boards_in_words(tournament, [one for one in recorded if one not in demanded])),
            demanded=some_of(boards_in_words(tournament, [one for one in demanded if one not in recorded])),
        )


def boards_in_words(tournament: Tournament, pairs: Iterable[tuple[Tpn, Tpn]]) -> list[str]:
    """Return boards as the numbers and names of their players."""
    kind = tournament.settings.kind
    names = {one.tpn: number_and_name(one, kind) for one in tournament.participants} | {NOBODY: say("bye")}
    return [f"{names[white]} - {names[black]}" for white, black in pairs]


def some_of(boards: Sequence[str]) -> str:
    """List boards in a sentence, at most `MOST_SHOWN` of them."""
    return with_semicolons([*boards[:MOST_SHOWN], *(["…"] if len(boards) > MOST_SHOWN else [])])


def rows(found: PublishedRound) -> list[list[str]]:
    """Return the round as a table with its heading: board, White, points, result, points, Black.

    The boards of a match of teams follow it.
    """
    table = [[say("Bd"), say("White"), say("Pts"), say("Result"), say("Pts"), say("Black")]]
    for one in found.boards:
        (white, of_white), (black, of_black) = one.white, one.black
        table.append(
            [str(one.number), _named(white), show_points(of_white), one.result, show_points(of_black), _named(black)]
        )
        table += [[at.board, _named(at.white), "", at.result, "", _named(at.black)] for at in one.boards]
    table += [["", _named(seat.who), show_points(seat.points), "", "", say(BYES[kind])] for seat, kind in found.byes]
    return table


def _named(one: Participant | None) -> str:
    return "–" if one is None else f"{one.number} {one.name}".rstrip()


def as_text(found: PublishedRound) -> str:
    """Write the round as a table for people, without a line end after the last line."""
    table = rows(found)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    sides = ">", "<", ">", ">", ">", "<"
    lines = (
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True))
        for row in table
    )
    return "\n".join([say("round {number}", number=found.number), *(line.rstrip() for line in lines)])
