"""[C.07 4] The tie-breaks of an event, stated at its beginning or at any time later."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.changes.results import ranked
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import Tournament
from pairing_engine.language import say
from pairing_engine.standings.codes import order_of, points_code, unsuited


def with_tie_breaks(tournament: Tournament, codes: Iterable[str], *, force: bool = False) -> Tournament:
    """Return the tournament with other tie-breaks [records 202, 212], and the ranks that follow from them.

    Without codes, only points count. Raises `BadRequest` for a code that does not exist, and for one that C.07 excludes
    from this system, unless ``force``.
    """
    settings = tournament.settings
    points = points_code(settings)
    found = order_of(tournament, [code for code in codes if code != points] or [points]).codes
    excluded = unsuited(settings, found)
    if excluded and not force:
        raise BadRequest(excluded, "force")
    order = (points, *(code for code in found if code != points)) if len(found) > 1 else ()
    return ranked(tournament._replace(settings=settings._replace(tie_breaks=order[1:], standings_order=order)))


def tie_breaks_in_words(tournament: Tournament) -> str:
    """Return a sentence about the tie-breaks of an event."""
    if not tournament.settings.tie_breaks:
        return say("the standings are by points only")
    return say("the standings are by {codes}", codes=", ".join(order_of(tournament).codes))
