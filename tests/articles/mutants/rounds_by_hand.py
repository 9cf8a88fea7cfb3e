"""Rounds worked out by hand. The mutants pair almost all other rounds correctly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from pairing_engine.state.round_state import Player, RoundState
from tests.builders import only, player, state


class ByHand(NamedTuple):
    """The state before a round, the right pairs, and the mutants that pair the round differently."""

    state: RoundState
    expected: str
    mutants: tuple[str, ...]

    @property
    def meetings(self) -> set[frozenset[int]]:
        return {frozenset(map(int, pair.split("-"))) for pair in self.expected.split()}


def of_rounds(rounds: int, number: int, players: Iterable[Player]) -> RoundState:
    found = state(*players, number=number)
    event = found.tournament
    return replace(found, tournament=replace(event, settings=replace(event.settings, rounds=rounds)))


def met(pairs: str, *colours: str) -> RoundState:
    """Build a scoregroup of players with these colours. The players in ``pairs`` have met."""
    barred = [tuple(map(int, pair.split("-"))) for pair in pairs.split()]
    return state(*(player(n, 10, own, barred=[b for a, b in barred if a == n]) for n, own in enumerate(colours, 1)))


DUBOV = (
    # Player 7 alone would be an upfloater from two points below. Players 4, 5 and 6 would be three upfloaters from one
    # point below.
    ByHand(
        state(
            *only(
                "1-7 1-4 2-3 2-5 3-6 4-6 5-8 7-8",
                (player(n, score) for n, score in enumerate((30, 30, 30, 20, 20, 20, 10, 10), 1)),
            )
        ),
        "1-7 2-3 4-6 5-8",
        ("drop C5", "swap C5 C6"),
    ),
    # MaxT is 3. The set of players 3 and 5 has one maximum upfloater, with seven upfloats. The set of players 4 and 6
    # has two maximum upfloaters, with three upfloats each.
    ByHand(
        of_rounds(
            9,
            8,
            only(
                "1-3 1-4 2-5 2-6 3-5 4-6",
                (
                    player(1, 20),
                    player(2, 20),
                    player(3, 10, floats="UUUUUUU"),
                    player(4, 10, floats="UUU----"),
                    player(5, 10, floats="-------"),
                    player(6, 10, floats="UUU----"),
                ),
            ),
        ),
        "1-3 2-5 4-6",
        ("drop C8", "swap C8 C9"),
    ),
    # Both are maximum upfloaters. Player 2 has five upfloats, none of them in the previous round. Player 3 has three
    # upfloats, one of them in the previous round.
    ByHand(
        of_rounds(
            9,
            7,
            (
                player(1, 20),
                player(2, 10, floats="UUUUU-"),
                player(3, 10, floats="---UUU"),
                player(4, 10, floats="UUUUUU"),
            ),
        ),
        "1-3 2-4",
        ("drop C9", "swap C9 C10"),
    ),
    # A random search found this round, and the literal transcription paired it. The subgroups are equal, and each
    # subgroup must pair two of its own players.
    ByHand(
        met("1-2 1-4 1-6 2-3 4-6 5-6", "wb", "w", "wb", "wbw", "b", "wbw"),
        "1-3 2-6 4-5",
        ("3.2.4.1 from G2 if equal",),
    ),
    # Players 1 and 2 seek White. Player 2 has met both players who seek Black, so players 1 and 2 must meet. So must
    # players 3 and 4.
    ByHand(met("1-3 2-3 2-4", "bwb", "b", "wbw", "wbw"), "1-2 3-4", ("3.2.4.1 dropped",)),
)

BURSTEIN = (
    # If player 1 floats, there is one floater, who came from above. If players 2, 3 and 4 float, there are three
    # floaters, all residents.
    ByHand(
        of_rounds(
            6,
            5,
            only(
                "1-6 1-5 3-5 3-7 7-8 4-8 2-4 2-6",
                (player(n, score, "wb") for n, score in enumerate((20, 10, 10, 10, 10, 0, 0, 0), 1)),
            ),
        ),
        "1-6 2-4 3-5 7-8",
        ("swap C5 C6",),
    ),
    # If player 1 floats, only player 1 floats on from the following bracket. If player 2 floats, player 2 is paired in
    # the following bracket, and three residents float.
    ByHand(
        of_rounds(
            6,
            5,
            only(
                "1-3 2-3 1-8 2-7 5-7 5-9 9-10 6-10 4-6 4-8",
                (player(n, score, "wb") for n, score in enumerate((30, 30, 30, 20, 20, 20, 20, 0, 0, 0), 1)),
            ),
        ),
        "2-3 4-6 5-7 1-8 9-10",
        ("swap C7.number C7.scores",),
    ),
    # 5.2.1: Nobody has played. Without this step, the pairs 1-4 and 2-3 get no colours.
    ByHand(of_rounds(6, 5, (player(n, 0) for n in (1, 2, 3, 4))), "1-4 2-3", ("drop 5.2.1",)),
)
