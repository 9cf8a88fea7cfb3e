"""The errors that explain why a round cannot be paired."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from pairing_engine.language import marked, say


class PairingError(Exception):
    """The base class of the errors raised by `pairing_engine.pair` for a round that cannot be paired."""


class NoPairing(PairingError):
    """[C.04.3 1.9.3] No legal pairing of the round exists, so the arbiter must decide.

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
    """A fact that a pairing may need and a tournament may not state; the value is its name in words."""

    NUMBER_OF_ROUNDS = marked("number of rounds")
    INITIAL_COLOUR = marked("initial colour")
    RATINGS = marked("ratings")
    """[C.04.4.1 1.1] The ratings of all players, which Dubov's rules need for the opponents."""
    RATINGS_IN_MAXI = marked("ratings of a Maxi-tournament")
    """[C.04.4.3 3.2.3] The ratings of all players in the round of a Maxi-tournament."""


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
        return say("the pairing cannot be found without the {about}", about=about)


class TooLarge(PairingError):
    """The pairing would take too much memory. The words name the bracket that is too large."""


class IllegalPairing(Exception):
    """A bug of the engine: its pairing breaks an absolute rule. ``faults`` describe each breach."""

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
    """A request that contradicts itself, or asks for a round, system or edition that does not exist.

    ``about`` names the argument at fault (``edition``, ``team``, ...), if there is one, so that a command can name the
    option by which it was given.
    """

    def __init__(self, words: str, about: str = "") -> None:
        self.words, self.about = words, about
        super().__init__(words, about)

    def __str__(self) -> str:
        return self.words


class BadRequests(BadRequest):
    """A request with several faults, each described in its own sentence."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))
