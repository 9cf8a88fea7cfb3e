"""Wishes of the organiser that an event records, and their end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pairing_engine.facts.asked_wishes import as_stated, wishes_of
from pairing_engine.facts.model import Prohibition, Settings, Strength, Tournament, Wish, WishKind

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


def with_asked_wishes(event: Tournament, asked: AskedAs) -> Tournament:
    """Record wishes from the next round to the last; without any, end all wishes and prohibitions."""
    following, stated = len(event.rounds) + 1, event.settings
    if not any(value for name, value in asked.items() if name != "strength"):
        wishes, prohibitions = (_ended(one, following) for one in (stated.wishes, stated.prohibitions))
        return event._replace(settings=stated._replace(wishes=wishes, prohibitions=prohibitions))
    rounds = following, max(stated.rounds or following, following)
    return event._replace(settings=with_wishes(stated, wishes_of(event, as_stated(asked), rounds)))


def with_wishes(settings: Settings, wishes: Iterable[Wish]) -> Settings:
    """Return the settings with new wishes. People whom a hard wish keeps apart are a prohibition (reading Z10)."""
    prohibitions, others = [*settings.prohibitions], [*settings.wishes]
    for one in wishes:
        if one.kind is WishKind.AVOID and one.strength is Strength.HARD:
            apart = (Prohibition(one.first_round, one.last_round, group) for group in one.groups)
            prohibitions += (new for new in apart if not any(_holds_within(new, old) for old in prohibitions))
        elif one.groups:
            others.append(one)
    return settings._replace(wishes=tuple(others), prohibitions=tuple(prohibitions))


def _holds_within(new: Prohibition, old: Prohibition) -> bool:
    return new.tpns <= old.tpns and old.first_round <= new.first_round and new.last_round <= old.last_round


def _ended(stated: Iterable[Any], number: int) -> tuple[Any, ...]:
    """Return the wishes or prohibitions that held before a round, for the rounds before it."""
    return tuple(one._replace(last_round=min(one.last_round, number - 1)) for one in stated if one.first_round < number)
