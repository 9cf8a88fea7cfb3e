"""The answers to questions as lines for people, and as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker import wording
from checker.questions.judge import Verdict
from checker.questions.moment import Moment, Pair, as_pairs
from checker.questions.what_if import WhatIf
from checker.questions.why import Why
from checker.questions.why_not import Halves, WhyNot
from checker.wording import article
from pairing_engine.answers.account import Unmet
from pairing_engine.facts.model import NOBODY, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.language import say, say_many


def sentence(moment: Moment, finding: Finding) -> str:
    """A finding in one sentence, with the players named."""
    return wording.sentence(finding, moment.name)


def board(moment: Moment, pair: Pair) -> str:
    """A board with names."""
    white, black = pair
    return (
        say("{name} bye", name=moment.name(white))
        if black == NOBODY
        else f"{moment.name(white)} - {moment.name(black)}"
    )


def of_why_not(moment: Moment, found: WhyNot) -> Iterator[str]:
    """Why something is not so."""
    if found.is_so:
        yield say("{asked}: that is so in round {number}", asked=found.asked, number=moment.number)
        return
    if found.finding is None:
        yield say("{asked}: nothing was found that speaks against it; please report this", asked=found.asked)
        return
    yield say("{asked}: {verdict}", asked=found.asked, verdict=_verdict(found))
    where = "" if found.score is None else say("in the bracket of {score} points: ", score=show_points(found.score))
    yield f"  {where}{sentence(moment, found.finding)}"
    if found.finding.fault is Fault.LATER and found.ours is not None and found.theirs is not None:
        yield from _columns(moment, say("the first candidate"), found.ours)
        yield from _columns(moment, say("with this pair"), found.theirs)
    if found.round and found.finding.fault is not Fault.COLOUR:
        right = set(as_pairs(moment.pairing))
        changed = [pair for pair in found.round if pair not in right]
        yield say_many(
            "  the best round with it differs in {number} board:",
            "  the best round with it differs in {number} boards:",
            len(changed),
        )
        yield from (f"    {board(moment, pair)}" for pair in changed)


def _verdict(found: WhyNot) -> str:
    if found.is_impossible:
        return say("impossible")
    return "" if found.finding is None else say(found.finding.fault.value)


def _columns(moment: Moment, title: str, halves: Halves) -> Iterator[str]:
    title = say("{title}:", title=title)
    yield f"  {title} S1 {_numbers(moment, halves.tops)}"
    yield f"  {'':{len(title)}} S2 {_numbers(moment, halves.opponents)}"
    if halves.floaters:
        left = say("left over {numbers}", numbers=_numbers(moment, halves.floaters))
        yield f"  {'':{len(title)}} {left}"


def _numbers(moment: Moment, tpns: Iterable[Tpn]) -> str:
    return " ".join(f"{moment.participants[tpn].number:>3}" for tpn in tpns)


def of_why(moment: Moment, found: Why) -> Iterator[str]:
    """Everything about a player's round."""
    yield _headline(moment, found)
    if found.stays is not None:
        stayed = list(of_why_not(moment, found.stays))[1:2]
        yield say(
            "  {float}; were it not so, the best round would be {verdict}:",
            float=found.float,
            verdict=_verdict(found.stays),
        )
        yield from (f"  {line}" for line in stayed)
    if found.brackets:
        yield say("  brackets: {brackets} points", brackets=", ".join(show_points(score) for score in found.brackets))
    yield from map(_best_has, found.unmet)
    yield say(
        "  colours: {colours}: {preference}",
        colours=" ".join(found.player.colours.upper()) or say("none yet"),
        preference=found.preference,
    )
    if found.colour is not None:
        yield say("  colour: {words}", words=sentence(moment, found.colour))
    if found.impossible:
        yield say("  could not be the opponent:")
        for one in found.impossible:
            words = say("{name}: {words}", name=moment.name(one.tpn), words=say(one.finding.words))
            yield f"    {words} {article(one.finding)}"
    if found.bye_bar is not None:
        yield say(
            "  may not have the bye: {words} {article}", words=say(found.bye_bar.words), article=article(found.bye_bar)
        )


def _best_has(unmet: Unmet) -> str:
    return say(
        "  even the best pairing there has {words}: {total} [{code}, {article}]",
        words=say(unmet.words),
        total=unmet.total,
        code=say(unmet.code),
        article=unmet.article,
    )


def _headline(moment: Moment, found: Why) -> str:
    """Whom a player meets, or that there is nobody."""
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


def of_what_if(moment: Moment, found: WhatIf) -> Iterator[str]:
    """The round under changed facts."""
    yield say("if {changes}:", changes=say("; ").join(found.changes))
    if not found.new:
        yield say("  round {number} stays as it is", number=moment.number)
        return
    yield say("  there would not be")
    yield from (f"    {board(moment, pair)}" for pair in found.gone)
    yield say("  but")
    yield from (f"    {board(moment, pair)}" for pair in found.new)


def of_verdict(moment: Moment, found: Verdict) -> Iterator[str]:
    """What is to be said of a proposal."""
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
        yield f"  {board(moment, differing.pair)}"
        for line in list(of_why_not(moment, differing.why))[1:2]:
            yield f"  {line}"
    if found.explanation is not None:
        score = found.explanation.score
        where = "" if score is None else say("bracket of {score} points: ", score=show_points(score))
        finding = found.explanation.finding
        yield say(
            "  as a whole: {fault}: {where}{words}",
            fault=say(finding.fault.value),
            where=where,
            words=sentence(moment, finding),
        )
    if not found.is_complete and not found.round:
        yield say("  the rest cannot be paired with it")


def finding_value(moment: Moment, finding: Finding | None) -> dict[str, object] | None:
    """A finding for JSON; players by the numbers of the file."""
    if finding is None:
        return None
    players = [moment.participants[tpn].number for tpn in finding.players]
    return {**finding._asdict(), "fault": finding.fault.value, "players": players}


def pairs_value(moment: Moment, pairs: Iterable[Pair]) -> list[list[int]]:
    """Boards for JSON: White and Black by the numbers of the file, 0 for the bye."""
    return [[moment.participants[w].number, moment.participants[b].number if b else 0] for w, b in pairs]


def value_of_why_not(moment: Moment, found: WhyNot) -> dict[str, object]:
    """Why something is not so, for JSON."""
    verdict = "so" if found.is_so else "impossible" if found.is_impossible else "unexplained"
    if not found.is_so and not found.is_impossible and found.finding is not None:
        verdict = found.finding.fault.value
    return {
        "asked": found.asked,
        "verdict": verdict,
        "bracket": None if found.score is None else show_points(found.score),
        "finding": finding_value(moment, found.finding),
        "best_round_with_it": pairs_value(moment, found.round),
    }


def value_of_why(moment: Moment, found: Why) -> dict[str, object]:
    """Everything about a player's round, for JSON."""
    number = {tpn: participant.number for tpn, participant in moment.participants.items()}
    return {
        "player": number[found.player.tpn],
        "round": moment.number,
        "score": show_points(found.player.score),
        "opponent": number.get(found.opponent, 0),
        "board": found.board,
        "colour": None if found.white is None else "white" if found.white else "black",
        "float": found.float,
        "preference": found.preference,
        "colour_article": finding_value(moment, found.colour),
        "brackets": [show_points(score) for score in found.brackets],
        "unmet": [unmet._asdict() for unmet in found.unmet],
        "impossible": [
            {"player": number[one.tpn], **(finding_value(moment, one.finding) or {})} for one in found.impossible
        ],
        "instead": None if found.stays is None else value_of_why_not(moment, found.stays),
        "bye_bar": finding_value(moment, found.bye_bar),
    }


def value_of_what_if(moment: Moment, found: WhatIf) -> dict[str, object]:
    """The round under changed facts, for JSON."""
    return {
        "changes": list(found.changes),
        "as_it_is": pairs_value(moment, found.as_it_is),
        "as_it_would_be": pairs_value(moment, found.as_it_would_be),
    }


def value_of_verdict(moment: Moment, found: Verdict) -> dict[str, object]:
    """What is to be said of a proposal, for JSON."""
    return {
        "agrees": found.agrees,
        "complete": found.is_complete,
        "illegal": [finding_value(moment, finding) for finding in found.illegal],
        "boards": [
            {"board": pairs_value(moment, [one.pair])[0], "why": value_of_why_not(moment, one.why)}
            for one in found.boards
        ],
        "as_a_whole": None if found.explanation is None else finding_value(moment, found.explanation.finding),
        "round": pairs_value(moment, found.round),
    }
