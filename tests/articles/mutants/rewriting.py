"""Mutants made by replacing a few words in the source of a function."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Function = Callable[..., Any]


@contextmanager
def rewritten(function: Function, old: str, new: str) -> Iterator[None]:
    """Replace words in the source of a function until the ``with`` block ends.

    The source must contain the words exactly once.
    """
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{function.__qualname__} contains {source.count(old)} times: {old}"
    text = f"from __future__ import annotations\n{source.replace(old, new)}"
    scope = dict(function.__globals__)
    exec(compile(text, f"<mutant of {function.__qualname__}>", "exec"), scope)
    before = function.__code__
    function.__code__ = scope[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = before
