"""The recorded wishes of the organiser as sentences for the page."""

from __future__ import annotations

from collections.abc import Iterator

from pairing_engine.facts.model import Tournament
from pairing_engine.facts.wishes import Wish, WishKind
from pairing_engine.language import marked, say

PAIRS = "pairs"
"""The label of wishes about pairs."""

SENTENCES = marked(
    {
        PAIRS: "should not meet: {names} ({strength})",
        WishKind.AVOID: "should not meet: players of the same {group} ({strength})",
        WishKind.BYE: "should have the bye, if anybody has it: {names} ({strength})",
        WishKind.NO_BYE: "should not have the bye: {names} ({strength})",
    }
)


def wishes_in_words(tournament: Tournament) -> Iterator[str]:
    """Yield the wishes of an event as sentences with names."""
    names = {one.tpn: one.name or str(one.number) for one in tournament.participants}
    for wish in tournament.settings.wishes:
        groups = (" – ".join(names[tpn] for tpn in sorted(group)) for group in wish.groups)
        yield say(
            SENTENCES[_kind(wish)],
            names="; ".join(groups),
            group=say(wish.label) if wish.kind is WishKind.AVOID else "",
            strength=say(wish.strength.value),
        )


def _kind(wish: Wish) -> WishKind | str:
    return PAIRS if wish.label == PAIRS else wish.kind
