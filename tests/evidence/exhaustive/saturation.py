"""``python -m tests.evidence.exhaustive.saturation``: play events until no further round is possible.

The past rounds of each event are random legal rounds. The events therefore contain positions that do not occur in real
events. Every round is paired in three ways.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from tests.articles.literal.common import ABSOLUTE, preference
from tests.articles.literal.facts import Event, MatchEvent, Paired
from tests.evidence.exhaustive.campaign import Campaign, Found
from tests.evidence.exhaustive.subjects import BY_NAME, Subject, compared
from tests.evidence.exhaustive.verdicts import matchings

EVENTS = 400
END = "events to a round that cannot be paired"
LARGEST = 10
LARGEST_OF_MATCHES = 8
"""The largest number of participants in systems that pair matches. The transcriptions of these systems are slow."""


def saturated(seed: int, name: str) -> Found:
    subject: Subject[Any] = BY_NAME[name]
    lot = Random(f"{name} {seed}")
    size = lot.randint(4, LARGEST_OF_MATCHES if subject.most < 7 else LARGEST)
    total = lot.choice((size - 1, size + size % 2 - 1, 2 * size))
    event = subject.start(size, total, lot.choice("wb"))
    differences: list[str] = []
    for number in range(1, total + 1):
        found = compared(subject, event)
        differences += [found.difference] * bool(found.difference)
        past = any_legal(event, lot)
        if past is None:
            return Found(Counter({"rounds": number, END: found.answer is None}), tuple(differences))
        way = tuple(lot.choice(subject.played) for _ in past.boards)
        event = subject.after(event, past, way, "")
    return Found(Counter({"rounds": total}), tuple(differences))


class _Past(NamedTuple):
    """The facts that limit a participant's next pairing.

    ``pressed`` is the colour that an absolute preference demands.
    """

    met: frozenset[int]
    balance: int
    pressed: str
    had_bye: bool


def any_legal(event: Event | MatchEvent, lot: Random) -> Paired | None:
    """Choose a random pairing that C1 to C3 allow, or return None if no such pairing exists."""
    pasts = {tpn: _past(event, tpn) for tpn in _tpns(event)}
    order = lot.sample(sorted(pasts), len(pasts))

    def fit(one: int, other: int) -> bool:
        clash = pasts[one].pressed and pasts[one].pressed == pasts[other].pressed
        return other not in pasts[one].met and not clash

    byes = [tpn for tpn in order if not pasts[tpn].had_bye] if len(order) % 2 else [0]
    for bye in byes:
        pairs = next(matchings([tpn for tpn in order if tpn != bye], fit), None)
        if pairs is not None:
            return Paired(frozenset(_coloured(pair, pasts, lot) for pair in pairs), bye)
    return None


def _tpns(event: Event | MatchEvent) -> Sequence[int]:
    if isinstance(event, MatchEvent):
        return event.participants
    return [entrant.tpn for entrant in event.entrants]


def _past(event: Event | MatchEvent, tpn: int) -> _Past:
    cells = [cells[tpn] for cells in event.rounds]
    colours = "".join(cell.colour for cell in cells if cell.opponent)
    due = preference(colours)
    pressed = due.colour if due.strength == ABSOLUTE and isinstance(event, Event) else ""
    return _Past(
        frozenset(cell.opponent for cell in cells),
        colours.count("w") - colours.count("b"),
        pressed,
        any(not cell.opponent for cell in cells),
    )


def _coloured(pair: tuple[int, int], pasts: dict[int, _Past], lot: Random) -> tuple[int, int]:
    """Give colours according to absolute preferences. Otherwise, give White to the player with fewer Whites."""

    def claim(tpn: int) -> tuple[bool, bool, int, float]:
        past = pasts[tpn]
        return past.pressed != "w", past.pressed == "b", past.balance, lot.random()

    white, black = sorted(pair, key=claim)
    return white, black


if __name__ == "__main__":
    sys.exit(Campaign("saturation", "rounds", saturated, list(BY_NAME), EVENTS).main(__doc__))
