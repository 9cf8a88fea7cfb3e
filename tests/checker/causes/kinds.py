"""Fifteen ways to alter an event, for example with a wrong result or a late withdrawal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from checker.causes.search import Subject
from checker.causes.trial import Change, ChangeKind
from pairing_engine.facts.model import Bye, ByeKind, Colour, Game, Prohibition, Round, Tournament, Tpn
from pairing_engine.scores.acceleration import accelerated_rounds
from pairing_engine.state import demands
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2017 import DUTCH_2017
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.checker.causes.proof import RESULTS, Unsuitable, absences, base, before, in_round, moved_in, paired, played

ROUNDS = 6


class Truth(NamedTuple):
    """The true cause of wrong rounds: either changes to rounds, or a setting with its right values."""

    changes: Sequence[Change] = ()
    subject: Subject | None = None
    values: Sequence[str] = ()


class Altered(NamedTuple):
    """An altered event, and the true cause of its wrong rounds."""

    event: Tournament
    truth: Truth


Kind = Callable[[int, int], Altered]
"""A function that generates an altered event from a seed and a number of players, or raises `Unsuitable`."""


def _some_round(chance: Random) -> int:
    return chance.randint(1, ROUNDS - 1)


def _may_meet(state: RoundState, game: Game) -> bool:
    return game.black not in state.by_tpn[game.white].barred


def _without(games: Sequence[Game], *some: Game) -> tuple[Game, ...]:
    return tuple(game for game in games if game not in some)


def boards(seed: int, players: int) -> Altered:
    """Exchange the Black players of two boards."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    made: list[Change] = []

    def swap(state: RoundState) -> Round:
        right = paired(state)
        for _ in range(100):
            one, other = chance.sample(right.games, 2)
            new = one._replace(black=other.black), other._replace(black=one.black)
            if all(_may_meet(state, game) for game in new):
                made.extend(Change(ChangeKind.BOARD, (game.white, game.black)) for game in new)
                return right._replace(games=_without(right.games, one, other) + new)
        raise Unsuitable

    number = _some_round(chance)
    return Altered(played(event, number, in_round(number, swap), chance), Truth(made))


def bye_swapped(seed: int, players: int) -> Altered:
    """Let the player with the bye change places with another player."""
    chance, event = Random(seed), base(seed, players | 1, ROUNDS)
    made: list[Change] = []

    def swap(state: RoundState) -> Round:
        right = paired(state)
        bye = next((one for one in right.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
        if bye is None:
            raise Unsuitable
        for game in chance.sample(right.games, len(right.games)):
            new = game._replace(white=bye.tpn)
            if state.by_tpn[game.white].may_have_bye and _may_meet(state, new):
                made.append(Change(ChangeKind.BYE, (game.white,)))
                made.append(Change(ChangeKind.BOARD, (new.white, new.black)))
                return Round((*_without(right.games, game), new), (Bye(game.white, ByeKind.PAIRING_ALLOCATED),))
        raise Unsuitable

    number = _some_round(chance)
    return Altered(played(event, number, in_round(number, swap), chance), Truth(made))


def bye_given(seed: int, players: int) -> Altered:
    chance, event = Random(seed), base(seed, players | 1, ROUNDS)
    given: list[Tpn] = []

    def give(state: RoundState) -> Round:
        right = paired(state)
        has = {bye.tpn for bye in right.byes}
        others = [player.tpn for player in state.players if player.may_have_bye and player.tpn not in has]
        if not has or not others:
            raise Unsuitable
        given.append(chance.choice(others))
        return paired(demands.must_have_bye(state, given[0]))

    number = _some_round(chance)
    event = played(event, number, in_round(number, give), chance)
    return Altered(event, Truth([Change(ChangeKind.BYE, (given[0],))]))


def colours(seed: int, players: int) -> Altered:
    chance, event = Random(seed), base(seed, players, ROUNDS)
    turned: list[Change] = []

    def turn(state: RoundState) -> Round:
        right = paired(state)
        game = chance.choice(right.games)
        turned.append(Change(ChangeKind.COLOURS, (game.black, game.white)))
        new = game._replace(white=game.black, black=game.white)
        return right._replace(games=(*_without(right.games, game), new))

    number = _some_round(chance)
    return Altered(played(event, number, in_round(number, turn), chance), Truth(turned))


def initial_colour(seed: int, players: int) -> Altered:
    event = base(seed, players, ROUNDS)
    colour = event.settings.initial_colour
    assert colour is not None
    told = replace(event, settings=replace(event.settings, initial_colour=colour.opposite))
    name = "White" if colour is Colour.WHITE else "Black"
    return Altered(told, Truth(subject=Subject.INITIAL_COLOUR, values=[name]))


def baku(seed: int, players: int) -> Altered:
    """Use Baku acceleration without stating it, or state it without using it."""
    used = seed % 2 == 0
    event = base(seed, players, ROUNDS, baku=used)
    told = replace(event, settings=replace(event.settings, baku=not used))
    return Altered(told, Truth(subject=Subject.ACCELERATION, values=["Baku" if used else "none"]))


def edition(seed: int, players: int) -> Altered:
    """Pair the event under the rules of 2017, but name the rules of 2026 in its file."""
    event = base(seed, players, ROUNDS + 3, system=DUTCH_2017)
    told = replace(event, settings=replace(event.settings, system=DUTCH_2026.code))
    return Altered(told, Truth(subject=Subject.EDITION, values=["2017"]))


def number_of_rounds(seed: int, players: int) -> Altered:
    """Write a number of rounds in the file that is three too high."""
    used = seed % 2 == 0
    event = base(seed, players, ROUNDS, baku=used)
    told = replace(event, settings=replace(event.settings, rounds=ROUNDS + 3))
    same = [n for n in range(ROUNDS, 2 * ROUNDS) if accelerated_rounds(n) == accelerated_rounds(ROUNDS)]
    return Altered(told, Truth(subject=Subject.ROUNDS, values=[str(n) for n in (same if used else [ROUNDS])]))


def prohibited(seed: int, players: int) -> Altered:
    """Keep two of the first four players apart. The file does not mention the prohibition."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    pair = frozenset(Tpn(tpn) for tpn in chance.sample(range(1, 5), 2))
    kept = replace(event, settings=replace(event.settings, prohibitions=(Prohibition(1, 99, pair),)))
    told = played(kept, 1, lambda _state: None, chance)
    told = replace(told, settings=replace(told.settings, prohibitions=()))
    return Altered(told, Truth([Change(ChangeKind.PROHIBITED, tuple(pair))]))


def late_entry(seed: int, players: int) -> Altered:
    """Let a player arrive after the pairing and play against the player with the bye."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    late, number = Tpn(chance.randint(1, players)), chance.randint(1, 4)
    gone = {late: range(1, number)}

    def enter(state: RoundState) -> Round:
        if late not in state.by_tpn:
            raise Unsuitable
        byes = (*absences(event, state.number), Bye(late, ByeKind.ZERO_POINT))
        right = paired(before(state.tournament, state.number, byes))
        bye = next((one.tpn for one in right.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
        if bye is None:
            raise Unsuitable
        white, black = (late, bye) if chance.random() < 0.5 else (bye, late)
        return Round((*right.games, right.games[0]._replace(white=white, black=black)))

    told = played(event, 1, in_round(number, enter), chance, gone=gone)
    return Altered(told, Truth([Change(ChangeKind.LATE, (late,))]))


def withdrawal(seed: int, players: int) -> Altered:
    """Withdraw a player after the round is paired.

    The player without an opponent then meets the player with the bye, or gets the bye if nobody has it.
    """
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number = chance.randint(2, ROUNDS - 1)
    game = chance.choice(event.rounds[number - 1].games)
    left, mate = (game.white, game.black) if chance.random() < 0.5 else (game.black, game.white)
    gone = {left: range(number, ROUNDS + 1)}

    def leave(_state: RoundState) -> Round:
        right = event.rounds[number - 1]
        bye = next((one.tpn for one in right.byes if one.kind is ByeKind.PAIRING_ALLOCATED), None)
        games = _without(right.games, game)
        if bye is None:
            return Round(games, (Bye(mate, ByeKind.PAIRING_ALLOCATED),))
        return Round((*games, game._replace(white=bye, black=mate)))

    told = played(event, number, in_round(number, leave), chance, gone=gone)
    return Altered(told, Truth([Change(ChangeKind.WITHDRAWN, (left,))]))


def numbers_exchanged(seed: int, players: int) -> Altered:
    """Pair the first rounds before two players exchange their numbers. The file shows only the new numbers."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    one = chance.randint(1, players - 3)
    other = one + chance.randint(1, 3)
    told = moved_in(event, {Tpn(one): Tpn(other), Tpn(other): Tpn(one)}, chance.randint(1, 4), chance)
    return Altered(told, Truth([Change(ChangeKind.EXCHANGED, (Tpn(one), Tpn(other)))]))


def order(seed: int, players: int) -> Altered:
    """Use a different number for a player in the first rounds, as if the rating were corrected later."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    one = chance.randint(1, players - 4)
    last = one + chance.randint(2, 4)
    numbers = {Tpn(one): Tpn(last), **{Tpn(n): Tpn(n - 1) for n in range(one + 1, last + 1)}}
    told = moved_in(event, numbers, chance.randint(1, 4), chance)
    return Altered(told, Truth([Change(ChangeKind.RENUMBERED, (Tpn(one), Tpn(last)))]))


def result(seed: int, players: int) -> Altered:
    """Pair a round as if a result of the previous round were different. The file states the right result."""
    chance, event = Random(seed), base(seed, players, ROUNDS)
    number = chance.randint(2, ROUNDS)
    past = event.rounds[number - 2]
    game = chance.choice(past.games)
    right = game.white_result, game.black_result
    wrong = chance.choice([one for one in RESULTS if one != right])
    words = {RESULTS[0]: "1-0", RESULTS[1]: "½-½", RESULTS[2]: "0-1"}[wrong]
    mistaken = past._replace(
        games=(*_without(past.games, game), game._replace(white_result=wrong[0], black_result=wrong[1]))
    )
    told = _paired_with(event, number, mistaken, chance)
    return Altered(told, Truth([Change(ChangeKind.RESULT, (game.white, game.black), number - 1, words)]))


def absence(seed: int, players: int) -> Altered:
    """Pair a round before a half-point bye of the previous round is recorded."""
    chance, event = Random(seed), base(seed | 1, players, ROUNDS)
    places = [
        (number, bye)
        for number in range(2, ROUNDS + 1)
        for bye in event.rounds[number - 2].byes
        if bye.kind is ByeKind.HALF_POINT
    ]
    if not places:
        raise Unsuitable
    number, bye = chance.choice(places)
    past = event.rounds[number - 2]
    byes = (*(one for one in past.byes if one != bye), bye._replace(kind=ByeKind.ZERO_POINT))
    told = _paired_with(event, number, past._replace(byes=byes), chance)
    return Altered(told, Truth([Change(ChangeKind.ABSENCE, (bye.tpn,), number - 1, ByeKind.ZERO_POINT.value)]))


def _paired_with(event: Tournament, number: int, mistaken: Round, chance: Random) -> Tournament:
    """Replace the previous round with ``mistaken``, and pair round ``number``."""

    def alter(state: RoundState) -> Round:
        rounds = (*state.tournament.rounds[: number - 2], mistaken)
        return paired(before(replace(state.tournament, rounds=rounds), number, absences(event, number)))

    return played(event, number, in_round(number, alter), chance)


KINDS: dict[str, Kind] = {
    "two boards exchanged by hand": boards,
    "the bye exchanged by hand with a board": bye_swapped,
    "the bye given by hand": bye_given,
    "the colours of a board": colours,
    "another initial-colour": initial_colour,
    "Baku acceleration": baku,
    "another edition": edition,
    "another number of rounds": number_of_rounds,
    "a pair that was not to meet": prohibited,
    "a late entry": late_entry,
    "a withdrawal": withdrawal,
    "two numbers exchanged": numbers_exchanged,
    "a result corrected after the pairing": result,
    "a half-point bye recorded after the pairing": absence,
    "a number some places away": order,
}
