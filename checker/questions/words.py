"""The answers to questions as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.questions import plain
from checker.questions.judge import Verdict
from checker.questions.moment import Moment, Pair, as_pairs
from checker.questions.what_if import WhatIf
from checker.questions.why import Why
from checker.questions.why_not import Halves, WhyNot
from pairing_engine.answers.sentences import article, board_of, in_letters, sentence
from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.trace import Fault
from pairing_engine.language import marked, say, say_many


def _board(moment: Moment, pair: Pair) -> str:
    return board_of(*(moment.name(tpn) for tpn in pair if tpn != NOBODY))


def of_why_not(found: WhyNot) -> Iterator[str]:
    moment = found.moment
    if found.is_so:
        yield say("{asked}: this is already the case in round {number}", asked=found.asked, number=moment.number)
        return
    if found.given_up:
        yield from _as_far_as_it_came(found)
        return
    if found.finding is None:
        yield say("{asked}: swisspair found no reason why this is not the case; please report this", asked=found.asked)
        return
    yield say("{asked}: {verdict}", asked=found.asked, verdict=_verdict(found))
    said = plain.of_why_not(found)
    if said:
        yield f"  {said}"
    yield f"  {_reason(found)}"
    if found.finding.fault is Fault.LATER and found.ours is not None and found.theirs is not None:
        yield from _columns(moment, say("as paired"), found.ours)
        yield from _columns(moment, say("with this pair"), found.theirs)
    if found.round and found.finding.fault is not Fault.COLOUR:
        yield from _best_round(found)


def _best_round(found: WhyNot) -> Iterator[str]:
    right = set(as_pairs(found.moment.pairing))
    changed = [pair for pair in found.round if pair not in right]
    yield say_many(
        "  the best round in that case differs on {number} board:",
        "  the best round in that case differs on {number} boards:",
        len(changed),
    )
    yield from (f"    {_board(found.moment, pair)}" for pair in changed)


def _as_far_as_it_came(found: WhyNot) -> Iterator[str]:
    yield say("{asked}: not decided", asked=found.asked)
    if found.round:
        yield say("  in that case the round could be completed; why it is not the right round was not found in time")
        yield from _best_round(found)
    else:
        yield say("  the search did not finish: whether the round could be completed in that case is not known")
    yield f"  {found.given_up}"


def _reason(found: WhyNot) -> str:
    assert found.finding is not None
    score = found.score
    where = "" if score is None else _in(found.moment, score)
    return f"{where}{sentence(found.finding, found.moment.name)}"


def _in(moment: Moment, score: Points) -> str:
    if moment.system.names.scoregroups:
        return say("in the scoregroup of {score} points: ", score=show_points(score))
    return say("in the bracket of {score} points: ", score=show_points(score))


def _verdict(found: WhyNot) -> str:
    if found.is_impossible:
        return say("impossible")
    return "" if found.finding is None else say(found.finding.fault.value)


def _columns(moment: Moment, title: str, halves: Halves) -> Iterator[str]:
    title = say("{title}:", title=title)
    heads = [say(head) for head in moment.system.names.halves or ("", "")]
    width = max(map(len, heads))
    yield f"  {title} {heads[0]:{width}} {_numbers(moment, halves.tops)}"
    yield f"  {'':{len(title)}} {heads[1]:{width}} {_numbers(moment, halves.opponents)}"
    if halves.floaters:
        left = say("left over: {numbers}", numbers=_numbers(moment, halves.floaters))
        yield f"  {'':{len(title)}} {left}"


def _numbers(moment: Moment, tpns: Iterable[Tpn]) -> str:
    return " ".join(f"{moment.participants[tpn].number:>3}" for tpn in tpns)


def of_why(found: Why) -> Iterator[str]:
    """Yield the lines about a player's round.

    `of_unmet` returns further lines, about criteria that cannot be fully met.
    """
    moment = found.moment
    yield _headline(found)
    yield from (f"  {words}" for words in found.plain)
    if found.stays is not None and found.stays.finding is not None:
        yield say("  {asked}: {verdict}", asked=found.stays.asked, verdict=_would_be(found.stays))
        yield f"    {_reason(found.stays)}"
    another = found.another
    if another is not None and another.finding not in (None, None if found.stays is None else found.stays.finding):
        yield say("  {asked}: {verdict}", asked=another.asked, verdict=_would_be(another))
        yield f"    {_reason(another)}"
    if found.brackets:
        part = marked("  brackets: {brackets} points")
        if moment.system.names.scoregroups:
            part = marked("  scoregroups: {brackets} points")
        yield say(part, brackets=", ".join(show_points(score) for score in found.brackets))
    yield say(
        "  colours: {colours}: {preference}",
        colours=" ".join(in_letters(found.player.colours.upper())) or say("none yet"),
        preference=found.preference,
    )
    if found.colour is not None:
        yield say("  colour: {words}", words=sentence(found.colour, moment.name))
    if found.impossible:
        yield (
            say("  these players could not have the bye:")
            if found.opponent == NOBODY
            else say("  these players could not be the opponent:")
        )
        for one in found.impossible:
            words = say("{name}: {words}", name=moment.name(one.tpn), words=say(one.finding.words))
            yield f"    {words} {article(one.finding)}"
    if found.bye_bar is not None:
        yield say(
            "  may not have the bye: {words} {article}", words=say(found.bye_bar.words), article=article(found.bye_bar)
        )


def _would_be(found: WhyNot) -> str:
    if found.is_impossible or found.finding is None:
        return say("impossible")
    fault = found.finding.fault
    if fault is Fault.LATER and found.moment.system.names.scoregroups:
        fault = Fault.STEP  # a procedure has no criteria by which rounds could be equally good
    return say(WOULD_BE[fault])


WOULD_BE = marked(
    {
        Fault.ILLEGAL: "the best round would then be illegal",
        Fault.WORSE: "the best round would then be worse",
        Fault.LATER: "the first bracket that differs would be equally good, but later in the order",
        Fault.STEP: "the best round would then break the procedure",
        Fault.COLOUR: "the best round would then have other colours",
        Fault.BYE: "somebody else would have the bye",
    }
)


def of_unmet(found: Why) -> list[str]:
    """Return lines about the criteria that cannot be fully met in the player's bracket."""
    return [
        say(
            "  cannot be avoided in this bracket: {words}: {total} [{code}, {article}]",
            words=say(unmet.words),
            total=unmet.total,
            code=say(unmet.code),
            article=unmet.article,
        )
        for unmet in found.unmet
    ]


def _headline(found: Why) -> str:
    moment = found.moment
    head = say("{player} in round {number}", player=moment.scored(found.player), number=moment.number)
    if found.opponent == NOBODY:
        return say("{head}: the pairing-allocated bye", head=head)
    return say(
        "{head}: board {board}, {colour} against {opponent}",
        head=head,
        board=found.board,
        colour=say("White") if found.white else say("Black"),
        opponent=moment.scored(moment.state.by_tpn[found.opponent]),
    )


def of_what_if(found: WhatIf) -> Iterator[str]:
    moment = found.moment
    yield say("if {changes}:", changes=say("; ").join(found.changes))
    if not (found.new or found.gone):
        yield say("  round {number} stays as it is", number=moment.number)
        return
    yield say("  these pairings would disappear:")
    yield from (f"    {_board(moment, pair)}" for pair in found.gone)
    if not found.new:
        yield say("  and the rest of round {number} stays as it is", number=moment.number)
        return
    yield say("  these would replace them:")
    yield from (f"    {_board(moment, pair)}" for pair in found.new)


def of_verdict(found: Verdict) -> Iterator[str]:
    moment = found.moment
    if found.agrees:
        if found.is_complete:
            yield say("the proposal is the round that the rules demand")
        else:
            yield say("the proposal agrees with the round that the rules demand")
        return
    yield say_many(
        "{number} proposed board differs from the round that the rules demand",
        "{number} proposed boards differ from the round that the rules demand",
        len(found.boards),
    )
    for differing in found.boards:
        yield f"  {_board(moment, differing.pair)}"
        if differing.why.finding is not None:
            yield f"    {_reason(differing.why)}"
    if found.explanation is not None:
        score = found.explanation.score
        where = "" if score is None else _in(moment, score)
        finding = found.explanation.finding
        yield say(
            "  as a whole: {fault}: {where}{words}",
            fault=say(finding.fault.value),
            where=where,
            words=sentence(finding, moment.name),
        )
    if not found.is_complete and not found.round:
        yield say("  the players outside this proposal cannot be paired")
