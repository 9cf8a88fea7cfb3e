"""The errors that say why a round cannot be paired. Every other exception is a bug, and so is `IllegalPairing`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from pairing_engine.language import marked, say


class PairingError(Exception):
    """The base class of the errors of `pairing_engine.pair` for a round that it cannot pair."""


class NoPairing(PairingError):
    """[C.04.3 1.9.3] The round-pairing cannot be completed: the arbiter decides.

    ``article`` is the rule that cannot be kept; ``participants`` are the numbers of those who cannot be paired.
    """

    def __init__(self, article: str, words: str, participants: Iterable[int] = ()) -> None:
        self.article = article
        self.words = words
        self.participants = tuple(sorted(participants))
        super().__init__(article, words, self.participants)

    def __str__(self) -> str:
        return f"{self.words} [{self.article}]"


class Fact(Enum):
    """A fact that a pairing can depend on and a tournament may leave open; the value is its name in words."""

    NUMBER_OF_ROUNDS = marked("number of rounds")
    INITIAL_COLOUR = marked("initial colour")
    RATINGS = marked("ratings")
    """[C.04.4.1 1.1] The ratings of everybody, and of their opponents."""
    RATINGS_IN_MAXI = marked("ratings of a Maxi-tournament")
    """[C.04.4.3 3.2.3] The ratings of everybody in the round."""


class MissingFact(PairingError):
    """The pairing depends on a fact that the tournament does not state.

    ``fact`` is what is missing; ``participants`` are the numbers of those for whom it is missing, if not for everybody.
    """

    def __init__(self, fact: Fact, participants: Iterable[int] = ()) -> None:
        self.fact, self.participants = fact, tuple(participants)
        super().__init__(fact, self.participants)

    def __str__(self) -> str:
        about = say(self.fact.value)
        if self.participants:
            about = say("ratings of participants {participants}", participants=", ".join(map(str, self.participants)))
        return say("the pairing depends on the {about}, which is not given", about=about)


class TooLarge(PairingError):
    """The pairing would take more memory than is allowed. The words say which bracket is too large, and why."""


class IllegalPairing(Exception):
    """The engine is at fault: its pairing breaks a rule that no pairing may break. ``faults`` say which, in words."""

    def __init__(self, number: int, faults: Iterable[str]) -> None:
        self.number, self.faults = number, tuple(faults)
        super().__init__(number, self.faults)

    def __str__(self) -> str:
        return say(
            "the pairing found for round {number} is illegal and is not shown: {faults}",
            number=self.number,
            faults="; ".join(self.faults),
        )


class BadRequest(PairingError):
    """A request for something that does not exist, such as a round, a system or an edition, or a contradiction.

    ``about`` names the argument at fault (``edition``, ``team``, ...), if there is one, so that a command can name the
    option by which it was given.
    """

    def __init__(self, words: str, about: str = "") -> None:
        self.words, self.about = words, about
        super().__init__(words, about)

    def __str__(self) -> str:
        return self.words


class BadRequests(BadRequest):
    """Several faults of a request, each in a sentence of its own."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))
