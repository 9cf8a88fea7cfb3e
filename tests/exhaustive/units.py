"""What is walked, small ones first: systems, numbers of participants, with a round that somebody does not play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.exhaustive.subjects import ROUNDS, SUBJECTS, Subject
from tests.exhaustive.walk import Walk

MIRRORED = 4
"""Up to so many participants both initial-colours are walked. Beyond that only White's: no article but C.04.4.1 1.6.4
names a colour, so that the events of the other one are these with the colours exchanged.
"""


class Unit(NamedTuple):
    """One walk. ``rounds``: how many rounds deep."""

    subject: str
    size: int
    unplayed: bool
    rounds: int
    initial_colour: str

    @property
    def words(self) -> str:
        """The walk as people say it."""
        whom = f"{self.size} {'teams' if self.subject.startswith('team') else 'players'}"
        exception = "with one round that somebody does not play" if self.unplayed else "who all play"
        colour = "" if self.initial_colour == "w" else ", Black first"
        return f"{self.subject}: {whom} {exception}, {self.rounds} rounds{colour}"

    @property
    def file_name(self) -> str:
        """The same as a name."""
        return "".join(letter if letter.isalnum() else "-" for letter in self.words)

    def walk(self, subject: Subject[Any]) -> Walk[Any]:
        """The walk itself."""
        return Walk(subject, self.size, self.unplayed, self.rounds, self.initial_colour)


def deepest(size: int, *, matches: bool, unplayed: bool) -> int:
    """How many rounds deep a walk goes that two cores end within their hour."""
    if matches:
        return ROUNDS - (size == 5) if unplayed else ROUNDS
    if not unplayed:
        return ROUNDS
    return ROUNDS if size < 5 else ROUNDS - 1 if size < 7 else ROUNDS - 2


def units(names: frozenset[str]) -> Iterator[Unit]:
    """All walks of these subjects, small ones first."""
    cases = [(False, size) for size in range(2, 7)] + [(True, size) for size in range(3, 8)]
    for unplayed, size in sorted(cases, key=sum):
        for subject in SUBJECTS:
            if subject.name in names and size <= subject.most:
                rounds = deepest(size, matches=subject.most < 7, unplayed=unplayed)
                both = size <= MIRRORED or subject.edition == "dubov/2026"
                for colour in "wb" if both else "w":
                    yield Unit(subject.name, size, unplayed, rounds, colour)
