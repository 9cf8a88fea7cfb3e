"""What can stand between a tournament and its pairing. Anything else that is raised is a bug, `IllegalPairing` too."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class PairingError(Exception):
    """The base of what `pairing_engine.pair` raises for a round it cannot pair."""


class NoPairing(PairingError):
    """[C.04.3 1.9.3] It is impossible to complete the round-pairing: the arbiter decides.

    ``article`` says which rule cannot be kept; ``participants`` are the numbers of those for whom there is no place.
    """

    def __init__(self, article: str, words: str, participants: Iterable[int] = ()) -> None:
        self.article = article
        self.words = words
        self.participants = tuple(sorted(participants))
        super().__init__(article, words, self.participants)

    def __str__(self) -> str:
        return f"{self.words} [{self.article}]"


class Fact(Enum):
    """What a pairing can depend on, and a tournament may leave open. The value is its name in words."""

    NUMBER_OF_ROUNDS = "number of rounds"
    INITIAL_COLOUR = "initial colour"
    RATINGS = "ratings"
    """[C.04.4.1 1.1] Of everybody, and of their opponents."""
    RATINGS_IN_MAXI = "ratings of a Maxi-tournament"
    """[C.04.4.3 3.2.3] Of everybody in the round."""


class MissingFact(PairingError):
    """The pairing depends on something that the tournament does not say.

    ``fact`` is what is missing; ``participants`` are the numbers of those about whom it is, if it is about some.
    """

    def __init__(self, fact: Fact, participants: Iterable[int] = ()) -> None:
        self.fact, self.participants = fact, tuple(participants)
        super().__init__(fact, self.participants)

    def __str__(self) -> str:
        about = self.fact.value
        if self.participants:
            about = f"ratings of participants {', '.join(map(str, self.participants))}"
        return f"the pairing depends on the {about}, which is not given"


class TooLarge(PairingError):
    """The pairing would take more memory than there may be. The words say which bracket is too large, and why."""


class IllegalPairing(Exception):
    """The engine is at fault: its pairing breaks a rule that no pairing may break. ``faults`` say which, in words."""

    def __init__(self, number: int, faults: Iterable[str]) -> None:
        self.number, self.faults = number, tuple(faults)
        super().__init__(number, self.faults)

    def __str__(self) -> str:
        return f"the pairing found for round {self.number} is illegal, and so not shown: {'; '.join(self.faults)}"


class BadRequest(PairingError):
    """What was asked for does not exist: a round, a system, an edition, a value; or the facts do not go together.

    ``about`` is the argument that is at fault (``edition``, ``team``, ...), where it is one: who knows how it was given
    can say so.
    """

    def __init__(self, words: str, about: str = "") -> None:
        self.words, self.about = words, about
        super().__init__(words, about)

    def __str__(self) -> str:
        return self.words
