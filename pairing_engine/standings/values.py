"""[C.07 14, 16.5] The value of a tie-break and its terms. A modifier may cut some terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pairing_engine.facts.model import Tpn

Number = int | Fraction | tuple[int, ...] | None
"""The value of a tie-break: a number, one number for each board, or None if there is no value."""


class Term(NamedTuple):
    """The contribution of one round to the value of a tie-break, in its unit.

    ``weight`` is the significance of the term [C.07 14.1], for example the score of the opponent. ``voluntary`` is true
    for a voluntary unplayed round to which Article 16.5 applies, and ``dummy`` for a round against the dummy opponent
    [16.4]. ``factors`` are the two factors of a product.
    """

    number: int
    opponent: Tpn
    amount: int
    weight: int
    voluntary: bool = False
    dummy: bool = False
    cut: bool = False
    factors: tuple[int, int] | None = None


term_of = Term._make


class Value(NamedTuple):
    """The value of a tie-break for one participant: ``amount``, divided by ``unit`` and by ``over``.

    The terms are also multiples of 1/``unit``, which is 10 for points, 100 for products of points, and 1 for ratings.
    ``divisor`` is the number of terms of an average, or the normalising factor of 13.4.2; ``over`` is the same, or 1 if
    the value was rounded.
    """

    amount: Number
    terms: tuple[Term, ...] = ()
    unit: int = 1
    divisor: int = 1
    over: int = 1
    start: int = 0
    """An amount that is added to the terms but does not come from a round, such as a bonus."""
    start_is: str = ""
    """The name of the added amount in messages."""
    parts: tuple[tuple[Term, ...], ...] = ()
    """[C.07 12.2, 12.3] The terms of each number, if the value has one number for every board."""
    target: int = 0
    """[C.07 10.3] The expected score must reach this score over the board, in tenths."""

    @property
    def rank_by(self) -> Number:
        """The number to sort by: the value in its unit, which is seldom a fraction."""
        return self.amount if self.over == 1 or not isinstance(self.amount, int) else Fraction(self.amount, self.over)

    @property
    def number(self) -> Number:
        """The exact value as a number, by which participants are ranked.

        >>> Value(125, unit=10).number, Value(7, over=3).number
        (Fraction(25, 2), Fraction(7, 3))
        """
        if self.amount is None or isinstance(self.amount, tuple):
            return self.amount
        return Fraction(self.amount, self.unit * self.over)


class Cut(NamedTuple):
    """[C.07 14.1 to 14.4] The number of terms to cut at the least significant end, and at the most significant end."""

    least: int = 0
    most: int = 0


NO_CUT = Cut()


def left_after(terms: Sequence[Term], cut: Cut) -> tuple[Term, ...]:
    """Mark the terms that the modifier cuts, and return all terms.

    >>> from pairing_engine.facts.model import NOBODY
    >>> terms = [Term(1, Tpn(5), 20, 20), Term(2, NOBODY, 25, 25, voluntary=True), Term(3, Tpn(6), 30, 30)]
    >>> [term.cut for term in left_after(terms, Cut(1, 0))]
    [False, True, False]
    """
    if cut == NO_CUT:
        return tuple(terms)
    elements = [(term.weight, term.amount, term.voluntary) for term in terms]
    gone, left = cut_of(elements, cut), list(terms)
    for place, element in enumerate(elements):
        if element in gone:
            gone.remove(element)
            left[place] = left[place]._replace(cut=True)
    return tuple(left)


Element = tuple[int, int, bool]
"""The values that decide whether a term is cut: ``weight``, ``amount`` and ``voluntary``."""


def cut_of(elements: Iterable[Element], cut: Cut) -> list[Element]:
    """[C.07 14.1.1 d] Choose the terms to cut. Between terms of equal weight, the amount decides.

    >>> cut_of([(30, 30, False), (10, 10, False), (20, 20, False)], Cut(least=1, most=1))
    [(10, 10, False), (30, 30, False)]
    """
    left = list(elements)
    gone = []
    for _ in range(min(cut.least, len(left))):
        gone.append(_least(left))
        left.remove(gone[-1])
    for _ in range(min(cut.most, len(left))):
        gone.append(max(left))
        left.remove(gone[-1])
    return gone


def _least(left: list[Element]) -> Element:
    """[C.07 16.5] Find the term to cut: the lowest voluntary unplayed one, unless the least significant is higher."""
    least = min(left)
    voluntary = [(amount, weight) for weight, amount, away in left if away]
    if not voluntary:
        return least
    amount, weight = min(voluntary)  # 16.5: both rules may choose "the same element"
    return (weight, amount, True) if amount >= least[1] else least


def total(terms: Sequence[Term], unit: int = 10, cut: Cut = NO_CUT, divisor: int = 1) -> Value:
    """Add up the terms that are not cut, and divide the sum by ``divisor``."""
    left = left_after(terms, cut)
    return Value(sum([term.amount for term in left if not term.cut]), left, unit, divisor, divisor)


def beginning_with(start: int, start_is: str, value: Value) -> Value:
    """Add an amount that does not come from any round. ``start_is`` is the name of this amount in messages."""
    assert isinstance(value.amount, int)
    return value._replace(amount=value.amount + start * value.over, start=start, start_is=start_is)


def average(terms: Sequence[Term], unit: int = 1, cut: Cut = NO_CUT) -> Value:
    """Compute the average of the terms that are not cut. The average of no terms is 0 (reading K9)."""
    return total(terms, unit, cut, max(1, len(terms) - min(cut.least + cut.most, len(terms))))


def rounded(value: Value) -> Value:
    """[C.07 10.1] Round a value to a whole number. Halves are rounded up."""
    assert isinstance(value.number, Fraction)
    return value._replace(amount=nearest(value.number), over=1)


def nearest(number: Fraction) -> int:
    """Return the nearest whole number. Halves are rounded up.

    >>> nearest(Fraction(5, 2)), nearest(Fraction(-5, 2)), nearest(Fraction(7, 3))
    (3, -2, 2)
    """
    return (2 * number.numerator + number.denominator) // (2 * number.denominator)


class TieBreakCode(NamedTuple):
    """A tie-break code, split into the tie-break, its points and its modifiers.

    ``reference`` is the code of the points that the tie-break uses, such as ``MP`` or ``MG`` [13.2]; empty for the
    score. ``halves`` is the number of half points to add to the limit of the Koya System [14.5]. ``unrated`` is the
    rating of those without one. ``factor`` is the divisor of the Buchholz in the schedule strength [13.4.2 b].
    """

    name: str
    reference: str = ""
    cut: Cut = NO_CUT
    halves: int = 0
    unrated: int = 0
    factor: int = 0
    forfeits_played: bool = False
    fore: bool = False
    reverse: bool = False
