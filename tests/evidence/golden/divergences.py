"""The list of recorded answers that we believe to be wrong (``fixtures/known_divergences.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Set as AbstractSet
from functools import cache
from typing import NamedTuple

from tests.evidence.tally import counted
from tests.places import FIXTURES

Pairs = AbstractSet[tuple[int, int]]


class Place(NamedTuple):
    archive: str
    file: str
    round: int


class Divergence(NamedTuple):
    """A recorded answer that we believe to be wrong. The ``article`` supports our own answer."""

    place: Place
    program: str
    article: str
    reading: str
    argument: str
    theirs: Pairs
    ours: Pairs


def divergences_in(text: str) -> dict[Place, Divergence]:
    """Read a file of divergences. Each entry must have a reason and two different answers."""
    found: dict[Place, Divergence] = {}
    for entry in tomllib.loads(text).get("divergence", ()):
        place = Place(entry["archive"], entry["file"], entry["round"])
        assert place not in found, f"{place} is listed twice"
        program, article, reading, argument = (
            entry[name].strip() for name in ("program", "article", "reading", "argument")
        )
        assert article.startswith("C.04"), f"{place}: {article!r} is not an article"
        assert program, f"{place}: the entry does not state who recorded the answer"
        assert argument, f"{place}: the entry states no reason"
        theirs, ours = (pairs_in(entry[name]) for name in ("theirs", "ours"))
        assert theirs != ours, f"{place}: the answers do not differ"
        found[place] = Divergence(place, program, article, reading, argument, theirs, ours)
    return found


def pairs_in(text: str) -> Pairs:
    return frozenset((int(white), int(black)) for white, _, black in (pair.partition("-") for pair in text.split()))


@cache
def known_divergences() -> dict[Place, Divergence]:
    return divergences_in((FIXTURES / "known_divergences.toml").read_text(encoding="utf-8"))


def assert_agrees(place: Place, found: Pairs, recorded: Pairs, known: dict[Place, Divergence] | None = None) -> None:
    """Check that our answer equals the recorded answer, or that the list of divergences contains both answers."""
    entry = (known_divergences() if known is None else known).get(place)
    if known is None:
        _count(place, known=entry is not None)
    if entry is None:
        assert found == recorded, place
        return
    assert recorded == entry.theirs, f"{place}: the recorded answer is not the one in the list of divergences"
    assert found == entry.ours, f"{place}: our answer is not the one in the list of divergences"


def _count(place: Place, *, known: bool) -> None:
    edition, _, archive = place.archive.partition("/")
    counted("golden", f"{'/'.join(edition.rsplit('-', 1))}: {archive}", known=known)
