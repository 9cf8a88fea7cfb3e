from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from pairing_engine.facts.model import MAX_ROUNDS, Strength, Tournament, Tpn, Wish, WishKind
from tests.engine.wishes.literal_wishes import Asked, Wishes


def random_asked(rng: Random, tpns: Sequence[int]) -> Asked:
    clubs = rng.choice((1, 2, 2, 3, 3, 4, len(tpns)))
    club_of = {tpn: rng.randrange(clubs) for tpn in tpns}
    groups = [frozenset(tpn for tpn in tpns if club_of[tpn] == club) for club in range(clubs)]
    if clubs == 1:
        groups = []
    groups += [frozenset(rng.sample(tpns, 2)) for _ in range(rng.choice((0, 0, 1, 3, 6)))]
    some = frozenset(rng.sample(tpns, min(len(tpns), rng.choice((1, 2)))))
    others = frozenset(rng.sample(tpns, min(len(tpns), rng.choice((1, 3)))))
    bye, no_bye = rng.choice(((some, frozenset[int]()), (frozenset[int](), others), (some, others)))
    return Asked(tuple(group for group in groups if len(group) > 1), bye, no_bye)


def random_wishes(rng: Random, tpns: Sequence[int]) -> Wishes:
    found = Wishes()
    for name in rng.choice((("weak",), ("weak",), ("strong",), ("strong",), ("hard",), ("weak", "strong", "hard"))):
        asked = random_asked(rng, tpns)
        if name == "hard" and rng.random() < 0.7:  # many hard wishes would often make the round impossible
            asked = replace(asked, groups=asked.groups[-1:], bye=frozenset())
        found = replace(found, **{name: asked})
    return found


def with_wishes(tournament: Tournament, wishes: Wishes) -> Tournament:
    recorded = tuple(_recorded(wishes))
    return replace(tournament, settings=replace(tournament.settings, wishes=recorded))


def _recorded(wishes: Wishes) -> Iterator[Wish]:
    for strength in Strength:
        asked: Asked = getattr(wishes, strength.value)
        groups = tuple(frozenset(map(Tpn, group)) for group in asked.groups)
        if groups:
            yield Wish(WishKind.AVOID, strength, 1, MAX_ROUNDS, "club", groups)
        for kind, tpns in ((WishKind.BYE, asked.bye), (WishKind.NO_BYE, asked.no_bye)):
            if tpns:
                yield Wish(kind, strength, 1, MAX_ROUNDS, "", (frozenset(map(Tpn, tpns)),))
