"""An extension that shows docstring examples in the site's reference."""

from __future__ import annotations

from typing import Any

import griffe

from tools.examples import fenced


class Doctests(griffe.Extension):
    """The extension that fences the examples of every docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
