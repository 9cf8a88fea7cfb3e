"""Explanations in players' words: the deciding reason in one sentence, without the number of a rule."""

from __future__ import annotations

from typing import Protocol

from checker.questions.moment import Moment, Pair
from pairing_engine.answers.sentences import listed
from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.trace import Fault, Finding
from pairing_engine.language import marked, say, say_many
from pairing_engine.values import NamedTuple


class AnsweredQuestion(Protocol):
    """An answered question about a round, such as `WhyNot`."""

    @property
    def moment(self) -> Moment:
        """The event before the round, and the round's correct pairing."""

    @property
    def finding(self) -> Finding | None:
        """The reason for the answer."""

    @property
    def given_up(self) -> str:
        """The limit at which the search stopped; empty if the search was finished."""

    @property
    def round(self) -> tuple[Pair, ...]:
        """The best round that meets the question's demand; empty if there is none."""


class Because(NamedTuple):
    """The reason why one round is better than another, in words for players."""

    moment: Moment
    finding: Finding

    def clause(self) -> str:
        """Return a clause that says why the rejected round would be worse."""
        finding = self.finding
        if finding.fault is Fault.WORSE:
            return say(finding.clause or marked("the round would be worse"))
        if finding.fault is Fault.BYE:
            return self._bye()
        if finding.fault is Fault.LATER and not self.moment.system.names.scoregroups:
            return self._later()
        if finding.right and finding.wrong:
            return say("{wrong}, but according to the procedure {right}", wrong=finding.wrong, right=finding.right)
        return say("the procedure reaches another pairing first")

    def _later(self) -> str:
        finding = self.finding
        if finding.of != NOBODY and not (finding.players and finding.instead):
            floats = marked(
                "the first bracket that differs would be equally good, but {player} would float instead of meeting "
                "{other}"
            )
            meets = marked(
                "the first bracket that differs would be equally good, but {player} would meet {other} instead of "
                "floating"
            )
            return say(
                meets if finding.players else floats,
                player=self._name(finding.of),
                other=self._all(finding.players or finding.instead),
            )
        if finding.of != NOBODY:
            return say(
                "the first bracket that differs would be equally good, but {player} would meet {other}, who comes "
                "later in the order than {one}",
                player=self._name(finding.of),
                other=self._all(finding.players),
                one=self._all(finding.instead),
            )
        if len(finding.players) == len(finding.instead) == 1:
            return say(
                "the first bracket that differs would be equally good, but {other} comes later in the order than {one}",
                other=self._all(finding.players),
                one=self._all(finding.instead),
            )
        return say(
            "the first bracket that differs would be equally good, but would come later in the order of pairings"
        )

    def _bye(self) -> str:
        finding = self.finding
        if len(finding.players) != 1 or len(finding.instead) != 1:
            return say("somebody else would have the bye")
        return say(
            "{other} would have the bye instead of {one}",
            other=self._all(finding.players),
            one=self._all(finding.instead),
        )

    def _name(self, tpn: Tpn) -> str:
        return self.moment.name(tpn)

    def _all(self, tpns: tuple[Tpn, ...]) -> str:
        return listed(map(self._name, tpns)) if tpns else say("nobody")


def of_why_not(found: AnsweredQuestion) -> str:
    """Say in players' words what is wrong with the best round that meets the demand.

    Return "" if the finding is clear by itself.
    """
    if found.finding is None or not found.round or found.finding.fault is Fault.COLOUR:
        return ""
    return say("In that case, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_float(found: AnsweredQuestion) -> str:
    """Say in players' words what would be wrong if the player did not float."""
    if found.finding is None:
        return ""
    if not found.round:
        return say("Without this float the round could not be completed.")
    return say("Without this float, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_opponent(found: AnsweredQuestion) -> str:
    """Explain in players' words why a player meets the actual opponent and nobody else."""
    if found.finding is None:
        return ""
    if not found.round:
        return say("Without this pair the round could not be completed.")
    return say("With another opponent, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_bye(found: AnsweredQuestion) -> str:
    """Say in players' words why nobody else has the bye."""
    other = next((white for white, black in found.round if black == NOBODY), None)
    finding, moment = found.finding, found.moment
    if found.given_up:
        return ""
    if finding is None or other is None:
        return say("If anybody else had the bye, the round could not be completed.")
    if finding.fault is Fault.BYE:
        return say("Otherwise {clause}.", clause=Because(moment, finding).clause())
    return say(
        "Otherwise {name} would have the bye, and {clause}.",
        name=moment.name(other),
        clause=Because(moment, finding).clause(),
    )


def natural(place: int, *, ends: bool) -> str:
    """Say that a pair follows the natural order, and name the places of both players.

    If ``ends`` is false, the players have the same place in the upper and the lower half of the bracket. If ``ends`` is
    true, the places are counted from the top and from the bottom of the bracket.
    """
    ordinal = say(ORDINALS[place - 1]) if place <= len(ORDINALS) else say("number {place}", place=place)
    if ends:
        return say("Natural order: {place} from the top against {place} from the bottom.", place=ordinal)
    return say("Natural order: {place} of the upper half against {place} of the lower half.", place=ordinal)


ORDINALS = marked(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"))


def folded(number: int) -> str:
    return say_many(
        "{number} criterion cannot be fully met in this bracket (--all shows it)",
        "{number} criteria cannot be fully met in this bracket (--all shows them)",
        number,
    )
