"""Show the examples in docstrings as input and output in the reference of the site."""

from __future__ import annotations

from typing import Any

import griffe

from tools.examples import fenced


class Doctests(griffe.Extension):
    """Puts the examples of every docstring in fences."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Griffe has read an object of the code."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
