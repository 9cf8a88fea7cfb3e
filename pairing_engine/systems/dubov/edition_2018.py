"""The Dubov System, C.04.4.1, as approved in 2018 and in force until 31 January 2026.

The text is known in part (reading V11). What is not known is read as in 2026.
"""

from __future__ import annotations

from pairing_engine.facts.basic_rules import BASIC_RULES_2017
from pairing_engine.state.round_state import BEFORE_2026
from pairing_engine.systems.dubov import edition_2026
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026, averages
from pairing_engine.systems.dubov.process import Dubov
from pairing_engine.systems.system import BYE_OR_FORFEIT_WIN_BEFORE, SAME_ABSOLUTE_PREFERENCE, Completion

# C.04.4.1 C.5, C.04.4.1 C.6, C.04.4.1 C.7, C.04.4.1 C.8, C.04.4.1 C.9, C.04.4.1 C.10
CRITERIA = tuple(rule._replace(article=f"C.{rule.code[1:]}") for rule in edition_2026.CRITERIA)

DUBOV_2018 = DUBOV_2026._replace(
    edition="2018",
    known_in_part=True,
    code="FIDE_DUBOV_2018",
    conventions=BEFORE_2026,
    criteria=CRITERIA,
    # C.04.4.1 E
    colour_steps=tuple(step._replace(article="E") for step in DUBOV_2026.colour_steps),
    basic=BASIC_RULES_2017._replace(bye_bar="C.04.4.1 C.2"),
    completion=Completion("C.04.4.1 A.9", "C.04.4.1 C.4", "C4"),
    bye_again=BYE_OR_FORFEIT_WIN_BEFORE._replace(article="C.04.4.1 C.2"),
    bye_steps=tuple(
        step._replace(article=article)
        for step, article in zip(DUBOV_2026.bye_steps, ("B.0.c", "B.0.d", "B.0.e"), strict=True)
    ),
    number_of_pairs=CRITERIA[0],
    names=DUBOV_2026.names._replace(floating="A.3", colour_clash=SAME_ABSOLUTE_PREFERENCE._replace(article="C.3")),
    process=Dubov(averages, sets="D.1", shifters="B.4, D.2", transpositions="B.6, D.3"),
)
