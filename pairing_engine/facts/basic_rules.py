"""[C.04.1, C.04.2] The numbers of the articles that all systems share, as plain data.

Both the engine and the second opinion cite them.
"""

from __future__ import annotations

from typing import NamedTuple


class BasicRules(NamedTuple):
    """Articles, each with its chapter.

    ``once``, with its code: two meet once at most. ``one_bye``: of an odd number one has the pairing-allocated bye.
    ``bye_bar``: who may not have it. ``colours``: which colours nobody may get. ``boards``: how the pairs are sorted
    before they are published.
    """

    once: str
    once_code: str
    one_bye: str
    bye_bar: str
    colours: str
    boards: str


BASIC_RULES_2026 = BasicRules("C.04.1 2", "C1", "C.04.1 3", "C.04.1 4", "C.04.1 6, 7", "C.04.2 3.6")
