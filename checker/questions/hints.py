"""Hints about a proposal: what is wrong with it, one step after the other, as in a lesson."""

from __future__ import annotations

from collections.abc import Iterator

from checker.questions import words
from checker.questions.why_not import Verdict
from pairing_engine.answers.sentences import with_article
from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.findings import Fault
from pairing_engine.language import marked, say

FIRST = marked(
    {
        Fault.ILLEGAL: "A rule forbids one of your boards, or your bye.",
        Fault.WORSE: "No board is forbidden, but another round serves one article better.",
        Fault.LATER: "Your round is equally good by all criteria, but another one comes first in the order.",
        Fault.STEP: "No board is forbidden, but the procedure reaches another round first.",
        Fault.COLOUR: "The right players meet, but some of their colours are wrong.",
        Fault.BYE: "No board is forbidden, but somebody else should have the bye.",
    }
)
"""The first hint, by the kind of mistake."""


def hints(verdict: Verdict) -> Iterator[str]:
    """Yield hints about a proposal that is wrong: the mistake, the article, the players, and an exchange.

    If the proposal agrees with the right round, there are no hints.
    """
    moment, whole = verdict.moment, verdict.explanation
    if verdict.agrees:
        return
    finding = verdict.illegal[0] if verdict.illegal else whole.finding if whole else None
    if finding is None:
        yield say("The other players could not be paired.")
    else:
        yield say(FIRST[finding.fault])
        about = say("This is the article: {words}", words=say(finding.words))
        yield with_article(about, finding.code, finding.article)
        yield words.reason(moment, finding, whole.score if whole else None)
    if found := exchange(verdict):
        yield found[2]


def exchange(verdict: Verdict) -> tuple[Tpn, Tpn, str] | None:
    """Return two players to exchange or to seat together, and what this achieves; None if the proposal agrees."""
    if verdict.agrees:
        return None
    proposed = set(verdict.round)
    name = {NOBODY: ""} | {tpn: verdict.moment.name(tpn) for tpn in verdict.moment.participants}
    met = {tpn: other for pair in proposed for tpn, other in (pair, pair[::-1])}
    right = [pair for pair in verdict.moment.pairing.pairs if pair not in proposed]
    wrong = [pair for pair in right if met.get(pair[0]) != pair[1]]
    if not wrong:
        one, other = right[0]
        return one, other, say("Exchange the colours of {one} and {other}.", one=name[one], other=name[other])
    one, other = min(wrong, key=lambda pair: pair[0] not in met or pair[1] not in met)
    if other == NOBODY:
        goal, moved, place = say("{player} should have the bye", player=name[one]), one, met.get(NOBODY)
    else:
        goal = say("{one} and {other} should meet", one=name[one], other=name[other])
        moved, place = (one, met.get(other)) if met.get(one) == NOBODY else (other, met.get(one))
    if place is None or other not in (*met, NOBODY):
        return one, other, say("{goal}.", goal=goal)
    return moved, place, say("Exchange {one} and {other}: {goal}.", one=name[moved], other=name[place], goal=goal)
