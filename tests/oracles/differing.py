"""Rounds that other programs pair otherwise, as they are known: the tests and docs/verification.md read them here."""

from __future__ import annotations

from typing import NamedTuple


class Differing(NamedTuple):
    """A round of a random event: whose subject, the event's seed, the round, and what is known of it."""

    subject: str
    seed: int
    round: int
    argument: str


DIFFERING = (
    Differing(
        "team/2026: Gacrux 1.11",
        47,
        6,
        "of the sets of upfloaters in a last round ours is the earlier one by 3.5.4, with the same totals in [C4] to"
        " [C7]; why Gacrux takes the later one has not been found out",
    ),
)
