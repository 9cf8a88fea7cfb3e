"""The result of a check of the ranks, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing_engine.standings.compare import RankCheck, WrongRank


def rank_lines(found: RankCheck) -> Iterator[str]:
    """One line if the ranks of the file agree with the standings; otherwise one more for every rank that differs."""
    if found.standings is None:
        yield f"  standings: cannot be checked: {found.why_not}"
        return
    order = found.standings.order
    by = f"{order.why}: {', '.join(order.codes)}"
    if not found.wrong:
        yield f"  standings: agree ({by})"
        return
    count = len(found.wrong)
    yield f"  standings: {count} {'rank differs' if count == 1 else 'ranks differ'} ({by})"
    if found.standings.remark:
        yield f"    {found.standings.remark}"
    yield from (f"    {_words(wrong)}" for wrong in found.wrong)


def _words(wrong: WrongRank) -> str:
    places = str(wrong.first) if wrong.first == wrong.last else f"{wrong.first} to {wrong.last}"
    words = f"{f'{wrong.number} {wrong.name}'.strip()}: rank {wrong.recorded} in the file, {places} by the tie-breaks"
    if not wrong.beside:
        return words
    own, other = wrong.values
    return f"{words}: {wrong.by} {own}, beside {other} of {wrong.beside}"
