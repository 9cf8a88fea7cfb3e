"""Docstring examples, converted to Markdown."""

from __future__ import annotations

import re

_EXAMPLE = re.compile(r"^( *)>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(docstring: str) -> str:
    r"""Put the examples of a docstring into code fences.

    >>> fenced("What is it?\n\n>>> 1 + 1\n2").splitlines()
    ['What is it?', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    return _EXAMPLE.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", docstring)
