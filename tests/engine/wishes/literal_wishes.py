"""A brute-force search for the round that obeys wishes best; it uses no code of the engine.

Readings Z2 to Z6 give each wish a place among the criteria. The answer is the first of the best candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tests.articles.literal import dutch
from tests.articles.literal.facts import Event, NoLegalPairing, Paired

Groups = tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Asked:
    """The wishes of the same strength, such as all weak wishes.

    Some wishes keep groups of participants apart, and other wishes concern the bye.
    """

    groups: Groups = ()
    bye: frozenset[int] = frozenset()
    no_bye: frozenset[int] = frozenset()

    def breaks(self, one: int, two: int) -> bool:
        return any({one, two} <= group for group in self.groups)

    def bye_cost(self, tpn: int) -> int:
        """[Z5] Count the wishes that are broken if this participant gets the bye."""
        return int(bool(self.bye) and tpn not in self.bye) + int(tpn in self.no_bye)


@dataclass(frozen=True)
class Wishes:
    weak: Asked = Asked()
    strong: Asked = Asked()
    hard: Asked = Asked()


def all_rounds(tpns: Sequence[int], may_meet: Callable[[int, int], bool]) -> Iterator[frozenset[frozenset[int]]]:
    """Yield all ways to pair the players. If the number of players is odd, a player is left over."""
    if not tpns:
        yield frozenset()
        return
    first, rest = tpns[0], tpns[1:]
    for other in rest:
        if may_meet(first, other):
            left = [tpn for tpn in rest if tpn != other]
            for found in all_rounds(left, may_meet):
                yield found | {frozenset((first, other))}
    if len(tpns) % 2:
        for found in all_rounds(rest, may_meet):
            yield found | {frozenset((first,))}


def hard_event(event: Event, hard: Asked) -> Event:
    """[Z4] Turn hard wishes into prohibited pairs."""
    pairs = {frozenset((a, b)) for group in hard.groups for a in group for b in group if a != b}
    return replace(event, forbidden=event.forbidden | pairs)


def open_to(tpn: int, present: frozenset[int], hard: Asked) -> bool:
    """[Z5] Whether the hard wishes allow this participant to get the bye."""
    return tpn not in hard.no_bye and (not hard.bye & present or tpn in hard.bye)


# --- the Dutch System of 2026 -----------------------------------------------------------------------------------------


def dutch_players(event: Event, wishes: Wishes) -> list[dutch.Player]:
    """Return the players of the round. Hard and strong wishes limit who may get the bye."""
    event = hard_event(event, wishes.hard)
    players = [dutch.player_of(event, entrant) for entrant in event.entrants if entrant.tpn not in event.absent]
    present = frozenset(player.tpn for player in players)
    players = [replace(p, pab_allowed=p.pab_allowed and open_to(p.tpn, present, wishes.hard)) for p in players]
    if len(players) % 2 == 0:
        return players
    by_tpn = {player.tpn: player for player in players}
    costs = [
        wishes.strong.bye_cost(alone)
        for found in all_rounds(sorted(present), lambda a, b: dutch.may_meet(by_tpn[a], by_tpn[b]))
        for (alone,) in [tuple(part) for part in found if len(part) == 1]
        if by_tpn[alone].pab_allowed
    ]
    if not costs:
        raise NoLegalPairing("C.04.3 1.9.3")
    return [replace(p, pab_allowed=p.pab_allowed and wishes.strong.bye_cost(p.tpn) == min(costs)) for p in players]


def dutch_criteria(wishes: Wishes) -> tuple[dutch.Criterion, ...]:
    """[Z2, Z3, Z5] Insert the wishes among the criteria of Article 2."""

    def broken(asked: Asked) -> dutch.Criterion:
        return lambda _bracket, candidate: (sum(asked.breaks(one.tpn, two.tpn) for one, two in candidate.pairs),)

    def weak_bye(bracket: dutch.Bracket, candidate: dutch.Candidate) -> tuple[int, ...]:
        if len(candidate.downfloaters) != 1:
            return (0,)
        (downfloater,) = candidate.downfloaters
        gets_pab = bracket.completion(candidate.downfloaters) == downfloater.score
        return (wishes.weak.bye_cost(downfloater.tpn) if gets_pab else 0,)

    number_of_pairs = dutch.CRITERIA.index(dutch.c6) + 1
    return (
        *dutch.CRITERIA[:number_of_pairs],
        broken(wishes.strong),
        *dutch.CRITERIA[number_of_pairs:],
        broken(wishes.weak),
        weak_bye,
    )


def dutch_limits(bracket: dutch.Bracket) -> Iterator[dutch.Parameters]:
    """Yield the parameters of a bracket for every choice of downfloaters that [C4] to [C6] allow.

    A strong wish precedes [C7], and may therefore change M1 or the players in the Limbo.
    """
    found = dutch.outlooks(frozenset(bracket.mdps), frozenset(bracket.residents), bracket.completion)
    best = min(outlook[:2] for outlook in found.values())
    if best[0] == dutch.IMPOSSIBLE:
        raise NoLegalPairing("C.04.3 1.9.3")
    number = len(bracket.mdps) + len(bracket.residents)
    for outlook in sorted({outlook for outlook in found.values() if outlook[:2] == best}):
        limbo_scores = tuple(score for score in outlook.scores if score > bracket.score)
        sets = tuple(downfloaters for downfloaters in found if found[downfloaters] == outlook)
        m1 = len(bracket.mdps) - len(limbo_scores)
        yield dutch.Parameters((number - outlook.downfloaters) // 2, m1, limbo_scores, outlook, sets)


def dutch_best(bracket: dutch.Bracket, criteria: Sequence[dutch.Criterion]) -> dutch.Candidate:
    """Compare all candidates of a bracket, and return the first of the best candidates."""
    best: tuple[list[dutch.Cost], dutch.Candidate] | None = None
    for limits in dutch_limits(bracket):
        seen: set[frozenset[dutch.Pair]] = set()
        for candidate in dutch.candidates(bracket, limits):
            same = frozenset(dutch.allocate(*pair) for pair in candidate.pairs)
            if same in seen or bracket.completion(candidate.downfloaters) == dutch.IMPOSSIBLE:
                continue
            seen.add(same)
            costs = [criterion(bracket, candidate) for criterion in criteria]
            if best is None or costs < best[0]:
                best = costs, candidate
    assert best is not None
    return best[1]


def dutch_round(event: Event, wishes: Wishes) -> Paired:
    criteria = dutch_criteria(wishes)
    scoregroups = dutch.scoregroups_of(dutch_players(event, wishes))
    known_pab: dict[dutch.Players, int] = {}
    mdps: dutch.Players = frozenset()
    boards: set[tuple[int, int]] = set()
    for level, residents in enumerate(scoregroups):
        below = dutch.Lower(scoregroups[level + 1 :], known_pab)
        bracket = dutch.Bracket(dutch.ranked(mdps), dutch.ranked(residents), below.completion, below.following)
        chosen = dutch_best(bracket, criteria)
        for pair in chosen.pairs:
            white, black = dutch.allocate(*pair)
            boards.add((white.tpn, black.tpn))
        mdps = chosen.downfloaters
    return Paired(frozenset(boards), sum(player.tpn for player in mdps))
