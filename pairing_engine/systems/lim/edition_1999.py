"""The Lim System, C.04.4.3, of 1987 as amended until 1999, in force until 31 January 2026.

Only the numbers of its articles and a few words changed in 2026 (reading L55).
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2017
from pairing_engine.state.round_state import BEFORE_2026
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.system import BYE_OR_FORFEIT_WIN_BEFORE

LIM_1999 = LIM_2026._replace(
    edition="1999",
    known_in_part=True,
    code="FIDE_LIM_1999",
    conventions=BEFORE_2026,
    basic=BASIC_RULES_2017._replace(once_code=""),
    bye_again=BYE_OR_FORFEIT_WIN_BEFORE._replace(code=""),
)
