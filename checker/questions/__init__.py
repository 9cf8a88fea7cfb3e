"""Questions about the pairing of a round: why, why not, what if.

Every answer comes from the pairing code itself. To answer some questions, the engine pairs the round again and forces,
for example, two players to meet.
"""

from checker.questions.moment import Moment, moment
from checker.questions.what_if import WhatIf, what_if
from checker.questions.why import Why, why
from checker.questions.why_not import Verdict, WhyNot, judge, why_not

__all__ = ["Moment", "Verdict", "WhatIf", "Why", "WhyNot", "judge", "moment", "what_if", "why", "why_not"]
