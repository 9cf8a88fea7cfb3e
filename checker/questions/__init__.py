"""Questions about the pairing of a round, answered by the pairing code itself: why, why not, what if."""

from checker.questions.moment import Moment, moment
from checker.questions.what_if import WhatIf, what_if
from checker.questions.why import Why, why
from checker.questions.why_not import Verdict, WhyNot, judge, why_not

__all__ = ["Moment", "Verdict", "WhatIf", "Why", "WhyNot", "judge", "moment", "what_if", "why", "why_not"]
