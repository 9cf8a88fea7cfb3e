"""Questions about the pairing of a round: why, why not, what if.

Every answer comes from the code that pairs. Some questions add a demand: two players must meet, or a player must float.
There is no second set of rules.
"""

from checker.questions.judge import Verdict, judge
from checker.questions.moment import Moment, moment
from checker.questions.what_if import WhatIf, what_if
from checker.questions.why import Why, why
from checker.questions.why_not import WhyNot, why_not

__all__ = ["Moment", "Verdict", "WhatIf", "Why", "WhyNot", "judge", "moment", "what_if", "why", "why_not"]
