"""A pairing system as a value: everything in which a system, or an edition, differs from others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Protocol, runtime_checkable

from pairing_engine.errors import BadRequest
from pairing_engine.facts.basic_rules import BASIC_RULES_2026, BasicRules
from pairing_engine.facts.model import EventKind
from pairing_engine.facts.wishes import NO_WISHES, Strength, Wish, Wishing, wishing_of
from pairing_engine.kernel.boards import ScoreOf, pairing_score
from pairing_engine.kernel.bracket import BracketPairing
from pairing_engine.kernel.bracket_graph import MayMeet
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.rules import Rule, Total
from pairing_engine.kernel.trace import BracketTrace, TwoRounds
from pairing_engine.language import marked, say
from pairing_engine.legality import Absolutes
from pairing_engine.matching import Backend
from pairing_engine.state.conventions import INDIVIDUAL, Conventions
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.values import NamedTuple, dataclass


class Pairs(NamedTuple):
    """The pairs of a round before colours are allocated.

    In every pair the first player is the one whom Article 5 favours where nothing else decides. Mostly that is the
    player whom it calls higher ranked.
    """

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player | None
    trace: tuple[BracketTrace, ...]


class Clash(NamedTuple):
    """The rule that forbids a pair of players who have not met: article, code and words."""

    article: str
    code: str
    words: str


SAME_ABSOLUTE_PREFERENCE = Clash("2.1.3", "C3", "they have the same absolute colour preference")


class ByeRule(NamedTuple):
    """The rule that bars a participant from the pairing-allocated bye: article, code and words.

    ``each`` says why every one of the participants is barred, where nobody is left who may have the bye.
    """

    article: str
    code: str
    words: str
    each: str


EACH_HAD_IT = marked("each of them has already had the bye, or the points of a win without playing")

BYE_OR_WIN_BEFORE = ByeRule(
    "C.04.1 4",
    "C2",
    "the bye went to a participant who had already had the pairing-allocated bye or the points of a "
    "win without playing",
    EACH_HAD_IT,
)


class Completion(NamedTuple):
    """The articles about the completion of a round-pairing.

    ``impossible`` says that completion may be impossible. ``article`` and ``code`` are the criterion that all
    players who are not yet paired must be able to be paired.
    """

    impossible: str
    article: str
    code: str


Fits = Callable[[Player, Player], bool]
"""A function that says whether a candidate may contain a pair."""


class Method(Protocol):
    """A way to pair rounds, based only on the values of one System."""

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round that follows a state, and choose who gets the pairing-allocated bye."""

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Find the rule that the other round breaks in this bracket; None if nothing decides."""

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """The totals of the bracket's pairing, one for each criterion of the system."""

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        """The first candidates of the bracket in order, made only of pairs that fit."""

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """The pairs of the bracket, in the order in which the rules write them."""


class Names(NamedTuple):
    """The names and articles of an edition that reports show.

    ``floating``: the article of the chapter that says who floats. ``colour_clash``: what forbids a pair of players who
    have not met; None where no colour forbids one. ``columns``: the criteria that ask who floated in the last round and
    in the one before, as titles. ``parameters``: whether a bracket has M0, MaxPairs and M1 [C.04.3 3.1]. ``halves``:
    the two sides of the pairs of a bracket; None where the text does not name them. ``beside``: a number by which it
    sorts players, as people write it. ``scoregroups``: it pairs scoregroups, and knows no brackets.
    """

    floating: str = "1.5"
    colour_clash: Clash | None = SAME_ABSOLUTE_PREFERENCE
    columns: tuple[str, str] = ("C14", "C16")
    """The criteria in the columns of the checklist, which follow the Dutch System of 2026 as in bbpPairings."""
    parameters: bool = False
    halves: tuple[str, str] | None = ("S1", "S2")
    beside: Callable[[Player, RoundState], str] | None = None
    scoregroups: bool = False


USUAL_NAMES = Names()


def as_they_are(state: RoundState) -> RoundState:
    """The unchanged state, for systems with the usual colour preferences."""
    return state


def in_every_round(_state: RoundState) -> System | None:
    """The other system for this round: none, because one system pairs every round."""
    return None


TITLES = marked(
    {
        "dutch": "FIDE (Dutch) System",
        "dubov": "Dubov System",
        "burstein": "Burstein System",
        "double-swiss": "Double-Swiss System",
        "team": "Team Pairing System",
        "lim": "Lim System",
    }
)


@runtime_checkable
class GrantsWishes(Protocol):
    """A pairing process that can take wishes into account."""

    def granting(self, system: System, wishing: Wishing) -> System:
        """The system with these wishes added to its rules, at the places that fit their strengths."""


@dataclass(frozen=True, eq=False, kw_only=True)
class System:
    """One edition of a pairing system, as a value.

    Everything that pairs, judges, explains, lists or checks reads its values. When one of them is replaced
    (`dataclasses.replace`), all of that follows.

    ``name`` and ``edition`` are what ``--system`` and ``--edition`` take, ``code`` is that of TRF record 192,
    ``article`` the chapter of the handbook. ``applied_from``: the first day (YYYY/MM/DD) of the events that it is for.
    ``kind`` is what a pairing is.

    ``conventions`` say how the state before a round follows from the past, and ``with_preferences`` completes a state
    by colour preferences that are not those of single games. ``criteria`` in the order of their priority, and
    ``procedure`` the steps of a system that is one, each by its article and in words; its process says which of them
    are done only if they are named. ``may_meet`` says whether the absolute criteria allow a pair. ``colour_steps`` are
    the articles that allocate colours. ``basic`` says where the rules stand that all systems share, ``completion``
    where the text says that a round must be completed. ``bye_again`` is what forbids the pairing-allocated bye to some,
    and ``bye_steps`` who of the others comes first, where it is given before anybody is paired.
    ``absolutes`` tell the second opinion what is forbidden. ``board_score`` is what boards are sorted by. ``in_round``
    names the system whose rules pair a round instead of these, if there is one (seeding rounds).

    ``number_of_pairs`` is the criterion after which strong wishes stand; None in a system that knows hard ones only.
    ``names`` are the edition's own for what is shown and cited. ``wishing`` holds the organiser's
    wishes: none in FIDE mode.

    ``process`` makes the `Method` of the system at hand: how it gets from all these values to pairs. What finds an
    answer sooner stands there, with the values for which it was proved: where others stand here, it is not used.
    """

    name: str
    edition: str
    article: str
    code: str
    applied_from: str
    kind: EventKind = EventKind.INDIVIDUAL
    conventions: Conventions = INDIVIDUAL
    with_preferences: Callable[[RoundState], RoundState] = as_they_are
    criteria: tuple[Rule, ...] = ()
    procedure: tuple[tuple[str, str], ...] = ()
    may_meet: MayMeet
    colour_steps: tuple[ColourStep, ...]
    basic: BasicRules = BASIC_RULES_2026
    completion: Completion
    bye_again: ByeRule = BYE_OR_WIN_BEFORE
    bye_steps: tuple[ByeStep, ...] = ()
    absolutes: Absolutes
    board_score: ScoreOf = pairing_score
    in_round: Callable[[RoundState], System | None] = in_every_round
    process: Callable[[System], Method]
    number_of_pairs: Rule | None = None
    names: Names = USUAL_NAMES
    wishing: Wishing = NO_WISHES

    @property
    def title(self) -> str:
        """The name of the system in the handbook."""
        return TITLES[self.name]

    @cached_property
    def _method(self) -> Method:
        return self.process(self)

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round that follows a state. Raises `NoPairing` if it cannot be completed."""
        return self._method.pair(self.with_preferences(state), backend)

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Find the rule by which the right round is better than the other one.

        ``trace`` is the first bracket of the right round that the other one pairs differently. None if nothing is
        found to decide.
        """
        return self._method.judge(trace, rounds)

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """The totals of a bracket's pairing by the criteria that look at this bracket only."""
        return self._method.totals(trace)

    def candidates(
        self, trace: BracketTrace, fits: Fits, like: BracketPairing | None = None
    ) -> Iterator[BracketPairing]:
        """The first candidates of a bracket in order, whatever their quality.

        They are made of the pairs that fit, and serve explanations, so they end where nobody would read on. They have
        as many pairs as possible, or as many as a pairing that they are to be ``like``. A system without such an order
        has none.
        """
        return self._method.candidates(trace, fits, like)

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """The pairs of a bracket in the order in which the rules write them."""
        return self._method.columns(trace)

    def for_round(self, state: RoundState) -> System:
        """The system whose rules pair the round after a state.

        It is this one, except in seeding rounds, with the wishes that are in force in the round. Raises `BadRequest`
        for wishes that it cannot grant.
        """
        system = self.in_round(state) or self
        if not state.settings.wishes:
            return system
        wishing = wishing_of(state.settings.wishes, state.number)
        if wishing == system.wishing:
            return system
        assert system.wishing == NO_WISHES, "a system is made to grant the wishes of one round"
        return _granting(system, wishing)

    def can_grant(self, wishes: Iterable[Wish]) -> bool:
        """Whether the system can grant these wishes.

        Any system grants hard wishes, because they are no rules but prohibitions in the state.
        """
        return all(wish.strength is Strength.HARD for wish in wishes) or _has_places_for_wishes(self)


def _has_places_for_wishes(system: System) -> bool:
    return system.number_of_pairs is not None and isinstance(system.process, GrantsWishes)


@lru_cache(maxsize=64)
def _granting(system: System, wishing: Wishing) -> System:
    """The system with the wishes of one round added.

    Raises `BadRequest` if the system is a procedure, which has no place for them.
    """
    if not _has_places_for_wishes(system):
        raise BadRequest(
            say(
                "the {title}, edition {edition}, pairs step by step and cannot follow weak or strong wishes: "
                "make the wishes hard",
                title=say(system.title),
                edition=system.edition,
            ),
            "strength",
        )
    assert isinstance(system.process, GrantsWishes)
    return system.process.granting(system, wishing)


def are_proved_for(*values: tuple[object, object]) -> bool:
    """Whether a shortcut is valid for a system.

    Each pair has a value of the system and the value for which the shortcut was proved.

    Rules and functions are the same if they are the same objects; two that do the same are not.
    """
    return all(here == there for here, there in values)
