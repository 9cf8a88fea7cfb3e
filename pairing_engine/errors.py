"""The errors for rounds that cannot be paired, and for wrong requests."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from pairing_engine.language import marked, say, with_semicolons


class PairingError(Exception):
    """The base class of all errors that `pairing_engine.pair` raises for a round that cannot be paired."""

    def __init__(self, *words: object) -> None:
        super().__init__(*words)


class NoPairing(PairingError):
    """[C.04.3 1.9.3] The error for a round that has no legal pairing, so that the arbiter must decide.

    ``article`` cannot be satisfied. ``participants`` lists the numbers of the players who cannot be paired.
    """

    def __init__(self, article: str, words: str, participants: Iterable[int] = ()) -> None:
        self.article = article
        self.words = words
        self.participants = tuple(sorted(participants))
        super().__init__(article, words, self.participants)

    def __str__(self) -> str:
        return f"{self.words} [{self.article}]"


class Fact(Enum):
    """A fact that may be missing although a pairing needs it. The value is the name of the fact in messages."""

    NUMBER_OF_ROUNDS = marked("number of rounds")
    INITIAL_COLOUR = marked("initial colour")
    RATINGS = marked("ratings")
    """[C.04.4.1 1.1] The ratings of all players. Dubov's rules need the average rating of opponents."""
    RATINGS_IN_MAXI = marked("ratings of a Maxi-tournament")
    """[C.04.4.3 3.2.3] The ratings of all players of a round in a Maxi-tournament."""


class MissingFact(PairingError):
    """The error for a pairing that depends on a fact that the tournament does not state.

    ``participants`` lists the numbers of the players for whom the fact is missing, if it is about players.
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
    """The error for a question that would take too much memory or time."""


class IllegalPairing(Exception):
    """The error for a bug of the engine: its pairing breaks an absolute rule. ``faults`` describes each breach."""

    def __init__(self, number: int, faults: Iterable[str]) -> None:
        self.number, self.faults = number, tuple(faults)
        super().__init__(number, self.faults)

    def __str__(self) -> str:
        return say(
            "the pairing found for round {number} is illegal and is not shown: {faults}",
            number=self.number,
            faults=with_semicolons(self.faults),
        )


class BadRequest(PairingError):
    """The error for a contradictory request, or for a round, system or edition that does not exist.

    ``about`` is the name of the wrong argument (``edition``, ``team``, ...), by which commands name the wrong option.
    """

    def __init__(self, words: str, about: str = "") -> None:
        self.words, self.about = words, about
        super().__init__(words, about)

    def __str__(self) -> str:
        return self.words


def refusal(message: str, about: str = "", /, **values: object) -> BadRequest:
    """Return the error with this message in the reader's language, filled in with ``values`` (see `say`)."""
    return BadRequest(say(message, **values), about)


class BadRequests(BadRequest):
    """The error for a request with several faults, each with its own message."""

    def __init__(self, faults: Iterable[str], about: str = "") -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults), about)


LARGEST_ANALYSED = 200
"""The largest number of players for which the message explains which groups, not only who alone, cannot be paired."""
