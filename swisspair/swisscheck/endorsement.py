"""The report of ``swisscheck --endorse``, which answers all questions of FIDE's endorsement form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum

from pairing_engine import __version__
from pairing_engine.values import NamedTuple

LIMIT = 10
"""The maximum number of discrepancies that an endorsed program may have."""
WANTED = 50_000
"""FIDE requires this many events from our generator and this many from another generator."""


class Aspect(Enum):
    """The kinds of differences between two pairings."""

    PAIRING = "pairing"
    COLOURS = "colours"
    BYE = "bye"
    BOARD_ORDER = "board order"
    STANDINGS = "standings"
    NO_ANSWER = "no answer"


class Blame(Enum):
    """The program that is wrong when two programs pair a round differently.

    If the reference engine agrees with the other program, ours is wrong. If an article decides against the other
    program's pairing, the other program is wrong. ``UNCLEAR`` means that no reason was found.
    """

    OURS = "ours"
    THEIRS = "theirs"
    UNCLEAR = "unclear rule"


class Discrepancy(NamedTuple):
    """A difference between the pairings of two programs.

    ``event`` is the seed or the file name of the event. ``round`` is 0 if the difference concerns the whole event.
    """

    event: str
    round: int
    kind: Aspect
    words: str
    why: str = ""
    """The article that decides against the other program's pairing, according to our interpretation."""
    blame: Blame = Blame.UNCLEAR

    def to_dict(self) -> dict[str, object]:
        return {**self._asdict(), "kind": self.kind.value, "blame": self.blame.value}


class Compared(NamedTuple):
    """The result for one event: its number of rounds, the differences, and whether the ranks were compared."""

    rounds: int
    found: tuple[Discrepancy, ...] = ()
    ranked: bool = False


class Report(NamedTuple):
    """The result of comparing two programs on many events. ``rounds`` holds the number of rounds of each event."""

    title: str
    reproduce: str
    """A command with which the user can reproduce one of the differences."""
    rounds: tuple[int, ...]
    ranked: int
    """The number of events whose ranks were compared."""
    found: tuple[Discrepancy, ...]
    strict_boards: bool = False
    """Whether a different order of boards counts as a discrepancy.

    C.04.2 only recommends an order of boards, and no player's game depends on it.
    """

    @property
    def events(self) -> int:
        return len(self.rounds)

    @property
    def counted(self) -> tuple[Discrepancy, ...]:
        return tuple(one for one in self.found if self.strict_boards or one.kind is not Aspect.BOARD_ORDER)

    @property
    def discrepancies(self) -> int:
        """The number of rounds that differ, plus one for each event that differs as a whole.

        A different order of boards counts only if ``strict_boards`` is true.
        """
        return len({(one.event, one.round) for one in self.counted})

    @property
    def board_orders(self) -> int:
        """The number of rounds with a different order of boards."""
        return sum(one.kind is Aspect.BOARD_ORDER for one in self.found)

    @property
    def verdict(self) -> str:
        """Whether there were enough events, and no more discrepancies than FIDE allows."""
        passed = "within the limit" if self.discrepancies <= LIMIT else "above the limit"
        few = "" if self.events >= WANTED else f"; {self.events} of the {WANTED} events that FIDE asks for"
        return f"{passed}: {self.discrepancies} discrepancies, at most {LIMIT}{few}"

    @property
    def mean(self) -> str:
        """The mean number of rounds with two decimals."""
        whole, hundredths = divmod(100 * sum(self.rounds) // max(self.events, 1), 100)
        return f"{whole}.{hundredths:02}"

    def to_dict(self) -> dict[str, object]:
        kinds = Counter(one.kind for one in self.found)
        blames = Counter(one.blame for one in self.counted)
        return {
            "title": self.title,
            "version": __version__,
            "events": self.events,
            "rounds": sum(self.rounds),
            "rounds_of_an_event": {"least": min(self.rounds), "most": max(self.rounds), "mean": self.mean},
            "ranks_compared": self.ranked,
            "discrepancies": len({one.event for one in self.counted}),
            "differing_rounds": self.discrepancies,
            "board_orders": self.board_orders,
            "kinds": {kind.value: kinds[kind] for kind in Aspect},
            "blame": {blame.value: blames[blame] for blame in Blame},
            "limit": LIMIT,
            "verdict": self.verdict,
            "reproduce": self.reproduce,
            "differences": [one.to_dict() for one in self.found],
        }

    def to_text(self) -> str:
        kinds = Counter(one.kind for one in self.found)
        blames = Counter(one.blame for one in self.counted)
        spread = f"(least {min(self.rounds)}, most {max(self.rounds)}, mean {self.mean})"
        apart = "counted as differences" if self.strict_boards else "counted apart"
        lines = [
            f"{self.title} (swisspair {__version__})",
            f"events: {self.events}, with {sum(self.rounds)} rounds {spread}; ranks compared: {self.ranked}",
            f"events with differences: {len({one.event for one in self.counted})}; rounds: {self.discrepancies}",
            "differences: "
            + ", ".join(f"{kind.value} {kinds[kind]}" for kind in Aspect if kind is not Aspect.BOARD_ORDER),
            f"boards in another order: {self.board_orders} rounds, {apart}",
            "whose error: " + ", ".join(f"{blame.value} {blames[blame]}" for blame in Blame),
            f"verdict: {self.verdict}",
        ]
        for one in self.found:
            where = f", round {one.round}" if one.round else ""
            lines.append(f"  {one.event}{where}: {one.kind.value}: {one.words}")
            lines.append(f"    {one.blame.value}{f': {one.why}' if one.why else ''}")
        if self.found:
            lines.append(f"to see one again: {self.reproduce}")
        return "".join(f"{line}\n" for line in lines)


def report_of(title: str, reproduce: str, compared: Iterable[Compared], *, strict_boards: bool = False) -> Report:
    """Build the report on the compared events."""
    rounds: list[int] = []
    found: list[Discrepancy] = []
    ranked = 0
    for one in compared:
        rounds.append(one.rounds)
        ranked += one.ranked
        found += one.found
    return Report(title, reproduce, tuple(rounds), ranked, tuple(found), strict_boards)
