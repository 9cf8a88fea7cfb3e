"""The objections to a wrong round, according to the literal transcriptions.

The first bracket with different pairs determines the objection. First, the criteria are compared. If all values are
equal, the order of candidates decides. For C.04.4.3 and the Dutch editions before 2017, we only check whether the round
is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from tests.articles.literal.facts import Paired

P = TypeVar("P")
Pairs = frozenset[frozenset[int]]


class Said(NamedTuple):
    """An objection to a round. If the round is worse in some criterion, ``code`` is the code of this criterion."""

    fault: str
    code: str = ""


ILLEGAL, WORSE, LATER = "illegal", "worse", "later in the order"
BYE, COLOURS, OTHERWISE = "other bye", "other colours", "other"
PROCEDURE = "against the procedure"
COMPARED_VERDICTS = (WORSE, LATER, BYE, PROCEDURE)
"""The possible verdicts on a legal round with wrong pairs or a wrong bye."""
SILENT = Said("")
"""The value that stands for no objection."""


def pairs_of(paired: Paired) -> Pairs:
    return frozenset(map(frozenset, paired.boards))


def among(pairs: Pairs, tpns: Iterable[int]) -> Pairs:
    these = frozenset(tpns)
    return frozenset(pair for pair in pairs if pair <= these)


def legality(
    members: Sequence[P], tpn: Callable[[P], int], may_meet: Callable[[P, P], bool], may_get: Callable[[P], bool]
) -> Callable[[Paired], bool]:
    """Return a function that checks whether a round satisfies C1 to C3."""
    by_tpn = {tpn(player): player for player in members}

    def is_legal(paired: Paired) -> bool:
        meets = all(may_meet(by_tpn[one], by_tpn[other]) for one, other in paired.boards)
        return meets and (not paired.bye or may_get(by_tpn[paired.bye]))

    return is_legal


class Text(NamedTuple):
    """The functions that judge rounds according to the rules of an edition.

    ``against`` compares another legal round with the right round. If the edition does not compare candidates,
    ``against`` returns the objection ``OTHERWISE``.
    """

    is_legal: Callable[[Paired], bool]
    against: Callable[[Paired, Paired], Said]


def said(text: Text, right: Paired, other: Paired) -> Said:
    if not text.is_legal(other):
        return Said(ILLEGAL)
    if pairs_of(right) != pairs_of(other) or right.bye != other.bye:
        return text.against(right, other)
    return SILENT if right == other else Said(COLOURS)


def first_worse(codes: Iterable[str], right: Iterable[object], other: Iterable[object]) -> Said | None:
    """Find the first criterion by which the candidates differ. Check that the right candidate is better."""
    for code, ours, theirs in zip(codes, right, other, strict=True):
        if ours != theirs:
            assert ours < theirs, f"{code}: {theirs} would be better than {ours}"  # type: ignore[operator]
            return Said(WORSE, code)
    return None


def later(order: Iterator[Pairs], right: Pairs, other: Pairs) -> Said:
    """Check that the right candidate comes before the other candidate, and return the objection."""
    first = next(pairs for pairs in order if pairs in (right, other))
    assert first == right, f"{sorted(map(sorted, other))} comes before {sorted(map(sorted, right))}"
    assert any(pairs == other for pairs in order), f"{sorted(map(sorted, other))} is not a candidate"
    return Said(LATER)


def all_rounds(tpns: Sequence[int]) -> Iterator[tuple[Pairs, int]]:
    """Yield all ways to pair these participants, legal or not, with every choice of the bye."""
    for bye in tpns if len(tpns) % 2 else (0,):
        for pairs in _matchings([tpn for tpn in tpns if tpn != bye]):
            yield frozenset(pairs), bye


def _matchings(tpns: Sequence[int]) -> Iterator[tuple[frozenset[int], ...]]:
    if not tpns:
        yield ()
        return
    first, *others = tpns
    for other in others:
        for rest in _matchings([tpn for tpn in others if tpn != other]):
            yield (frozenset((first, other)), *rest)


def demanded(tpns: Sequence[int], one: int, other: int) -> frozenset[frozenset[int]]:
    """Return the pairs to forbid, so that two participants can meet only each other."""
    pairs = (frozenset(pair) for pair in combinations(tpns, 2))
    return frozenset(pair for pair in pairs if len(pair & {one, other}) == 1)
