"""Answers to "why not".

To find an answer, the engine pairs the round again with the pair, bye, float or colour in question.
"""

from __future__ import annotations

from checker.diff import Explanation
from checker.questions import plain
from checker.questions.moment import Moment, Pair, as_pairs
from pairing_engine.answers.comparison import illegalities
from pairing_engine.errors import BadRequest, NoPairing, TooLarge
from pairing_engine.facts.model import NOBODY, Bye, ByeKind, Game, Points, Result, Round, Tpn, show_points
from pairing_engine.kernel.trace import BracketTrace, Fault, Finding, RoundPairing
from pairing_engine.language import say
from pairing_engine.state import demands
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple

BYE, UP, DOWN, WHITE, BLACK = "bye", "up", "down", "white", "black"
WORDS = (BYE, UP, DOWN, WHITE, BLACK)
"""The words that questions may contain instead of an opponent, as in ``12-bye`` and ``12-up``."""


class Halves(NamedTuple):
    """The pairing of a bracket in two columns, such as S1 and S2. ``floaters`` lists the players who are left over."""

    tops: tuple[Tpn, ...]
    opponents: tuple[Tpn, ...]
    floaters: tuple[Tpn, ...]


class WhyNot(NamedTuple):
    """The answer to a question such as why two players do not meet. ``asked`` repeats the question in words.

    ``is_so`` is true if the actual round meets the demand. If the demand is not met, ``finding`` is the reason. The
    finding is *illegal* if no round can meet the demand. If a complete round meets the demand, ``round`` is the best
    such round, and ``finding`` says why the actual round is better. ``score`` is the score of the first bracket in
    which ``round`` is worse. ``ours`` lists the pairs of the bracket with this score in the actual round, and
    ``theirs`` lists them in ``round``.
    """

    moment: Moment
    asked: str
    is_so: bool
    finding: Finding | None
    score: Points | None = None
    round: tuple[Pair, ...] = ()
    ours: Halves | None = None
    theirs: Halves | None = None
    given_up: str = ""
    """The limit at which the search stopped; empty if the search was finished."""

    @property
    def is_impossible(self) -> bool:
        """Whether no complete round meets the demand."""
        return not self.is_so and not self.round and not self.given_up

    @property
    def verdict(self) -> str:
        """The verdict: "so" if the demand is already met, "impossible", "unexplained", or the kind of fault."""
        if self.is_so:
            return "so"
        if self.is_impossible:
            return "impossible"
        return "unexplained" if self.finding is None else self.finding.fault.value

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair --why-not --format json``."""
        return {
            "asked": self.asked,
            "verdict": self.verdict,
            "bracket": None if self.score is None else show_points(self.score),
            "plain": plain.of_why_not(self),
            "finding": None if self.finding is None else self.moment.finding_as_dict(self.finding),
            "best_round_with_it": self.moment.pairs_as_lists(self.round),
            "names": self.moment.names_in(self.round),
            **({"given_up": self.given_up} if self.given_up else {}),
        }


def why_not(moment: Moment, number: int, what: int | str) -> WhyNot:
    """Explain why a player does not get ``what``: a certain opponent, the bye, a float or a colour.

    Raises `BadRequest` for players who are not paired in the round. Raises `NoPairing` if the round has no pairing.
    """
    player = moment.player(number)
    if isinstance(what, int):
        return _why_not_pair(moment, player, moment.player(what))
    if what == BYE:
        return _why_not_bye(moment, player)
    if what in (UP, DOWN):
        return _why_not_float(moment, player, down=what == DOWN)
    if what in (WHITE, BLACK):
        return _why_not_colour(moment, player, white=what == WHITE)
    raise BadRequest(say("{what!r} is neither a number nor one of {words}", what=what, words=", ".join(WORDS)))


def _why_not_pair(moment: Moment, one: Player, other: Player) -> WhyNot:
    asked = say("{one} against {other}", one=moment.scored(one), other=moment.scored(other))
    if one.tpn == other.tpn:
        raise BadRequest(say("{name} is named twice: a pair needs two participants", name=moment.name(one.tpn)))
    if any({one.tpn, other.tpn} == set(pair) for pair in as_pairs(moment.pairing)):
        return WhyNot(moment, asked, True, None)
    game = Game(one.tpn, other.tpn, Result.UNKNOWN, Result.UNKNOWN)
    illegal = next(illegalities(moment.state, Round((game,)), moment.system), None)
    if illegal is not None:
        return WhyNot(moment, asked, False, illegal)
    return _under(moment, asked, demands.must_meet(moment.given, [(one.tpn, other.tpn)]), (one, other))


def _why_not_bye(moment: Moment, player: Player) -> WhyNot:
    asked = say("the pairing-allocated bye for {player}", player=moment.scored(player))
    if len(moment.state.players) % 2 == 0:
        words = say(
            "the number of participants to be paired is even ({players}), so nobody gets the bye",
            players=len(moment.state.players),
        )
        finding = Finding(Fault.ILLEGAL, moment.system.basic.one_bye, "", words, players=(player.tpn,))
        return WhyNot(moment, asked, False, finding)
    if moment.pairing.bye == player.tpn:
        return WhyNot(moment, asked, True, None)
    bye = Bye(player.tpn, ByeKind.PAIRING_ALLOCATED)
    illegal = next(illegalities(moment.state, Round((), (bye,)), moment.system), None)
    if illegal is not None:
        return WhyNot(moment, asked, False, illegal)
    return _under(moment, asked, demands.must_have_bye(moment.given, player.tpn), (player,))


def _why_not_float(moment: Moment, player: Player, *, down: bool) -> WhyNot:
    scored = moment.scored(player)
    if moment.pairing.bye == player.tpn:
        scored = say("{player} (who has the pairing-allocated bye)", player=scored)
    asked = say("{player} paired down", player=scored) if down else say("{player} paired up", player=scored)
    mate = next((set(pair) - {player.tpn} for pair in as_pairs(moment.pairing) if player.tpn in pair), set())
    opponent = moment.state.by_tpn.get(next(iter(mate), NOBODY))
    if opponent is not None and (opponent.score < player.score if down else opponent.score > player.score):
        return WhyNot(moment, asked, True, None)
    if not any(p.score < player.score if down else p.score > player.score for p in moment.state.players):
        words = say("nobody in the round has a lower score") if down else say("nobody in the round has a higher score")
        article = f"{moment.system.article} {moment.system.names.floating}"
        return WhyNot(moment, asked, False, Finding(Fault.ILLEGAL, article, "", words))
    return _under(moment, asked, demands.must_float(moment.given, player.tpn, down=down), (player,))


def why_not_without_bye(moment: Moment, player: Player) -> WhyNot:
    asked = say("{player} without the bye", player=moment.scored(player))
    return _under(moment, asked, demands.must_not_have_bye(moment.given, player.tpn), (player,))


def why_not_another(moment: Moment, player: Player, opponent: Tpn) -> WhyNot:
    other = moment.scored(moment.state.by_tpn[opponent])
    asked = say("{player} against somebody other than {other}", player=moment.scored(player), other=other)
    return _under(moment, asked, demands.must_not_meet(moment.given, player.tpn, opponent), (player,))


def why_not_stay(moment: Moment, player: Player, *, from_down: bool) -> WhyNot:
    """Explain why a player floats or has the bye.

    If ``from_down`` is true, explain a float down or the bye. If ``from_down`` is false, explain why the player is
    paired up.
    """
    scored = moment.scored(player)
    if from_down:
        asked = say("{player} not paired down", player=scored)
    else:
        asked = say("{player} not paired up", player=scored)
    return _under(moment, asked, demands.must_stay(moment.given, player.tpn, from_down=from_down), (player,))


def _why_not_colour(moment: Moment, player: Player, *, white: bool) -> WhyNot:
    colour = say("White") if white else say("Black")
    asked = say("{colour} for {player}", colour=colour, player=moment.scored(player))
    for board in moment.pairing.boards:
        if player.tpn in (board.white, board.black):
            if (board.white == player.tpn) is white:
                return WhyNot(moment, asked, True, None)
            step = board.colour_step
            right = say("{number} has White", number=moment.name(board.white))
            finding = Finding(Fault.COLOUR, f"{moment.system.article} {step.article}", "", step.summary, right)
            return WhyNot(moment, asked, False, finding, round=tuple(as_pairs(moment.pairing)))
    words = say("a player with the bye has no colour")
    finding = Finding(Fault.ILLEGAL, moment.system.basic.one_bye, "", words, players=(player.tpn,))
    return WhyNot(moment, asked, False, finding)


def _under(moment: Moment, asked: str, state: RoundState, players: tuple[Player, ...]) -> WhyNot:
    """Find the best complete round that meets a demand, and answer the question. The search stops at a limit."""
    right = moment.pairing
    try:
        found = moment.paired(state)
    except TooLarge as error:
        return WhyNot(moment, asked, False, None, given_up=str(error))
    except NoPairing:
        words = say("the round could not be completed: some other players would find no opponent")
        impossible, _, code = moment.system.completion
        finding = Finding(Fault.ILLEGAL, impossible, code, words, players=tuple(player.tpn for player in players))
        return WhyNot(moment, asked, False, finding)
    try:
        explanation = moment.explained(found)
    except TooLarge as error:
        return WhyNot(moment, asked, False, None, round=tuple(as_pairs(found)), given_up=str(error))
    if explanation is None:
        return WhyNot(moment, asked, False, None, round=tuple(as_pairs(found)))
    ours, theirs = _brackets(right, found, explanation, moment.system)
    return WhyNot(moment, asked, False, explanation.finding, explanation.score, tuple(as_pairs(found)), ours, theirs)


def _brackets(
    right: RoundPairing, found: RoundPairing, explanation: Explanation, system: System
) -> tuple[Halves, Halves] | tuple[None, None]:
    """Return two pairings of the deciding bracket: in the correct round, and in the round that meets the demand."""
    if explanation.score is None or system.names.halves is None:
        return None, None
    sides = []
    for pairing in (right, found):
        trace = next((trace for trace in pairing.trace if trace.bracket.score == explanation.score), None)
        if trace is None:
            return None, None
        sides.append(halves(trace, system))
    return sides[0], sides[1]


def halves(trace: BracketTrace, system: System) -> Halves:
    """Return the pairs of a bracket in two columns, and the floaters."""
    pairs = system.columns(trace)
    return Halves(
        tuple(one.tpn for one, _ in pairs),
        tuple(other.tpn for _, other in pairs),
        tuple(player.tpn for player in trace.pairing.floaters),
    )
