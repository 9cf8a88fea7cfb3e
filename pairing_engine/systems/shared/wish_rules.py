"""The rules for wishes with their costs, and a quick search that respects wishes.

For strong and for weak wishes, a pair costs 1 if it goes against at least one wish (reading Z6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pairing_engine.facts.groups import Barred, joined
from pairing_engine.facts.model import Tpn, WishesOfStrength, Wishing
from pairing_engine.kernel.bracket import Bracket, BracketPairing, Edge, Region
from pairing_engine.kernel.bracket_graph import Profiles
from pairing_engine.kernel.bye import ByeStep, can_somebody_have_it
from pairing_engine.kernel.rules import Rule, Scope, both
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.shared.upfloaters import upfloater_of
from pairing_engine.systems.system import Method, Pairs, System
from pairing_engine.values import NamedTuple, dataclass, replace

if TYPE_CHECKING:
    from pairing_engine.systems.shared.downward import Certificates
    from pairing_engine.systems.system import System


READING = "reading"
"""The word "reading" in citations such as "reading Z5".

Wishes have no article, so their rules cite readings of this project.
"""

STRONG, WEAK = marked("strong wish"), marked("weak wish")
"""The codes of strong and weak wishes."""

APART_WORDS = marked(
    {STRONG: "pairs that a strong wish would keep apart", WEAK: "pairs that a weak wish would keep apart"}
)

NOBODY: frozenset[Tpn] = frozenset()
NO_GROUP: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Apart:
    """Groups of players whose members should not meet each other."""

    groups: tuple[frozenset[Tpn], ...]

    @cached_property
    def of(self) -> dict[Tpn, frozenset[int]]:
        found: dict[Tpn, set[int]] = {}
        for place, group in enumerate(self.groups):
            for tpn in group:
                found.setdefault(tpn, set()).add(place)
        return {tpn: frozenset(places) for tpn, places in found.items()}

    @cached_property
    def barred(self) -> Barred:
        return Barred(self.groups)

    def keeps(self, one: Player, other: Player) -> bool:
        places = self.of.get(one.tpn)
        return places is not None and not places.isdisjoint(self.of.get(other.tpn, NO_GROUP))

    def matters_to(self, players: Sequence[Player]) -> bool:
        """Whether wishes can affect the pairs: not if no two players, or all players, are in the same group."""
        groups = Counter(place for player in players for place in self.of.get(player.tpn, ()))
        most = max(groups.values(), default=0)
        return 1 < most < len(players)


@dataclass(frozen=True)
class _PairsOfBracket:
    """The cost of a pair within the bracket: 1 if the players should not meet, else 0."""

    apart: Apart

    def __call__(self, edge: Edge, _bracket: Bracket) -> int:
        return int(edge.pairs and edge.lower is not None and self.apart.keeps(edge.upper, edge.lower))

    def applies(self, bracket: Bracket) -> bool:
        return self.apart.matters_to(bracket.members)


@dataclass(frozen=True)
class _PairsWithUpfloaters:
    """The cost of a pair of a resident with a resident or an upfloater: 1 if they should not meet, else 0."""

    apart: Apart

    def __call__(self, edge: Edge, _bracket: Bracket) -> int:
        other = edge.lower if edge.pairs else upfloater_of(edge)
        return int(other is not None and self.apart.keeps(edge.upper, other))

    def applies(self, bracket: Bracket) -> bool:
        return self.apart.matters_to(bracket.residents + bracket.following + bracket.beyond)


@dataclass(frozen=True)
class ByeWish:
    """A wish about the bye: the players who should have it, and the players who should not have it."""

    bye: frozenset[Tpn]
    no_bye: frozenset[Tpn]

    def cost(self, tpn: Tpn) -> int:
        """Return 1 if others should have the bye, plus 1 if this participant should not have it."""
        return int(bool(self.bye) and tpn not in self.bye) + int(tpn in self.no_bye)

    def measure(self, player: Player, _state: RoundState) -> tuple[int, ...]:
        return (self.cost(player.tpn),)


@dataclass(frozen=True)
class _ByeOfRound:
    """The cost of a bye against a wish. The rule applies in every bracket of the round."""

    wish: ByeWish

    def __call__(self, edge: Edge, bracket: Bracket) -> int:
        gets_bye = edge.lower_in is Region.BYE or (edge.lower_in is Region.BELOW and bracket.allots_bye)
        return self.wish.cost(edge.upper.tpn) if gets_bye else 0

    def applies(self, bracket: Bracket) -> bool:
        return bracket.odd


@dataclass(frozen=True)
class _ByeOfBracket:
    """The cost of a floater who gets the bye against a wish. The rule applies in the same brackets as [C9]."""

    wish: ByeWish

    def __call__(self, edge: Edge, _bracket: Bracket) -> int:
        return self.wish.cost(edge.upper.tpn) if edge.floats else 0

    def applies(self, bracket: Bracket) -> bool:
        return bracket.allots_bye


class WishRules(NamedTuple):
    """The rules for all wishes, grouped by their priority among the criteria.

    The rules in ``first`` come before all criteria. The rules in ``strong`` come after the criterion on the number of
    pairs. The rules in ``weak`` come after all criteria.
    """

    first: tuple[Rule, ...]
    strong: tuple[Rule, ...]
    weak: tuple[Rule, ...]

    @property
    def all(self) -> tuple[Rule, ...]:
        return self.first + self.strong + self.weak

    def among(self, criteria: tuple[Rule, ...], number_of_pairs: Rule | None) -> tuple[Rule, ...]:
        place = criteria.index(number_of_pairs) + 1 if number_of_pairs in criteria else 0
        return (*self.first, *criteria[:place], *self.strong, *criteria[place:], *self.weak)

    def proved_by(self, certificates: Certificates | None, number_of_pairs: Rule | None) -> Certificates | None:
        """Allow shortcuts for the rules for wishes, because the proofs also hold for these rules."""
        if certificates is None:
            return None
        first = self._replace(weak=()).among(certificates.first, number_of_pairs)
        return certificates._replace(first=first, rules=(*certificates.rules, *self.all))


def apart_rules(
    wanted: WishesOfStrength, code: str, article: str, scope: Scope = Scope.BRACKET, *, with_upfloaters: bool = False
) -> tuple[Rule, ...]:
    """Return a rule for the players who should not meet, or an empty tuple if there are none.

    ``code`` is `STRONG` or `WEAK`, and ``article`` is the reading. ``with_upfloaters`` is true if the brackets of the
    system get players from below.
    """
    if not wanted.apart:
        return ()
    words = APART_WORDS[code]
    apart = Apart(wanted.apart)
    cost = _PairsWithUpfloaters(apart) if with_upfloaters else _PairsOfBracket(apart)
    return (Rule(code, article, words, cost, cost.applies, scope=scope, text=READING, who=both),)


def bye_wish(wanted: WishesOfStrength) -> ByeWish | None:
    return ByeWish(wanted.bye, wanted.no_bye) if wanted.bye or wanted.no_bye else None


BYE_WORDS = marked("wishes broken by the choice of the pairing-allocated bye")


def strong_bye_rules(wanted: WishesOfStrength) -> tuple[Rule, ...]:
    """Return the rule for a strong wish about the bye, if the criteria of the system decide who gets the bye."""
    wish = bye_wish(wanted)
    if wish is None:
        return ()
    cost = _ByeOfRound(wish)
    return (Rule(STRONG, "Z5", BYE_WORDS, cost, cost.applies, most=2, scope=Scope.BEYOND, text=READING),)


def weak_bye_rules(wanted: WishesOfStrength) -> tuple[Rule, ...]:
    """Return the rule for a weak wish about the bye, if the criteria of the system decide who gets the bye."""
    wish = bye_wish(wanted)
    if wish is None:
        return ()
    cost = _ByeOfBracket(wish)
    return (Rule(WEAK, "Z5", BYE_WORDS, cost, cost.applies, most=2, text=READING),)


def bye_steps(steps: tuple[ByeStep, ...], wishing: Wishing) -> tuple[ByeStep, ...]:
    """[Z5] Insert wishes into the rules for choosing the player with the bye before the pairing.

    A strong wish takes priority over all articles. A weak wish takes priority only over the last article, which breaks
    ties.
    """
    strong, weak = bye_wish(wishing.strong), bye_wish(wishing.weak)
    first = () if strong is None else (ByeStep("Z5", "a player named in a strong wish", strong.measure, READING),)
    late = () if weak is None else (ByeStep("Z5", "a player named in a weak wish", weak.measure, READING),)
    return (*first, *steps[:-1], *late, *steps[-1:])


@dataclass(frozen=True)
class _ProfileWithWishes:
    """A function that returns the cache key of a player, including wishes."""

    profile: Callable[[Player, Bracket, Region], Hashable]
    apart: tuple[Apart, ...]
    byes: tuple[ByeWish, ...]

    def __call__(self, player: Player, bracket: Bracket, region: Region) -> Hashable:
        return (
            self.profile(player, bracket, region),
            tuple([apart.of.get(player.tpn) for apart in self.apart]),
            tuple([wish.cost(player.tpn) for wish in self.byes]) if bracket.odd else None,
        )


def profiles_with(profiles: Profiles, wishing: Wishing, rules: tuple[Rule, ...]) -> Profiles:
    """Add facts about the wishes to a system's cache keys, if ``rules`` for the wishes need them."""
    if not rules:
        return profiles
    byes = tuple(wish for wanted in wishing if (wish := bye_wish(wanted)) is not None)
    of_player = _ProfileWithWishes(profiles.of_player, tuple(Apart(wanted.apart) for wanted in wishing), byes)
    return Profiles(of_player, profiles.of_bracket, (*profiles.serves, *rules))


@dataclass(frozen=True)
class Heeding:
    """A quick search that never pairs players who should not meet according to a wish.

    The search finds a candidate that satisfies all criteria as well as possible, and all wishes. No candidate can be
    better, and no equally good candidate comes earlier in the order. If there is a wish about the bye, the search skips
    the bracket in which a player gets the bye.
    """

    find: Callable[..., BracketPairing | None]
    aparts: tuple[Apart, ...]
    has_bye_wish: bool

    def __call__(self, bracket: Bracket, *members: tuple[Player, ...]) -> BracketPairing | None:
        if self.has_bye_wish and bracket.odd and not bracket.following:
            return None
        everybody = {player.tpn: player for player in bracket.members}
        heeded = [apart.barred.of for apart in self.aparts if apart.matters_to(bracket.members)]

        def barred_further(players: tuple[Player, ...]) -> tuple[Player, ...]:
            for mates_of in heeded:
                players = tuple(
                    [
                        p._replace(barred=joined(p.barred, mates)) if (mates := mates_of(p.tpn, NOBODY)) else p
                        for p in players
                    ]
                )
            return players

        narrowed = replace(bracket, mdps=barred_further(bracket.mdps), residents=barred_further(bracket.residents))
        found = self.find(narrowed, *map(barred_further, members))
        if found is None:
            return None
        return BracketPairing(
            tuple((everybody[one.tpn], everybody[other.tpn]) for one, other in found.pairs),
            tuple(everybody[player.tpn] for player in found.floaters),
        )


def heeding(find: Callable[..., BracketPairing | None], wishing: Wishing, *, bye_is_given: bool = False) -> Heeding:
    has_bye_wish = not bye_is_given and any(bye_wish(wanted) is not None for wanted in wishing)
    return Heeding(find, (Apart(wishing.strong.apart), Apart(wishing.weak.apart)), has_bye_wish)


def with_rules(
    system: System, wishing: Wishing, rules: WishRules, process: Any, *, bye_is_given: bool = False
) -> System:
    """Add rules for wishes to a system and to its pairing process.

    ``process`` is the usual pairing process of the system. Shortcuts that are proved for the system's criteria remain
    in use.
    """
    criteria = rules.among(system.criteria, system.number_of_pairs)
    walk, certificates = process.shortcuts
    if walk is not None and walk.criteria == system.criteria:
        walk = walk._replace(find=heeding(walk.find, wishing, bye_is_given=bye_is_given), criteria=criteria)
    certificates = rules.proved_by(certificates, system.number_of_pairs)
    changed = replace(
        process,
        profiles=profiles_with(process.profiles, wishing, rules.all),
        shortcuts=process.shortcuts._replace(walk=walk, certificates=certificates),
    )
    return replace(system, criteria=criteria, process=changed, wishing=wishing)


@dataclass(frozen=True)
class ByeOfTheBest:
    """The pairing process of a system with a strong wish about the bye.

    The rule of the wish takes priority over all other rules, and depends only on the player who gets the bye. First,
    the process selects the players whose bye would fit the wish best. Then the usual process of the system pairs the
    round, and gives the bye to one of the selected players. Shortcuts can ignore the wish, because all selected players
    fit the wish equally well.
    """

    process: Callable[[System], Method]
    wish: ByeWish
    rules: tuple[Rule, ...]

    def __call__(self, system: System) -> Method:
        """Create the pairing method; if the wish is not among the criteria, return the usual method."""
        method = self.process(system)
        return _StrongByeMethod(system, method, self.wish) if set(self.rules) <= set(system.criteria) else method


class _StrongByeMethod:
    def __init__(self, system: System, method: Method, wish: ByeWish) -> None:
        self.system = system
        self.method = method
        self.judge, self.totals, self.columns, self.candidates = (
            *(method.judge, method.totals, method.columns, method.candidates),
        )
        self.wish = wish

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        if len(state.players) % 2 == 0:
            return self.method.pair(state, backend)
        return _as_given(state, self.method.pair(self._open_to_the_best(state, backend), backend))

    def _open_to_the_best(self, state: RoundState, backend: Backend) -> RoundState:
        """Let only the players who fit the wish best have the bye, of those without whom the others can be paired."""
        costs = {player.tpn: self.wish.cost(player.tpn) for player in state.players if player.may_have_bye}
        may_meet = self.system.may_meet
        for cost in sorted(set(costs.values())):
            players = tuple(p._replace(may_have_bye=costs.get(p.tpn) == cost) for p in state.players)
            if can_somebody_have_it(players, lambda a, b: may_meet(a, b, state), backend):
                return replace(state, players=players)
        return state


def _as_given(state: RoundState, found: Pairs) -> Pairs:
    """Put the players of ``state`` in place of those of the pairing, some of whom the wish barred from the bye."""
    given = state.by_tpn

    def all_of(players: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(given[player.tpn] for player in players)

    def pairs_of(pairs: tuple[tuple[Player, Player], ...]) -> tuple[tuple[Player, Player], ...]:
        return tuple((given[one.tpn], given[other.tpn]) for one, other in pairs)

    def trace_of(trace: BracketTrace) -> BracketTrace:
        bracket = trace.bracket
        as_given = replace(
            bracket,
            state=state,
            mdps=all_of(bracket.mdps),
            residents=all_of(bracket.residents),
            following=all_of(bracket.following),
            beyond=all_of(bracket.beyond),
        )
        pairing = BracketPairing(pairs_of(trace.pairing.pairs), all_of(trace.pairing.floaters))
        return trace._replace(bracket=as_given, pairing=pairing)

    bye = None if found.bye is None else given[found.bye.tpn]
    return Pairs(pairs_of(found.pairs), bye, tuple(map(trace_of, found.trace)))
