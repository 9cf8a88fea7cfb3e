"""The rules for wishes with their costs, and the bye of those who fit a strong wish best.

For strong and for weak wishes, a pair costs 1 if it goes against at least one wish (reading Z6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from pairing_engine.facts.groups import Barred
from pairing_engine.facts.model import EventKind, Tpn
from pairing_engine.facts.wishes import WishesOfStrength, Wishing
from pairing_engine.kernel.bye import ByeStep, can_somebody_have_it
from pairing_engine.kernel.engine import Engine
from pairing_engine.kernel.rules import Bracket, BracketPairing, Edge, Region, Rule, Scope, both
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.system import Pairs, System

READING = "reading"
"""The text that rules about wishes cite, as in "reading Z5": no article is about wishes."""

STRONG, WEAK = marked("strong wish"), marked("weak wish")
"""The codes of strong and weak wishes."""

APART_WORDS = marked(
    {STRONG: "pairs that a strong wish would keep apart", WEAK: "pairs that a weak wish would keep apart"}
)

NOBODY: frozenset[Tpn] = frozenset()
NO_GROUP: frozenset[int] = frozenset()


class Apart:
    """Groups of players whose members should not meet each other."""

    def __init__(self, groups: tuple[frozenset[Tpn], ...]) -> None:
        self.groups = groups

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


class KeptApart(NamedTuple):
    """The pairs that a strong or a weak wish would avoid.

    In Dubov (reading Z7), a strong wish counts before [C7], and a weak one in the choice of the transposition only.
    """

    strong: Callable[[Player, Player], bool]
    weak: Callable[[Player, Player], bool]

    @classmethod
    def of(cls, wishing: Wishing) -> KeptApart:
        return cls(Apart(wishing.strong.apart).keeps, Apart(wishing.weak.apart).keeps)

    def cost(self, one: Player, other: Player) -> int:
        """Compute the cost of a pair: 2 for a broken strong wish, and 1 more for a broken weak wish."""
        return 2 * self.strong(one, other) + self.weak(one, other)


class ByeWish(NamedTuple):
    """A wish about the bye: the players who should have it, and the players who should not have it."""

    bye: frozenset[Tpn]
    no_bye: frozenset[Tpn]

    def cost(self, tpn: Tpn) -> int:
        """Return 1 if others should have the bye, plus 1 if this participant should not have it."""
        return int(bool(self.bye) and tpn not in self.bye) + int(tpn in self.no_bye)

    def measure(self, player: Player, _state: RoundState) -> tuple[int, ...]:
        return (self.cost(player.tpn),)


class WishRules(NamedTuple):
    """The rules for wishes: before all criteria, after the criterion on the number of pairs, and after all criteria."""

    first: tuple[Rule, ...]
    strong: tuple[Rule, ...]
    weak: tuple[Rule, ...]

    def among(self, criteria: tuple[Rule, ...], number_of_pairs: Rule | None) -> tuple[Rule, ...]:
        place = criteria.index(number_of_pairs) + 1 if number_of_pairs in criteria else 0
        return (*self.first, *criteria[:place], *self.strong, *criteria[place:], *self.weak)


def apart_rules(
    wanted: WishesOfStrength, code: str, article: str, scope: Scope = Scope.BRACKET, *, with_upfloaters: bool = False
) -> tuple[Rule, ...]:
    """Return a rule that costs 1 for each pair of players who should not meet, if there are any.

    ``code`` is `STRONG` or `WEAK`, and ``article`` is the reading. ``with_upfloaters`` is true if the brackets of the
    system get players from below.
    """
    if not wanted.apart:
        return ()
    apart = Apart(wanted.apart)

    def cost(edge: Edge, _bracket: Bracket) -> int:
        meet = edge.pairs or (with_upfloaters and edge.floats)
        return int(meet and edge.lower is not None and apart.keeps(edge.upper, edge.lower))

    def applies(bracket: Bracket) -> bool:
        below = bracket.following + bracket.beyond if with_upfloaters else ()
        return apart.matters_to(bracket.members + below)

    return (Rule(code, article, APART_WORDS[code], cost, applies, scope=scope, text=READING, who=both),)


def bye_wish(wanted: WishesOfStrength) -> ByeWish | None:
    return ByeWish(wanted.bye, wanted.no_bye) if wanted.bye or wanted.no_bye else None


BYE_WORDS = marked("wishes broken by the choice of the pairing-allocated bye")


def bye_rules(wanted: WishesOfStrength, code: str) -> tuple[Rule, ...]:
    """Return the rule for a wish about the bye, if the criteria of the system decide who gets the bye.

    The rule for a strong wish applies in every bracket of the round, and for a weak wish in the same brackets as [C9].
    """
    wish = bye_wish(wanted)
    if wish is None:
        return ()

    def of_round(edge: Edge, bracket: Bracket) -> int:
        gets_bye = edge.lower_in is Region.BYE or (edge.lower_in is Region.BELOW and bracket.allots_bye)
        return wish.cost(edge.upper.tpn) if gets_bye else 0

    def of_bracket(edge: Edge, _bracket: Bracket) -> int:
        return wish.cost(edge.upper.tpn) if edge.floats else 0

    rule = Rule(code, "Z5", BYE_WORDS, of_round, lambda bracket: bracket.odd, None, 2, Scope.BEYOND, text=READING)
    if code == STRONG:
        return (rule,)
    return (rule._replace(cost=of_bracket, applies=lambda bracket: bracket.allots_bye, scope=Scope.BRACKET),)


def bye_steps(steps: tuple[ByeStep, ...], wishing: Wishing) -> tuple[ByeStep, ...]:
    """[Z5] Insert wishes into the rules for choosing the player with the bye before the pairing.

    A strong wish takes priority over all articles, a weak wish only over the last one, which breaks ties.
    """
    strong, weak = bye_wish(wishing.strong), bye_wish(wishing.weak)
    first = () if strong is None else (ByeStep("Z5", "a player named in a strong wish", strong.measure, READING),)
    late = () if weak is None else (ByeStep("Z5", "a player named in a weak wish", weak.measure, READING),)
    return (*first, *steps[:-1], *late, *steps[-1:])


def rules_for(system: System, wishing: Wishing) -> WishRules:
    """Return the rules for wishes of a system; they are about the bye only if it is not given before the pairing."""
    strong, weak = wishing.strong, wishing.weak
    if any(rule.scope is Scope.UPFLOATERS for rule in system.criteria):  # brackets get players from below
        article = "Z7" if system.kind is EventKind.INDIVIDUAL else "Z8"
        of_sets = apart_rules(strong, STRONG, article, Scope.UPFLOATERS, with_upfloaters=True)
        return WishRules((), of_sets, apart_rules(weak, WEAK, article, with_upfloaters=True))
    first, last = ((), ()) if system.bye_steps else (bye_rules(strong, STRONG), bye_rules(weak, WEAK))
    return WishRules(first, apart_rules(strong, STRONG, "Z3"), apart_rules(weak, WEAK, "Z2") + last)


def granted(system: System, wishing: Wishing) -> System:
    """Return a system with the rules for wishes among its criteria, and with the wishes about its bye."""
    steps = bye_steps(system.bye_steps, wishing) if system.bye_steps else ()
    criteria = rules_for(system, wishing).among(system.criteria, system.number_of_pairs)
    return system._replace(criteria=criteria, bye_steps=steps, wishing=wishing, wishless=system)


def with_bye_of_the_best(
    system: System, state: RoundState, engine: Engine, pair: Callable[[RoundState], Pairs]
) -> Pairs:
    """Pair a round by ``pair``, with the bye for one of the players who fit a strong wish about it best.

    The rule of the wish takes priority over all other rules, and depends only on the player who gets the bye. So the
    shortcuts of the usual pairing can ignore the wish, because all players who may have the bye fit it equally well.
    """
    wish = None if system.wishing is None else bye_wish(system.wishing.strong)
    if wish is None or len(state.players) % 2 == 0:
        return pair(state)
    return _as_given(state, pair(_open_to_the_best(system, state, wish, engine)))


def _open_to_the_best(system: System, state: RoundState, wish: ByeWish, engine: Engine) -> RoundState:
    """Let only the players who fit the wish best have the bye, of those without whom the others can be paired."""
    costs = {player.tpn: wish.cost(player.tpn) for player in state.players if player.may_have_bye}
    for cost in sorted(set(costs.values())):
        players = tuple(p._replace(may_have_bye=costs.get(p.tpn) == cost) for p in state.players)
        if can_somebody_have_it(players, lambda a, b: system.may_meet(a, b, state), engine):
            return state._replace(players=players)
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
        as_given = bracket._replace(
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
