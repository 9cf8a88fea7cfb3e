"""The sentences of answers: what a player would say to another, then the reason with its article, then the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.questions.moment import Moment, Pair
from pairing_engine.answers.sentences import board_of, in_bracket, listed, sentence
from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import marked, say, say_many


def clause(moment: Moment, finding: Finding, score: Points | None) -> str:
    """Say in a clause for players why the rejected round would be worse, and in which bracket."""
    theirs, ours = (
        listed(map(moment.name, tpns)) if tpns else say("nobody") for tpns in (finding.players, finding.instead)
    )
    if finding.fault is Fault.WORSE:
        if finding.clause is None or score is None:
            return say("the round would be worse")
        harm, place = say(finding.clause.words), finding.clause.place
        return say(place.value, score=show_points(score), clause=harm) if place.value else harm
    if finding.fault is Fault.BYE:
        if len(finding.players) != 1 or len(finding.instead) != 1:
            return say("somebody else would have the bye")
        return say("{other} would have the bye instead of {one}", other=theirs, one=ours)
    if finding.fault is not Fault.LATER or moment.system.names.scoregroups or score is None:
        if finding.served in finding.players:
            return _met(moment, finding.served, finding.players[1:], finding.instead[1:])
        if len(finding.players) == len(finding.instead) == 1 and finding.wrong:
            return say("{other} would float instead of {one}", other=theirs, one=ours)
        if finding.right and finding.wrong:
            return say("{wrong}, although the procedure demands that {right}", wrong=finding.wrong, right=finding.right)
        return say("the procedure reaches another pairing first")
    later = _later(moment, finding, theirs, ours)
    return say(
        "the pairing of the bracket of {score} points would meet the criteria just as well, but {later}",
        score=show_points(score),
        later=later,
    )


def _later(moment: Moment, finding: Finding, theirs: str, ours: str) -> str:
    """Say in a clause for players why a bracket that is equally good comes later in the order."""
    if not tells_who(finding):
        return say("would come later in the order of candidates")
    if finding.of == NOBODY:
        return say(
            "would come later in the order of candidates, because {one} stands before {other} in this order",
            other=theirs,
            one=ours,
        )
    met = _met(moment, finding.of, finding.players, finding.instead)
    return say("would come later in the order of candidates, because {met}", met=met)


def tells_who(finding: Finding) -> bool:
    """Whether a clause about the order of candidates names the players who decide it."""
    return finding.of != NOBODY or len(finding.players) == len(finding.instead) == 1


def _met(moment: Moment, player: Tpn, theirs: Sequence[Tpn], ours: Sequence[Tpn]) -> str:
    """Say in a clause for players that a player has another opponent, or floats."""
    one, other = ("".join(map(moment.name, tpns)) for tpns in (theirs, ours))
    message = marked("{player} would meet {one} instead of {other}")
    if not other:
        message = marked("{player} would meet {one} instead of floating")
    if not one:
        message = marked("{player} would float instead of meeting {other}")
    return say(message, player=moment.name(player), one=one, other=other)


def natural(place: int, *, ends: bool) -> str:
    """Say that a pair follows the natural order, with places in the halves or, if ``ends``, from both ends."""
    ordinal = say(ORDINALS[place - 1]) if place <= len(ORDINALS) else say("number {place}", place=place)
    if ends:
        return say("In natural order, the {place} from the top meets the {place} from the bottom.", place=ordinal)
    return say("In natural order, the {place} of the upper half meets the {place} of the lower half.", place=ordinal)


ORDINALS = marked(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"))


def reason(moment: Moment, finding: Finding, score: Points | None) -> str:
    """Write a finding with its article and bracket; if others find no opponent, the question names the one player."""
    if finding.article == moment.system.completion.impossible and len(finding.players) == 1:
        finding = finding._replace(players=())
    words = sentence(finding, moment.name)
    return in_bracket(score, words, scoregroup=moment.system.names.scoregroups)


def board(moment: Moment, pair: Pair) -> str:
    return board_of(*(moment.name(tpn) for tpn in pair if tpn != NOBODY))


def best_round(moment: Moment, asked: str, pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the boards of the best round as it was asked for, if there is one, that the right round does not have."""
    right = set(moment.pairing.pairs)
    changed = [pair for pair in pairs if pair not in right]
    if not pairs:
        return
    yield say_many(
        "  {asked}, the best pairing of the round would differ on {number} board:",
        "  {asked}, the best pairing of the round would differ on {number} boards:",
        len(changed),
        asked=asked,
    )
    yield from (f"    {board(moment, pair)}" for pair in changed)


def columns(moment: Moment, title: str, sides: Sequence[Sequence[Tpn]]) -> Iterator[str]:
    """Yield a bracket as two columns, such as S1 and S2, and the players who are left over."""
    title = say("{title}:", title=title)
    heads = [say(head) for head in moment.system.names.halves or ("", "")]
    width = max(map(len, heads))
    tops, opponents, floaters = (" ".join(f"{moment.participants[tpn].number:>3}" for tpn in tpns) for tpns in sides)
    yield f"  {title} {heads[0]:{width}} {tops}"
    yield f"  {'':{len(title)}} {heads[1]:{width}} {opponents}"
    if floaters:
        yield f"  {'':{len(title)}} {say('left over: {numbers}', numbers=floaters)}"
