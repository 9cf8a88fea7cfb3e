"""The result of a check of the ranks, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairing_engine.language import say, say_many

if TYPE_CHECKING:
    from pairing_engine.standings.compare import RankCheck, WrongRank


def rank_lines(found: RankCheck) -> Iterator[str]:
    """One line if the ranks of the file agree with the standings; otherwise one more for every rank that differs."""
    if found.standings is None:
        yield say("  standings: cannot be checked: {why_not}", why_not=say(found.why_not))
        return
    order = found.standings.order
    by = f"{say(order.why)}: {', '.join(order.codes)}"
    if not found.wrong:
        yield say("  standings: agree ({by})", by=by)
        return
    yield say_many(
        "  standings: {number} rank differs ({by})",
        "  standings: {number} ranks differ ({by})",
        len(found.wrong),
        by=by,
    )
    if found.standings.remark:
        yield f"    {found.standings.remark}"
    yield from (f"    {_words(wrong)}" for wrong in found.wrong)


def _words(wrong: WrongRank) -> str:
    places = (
        str(wrong.first) if wrong.first == wrong.last else say("{first} to {last}", first=wrong.first, last=wrong.last)
    )
    words = say(
        "{name}: rank {recorded} in the file, {places} by the tie-breaks",
        name=f"{wrong.number} {wrong.name}".strip(),
        recorded=wrong.recorded,
        places=places,
    )
    if not wrong.beside:
        return words
    own, other = wrong.values
    return say(
        "{words}: {by} {own}, and {other} for {beside}",
        words=words,
        by=wrong.by,
        own=own,
        other=other,
        beside=wrong.beside,
    )
