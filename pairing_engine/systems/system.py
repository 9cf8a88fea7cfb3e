"""A pairing system as a value, which contains everything in which systems and editions differ."""

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

    The first player of each pair is the one whom Article 5 favours if nothing else decides. Usually it is the higher
    ranked player.
    """

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player | None
    trace: tuple[BracketTrace, ...]


class Clash(NamedTuple):
    """The rule that forbids a pair of players who have not met: its article, code and words."""

    article: str
    code: str
    words: str


SAME_ABSOLUTE_PREFERENCE = Clash("2.1.3", "C3", "they have the same absolute colour preference")


class ByeRule(NamedTuple):
    """The rule that bars a participant from the pairing-allocated bye: its article, code and words.

    ``each`` is used if nobody may have the bye. It gives the reason why each of the participants is barred.
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

    ``impossible`` is the article by which completion may be impossible. ``article`` and ``code`` are those of the
    criterion by which all players who are not yet paired must be able to be paired.
    """

    impossible: str
    article: str
    code: str


Fits = Callable[[Player, Player], bool]
"""A function that returns whether a candidate may contain a pair."""


class Method(Protocol):
    """The method by which a System pairs rounds, based only on the values of that System."""

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round that follows a state, and choose who gets the pairing-allocated bye."""

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Find the rule by which a round is worse than the right one in a bracket; None if there is no such rule."""

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """The totals of the bracket's pairing, one for each criterion of the system."""

    def candidates(self, trace: BracketTrace, fits: Fits, like: BracketPairing | None) -> Iterator[BracketPairing]:
        """The first candidates of the bracket in order; ``fits`` tells which pairs they may contain."""

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """The pairs of the bracket, in the order in which the rules list them."""


class Names(NamedTuple):
    """The names and articles of an edition that reports show.

    ``floating`` is the article of the chapter that defines who floats. ``colour_clash`` is the rule that forbids a pair
    of players who have not met; None if colours forbid no pair. ``columns`` are the criteria about floats in the last
    round and in the one before, used as column titles. ``parameters`` is true if a bracket has M0, MaxPairs and M1
    [C.04.3 3.1]. ``halves`` are the names of the two sides of the pairs of a bracket; None if the text does not name
    them. ``beside`` returns a number by which the edition sorts players, as text. ``scoregroups`` is true if the
    edition pairs scoregroups and has no brackets.
    """

    floating: str = "1.5"
    colour_clash: Clash | None = SAME_ABSOLUTE_PREFERENCE
    columns: tuple[str, str] = ("C14", "C16")
    """The criteria in two columns of the checklist; the default is the Dutch System of 2026, as in bbpPairings."""
    parameters: bool = False
    halves: tuple[str, str] | None = ("S1", "S2")
    beside: Callable[[Player, RoundState], str] | None = None
    scoregroups: bool = False


USUAL_NAMES = Names()


def as_they_are(state: RoundState) -> RoundState:
    """The unchanged state, for systems with the usual colour preferences."""
    return state


def in_every_round(_state: RoundState) -> System | None:
    """Return None, because one system pairs every round, including the given one."""
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
        """The system with the given wishes added to its rules, each wish with the priority of its strength."""


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class System:
    """One edition of a pairing system, as a value.

    All code that pairs, judges, explains, lists or checks reads the values of a System. So if one value is replaced
    (`dataclasses.replace`), all of this changes together.

    ``name`` and ``edition`` are the values of the options ``--system`` and ``--edition``. ``code`` is the code in TRF
    record 192, and ``article`` the chapter of the handbook. The edition applies to events from ``applied_from``
    (YYYY/MM/DD) on. ``kind`` is the kind of event that it pairs.

    ``conventions`` tell how the state before a round follows from earlier rounds. ``with_preferences`` adds colour
    preferences that do not come from single games. ``criteria`` are in order of priority. ``procedure`` has the steps
    of a system that is a procedure, each with its article and words; some steps are carried out only if they are listed
    there. ``may_meet`` returns whether the absolute criteria allow a pair. ``colour_steps`` are the articles that
    allocate colours. ``basic`` has the articles of the rules that all systems share. ``completion`` has the articles by
    which a round must be completed. ``bye_again`` is the rule that bars some participants from the pairing-allocated
    bye. ``bye_steps`` is the order of the other participants, if the bye is given before any pair is made.
    ``absolutes`` are the facts that the second opinion needs. ``board_score`` is the score by which boards are sorted.
    ``in_round`` returns another system that pairs this round, as in seeding rounds, or None.

    Strong wishes come after the criterion ``number_of_pairs``. It is None in a system that accepts only hard wishes.
    ``names`` are the names and articles that reports show. ``wishing`` has the organiser's wishes for the
    round; in FIDE mode it is empty.

    ``process`` creates the `Method` that makes pairs from all these values. It also contains shortcuts, each with the
    values for which it was proved. A System with other values does not use them.
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

    def __repr__(self) -> str:
        return f"<System {self.name} {self.edition}>"

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
        """Find the rule by which the right round is better than another round; None if there is no such rule.

        ``trace`` is the first bracket of the right round that the other round pairs differently.
        """
        return self._method.judge(trace, rounds)

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """The totals of a bracket's pairing by the criteria that do not look below the bracket."""
        return self._method.totals(trace)

    def candidates(
        self, trace: BracketTrace, fits: Fits, like: BracketPairing | None = None
    ) -> Iterator[BracketPairing]:
        """The first candidates of a bracket in order, whether good or bad.

        They contain only pairs that ``fits`` allows. They are meant for explanations, so the sequence ends when it
        would become long. They have as many pairs as possible, or as many as the pairing ``like``. A system without an
        order of candidates has none.
        """
        return self._method.candidates(trace, fits, like)

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """The pairs of a bracket, in the order in which the rules list them."""
        return self._method.columns(trace)

    def for_round(self, state: RoundState) -> System:
        """The system that pairs the round after a state, with the wishes that apply in that round.

        It is this system, except in seeding rounds. Raises `BadRequest` for wishes that it cannot grant.
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
        """Whether the system can grant the given wishes.

        Every system can grant hard wishes, because they are not rules but prohibitions in the state.
        """
        return all(wish.strength is Strength.HARD for wish in wishes) or _has_places_for_wishes(self)


def _has_places_for_wishes(system: System) -> bool:
    return system.number_of_pairs is not None and isinstance(system.process, GrantsWishes)


@lru_cache(maxsize=64)
def _granting(system: System, wishing: Wishing) -> System:
    """The system with the wishes of one round added to its rules.

    Raises `BadRequest` if the system is a procedure, in which such rules have no place.
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

    Each pair has a value of the system and the value for which the shortcut was proved. The two must be equal. Rules
    and functions are equal only if they are the same object.
    """
    return all(here == there for here, there in values)
