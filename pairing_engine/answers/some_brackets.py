"""The account or the card of a large event, shortened to the brackets with certain scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pairing_engine.answers.account import Account, BracketAccount
from pairing_engine.answers.card import BracketCard, RoundCard
from pairing_engine.errors import BadRequest
from pairing_engine.facts.model import show_points
from pairing_engine.language import say

AnyBracket = TypeVar("AnyBracket", BracketAccount, BracketCard)


def scores_in(text: str) -> tuple[str, ...]:
    """Split the user's list of scores, and write each score in the form that reports use.

    >>> scores_in("2, 1.5")
    ('2.0', '1.5')
    """
    parts = (part.strip() for part in text.split(","))
    return tuple(f"{part}.0" if part.isdigit() else part for part in parts if part)


def some_of_account(
    account: Account, boards: Sequence[tuple[int, int]], scores: Sequence[str]
) -> tuple[Account, list[tuple[int, int]]]:
    """Limit the account and its boards to the brackets with certain scores.

    Raises `BadRequest` for a score without a bracket.
    """
    brackets = _some(account.brackets, scores)
    players = _paired(brackets)
    kept = [(board, colours) for board, colours in zip(boards, account.colours, strict=True) if players & {*board}]
    return Account(brackets, tuple(colours for _, colours in kept)), [board for board, _ in kept]


def some_of_card(card: RoundCard, scores: Sequence[str]) -> RoundCard:
    """Limit the card to the brackets with certain scores. Raises `BadRequest` for a score without a bracket."""
    brackets = _some(card.brackets, scores)
    inside = {number for bracket in brackets for number in bracket.residents}
    inside |= {one.number for bracket in brackets for one in bracket.joined}
    players = _paired(brackets)
    has_bye = card.bye in inside
    return card._replace(
        brackets=brackets,
        rows=tuple(row for row in card.rows if row.number in inside),
        boards=tuple(board for board in card.boards if players & {board.white, board.black}),
        bye=card.bye if has_bye else None,
        rivals=card.rivals if has_bye else (),
    )


def _some(brackets: Sequence[AnyBracket], scores: Sequence[str]) -> tuple[AnyBracket, ...]:
    known = [show_points(bracket.score) for bracket in brackets]
    for score in scores:
        if score not in known:
            words = say(
                "there is no bracket of {score} points; the brackets are those of {known}",
                score=score,
                known=", ".join(known),
            )
            raise BadRequest(words)
    return tuple(bracket for bracket, score in zip(brackets, known, strict=True) if score in scores)


def _paired(brackets: Sequence[AnyBracket]) -> set[int]:
    return {number for bracket in brackets for pair in bracket.pairs for number in pair}
