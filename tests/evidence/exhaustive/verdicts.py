"""The verdicts on a wrong round, and the legal rounds, according to the literal transcriptions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from tests.articles.literal import blind_events, burstein, common, dubov, dutch, dutch_2017, lim, top_scoregroup
from tests.articles.literal.facts import Event, MatchEvent, Paired

Pairs = frozenset[frozenset[int]]

ILLEGAL, WORSE, LATER = "illegal", "worse", "later in the order"
BYE, COLOURS, PROCEDURE = "other bye", "other colours", "against the procedure"


def pairs_of(paired: Paired) -> Pairs:
    return frozenset(map(frozenset, paired.boards))


def among(pairs: Pairs, tpns: Iterable[int]) -> Pairs:
    these = frozenset(tpns)
    return frozenset(pair for pair in pairs if pair <= these)


def legality(edition: str, event: Any) -> Callable[[Paired], bool]:
    """Return a function that checks whether a round breaks no rule that an arbiter must never break."""
    if isinstance(event, MatchEvent):
        barred = top_scoregroup.barred_pairs(event)
        return lambda whole: (
            not barred & pairs_of(whole) and (not whole.bye or top_scoregroup.may_have_bye(event, whole.bye))
        )
    players, may_meet, may_get = _rules(edition, event)

    def is_legal(whole: Paired) -> bool:
        meets = all(may_meet(players[one], players[two]) for one, two in map(sorted, whole.boards))
        return meets and (not whole.bye or may_get(players[whole.bye]))

    return is_legal


def _rules(edition: str, event: Event) -> tuple[dict[int, Any], Callable[[Any, Any], bool], Callable[[Any], bool]]:
    """Return the players, who may meet, and who may have the bye. All texts have the bye's rule in their own words."""
    seeding = common.coming_round(event) <= burstein.seeding_rounds(event.rounds_total)
    if edition.startswith("burstein") and seeding:
        edition = edition.replace("burstein", "dutch")
    present = common.present(event)
    before = edition in ("burstein/2017", "dubov/2018")
    of_bye = common.may_get_bye_before_2026 if before else common.may_get_bye
    if edition in ("dutch/2026", "dutch/2017"):
        of = dutch.player_of if edition == "dutch/2026" else dutch_2017.player_of
        found = {one.tpn: of(event, one) for one in event.entrants if one.tpn in present}
        return found, dutch.may_meet, lambda p: p.pab_allowed
    if edition.startswith("dutch"):
        procedure = blind_events.procedure(event, edition[-4:])
        cards = {card.number: card for card in procedure.position.cards}
        return cards, procedure.may_meet, lambda card: not card.is_barred
    if edition.startswith("lim"):
        last = len(event.rounds) + 1 == event.rounds_total
        may = common.may_get_bye_before_2026 if edition == "lim/1999" else common.may_get_bye
        people = {p.tpn: p for p in lim.players_of(event, may)}
        return people, lambda one, two: lim.compatible(one, two, last), lambda p: p.may_get_bye
    module: Any = dubov if edition.startswith("dubov") else burstein
    return {tpn: module.player(event, tpn, of_bye) for tpn in present}, common.may_meet, lambda p: p.may_get_bye


def all_rounds(tpns: Sequence[int]) -> Iterator[tuple[Pairs, int]]:
    """Yield all ways to pair these participants, legal or not, with every choice of the bye."""
    for bye in tpns if len(tpns) % 2 else (0,):
        for pairs in matchings([tpn for tpn in tpns if tpn != bye]):
            yield frozenset(map(frozenset, pairs)), bye


def matchings(
    tpns: Sequence[int], fit: Callable[[int, int], bool] = lambda _one, _other: True
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield all ways to pair participants who fit together, in their order."""
    if not tpns:
        yield ()
        return
    first, *others = tpns
    for other in others:
        if fit(first, other):
            for rest in matchings([tpn for tpn in others if tpn != other], fit):
                yield ((first, other), *rest)


def demanded(tpns: Sequence[int], one: int, other: int) -> frozenset[frozenset[int]]:
    """Return the pairs to forbid, so that two participants can meet only each other."""
    pairs = (frozenset(pair) for pair in combinations(tpns, 2))
    return frozenset(pair for pair in pairs if len(pair & {one, other}) == 1)


def floating_on(
    whole: Paired, downfloaters: Iterable[dutch.Player], following: Sequence[dutch.Player]
) -> list[dutch.Player]:
    """Return the players who float from the following bracket, in ranking order."""
    members = sorted((*downfloaters, *following), key=dutch.ranking)
    met = among(pairs_of(whole), (player.tpn for player in members))
    return [player for player in members if not any(player.tpn in pair for pair in met)]
