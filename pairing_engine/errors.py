"""What can stand between a tournament and its pairing. Anything else that is raised is a bug, `IllegalPairing` too."""

from __future__ import annotations

from collections.abc import Iterable


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


class MissingFact(PairingError):
    """The pairing depends on something that the tournament does not say.

    ``fact`` is what is missing, ``record`` the TRF record that says it, ``example`` a line to add.
    """

    def __init__(self, fact: str, record: str, example: str) -> None:
        self.fact, self.record, self.example = fact, record, example
        super().__init__(fact, record, example)

    def __str__(self) -> str:
        return (
            f"the pairing depends on the {self.fact}, which is not given: "
            f"add record {self.record}, for example: {self.example}"
        )


NUMBER_OF_ROUNDS = ("number of rounds", "142", "142 9 (in TRF(x): XXR 9)")
INITIAL_COLOUR = ("initial colour", "152", "152 W or 152 B (in TRF(x): XXC white1 or XXC black1)")


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
    """What was asked for does not exist: a round, a system, an edition, an option's value."""
