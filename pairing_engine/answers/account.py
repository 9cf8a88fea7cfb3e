"""The account of a pairing: what was decided in each bracket, and under which article."""

from __future__ import annotations

from collections.abc import Iterable

from pairing_engine.answers.contract import as_dict
from pairing_engine.answers.sentences import about, of_total, with_article
from pairing_engine.facts.model import Points, Tpn, show_points
from pairing_engine.kernel.bracket import Route
from pairing_engine.kernel.trace import BracketTrace, RoundPairing, Step
from pairing_engine.language import say
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple, replace


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


class BracketAccount(NamedTuple):
    """The account of one bracket; players appear as their numbers in the file.

    ``joined`` came from another scoregroup. ``score`` is the highest of the residents.
    """

    kind: str
    score: Points
    joined: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    found: str
    unmet: tuple[Unmet, ...]
    steps: tuple[Done, ...]

    def to_dict(self) -> dict[str, object]:
        return as_dict(self)


class Account(NamedTuple):
    """The account of a round: the brackets in the order of pairing, and the colour rule for each board."""

    brackets: tuple[BracketAccount, ...]
    colours: tuple[Cited, ...]

    def to_dict(self) -> dict[str, object]:
        return as_dict(self)


def account_of(pairing: RoundPairing, state: RoundState, system: System) -> Account:
    system = system.for_round(state)
    colours = tuple(
        Cited(f"{system.article} {board.colour_step.article}", board.colour_step.summary) for board in pairing.boards
    )
    traces = (knowing_bye(trace, pairing.bye) for trace in pairing.trace)
    return Account(tuple(_bracket(trace, state, system) for trace in traces), colours)


def knowing_bye(trace: BracketTrace, bye: Tpn | None) -> BracketTrace:
    """Set ``allots_bye`` of the bracket to true if its only floater gets the bye."""
    floaters = trace.pairing.floaters
    if len(floaters) != 1 or floaters[0].tpn != bye:
        return trace
    return trace._replace(bracket=replace(trace.bracket, allots_bye=True))


def _bracket(trace: BracketTrace, state: RoundState, system: System) -> BracketAccount:
    bracket, pairing = trace.bracket, trace.pairing
    there = [player for pair in pairing.pairs for player in pair] + list(pairing.floaters)
    residents = {player.tpn for player in bracket.residents}

    def numbers(players: Iterable[Player]) -> tuple[int, ...]:
        return tuple(state.shown(player.tpn) for player in players)

    joined = [player for player in there if player.tpn not in residents]
    return BracketAccount(
        bracket.route.value,
        bracket.score,
        numbers(sorted(joined, key=ranking)),
        numbers(bracket.residents),
        tuple((state.shown(upper.tpn), state.shown(lower.tpn)) for upper, lower in pairing.pairs),
        numbers(sorted(pairing.floaters, key=ranking)),
        trace.decided,
        tuple(
            Unmet(rule.code, rule.cited(system.article), rule.summary, rule.show(total, bracket))
            for rule, total in system.totals(trace)
            if total
        ),
        tuple(_step(step, state, system) for step in trace.steps),
    )


def _step(step: Step, state: RoundState, system: System) -> Done:
    opponent = None if step.opponent is None else state.shown(step.opponent.tpn)
    return Done(state.shown(step.player.tpn), opponent, f"{system.article} {step.article}", step.words)


def as_lines(account: Account, boards: Iterable[tuple[int, int]]) -> list[str]:
    """Write the account as lines of text; ``boards`` are pairs of numbers in the file, White first."""
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
        lines += [f"  {in_words(step)}" for step in bracket.steps]
    lines.append(say("colours"))
    for (white, black), why in zip(boards, account.colours, strict=True):
        lines.append(f"  {with_article(about(f'{white} - {black}', say(why.words)), '', why.article)}")
    return lines


def _head(bracket: BracketAccount) -> str:
    kind, score, residents = say(bracket.kind), show_points(bracket.score), _list(bracket.residents)
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


def in_words(step: Done) -> str:
    """Write a decision about a player with its article; the words for a player who floats begin with a verb."""
    words = say(step.words)
    if step.opponent is not None:
        words = about(say("{player} meets {opponent}", player=step.player, opponent=step.opponent), words)
    return with_article(words if step.opponent is not None else f"{step.player} {words}", "", step.article)


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
