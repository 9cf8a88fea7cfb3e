"""Explanations and other answers about a pairing: account, card, checklist, wishes and the second opinion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, TypeVar

Kind = TypeVar("Kind")


class Style(Enum):
    """The style of a checklist: the columns of bbpPairings or of JaVaFo."""

    BBP = "bbp"
    JAVAFO = "javafo"


def _as_html(value: object) -> str:
    from pairing_engine.facts.formats import html_lines  # imported here, because only notebooks ask for it

    return html_lines(value)


def printed(lines: Callable[[Any], Iterable[str]]) -> Callable[[Kind], Kind]:
    """Let ``print`` and notebooks show the values of a class as lines of text."""

    def with_lines(kind: Kind) -> Kind:
        made: Any = kind
        made.__str__ = lambda value: "\n".join(lines(value))
        made._repr_html_ = _as_html
        return kind

    return with_lines
