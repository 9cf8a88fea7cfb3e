"""[C.04.1, C.04.2] The numbers of the articles that all systems share.

The engine and `pairing_engine.legality` cite articles by these numbers.
"""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class BasicRules(NamedTuple):
    """The articles of the basic rules, with their chapters.

    ``once`` says that two participants meet at most once, and ``once_code`` is the code of this rule. ``one_bye`` says
    when one participant gets the pairing-allocated bye. ``bye_bar`` tells who may not have the bye. ``colours`` tells
    which colours a participant may not get. ``boards`` gives the order of boards in a published round.
    """

    once: str
    once_code: str
    one_bye: str
    bye_bar: str
    colours: str
    boards: str


BASIC_RULES_2026 = BasicRules("C.04.1 2", "C1", "C.04.1 3", "C.04.1 4", "C.04.1 6, 7", "C.04.2 3.6")
