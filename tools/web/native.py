"""The matcher in WebAssembly, under the name and with the function of the matcher in C++, for the page and for Node.

The worker offers the matcher as the function `swisspair_matcher` (web/worker/matcher.js).
"""

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain

BAD_QUESTION, TOO_LONG = 1, 2
"""The reasons for a refusal, as question.hpp numbers them."""


def lightest(  # noqa: PLR0917 - the signature of the matcher in C++
    pairs: Sequence[tuple[int, int, int]],
    alone: Sequence[int | None],
    shares: Mapping[int, Sequence[tuple[int, int]]],
    numbers: Sequence[int],
    sums: Sequence[tuple[int, int]],
    digits: Sequence[tuple[int, int, int, int]],
    members: int,
    bye: int,
) -> list[int] | None:
    """Find the cheapest matching, as the function of the same name in ``native.pyi``."""
    from js import swisspair_matcher
    from pyodide.ffi import to_js

    question = _words(pairs, alone, shares, (numbers, sums, digits), (members, bye))
    answer = swisspair_matcher(to_js(memoryview(question).cast("B")))
    if answer is None:
        return None
    if not isinstance(answer, int):
        return array("i", answer.to_bytes()).tolist()
    if answer == BAD_QUESTION:
        raise ValueError("a question that cannot be")
    raise OverflowError("an amount is too long") if answer == TOO_LONG else MemoryError


def _words(
    pairs: Sequence[tuple[int, int, int]],
    alone: Sequence[int | None],
    shares: Mapping[int, Sequence[tuple[int, int]]],
    order: tuple[Sequence[int], Sequence[tuple[int, int]], Sequence[tuple[int, int, int, int]]],
    asked: tuple[int, int],
) -> array[int]:
    """Write a question as question.hpp reads it. Raises `OverflowError` for a number that is too long."""
    numbers, sums, digits = order
    singles = [-1 if cost is None else cost for cost in alone]
    costs = sorted({cost for _, _, cost in pairs} | {cost for cost in singles if cost >= 0})
    parts = [shares[cost] for cost in costs]
    head = (len(singles), len(pairs), len(costs), sum(map(len, parts)), len(sums), len(digits), *asked)
    words = array("q", head)
    words.extend(chain.from_iterable(pairs))
    words.extend(singles)
    for cost, own in zip(costs, parts, strict=True):
        words.extend((cost, len(own)))
    words.extend(chain.from_iterable(chain.from_iterable(parts)))
    words.extend(numbers or [-1] * len(singles))
    words.extend(chain.from_iterable(sums))
    words.extend(chain.from_iterable(digits))
    return words
