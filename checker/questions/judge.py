"""Code that compares an arbiter's proposal with the correct round."""

from __future__ import annotations

from collections.abc import Sequence

from checker.diff import Difference, Explanation, as_published, compare
from checker.questions.moment import Moment, Pair, as_pairs, as_round
from checker.questions.why_not import BYE, WHITE, WhyNot, why_not
from pairing_engine.answers.comparison import illegalities
from pairing_engine.errors import BadRequest, NoPairing
from pairing_engine.facts.model import NOBODY, Round, Tpn, show_points
from pairing_engine.kernel.trace import Finding
from pairing_engine.language import say
from pairing_engine.state import demands
from pairing_engine.values import NamedTuple


class Differing(NamedTuple):
    """A board of the proposal that the correct round does not contain, with the reason."""

    pair: Pair
    why: WhyNot


class Verdict(NamedTuple):
    """The verdict on a proposal.

    ``agrees`` is true if the correct round contains all boards of the proposal. ``illegal`` lists the forbidden boards
    and byes. ``boards`` lists each differing board with a reason. ``explanation`` says why the complete round is worse
    than the correct round. ``round`` contains the proposal, together with the best pairing of all other players.
    ``round`` is empty if these players cannot be paired.
    """

    moment: Moment
    agrees: bool
    is_complete: bool
    illegal: tuple[Finding, ...]
    boards: tuple[Differing, ...]
    explanation: Explanation | None
    difference: Difference
    round: tuple[Pair, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as a dictionary with the keys of ``swisspair --judge --format json``."""
        moment, whole = self.moment, self.explanation
        return {
            "agrees": self.agrees,
            "complete": self.is_complete,
            "illegal": [moment.finding_as_dict(finding) for finding in self.illegal],
            "boards": [
                {"board": moment.pairs_as_lists([one.pair])[0], "why": one.why.to_dict()} for one in self.boards
            ],
            "as_a_whole": None if whole is None else _as_a_whole(moment, whole),
            "round": moment.pairs_as_lists(self.round),
            "names": moment.names_in(self.round),
        }


def _as_a_whole(moment: Moment, whole: Explanation) -> dict[str, object]:
    score = None if whole.score is None else show_points(whole.score)
    return {"bracket": score, **moment.finding_as_dict(whole.finding)}


def judge(moment: Moment, pairs: Sequence[tuple[int, int]]) -> Verdict:
    """Judge a proposal of boards. A board consists of the numbers of White and Black, with 0 for the bye.

    Raises `BadRequest` for a player who appears twice, or who is not paired in the round.
    """
    proposed = _checked(moment, pairs)
    recorded = as_published(proposed)
    is_complete = {tpn for pair in proposed for tpn in pair if tpn != NOBODY} == set(moment.state.by_tpn)
    illegal = tuple(illegalities(moment.state, recorded, moment.system))
    completed = None if is_complete or illegal else _completed(moment, proposed)
    recorded = completed or recorded
    difference = compare(recorded, moment.pairing)
    right = set(as_pairs(moment.pairing))
    differing = [pair for pair in proposed if pair not in right]
    explanation = None
    if difference != ((), ()) and (is_complete or completed is not None) and not illegal:
        explanation = moment.explained(recorded)
    return Verdict(
        moment,
        not differing,
        is_complete,
        illegal,
        tuple(Differing(pair, _why(moment, pair)) for pair in differing),
        explanation,
        difference,
        tuple([(game.white, game.black) for game in recorded.games] + [(bye.tpn, NOBODY) for bye in recorded.byes]),
    )


def _checked(moment: Moment, pairs: Sequence[tuple[int, int]]) -> list[Pair]:
    seen: set[int] = set()
    found = []
    for white, black in pairs:
        for number in (white, black):
            if number in seen and number:
                raise BadRequest(say("the proposal names {number} twice", number=number))
            seen.add(number)
        found.append((moment.player(white).tpn, moment.player(black).tpn if black else NOBODY))
    if not found:
        raise BadRequest(say("the proposal names nobody"))
    return found


def _completed(moment: Moment, proposed: Sequence[Pair]) -> Round | None:
    """Complete the proposal with the best pairing of the other players. Return None if no completion exists."""
    state = demands.must_meet(moment.given, [pair for pair in proposed if pair[1] != NOBODY])
    for tpn in (white for white, black in proposed if black == NOBODY):
        state = demands.must_have_bye(state, tpn)
    try:
        found = moment.paired(state)
    except NoPairing:
        return None
    colours: dict[Tpn, Pair] = {white: (white, black) for white, black in proposed if black != NOBODY}
    completed = as_round(found)
    games = tuple(
        game._replace(white=game.black, black=game.white) if game.black in colours else game for game in completed.games
    )
    return completed._replace(games=games)


def _why(moment: Moment, pair: Pair) -> WhyNot:
    white, black = map(moment.shown, pair)
    if not black:
        return why_not(moment, white, BYE)
    found = why_not(moment, white, black)
    return why_not(moment, white, WHITE) if found.is_so else found
