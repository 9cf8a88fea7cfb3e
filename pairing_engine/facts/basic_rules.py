"""[C.04.1, C.04.2] The numbers of the articles that all systems share.

The engine and the second opinion cite the same numbers.
"""

from __future__ import annotations

from pairing_engine.values import NamedTuple


class BasicRules(NamedTuple):
    """The articles of the basic rules, with their chapters.

    By ``once``, two participants meet at most once; ``once_code`` is the code of this rule. By ``one_bye``, one
    participant has the pairing-allocated bye if the number of participants is odd. ``bye_bar`` bars some participants
    from this bye. ``colours`` forbids some colours. ``boards`` is about the order of boards when they are published.
    """

    once: str
    once_code: str
    one_bye: str
    bye_bar: str
    colours: str
    boards: str


BASIC_RULES_2026 = BasicRules("C.04.1 2", "C1", "C.04.1 3", "C.04.1 4", "C.04.1 6, 7", "C.04.2 3.6")
