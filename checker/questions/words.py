"""The answers to questions as lines for people, and as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker import wording
from checker.questions.judge import Verdict
from checker.questions.moment import Moment, Pair, as_pairs
from checker.questions.what_if import WhatIf
from checker.questions.why import Why
from checker.questions.why_not import Halves, WhyNot
from checker.wording import article, counted
from pairing_engine.facts.model import NOBODY, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding


def sentence(moment: Moment, finding: Finding) -> str:
    """A finding in one sentence, with the players named."""
    return wording.sentence(finding, moment.name)


def board(moment: Moment, pair: Pair) -> str:
    """A board with names."""
    white, black = pair
    return f"{moment.name(white)} bye" if black == NOBODY else f"{moment.name(white)} - {moment.name(black)}"


def of_why_not(moment: Moment, found: WhyNot) -> Iterator[str]:
    """Why something is not so."""
    if found.is_so:
        yield f"{found.asked}: that is so in round {moment.number}"
        return
    if found.finding is None:
        yield f"{found.asked}: nothing was found that speaks against it; please report this"
        return
    verdict = "impossible" if found.is_impossible else found.finding.fault.value
    yield f"{found.asked}: {verdict}"
    where = "" if found.score is None else f"in the bracket of {show_points(found.score)} points: "
    yield f"  {where}{sentence(moment, found.finding)}"
    if found.finding.fault is Fault.LATER and found.ours is not None and found.theirs is not None:
        yield from _columns(moment, "the first candidate", found.ours)
        yield from _columns(moment, "with this pair", found.theirs)
    if found.round and found.finding.fault is not Fault.COLOUR:
        right = set(as_pairs(moment.pairing))
        changed = [pair for pair in found.round if pair not in right]
        yield f"  the best round with it differs in {counted(len(changed), 'board')}:"
        yield from (f"    {board(moment, pair)}" for pair in changed)


def _columns(moment: Moment, title: str, halves: Halves) -> Iterator[str]:
    yield f"  {title}: S1 {_numbers(moment, halves.tops)}"
    yield f"  {'':{len(title)}}  S2 {_numbers(moment, halves.opponents)}"
    if halves.floaters:
        yield f"  {'':{len(title)}}  left over {_numbers(moment, halves.floaters)}"


def _numbers(moment: Moment, tpns: Iterable[Tpn]) -> str:
    return " ".join(f"{moment.participants[tpn].number:>3}" for tpn in tpns)


def of_why(moment: Moment, found: Why) -> Iterator[str]:
    """Everything about a player's round."""
    player = found.player
    head = f"{moment.scored(player)} in round {moment.number}"
    if found.opponent == NOBODY:
        yield f"{head}: the pairing-allocated bye"
    else:
        opponent = moment.state.by_tpn[found.opponent]
        colour = "White" if found.white else "Black"
        yield f"{head}: board {found.board}, {colour} against {moment.scored(opponent)}"
    if found.stays is not None:
        stayed = list(of_why_not(moment, found.stays))[1:2]
        fault = "" if found.stays.finding is None else found.stays.finding.fault.value
        verdict = "impossible" if found.stays.is_impossible else fault
        yield f"  {found.float}; were it not so, the best round would be {verdict}:"
        yield from (f"  {line}" for line in stayed)
    if found.brackets:
        yield f"  brackets: {', '.join(show_points(score) for score in found.brackets)} points"
    for unmet in found.unmet:
        yield f"  even the best pairing there has {unmet.words}: {unmet.total} [{unmet.code}, {unmet.article}]"
    yield f"  colours: {' '.join(player.colours.upper()) or 'none yet'}: {found.preference}"
    if found.colour is not None:
        yield f"  colour: {sentence(moment, found.colour)}"
    if found.impossible:
        yield "  could not be the opponent:"
        yield from (
            f"    {moment.name(one.tpn)}: {one.finding.words} {article(one.finding)}" for one in found.impossible
        )
    if found.bye_bar is not None:
        yield f"  may not have the bye: {found.bye_bar.words} {article(found.bye_bar)}"


def of_what_if(moment: Moment, found: WhatIf) -> Iterator[str]:
    """The round under changed facts."""
    yield f"if {'; '.join(found.changes)}:"
    if not found.new:
        yield f"  round {moment.number} stays as it is"
        return
    yield "  there would not be"
    yield from (f"    {board(moment, pair)}" for pair in found.gone)
    yield "  but"
    yield from (f"    {board(moment, pair)}" for pair in found.new)


def of_verdict(moment: Moment, found: Verdict) -> Iterator[str]:
    """What is to be said of a proposal."""
    if found.agrees:
        words = "is the round" if found.is_complete else "agrees with the round"
        yield f"the proposal {words} that the rules demand"
        return
    count = len(found.boards)
    yield f"{count} proposed {'board differs' if count == 1 else 'boards differ'} from the round that the rules demand"
    for differing in found.boards:
        yield f"  {board(moment, differing.pair)}"
        for line in list(of_why_not(moment, differing.why))[1:2]:
            yield f"  {line}"
    if found.explanation is not None:
        score = found.explanation.score
        where = "" if score is None else f"bracket of {show_points(score)} points: "
        finding = found.explanation.finding
        yield f"  as a whole: {finding.fault.value}: {where}{sentence(moment, finding)}"
    if not found.is_complete and not found.round:
        yield "  the rest cannot be paired with it"


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
