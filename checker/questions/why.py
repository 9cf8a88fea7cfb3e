"""Everything about a player's round: bracket, opponent, float, bye, colour, and who could not be the opponent."""

from __future__ import annotations

from typing import NamedTuple

from checker.questions.moment import Moment
from checker.questions.why_not import WhyNot, why_not_stay
from pairing_engine.answers.account import Unmet, account_of
from pairing_engine.answers.illegal import illegalities
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Points, Result, Round, Tpn
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import marked, say
from pairing_engine.state.preference import ABSOLUTE, MILD, STRONG
from pairing_engine.state.round_state import Player

STRENGTHS = marked(
    {
        MILD: "a mild preference for {colour}",
        STRONG: "a strong preference for {colour}",
        ABSOLUTE: "an absolute preference for {colour}",
    }
)


class Impossible(NamedTuple):
    """Somebody who could not be the opponent, and why."""

    tpn: Tpn
    finding: Finding


class Why(NamedTuple):
    """What became of a player in a round, and what decided.

    ``opponent`` is `NOBODY` for who has the pairing-allocated bye. ``brackets`` are the scores of the brackets that the
    player went through, from the own one to that in which it was paired; ``unmet`` is what even the best pairing of the
    last of them cannot fully meet. ``impossible`` are those of the own scoregroup, and of the opponent's, who could not
    be the opponent. ``bye_bar`` says why the player may not have the bye, if that is so.
    """

    player: Player
    opponent: Tpn
    white: bool | None
    board: int
    float: str
    preference: str
    colour: Finding | None
    brackets: tuple[Points, ...]
    unmet: tuple[Unmet, ...]
    impossible: tuple[Impossible, ...]
    bye_bar: Finding | None
    stays: WhyNot | None
    """For who is paired down or up, or has the bye: why the player does not stay in the own scoregroup."""


def why(moment: Moment, number: int) -> Why:
    """Everything about the round of a player, by the number in the file. Raises as `why_not` does."""
    player = moment.player(number)
    pairing = moment.pairing
    board = next((n for n, b in enumerate(pairing.boards, 1) if player.tpn in (b.white, b.black)), 0)
    opponent, white, colour = NOBODY, None, None
    if board:
        found = pairing.boards[board - 1]
        white = found.white == player.tpn
        opponent = found.black if white else found.white
        step = found.colour_step
        colour = Finding(Fault.COLOUR, f"{moment.system.article} {step.article}", "", step.summary)
    account = account_of(pairing, moment.state, moment.system)
    brackets = [
        (trace.bracket.score, told.unmet)
        for trace, told in zip(pairing.trace, account.brackets, strict=True)
        if _is_in(player, trace)
    ]
    return Why(
        player,
        opponent,
        white,
        board,
        _float(moment, player, opponent),
        _preference(player),
        colour,
        tuple(score for score, _ in brackets),
        brackets[-1][1] if brackets else (),
        tuple(_impossible(moment, player, opponent)),
        next(illegalities(moment.state, Round((), (Bye(player.tpn, ByeKind.PAIRING_ALLOCATED),)), moment.system), None),
        _why_it_moved(moment, player, opponent),
    )


def _why_it_moved(moment: Moment, player: Player, opponent: Tpn) -> WhyNot | None:
    if opponent == NOBODY:
        return why_not_stay(moment, player, from_down=True)
    score = moment.state.by_tpn[opponent].score
    return None if score == player.score else why_not_stay(moment, player, from_down=score < player.score)


def _is_in(player: Player, trace: BracketTrace) -> bool:
    there = [tpn.tpn for pair in trace.pairing.pairs for tpn in pair] + [one.tpn for one in trace.pairing.floaters]
    return player.tpn in there


def _float(moment: Moment, player: Player, opponent: Tpn) -> str:
    if opponent == NOBODY:
        return say("the pairing-allocated bye")
    other = moment.state.by_tpn[opponent]
    if other.score == player.score:
        return ""
    return say("paired down") if other.score < player.score else say("paired up")


def _preference(player: Player) -> str:
    if not player.preference:
        return say("no colour preference")
    return say(STRENGTHS[abs(player.preference)], colour=say("White") if player.preference > 0 else say("Black"))


def _impossible(moment: Moment, player: Player, opponent: Tpn) -> list[Impossible]:
    scores = {player.score}
    if opponent != NOBODY:
        scores.add(moment.state.by_tpn[opponent].score)
    found = []
    for other in moment.state.players:
        if other.tpn == player.tpn or other.score not in scores:
            continue
        game = Game(player.tpn, other.tpn, Result.UNKNOWN, Result.UNKNOWN)
        finding = next(illegalities(moment.state, Round((game,)), moment.system), None)
        if finding is not None:
            found.append(Impossible(other.tpn, finding))
    return found
