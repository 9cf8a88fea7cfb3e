"""All walks through small events, from the smallest to the largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.evidence.exhaustive.subjects import SUBJECTS, Subject
from tests.evidence.exhaustive.walk import Walk

MIRRORED = 4
"""In walks with up to this number of participants, both initial-colours are tried.

Larger walks use both initial-colours only for the Dubov System.
"""


class Unit(NamedTuple):
    subject: str
    size: int
    unplayed: bool
    rounds: int
    initial_colour: str

    @property
    def words(self) -> str:
        whom = f"{self.size} {'teams' if self.subject.startswith('team') else 'players'}"
        exception = "with one round that somebody does not play" if self.unplayed else "who all play"
        colour = "" if self.initial_colour == "w" else ", Black first"
        return f"{self.subject}: {whom} {exception}, {self.rounds} rounds{colour}"

    @property
    def file_name(self) -> str:
        return "".join(letter if letter.isalnum() else "-" for letter in self.words)

    def walk(self, subject: Subject[Any]) -> Walk[Any]:
        return Walk(subject, self.size, self.unplayed, self.rounds, self.initial_colour)


PLAYED: dict[bool, tuple[int, ...]] = {False: (4, 4, 4, 4, 4), True: (4, 4, 4, 3)}
"""The number of rounds in walks without absences and forfeits. The first entry is for events of 2 participants.

The key True is for team events, which take longer because a match has more possible results. Two cores finish all walks
in about an hour.
"""

UNPLAYED: dict[bool, tuple[int, ...]] = {False: (0, 4, 4, 3, 2, 2), True: (0, 4, 3, 2)}
"""The number of rounds in walks with an absence or a forfeit. The first entry is for events of 2 participants."""


def units(names: frozenset[str]) -> Iterator[Unit]:
    cases = [(False, size) for size in range(2, 7)] + [(True, size) for size in range(3, 8)]
    for unplayed, size in sorted(cases, key=sum):
        for subject in SUBJECTS:
            if subject.name in names and size <= subject.most:
                deepest = (UNPLAYED if unplayed else PLAYED)[subject.name.startswith("team")]
                rounds = deepest[size - 2]
                both = size <= MIRRORED or subject.edition == "dubov/2026"
                for colour in "wb" if both else "w":
                    yield Unit(subject.name, size, unplayed, rounds, colour)
