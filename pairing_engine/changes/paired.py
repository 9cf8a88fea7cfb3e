"""The last round of an event: paired, made by hand, or taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pairing_engine.changes.corrections import until
from pairing_engine.changes.stated_results import OPEN, RESULTS_LOST, open_matches
from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts import model
from pairing_engine.facts.model import Bye, ByeKind, EventKind, Game, Tournament, Tpn
from pairing_engine.facts.names import number_and_name
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say_many, with_semicolons


def with_round(tournament: Tournament, pairing: RoundPairing) -> Tournament:
    """Return the tournament with the newly paired round.

    A participant without an opponent gets the pairing-allocated bye, the announced bye or a zero-point bye. In a match
    of teams, the first members are paired until other line-ups are stated. Raises `BadRequest` if the round is not the
    next round, or if nobody has an opponent in it.
    """
    number = len(tournament.rounds) + 1
    if pairing.number != number:
        raise refusal(
            "the next round is round {following}, not round {number}", "paired", number=pairing.number, following=number
        )
    if not pairing.boards:
        raise refusal(
            "nobody has an opponent in round {number}: a TRF cannot hold such a round", "paired", number=number
        )
    pairs = [(board.white, board.black) for board in pairing.boards]
    recorded = open_round(tournament, number, pairs, byes_of(tournament, pairing))
    requests = tuple(one for one in tournament.requests if one.round > number)
    return tournament._replace(rounds=(*tournament.rounds, recorded), requests=requests, under_way=True)


def with_boards(
    tournament: Tournament, pairs: Iterable[tuple[Tpn, Tpn]], bye: Tpn | None, *, force: bool = False
) -> Tournament:
    """Return the tournament with the arbiter's boards (White first) in the last round.

    Boards that stay keep their results. Raises `BadRequest` for a board that would lose its result, unless ``force``.
    """
    *before, recorded = tournament.rounds
    pairs = [*pairs]
    lost = [one for one in recorded.pairings if has_result(one) and (one.white, one.black) not in pairs]
    if lost and not force:
        names = {one.tpn: number_and_name(one, tournament.settings.kind) for one in tournament.participants}
        boards = with_semicolons(f"{names[one.white]} - {names[one.black]}" for one in lost)
        raise refusal(RESULTS_LOST, "force", boards=boards)
    byes = [one for one in recorded.byes if one.kind is not ByeKind.PAIRING_ALLOCATED]
    if bye is not None:
        byes.append(Bye(bye, ByeKind.PAIRING_ALLOCATED))
    made = open_round(tournament, len(tournament.rounds), pairs, byes, recorded.pairings)
    return tournament._replace(rounds=(*before, made), under_way=True)


def has_result(pairing: Game | model.TeamMatch) -> bool:
    """Whether a game, or a board of a match on which two players meet, has a result."""
    if isinstance(pairing, Game):
        return not pairing.is_open
    return not pairing.played or any(not one.is_open and model.NOBODY not in one[:2] for one in pairing.boards)


def unpaired(tournament: Tournament, *, force: bool = False) -> Tournament:
    """Return the tournament without its last round and notes about it; announced byes are announced again.

    Raises `BadRequest` if no round is paired, and for a round with results unless ``force``.
    """
    if not tournament.rounds:
        raise refusal("no round has been paired", "rounds")
    number, recorded = len(tournament.rounds), tournament.rounds[-1]
    pairings = recorded.pairings
    entered = sum(map(has_result, pairings))
    if entered and not force:
        words = say_many(
            "round {round} has {number} result of {all}, which would be lost",
            "round {round} has {number} results of {all}, which would be lost",
            entered,
            round=number,
            all=len(pairings),
        )
        raise BadRequest(words, "force")
    again = (model.Request(number, one) for one in recorded.byes if one.kind is not ByeKind.PAIRING_ALLOCATED)
    settings = tournament.settings
    if number == 1 and (settings.baku or settings.states_baku):
        # [C.04.7 1.2] The virtual points follow from who is paired in round 1.
        settings = settings._replace(baku=True, virtual_points=())
    return tournament._replace(
        rounds=tournament.rounds[:-1],
        requests=(*again, *tournament.requests),
        under_way=False,
        settings=settings,
        notes=tuple(
            left
            for one in tournament.notes
            if one.round != number or one.kind is model.NoteKind.IMPORT
            if (left := until(one, number - 1)) is not None
        ),
    )


def open_round(
    tournament: Tournament,
    number: int,
    pairs: Iterable[tuple[Tpn, Tpn]],
    byes: Iterable[Bye],
    known: Iterable[Game | model.TeamMatch] = (),
) -> model.Round:
    """Return a round without results, but with those of pairings that are ``known``."""
    there: dict[tuple[Tpn, Tpn], Any] = {(one.white, one.black): one for one in known}
    byes = tuple(sorted(byes, key=model.tpn_of_bye))
    if tournament.settings.kind is EventKind.TEAM:
        matches = open_matches(tournament, number, pairs)
        return model.Round((), byes, tuple(there.get((one.white, one.black), one) for one in matches))
    second = (OPEN, OPEN) if tournament.settings.kind is EventKind.DOUBLE else None
    games = (there.get((white, black), Game(white, black, OPEN, OPEN, second=second)) for white, black in pairs)
    return model.Round(tuple(sorted(games, key=model.lower_tpn)), byes)


def byes_of(tournament: Tournament, pairing: RoundPairing) -> tuple[Bye, ...]:
    """Return the byes of a paired round, by participant: the pairing-allocated bye, and those that were announced."""
    announced = {one.bye.tpn: one.bye.kind for one in tournament.requests if one.round == pairing.number}
    if pairing.bye is not None:
        announced[pairing.bye] = ByeKind.PAIRING_ALLOCATED
    playing = {tpn for board in pairing.boards for tpn in (board.white, board.black)}
    return tuple(
        Bye(one.tpn, announced.get(one.tpn, ByeKind.ZERO_POINT))
        for one in tournament.participants
        if one.tpn not in playing
    )
