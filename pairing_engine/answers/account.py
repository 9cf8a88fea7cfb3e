"""The account of a pairing: what was decided in each bracket, and under which article."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.answers.comparison import knowing_bye
from pairing_engine.answers.contract import as_dict
from pairing_engine.answers.sentences import about, board_of, of_total, with_article
from pairing_engine.facts.model import EventKind, Points, show_points
from pairing_engine.facts.names import called
from pairing_engine.kernel.rules import Route
from pairing_engine.kernel.trace import BracketTrace, RoundPairing, Step
from pairing_engine.language import say
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from pairing_engine.answers.decisive import Decisive, Try


class Cited(NamedTuple):
    """The number of an article, and a summary of the article in words."""

    article: str
    words: str


class Unmet(NamedTuple):
    """A criterion that even the best pairing cannot fully satisfy, with that pairing's ``total`` as text."""

    code: str
    article: str
    words: str
    total: str


class Done(NamedTuple):
    """A step of a procedure: the player, the opponent (None if the player floats), and the article."""

    player: int
    opponent: int | None
    article: str
    words: str


class Joined(NamedTuple):
    """A player who came to the bracket from a higher or a lower scoregroup, with the player's score."""

    number: int
    score: Points


class BracketAccount(NamedTuple):
    """A bracket of the account or of the card; players appear as their numbers in the file.

    ``score`` is the highest of the residents. ``sides`` are the pairs in the order in which the rules list them.
    ``others`` are the players who are neither the first of a pair nor in the limbo, in ranking order, or in the order
    of a table. ``figures`` are M0, MaxPairs and M1, or zeros in a system without these numbers. Only on the card are
    there ``tries`` and ``decisive``: ``tries`` are the candidates in order; the last one was chosen.
    """

    kind: str
    score: Points
    residents: tuple[int, ...]
    joiners: tuple[Joined, ...]
    pairs: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, int], ...]
    others: tuple[int, ...]
    floaters: tuple[int, ...]
    found: str
    figures: tuple[int, int, int]
    unmet: tuple[Unmet, ...]
    met: tuple[str, ...]
    """The codes of the criteria that this pairing fully satisfies."""
    steps: tuple[Done, ...]
    halves: tuple[str, str] | None
    """The rules' names for the two sides of the pairs, such as S1 and S2; None if there are no names."""
    in_scoregroup: bool
    """Whether the system pairs scoregroups instead of brackets."""
    upwards: frozenset[int] = frozenset()
    """The floaters who float to a higher scoregroup (Lim)."""
    tries: tuple[Try, ...] = ()
    decisive: tuple[Decisive, ...] = ()

    @property
    def name(self) -> str:
        """The name of the bracket, which is its score; empty for a round of a table."""
        return "" if self.kind == Route.TABLE.value else show_points(self.score)

    @property
    def joined(self) -> tuple[int, ...]:
        """The players who came from another scoregroup."""
        return tuple(one.number for one in self.joiners)

    @property
    def tops(self) -> tuple[int, ...]:
        """The first players of the pairs."""
        return tuple(one for one, _ in self.sides)

    @property
    def limbo(self) -> tuple[int, ...]:
        """The MDPs who could not be paired [C.04.3 3.2.4]."""
        return tuple(one for one in self.floaters if one not in self.residents)

    def to_dict(self) -> dict[str, object]:
        return as_dict(self, IN_ACCOUNT)

    def on_card(self) -> dict[str, object]:
        """Return the bracket as a dictionary with the keys of the card."""
        return as_dict(self._replace(pairs=self.sides), ON_CARD) | {"joined": tuple(map(as_dict, self.joiners))}


IN_ACCOUNT = ("kind", "score", "joined", "residents", "pairs", "floaters", "found", "unmet", "steps")

ON_CARD = (
    "score", "residents", "joined", "tops", "others", "limbo", "pairs", "floaters", "upwards", "figures", "tries",
    "unmet", "met", "decisive", "steps", "halves", "in_scoregroup",
)  # fmt: skip


class BoardAccount(NamedTuple):
    """A board, with its players as numbers in the file, and the article that decides its colours."""

    board: int
    white: int
    black: int
    colours: Cited


class Account(NamedTuple):
    """The account of a round: the brackets in the order of pairing, and the boards, each with its colour rule."""

    brackets: tuple[BracketAccount, ...]
    boards: tuple[BoardAccount, ...]

    @property
    def colours(self) -> tuple[Cited, ...]:
        """The colour rule for each board."""
        return tuple(board.colours for board in self.boards)

    def to_dict(self) -> dict[str, object]:
        """Return the account as a dictionary with the keys ``brackets`` and ``colours``."""
        return as_dict(self, ("brackets", "colours"))


def account_of(pairing: RoundPairing, state: RoundState, system: System) -> Account:
    system, shown = system.for_round(state), state.shown
    boards = tuple(
        BoardAccount(place, shown(white), shown(black), Cited(f"{system.article} {step.article}", step.summary))
        for place, (white, black, step) in enumerate(pairing.boards, 1)
    )
    traces = (knowing_bye(trace, pairing.bye) for trace in pairing.trace)
    return Account(_with_directions([_bracket(trace, state, system) for trace in traces]), boards)


def _bracket(trace: BracketTrace, state: RoundState, system: System) -> BracketAccount:
    bracket, pairing = trace.bracket, trace.pairing
    floaters = sorted(pairing.floaters, key=ranking)
    there = [player for pair in pairing.pairs for player in pair] + floaters
    if bracket.route is not Route.TABLE:
        there.sort(key=ranking)
    residents, moved = ({player.tpn for player in players} for players in (bracket.residents, bracket.mdps))
    sides = system.method.columns(trace)
    apart = {one.tpn for one, _ in sides} | {player.tpn for player in floaters if player.tpn not in residents}
    paired_mdps = sum(not moved.isdisjoint((one.tpn, other.tpn)) for one, other in pairing.pairs)
    totals = system.method.totals(trace)

    def numbers(players: Iterable[Player]) -> tuple[int, ...]:
        return tuple(state.shown(player.tpn) for player in players)

    def pairs(given: Iterable[tuple[Player, Player]]) -> tuple[tuple[int, int], ...]:
        return tuple((state.shown(one.tpn), state.shown(other.tpn)) for one, other in given)

    return BracketAccount(
        bracket.route.value,
        bracket.score,
        numbers(bracket.residents),
        tuple(Joined(state.shown(player.tpn), player.score) for player in there if player.tpn not in residents),
        pairs(pairing.pairs),
        pairs(sides),
        numbers(player for player in there if player.tpn not in apart),
        numbers(floaters),
        trace.decided,
        (len(moved), len(pairing.pairs), paired_mdps) if system.names.parameters else (0, 0, 0),
        tuple(
            Unmet(rule.code, rule.cited(system.article), rule.summary, rule.show(total, bracket))
            for rule, total in totals
            if total
        ),
        tuple(rule.code for rule, total in totals if not total),
        tuple(_step(step, state, system) for step in trace.steps),
        system.names.halves,
        system.names.scoregroups,
    )


def _with_directions(brackets: Sequence[BracketAccount]) -> tuple[BracketAccount, ...]:
    """Fill in ``upwards`` for each bracket: the floaters who move to a higher scoregroup."""
    found: list[BracketAccount] = []
    next_score: dict[int, Points] = {}
    for bracket in reversed(brackets):
        upwards = frozenset(one for one in bracket.floaters if next_score.get(one, bracket.score) > bracket.score)
        found.append(bracket._replace(upwards=upwards))
        next_score |= dict.fromkeys(bracket.joined, bracket.score)
    return tuple(reversed(found))


def _step(step: Step, state: RoundState, system: System) -> Done:
    opponent = None if step.opponent is None else state.shown(step.opponent.tpn)
    return Done(state.shown(step.player.tpn), opponent, f"{system.article} {step.article}", step.words)


def as_lines(account: Account, kind: EventKind) -> list[str]:
    """Write the account as lines of text."""
    lines = []
    for bracket in account.brackets:
        lines.append(_head(bracket))
        if bracket.joined:
            lines.append(say("  joined by {joined}", joined=_list(bracket.joined)))
        if bracket.pairs:
            lines.append(
                say("  pairs {pairs}", pairs=", ".join(f"{upper} - {lower}" for upper, lower in bracket.pairs))
            )
        if bracket.floaters:
            lines.append(say("  left over: {floaters}", floaters=_list(bracket.floaters)))
        if bracket.kind == Route.TABLE.value:
            lines += _circle(bracket)
        lines += [f"  {of_total(*one)}" for one in bracket.unmet]
        lines += [f"  {step_in_words(step, kind)}" for step in bracket.steps]
    lines.append(say("colours"))
    for _, white, black, (article, words) in account.boards:
        lines.append(f"  {with_article(about(board_of(str(white), str(black)), say(words)), '', article)}")
    return lines


def _head(bracket: BracketAccount) -> str:
    kind, score = say(bracket.kind), show_points(bracket.score)
    residents = _list(bracket.residents) or say("no residents")
    if bracket.kind == Route.TABLE.value:
        return say("{kind}: {residents}", kind=kind, residents=residents)
    if bracket.kind == Route.COLLAPSED.value:
        return say("{kind} of {score} points and fewer: {residents}", kind=kind, score=score, residents=residents)
    return say("{kind} of {score} points: {residents}", kind=kind, score=score, residents=residents)


def _circle(bracket: BracketAccount) -> list[str]:
    """Draw both sides of the circle as rows; the fixed place comes first, a bye last."""
    columns = [*bracket.pairs, *((number, say("bye")) for number in bracket.floaters)]
    width = 1 + max((len(str(one)) for column in columns for one in column), default=0)
    rows = ("".join(f"{one:>{width}}" for one in row) for row in zip(*columns, strict=True))
    return [say("  the circle of the table, with opponents below each other"), *(f"   {row}" for row in rows)]


def who_of_step(step: Done, kind: EventKind) -> str:
    """Name the participant of a decision, and the opponent if there is one."""
    one = called(step.player, "", kind)
    return one if step.opponent is None else say("{one} meets {other}", one=one, other=called(step.opponent, "", kind))


def step_in_words(step: Done, kind: EventKind) -> str:
    """Write a decision with its article; the words for a participant without an opponent begin with a verb."""
    who, words = who_of_step(step, kind), say(step.words)
    return with_article(f"{who} {words}" if step.opponent is None else about(who, words), "", step.article)


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
