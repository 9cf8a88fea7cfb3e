"""An extension of griffe, for the reference on the site."""

from __future__ import annotations

from typing import Any

import griffe

from tools.examples import fenced


class Doctests(griffe.Extension):
    """The extension that puts the examples of every docstring into code fences."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
