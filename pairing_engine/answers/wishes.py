"""The effect of wishes on a round: which boards change, which wishes are granted, and why others are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pairing_engine.answers.contract import as_dict
from pairing_engine.answers.decisive import against, against_bye
from pairing_engine.answers.sentences import Reason, board_of
from pairing_engine.door import Opened
from pairing_engine.errors import NoPairing
from pairing_engine.facts.model import NOBODY, Strength, Wish, WishKind
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import say
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round
from pairing_engine.state import demands
from pairing_engine.state.demands import obeying
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.system import System

MOST_REASONS = 12
"""The maximum number of broken wishes for which a reason is given; each reason requires another pairing."""

Boards = tuple[tuple[int, int], ...]
"""The boards as pairs of numbers in the file, White first; for the pairing-allocated bye, Black is 0."""


BROKEN = ("article", "code", "words", "right", "wrong")
"""The keys of a reason why a wish is not granted."""


class WishOutcome(NamedTuple):
    """A wish, with the boards and byes that break the wish; if the wish is granted, there are none."""

    wish: Wish
    broken: tuple[Reason, ...]

    def to_dict(self) -> dict[str, object]:
        kind, label, strength = self.wish.kind.value, self.wish.label, self.wish.strength.value
        broken = [{"board": one.against} | as_dict(one, BROKEN) for one in self.broken]
        return {"kind": kind, "label": label, "strength": strength, "granted": not broken, "broken": broken}


@dataclass(frozen=True)
class Wished:
    """A round that was paired with wishes, and the same round in FIDE mode (``plain``), each with the state before it.

    If the wishes change nothing, the two pairings are the same.
    """

    state: RoundState
    system: System
    pairing: RoundPairing
    plain: RoundPairing
    plain_state: RoundState

    def __repr__(self) -> str:
        return f"<Wished: round {self.state.number} {'differs from' if self.changes else 'is as in'} FIDE mode>"

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """The wishes that apply in the round."""
        return self.state.settings.wishes_in(self.state.number)

    @property
    def changes(self) -> bool:
        """Whether the round differs from the round in FIDE mode."""
        return _boards(self.pairing, self.state) != _boards(self.plain, self.state)

    @cached_property
    def boards(self) -> Boards:
        """The boards and the bye that the round would not have in FIDE mode."""
        return _without(_boards(self.pairing, self.state), _boards(self.plain, self.state))

    @cached_property
    def instead_of(self) -> Boards:
        """The boards and the bye that the round would have only in FIDE mode."""
        return _without(_boards(self.plain, self.state), _boards(self.pairing, self.state))

    @cached_property
    def outcomes(self) -> tuple[WishOutcome, ...]:
        """Each wish with what breaks it; each reason needs another pairing, so only the first ones get one."""
        left = iter(range(MOST_REASONS))
        return tuple(
            WishOutcome(
                wish, tuple(_reason(self, wish, board, left) for board in broken_by(wish, self.pairing, self.state))
            )
            for wish in self.wishes
        )

    def to_dict(self) -> dict[str, object]:
        return {
            "fide_mode": False,
            "boards": self.boards,
            "instead_of": self.instead_of,
            "outcomes": [outcome.to_dict() for outcome in self.outcomes],
        }


def broken_by(wish: Wish, pairing: RoundPairing, state: RoundState) -> Iterator[tuple[int, int]]:
    """Yield the boards that break a wish, or the bye, as numbers in the file."""
    for board in pairing.boards:
        if wish.is_broken_by(board.white, board.black):
            yield state.shown(board.white), state.shown(board.black)
    if wish.kind is WishKind.AVOID or pairing.bye is None:
        return
    if (pairing.bye in wish.named) == (wish.kind is WishKind.NO_BYE):
        yield state.shown(pairing.bye), 0


def _reason(wished: Wished, wish: Wish, board: tuple[int, int], left: Iterator[int]) -> Reason:
    """Say why a board or a bye that breaks a wish is there, by pairing again without it if ``left`` has more."""
    state, granting = wished.state, wished.system.for_round(wished.state)
    if board[1]:
        one, other = (next(tpn for tpn in state.by_tpn if state.shown(tpn) == number) for number in board)
        without = demands.must_not_meet(state, one, other)
    else:
        may_have = {player.tpn for player in state.players if player.may_have_bye}
        there = wish.named & frozenset(state.by_tpn)
        open_to = (there if wish.kind is WishKind.BYE else may_have - there) & may_have
        if wish.kind is WishKind.BYE and not there:
            words = say("none of the players named is paired in this round")
            return Reason(board, words, article="reading Z5")
        if not open_to:
            return Reason(board, granting.bye_again.words, granting.bye_again.code, granting.bye_again.article)
        players = tuple(player._replace(may_have_bye=player.tpn in open_to) for player in state.players)
        without = state._replace(players=players)
    if next(left, None) is None:
        return Reason(board)
    try:
        other_round = pair_round(wished.system, without, Backend.AUTO)
    except NoPairing:
        article, _, code = granting.completion
        return Reason(board, say("otherwise the round cannot be completed"), code, article)
    if not board[1] and granting.bye_steps and other_round.bye is not None:
        found = against_bye(state.by_tpn[other_round.bye], wished.pairing, state, granting)
    else:
        found = against(other_round, wished.pairing, state, granting)
    if found is None:
        return Reason(board)
    reason = Reason.of(board, found.finding, state.called).in_bracket(found.score, scoregroup=found.in_scoregroup)
    worse = say("otherwise {words}", words=reason.sentence)
    return reason._replace(right=found.finding.right, wrong=found.finding.wrong, sentence=worse)


def _boards(pairing: RoundPairing, state: RoundState) -> Boards:
    shown = state.shown
    return tuple((shown(white), shown(black) if black != NOBODY else 0) for white, black in pairing.pairs)


def _without(boards: Boards, others: Iterable[tuple[int, int]]) -> Boards:
    taken = set(others)
    return tuple(board for board in boards if board not in taken)


def pair_with_wishes(event: Opened, number: int) -> Wished:
    """Pair a round with wishes and in FIDE mode. Raises `NoPairing`, `BadRequest` and the errors of `Opened.before`."""
    tournament, system = event.tournament, event.system
    without = event.without_wishes().before(number)
    state = obeying(without._replace(tournament=tournament))
    system.for_round(state)  # raises `BadRequest` if the system cannot grant the wishes
    plain = event.paired(without)
    wishes = state.settings.wishes_in(number)
    # If the round in FIDE mode grants all wishes, none of which is hard, then they change nothing.
    if all(one.strength is not Strength.HARD and not [*broken_by(one, plain, state)] for one in wishes):
        return Wished(state, system, plain, plain, without)
    try:
        return Wished(state, system, event.paired(state), plain, without)
    except NoPairing as error:
        words = say("{words}; without the hard wishes the round could be paired", words=error.words)
        raise NoPairing(error.article, words, error.participants) from None


# --- in words ---------------------------------------------------------------------------------------------------------


def _shown(board: tuple[int, ...]) -> str:
    return board_of(*(str(number) for number in board if number))


def headline(wished: Wished) -> str:
    """Write that the round is not in FIDE mode, and list the boards that the wishes changed."""
    here, there = (", ".join(map(_shown, boards)) for boards in (wished.boards, wished.instead_of))
    return say("not FIDE mode: because of the wishes, {here} instead of {there}", here=here, there=there)


def as_lines(wished: Wished) -> list[str]:
    """Write the outcomes of the wishes as lines of text, after a headline."""
    lines = [headline(wished)] if wished.changes else [say("FIDE mode: the wishes change nothing")]
    for wish, broken in wished.outcomes:
        if not broken:
            lines.append(say("  {words}: granted", words=wish.words))
        for one in broken:
            because = say("; {why}", why=one.why) if one.why else ""
            lines.append(
                say(
                    "  {words}, not granted for {board}{because}",
                    words=wish.words,
                    board=_shown(one.against),
                    because=because,
                )
            )
    return lines
