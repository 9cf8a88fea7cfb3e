"""The class `System`, which contains all rules of one edition of a pairing system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pairing_engine.errors import NoPairing, refusal
from pairing_engine.facts.basic_rules import BASIC_RULES_2026, Absolutes, BasicRules
from pairing_engine.facts.editions import APPLIED_FROM
from pairing_engine.facts.model import EventKind, Wish
from pairing_engine.kernel.colour import ColourStep
from pairing_engine.kernel.engine import Engine, engine_of
from pairing_engine.kernel.graph import MayMeet
from pairing_engine.kernel.rules import BracketPairing, Rule, Total
from pairing_engine.kernel.trace import BracketTrace, ScoreOf, pairing_score
from pairing_engine.language import marked, say
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import INDIVIDUAL, Conventions, Player, RoundState

if TYPE_CHECKING:
    from pairing_engine.facts.wishes import Wishing
    from pairing_engine.kernel.bye import ByeStep, MayMeetInRound
    from pairing_engine.kernel.findings import Finding, TwoRounds


class Pairs(NamedTuple):
    """The pairs of a round before colours; Article 5 favours the first player, usually the higher ranked, at last."""

    pairs: tuple[tuple[Player, Player], ...]
    bye: Player | None
    trace: tuple[BracketTrace, ...]

    @classmethod
    def of(cls, trace: tuple[BracketTrace, ...], bye: Player | None = None) -> Pairs:
        """Put the brackets together; whoever the last one leaves over gets the bye."""
        left = trace[-1].pairing.floaters if trace else ()
        pairs = tuple(pair for bracket in trace for pair in bracket.pairing.pairs)
        return cls(pairs, left[0] if left else bye, trace)


class Clash(NamedTuple):
    """A rule that forbids some pairs of players who have not met, with ``words`` that say why."""

    article: str
    code: str
    words: str


SAME_ABSOLUTE_PREFERENCE = Clash("2.1.3", "C3", "they have the same absolute colour preference")


class ByeRule(NamedTuple):
    """The rule that bars a participant from the pairing-allocated bye, and its messages for one and for ``each``."""

    article: str
    code: str
    words: str
    each: str


EACH_HAD_IT = marked("each of them has already had the bye, or the points of a win without playing")

BYE_OR_WIN_BEFORE = ByeRule(
    "C.04.1 4",
    "C2",
    "this participant already had the pairing-allocated bye or the points of a win without playing",
    EACH_HAD_IT,
)


BYE_OR_FORFEIT_WIN_BEFORE = ByeRule(
    "C.04.1.d",
    "C2",
    "this participant already had the pairing-allocated bye or a win by forfeit",
    "each of them has already had the bye or a win by forfeit",
)


class Completion(NamedTuple):
    """The article to cite if a round cannot be completed, and the rule that all remaining players must be paired."""

    impossible: str
    article: str
    code: str


Fits = Callable[[Player, Player], bool]
"""A function that decides whether a pair may occur in a candidate."""


class Method:
    """The object that pairs rounds by the rules of a System, and whose questions an engine answers."""

    reads_pasts = False
    """Whether the rules read earlier rounds beside the state, so that nobody without a past can be added to a state."""

    follows_wishes = True
    """Whether the method compares rounds by the criteria, and so by weak and strong wishes among them."""

    def __init__(self, system: System, engine: Engine) -> None:
        self.system = system
        self.engine = engine
        self.process: Any = system.process

    def pair(self, state: RoundState) -> Pairs:
        """Pair the round after a state, and choose who gets the pairing-allocated bye.

        Raises `NoPairing` if the round cannot be completed.
        """
        raise NotImplementedError

    def judge(self, trace: BracketTrace, rounds: TwoRounds) -> Finding | None:
        """Explain why another round is worse than the correct round, or return None.

        ``trace`` is the first bracket of the correct round that the other round pairs differently.
        """
        raise NotImplementedError

    def totals(self, trace: BracketTrace) -> list[tuple[Rule, Total]]:
        """Compute the bracket's total for each rule that applies, except rules about players below the bracket."""
        from pairing_engine.kernel.findings import own_totals  # imported here, because only questions need it

        return own_totals(self.system.criteria, trace)

    def candidates(self, _trace: BracketTrace, _fits: Fits, _like: BracketPairing | None) -> Iterator[BracketPairing]:
        """Yield the first candidates for a bracket in order, regardless of their quality; none without an order.

        Every pair must satisfy ``fits``. All candidates have as many pairs as ``like``, or as many as possible if it is
        None. A long sequence is cut off, because candidates are only for explanations.
        """
        return iter(())

    def columns(self, trace: BracketTrace) -> Sequence[tuple[Player, Player]]:
        """Return the pairs of the bracket, in the order in which the rules list them."""
        return trace.pairing.pairs

    def allowed(self, state: RoundState) -> MayMeetInRound:
        """Return whether the absolute criteria allow a pair in the round after a state."""
        may_meet = self.system.may_meet
        return lambda a, b: may_meet(a, b, state)

    def no_pairing(self, state: RoundState, article: str | None = None) -> NoPairing:
        """Return the error for a round that cannot be completed, by ``article`` or that of the System."""
        from pairing_engine.kernel.no_pairing import no_pairing  # imported here, because most rounds can be paired

        return no_pairing(article or self.system.completion.impossible, state.players, self.allowed(state), state.shown)

    def bye_first(self, state: RoundState, article: str | None = None) -> tuple[Player | None, tuple[Player, ...]]:
        """Choose who gets the bye, if any; return all others, too. Raises `NoPairing` by ``article`` if nobody can.

        Raises ValueError if the System has no order of candidates for the bye.
        """
        if len(state.players) % 2 == 0:
            return None, state.players
        if not self.system.bye_steps:
            raise ValueError(f"{self.system!r} gives the bye before it pairs, but has no bye_steps")
        from pairing_engine.kernel.bye import order_by, who_gets_bye  # imported here, because few systems need it

        bye = who_gets_bye(state, order_by(self.system.bye_steps, state), self.allowed(state), self.engine)
        if bye is None:
            raise self.no_pairing(state, article)
        return bye, tuple(player for player in state.players if player is not bye)


class Process(Protocol):
    """The values of a process in an edition, and the class that pairs by them."""

    @property
    def method(self) -> type[Method]:
        """The class that follows the rules."""


class Names(NamedTuple):
    """The names and articles that reports show for an edition.

    ``floating`` is the article about floats, ``colour_clash`` the rule that forbids a pair because of colours, if any.
    ``parameters`` is true if the rules define M0, MaxPairs and M1 for a bracket [C.04.3 3.1]. ``halves`` are the names
    of the two halves of a bracket, if the rules name them. ``beside`` writes the value by which the edition sorts
    players, such as "ARO 2100". ``scoregroups`` is true if the edition pairs scoregroups and has no brackets.
    """

    floating: str = "1.5"
    colour_clash: Clash | None = SAME_ABSOLUTE_PREFERENCE
    columns: tuple[str, str] = ("C14", "C16")
    """The titles of the checklist's two columns about floats. The default is for the Dutch System of 2026."""
    parameters: bool = False
    halves: tuple[str, str] | None = ("S1", "S2")
    beside: Callable[[Player, RoundState], str] | None = None
    scoregroups: bool = False


USUAL_NAMES = Names()


def as_they_are(state: RoundState) -> RoundState:
    """Return the state unchanged, because the system has the usual colour preferences."""
    return state


def in_every_round(_state: RoundState) -> System | None:
    """Return None, because the System pairs every round itself."""
    return None


class InRound(Protocol):
    """A function that returns the system for a seeding round, or None."""

    def __call__(self, state: RoundState, /) -> System | None:
        """Return the system for the round after a state."""


TITLES = marked(
    {
        "dutch": "FIDE (Dutch) System",
        "dubov": "Dubov System",
        "burstein": "Burstein System",
        "double-swiss": "Double-Swiss System",
        "team": "Team Pairing System",
        "lim": "Lim System",
        "round-robin": "Round Robin",
    }
)


def title_of(name: str) -> str:
    """Return the name of a system in the handbook. A system that is a value of its own has its own name."""
    return TITLES.get(name, f"{name} system")


class Rules(NamedTuple):
    """One edition of a pairing system, with all rules by which rounds are paired, checked and explained.

    To change a rule everywhere, replace one value of the System (`_replace`). ``name`` and ``edition`` are
    the values of the options ``--system`` and ``--edition``, ``code`` is the code in TRF record 192, and ``article``
    the chapter of the handbook. ``kind`` is the kind of event that the system pairs.

    ``conventions`` derive the state before a round from the earlier rounds. ``with_preferences`` applies the system's
    own rules about colour preferences. ``criteria`` are in order of priority. ``procedure`` lists the steps of the
    pairing, each with its article and a description, some of which are carried out only if listed. ``may_meet`` returns
    whether the absolute criteria allow a pair. ``colour_steps`` are the articles that allocate colours. ``basic`` has
    the articles of the rules that all systems share. ``bye_again`` is the rule that bars some participants from the
    pairing-allocated bye. If a system gives the bye before pairing, ``bye_steps`` sort the candidates for it. The
    module `legality` checks the prohibitions in ``absolutes``. ``board_score`` is the score by which boards are sorted.
    ``in_round`` returns the system for a seeding round, or None if this System pairs the round.

    Strong wishes are considered directly after the criterion ``number_of_pairs``; without one, the system accepts only
    hard wishes. ``wishing`` contains the organiser's wishes for the round, and is None in FIDE mode; ``wishless`` is
    the same System in FIDE mode. ``known_in_part`` is true if we do not have the whole text of the edition. ``rounds``
    returns the number of rounds for a number of participants, if the system sets it. ``process`` has the values of the
    process, and names the class of the `Method` that pairs rounds.
    """

    name: str
    edition: str
    article: str
    code: str
    may_meet: MayMeet
    colour_steps: tuple[ColourStep, ...]
    completion: Completion
    absolutes: Absolutes
    process: Process
    kind: EventKind = EventKind.INDIVIDUAL
    conventions: Conventions = INDIVIDUAL
    with_preferences: Callable[[RoundState], RoundState] = as_they_are
    criteria: tuple[Rule, ...] = ()
    procedure: tuple[tuple[str, str], ...] = ()
    basic: BasicRules = BASIC_RULES_2026
    bye_again: ByeRule = BYE_OR_WIN_BEFORE
    bye_steps: tuple[ByeStep, ...] = ()
    board_score: ScoreOf = pairing_score
    in_round: InRound = in_every_round
    number_of_pairs: Rule | None = None
    rounds: Callable[[int], int] | None = None
    names: Names = USUAL_NAMES
    wishing: Wishing | None = None
    wishless: System | None = None
    known_in_part: bool = False


class System(Rules):
    """One edition of a pairing system: its rules, and the method that follows them. Each value is another system."""

    __eq__ = object.__eq__
    __ne__ = object.__ne__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<System {self.name} {self.edition}>"

    @property
    def title(self) -> str:
        """The name of the system in the handbook."""
        return title_of(self.name)

    @property
    def applied_from(self) -> str:
        """The first day (YYYY/MM/DD) of the edition; empty for a variant that is not in the table of editions."""
        return APPLIED_FROM[self.name].get(self.edition, "")

    @cached_property
    def _methods(self) -> dict[Engine, Method]:
        return {}

    def by(self, engine: Engine) -> Method:
        """Return the object that pairs by this System, with an engine; it remembers what it has computed."""
        found = self._methods.get(engine)
        if found is None:
            found = self._methods[engine] = engine.method(self.process.method)(self, engine)
        return found

    @property
    def method(self) -> Method:
        """The object that explains and compares rounds."""
        return self.by(engine_of(Backend.AUTO))

    def pair(self, state: RoundState, backend: Backend) -> Pairs:
        """Pair the round after a state. Raises `NoPairing` if the round cannot be completed."""
        return self.by(engine_of(backend)).pair(self.with_preferences(state))

    def for_round(self, state: RoundState) -> System:
        """Return the system for the round after a state, with its wishes. Raises `BadRequest` for impossible wishes."""
        system = self.in_round(state) or self
        if not state.settings.wishes:
            return system
        from pairing_engine.facts.wishes import wishing_of  # imported here, because few events have wishes

        wishing = wishing_of(state.settings.wishes, state.number)
        if wishing == system.wishing:
            return system
        assert wishing is not None, "a system is made to grant the wishes of one round"
        assert system.wishing is None, "a system is made to grant the wishes of one round"
        return granting(system, wishing)

    @property
    def follows_wishes(self) -> bool:
        """Whether the system can take weak and strong wishes into account."""
        return self.number_of_pairs is not None and self.process.method.follows_wishes

    def can_grant(self, wishes: Iterable[Wish]) -> bool:
        """Whether the system can take all these wishes into account; hard wishes become prohibitions in the state."""
        return self.follows_wishes or all(wish.is_hard for wish in wishes)


WISHES = "pairing_engine.systems.shared.wish_rules"
"""The module of the rules about wishes. It is imported when an event has wishes, because few events have any."""


@lru_cache(maxsize=64)
def granting(system: System, wishing: Wishing) -> System:
    """Return the system with the wishes of a round in its rules. Raises `BadRequest` if it grants only hard ones."""
    if not system.follows_wishes:
        raise refusal(
            "the {title}, edition {edition}, pairs step by step and cannot follow weak or strong wishes: "
            "make the wishes hard",
            "strength",
            title=say(system.title),
            edition=system.edition,
        )
    found: System = import_module(WISHES).granted(system, wishing)
    return found
