"""Explanations in players' words: the deciding reason in one sentence, without the number of a rule."""

from __future__ import annotations

from typing import Protocol

from checker.questions.moment import Moment, Pair
from pairing_engine.answers.sentences import listed
from pairing_engine.facts.model import NOBODY, Tpn
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import marked, say, say_many
from pairing_engine.values import NamedTuple

MORE_DOWN = marked("more players would float down")
HIGHER_DOWN = marked("players with more points would float down")
MORE_DOWN_NEXT = marked("more players would float down from the next scoregroup")
HIGHER_DOWN_NEXT = marked("players with more points would float down from the next scoregroup")
COLOURS = marked("more players would not get the colour that they are due")
STRONG_COLOURS = marked("more players would not get a colour that they strongly need")
PAIRS_WITH_COLOURS = marked("more pairs would have two players who are due the same colour")
DOWN_AGAIN = marked("more players would float down again, as in the last round")
DOWN_AGAIN_2 = marked("more players would float down again, as two rounds ago")
UP_AGAIN = marked("more players would float up again, as in the last round")
UP_AGAIN_2 = marked("more players would float up again, as two rounds ago")
FURTHER_DOWN = marked("players who floated down in the last round would again meet somebody with fewer points")
FURTHER_DOWN_2 = marked("players who floated down two rounds ago would again meet somebody with fewer points")
FURTHER_UP = marked("players who floated up in the last round would float up again")
FURTHER_UP_2 = marked("players who floated up two rounds ago would float up again")
MORE_UP = marked("more players from lower scoregroups would have to come up")
MOST_UP = marked("more of the players who have come up most often would come up again")
LOWER_UP = marked("players with fewer points would have to come up")
APART = marked("opponents would be further apart in points")

CLAUSES = marked(
    {
        "the score of the assignee of the pairing-allocated bye": "the bye would go to a player with more points",
        "unplayed games of the assignee of the pairing-allocated bye": (
            "the bye would go to a player who has missed more games"
        ),
        "topscorers or topscorers' opponents who get a colour difference beyond 2": (
            "a leading player, or an opponent of one, would have three more games with one colour than with the other"
        ),
        "topscorers or topscorers' opponents who get a colour three times in a row": (
            "a leading player, or an opponent of one, would have a colour three times in a row"
        ),
        "moved-down players who do not meet a resident": ("fewer of the players who float down would find an opponent"),
        "downfloaters of the last bracket who may not get the bye": (
            "only a player who may not get the bye would be left over"
        ),
    }
) | {
    "downfloaters": MORE_DOWN,
    "outgoing floaters": MORE_DOWN,
    "the scores of downfloaters who have more points than the residents": HIGHER_DOWN,
    "the scores of outgoing floaters who have more points than the residents": HIGHER_DOWN,
    "the scores of moved-down players who are left out and have more points than the residents": HIGHER_DOWN,
    "downfloaters of the following bracket": MORE_DOWN_NEXT,
    "outgoing floaters of the following bracket": MORE_DOWN_NEXT,
    "downfloaters who cannot be paired in the next bracket": MORE_DOWN_NEXT,
    "players of the next bracket (including the downfloaters) who cannot be paired there": MORE_DOWN_NEXT,
    "the scores of downfloaters of the following bracket who have more points than its residents": HIGHER_DOWN_NEXT,
    "the scores of outgoing floaters of the following bracket who have more points than its residents": (
        HIGHER_DOWN_NEXT
    ),
    "the Pairing Score Difference": APART,
    "the Pairing Score Difference of the following bracket": APART,
    "the B3-factor, in hundredths": APART,
    "players who do not get their colour preference": COLOURS,
    "teams that do not get their colour preference": COLOURS,
    "players who do not get their strong colour preference": STRONG_COLOURS,
    "teams that do not get their strong colour preference": STRONG_COLOURS,
    "pairs that do not fulfil all colour preferences": PAIRS_WITH_COLOURS,
    "pairs that do not fulfil all strong colour preferences": PAIRS_WITH_COLOURS,
    "two players have the same strong colour preference (0: no, 1: yes)": PAIRS_WITH_COLOURS,
    (
        "two players with at least 50% of the points have the same absolute colour preference (0: no, 1: yes)"
    ): PAIRS_WITH_COLOURS,
    "pairs of players with the same absolute colour preference, if one of them is a top scorer": PAIRS_WITH_COLOURS,
    "pairs of players with the same strong colour preference, which is treated as absolute": PAIRS_WITH_COLOURS,
    "resident downfloaters who received a downfloat in the previous round": DOWN_AGAIN,
    "players who receive the same downfloat as in the previous round": DOWN_AGAIN,
    "downfloaters who had a downfloat in the previous round": DOWN_AGAIN,
    "resident downfloaters who received a downfloat two rounds before": DOWN_AGAIN_2,
    "players who receive the same downfloat as two rounds before": DOWN_AGAIN_2,
    "downfloaters who had a downfloat two rounds before": DOWN_AGAIN_2,
    "criteria dropped for downfloats (1 means B6, 2 means B6 and B5)": DOWN_AGAIN,
    "MDP opponents who received an upfloat in the previous round": UP_AGAIN,
    "players who receive the same upfloat as in the previous round": UP_AGAIN,
    "upfloaters who had an upfloat in the previous round": UP_AGAIN,
    "MDP opponents who received an upfloat two rounds before": UP_AGAIN_2,
    "players who receive the same upfloat as two rounds before": UP_AGAIN_2,
    "upfloaters who had an upfloat two rounds before": UP_AGAIN_2,
    "criteria dropped for upfloats (1 means B6, 2 means B6 and B5)": UP_AGAIN,
    "the score differences of MDPs who received a downfloat in the previous round": FURTHER_DOWN,
    "the score differences of players who receive the same downfloat as in the previous round": FURTHER_DOWN,
    "the score differences of MDPs who received a downfloat two rounds before": FURTHER_DOWN_2,
    "the score differences of players who receive the same downfloat as two rounds before": FURTHER_DOWN_2,
    "the score differences of MDP opponents who received an upfloat in the previous round": FURTHER_UP,
    "the score differences of players who receive the same upfloat as in the previous round": FURTHER_UP,
    "the score differences of MDP opponents who received an upfloat two rounds before": FURTHER_UP_2,
    "the score differences of players who receive the same upfloat as two rounds before": FURTHER_UP_2,
    "upfloaters": MORE_UP,
    "upfloaters needed by the following scoregroup": marked(
        "the next scoregroup would need more players from lower scoregroups"
    ),
    "the score differences in the pairs of upfloaters": LOWER_UP,
    "upfloaters who are maximum upfloaters": MOST_UP,
    "earlier upfloats of upfloaters who are maximum upfloaters": marked(
        "more of the players who have come up most often would come up again"
    ),
    "upfloaters who upfloated in the previous round": marked("more players would come up again, as in the last round"),
    "upfloaters who were floaters in the previous round": marked(
        "more players who floated in the last round would come up"
    ),
    "upfloaters' opponents who were floaters in the previous round": marked(
        "more players who floated in the last round would meet an upfloater"
    ),
    "upfloaters' opponents that were floaters in the previous round": marked(
        "more players who floated in the last round would meet an upfloater"
    ),
}
"""Phrases that tell players why a round is worse, with the words of each rule as keys."""


class Asked(Protocol):
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
            clause = CLAUSES.get(finding.words)
            if clause is None:
                return say("the round would be worse")
            return say(clause)
        if finding.fault is Fault.BYE:
            return self._bye()
        if finding.fault is Fault.LATER:
            return self._later()
        if finding.right and finding.wrong:
            return say("{wrong}, but according to the procedure {right}", wrong=finding.wrong, right=finding.right)
        return say("the procedure reaches another pairing first")

    def _later(self) -> str:
        finding = self.finding
        if finding.of != NOBODY and not (finding.players and finding.instead):
            floats = marked("the round would be equally good, but {player} would float instead of meeting {other}")
            meets = marked("the round would be equally good, but {player} would meet {other} instead of floating")
            return say(
                meets if finding.players else floats,
                player=self._name(finding.of),
                other=self._all(finding.players or finding.instead),
            )
        if finding.of != NOBODY:
            return say(
                "the round would be equally good, but {player} would meet {other}, who comes later in the order "
                "than {one}",
                player=self._name(finding.of),
                other=self._all(finding.players),
                one=self._all(finding.instead),
            )
        if len(finding.players) == len(finding.instead) == 1:
            return say(
                "the round would be equally good, but {other} comes later in the order than {one}",
                other=self._all(finding.players),
                one=self._all(finding.instead),
            )
        return say("the round would be equally good, but would come later in the order of pairings")

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


def of_why_not(found: Asked) -> str:
    """Say in players' words what is wrong with the best round that meets the demand.

    Return "" if the finding is clear by itself.
    """
    if found.finding is None or not found.round or found.finding.fault is Fault.COLOUR:
        return ""
    return say("In that case, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_float(found: Asked) -> str:
    """Say in players' words what would be wrong if the player did not float."""
    if found.finding is None:
        return ""
    if not found.round:
        return say("Without this float the round could not be completed.")
    return say("Without this float, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_opponent(found: Asked) -> str:
    """Explain in players' words why a player meets the actual opponent and nobody else."""
    if found.finding is None:
        return ""
    if not found.round:
        return say("Without this pair the round could not be completed.")
    return say("With another opponent, {clause}.", clause=Because(found.moment, found.finding).clause())


def of_bye(found: Asked) -> str:
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
