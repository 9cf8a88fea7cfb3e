"""Answers to "why not", found by pairing the round again, and the verdict on an arbiter's proposal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from checker.explained import explanation_as_dict
from checker.questions import words
from checker.questions.moment import Moment
from pairing_engine.answers import printed
from pairing_engine.answers.comparison import Explanation, as_published, illegalities, illegality
from pairing_engine.answers.contract import Lines
from pairing_engine.changes.corrections import as_it_was
from pairing_engine.errors import NoPairing, TooLarge, refusal
from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.findings import Fault, Finding
from pairing_engine.kernel.trace import Board, Pair, RoundPairing
from pairing_engine.language import marked, say, say_many
from pairing_engine.state import demands
from pairing_engine.state.round_state import Player, RoundState

BYE, UP, DOWN, WHITE, BLACK = WORDS = ("bye", "up", "down", "white", "black")
"""The words that questions may contain instead of an opponent, as in ``12-bye`` and ``12-up``."""

Columns = tuple[tuple[Tpn, ...], ...]
"""The pairing of a bracket: the players in two columns, such as S1 and S2, then those who are left over."""


@printed(lambda found: found.lines)
class WhyNot(NamedTuple):
    """The answer to a question such as why two players do not meet. ``asked`` repeats the question in words.

    ``is_so`` is true if the actual round meets the demand; otherwise ``finding`` is the reason. If a complete round
    meets the demand, ``round`` is the best such round, and ``finding`` says why the actual round is better. ``score``
    is the score of the first bracket in which ``round`` is worse. ``sides`` lists the pairs of this bracket in the
    actual round, then in ``round``.
    """

    moment: Moment
    asked: str
    is_so: bool
    finding: Finding | None
    score: Points | None = None
    round: tuple[Pair, ...] = ()
    sides: tuple[Columns, ...] = ()
    given_up: str = ""
    """The limit at which the search stopped; empty if the search was finished."""

    @property
    def is_impossible(self) -> bool:
        """Whether no complete round meets the demand."""
        return not self.is_so and not self.round and not self.given_up

    @property
    def article(self) -> str:
        """The deciding article; empty if the demand is met or nothing explains it."""
        return "" if self.finding is None else self.finding.article

    @property
    def verdict(self) -> str:
        """The verdict: "so" if the demand is already met, "impossible", "unexplained", or the kind of fault."""
        if self.is_so:
            return "so"
        if self.is_impossible:
            return "impossible"
        return "unexplained" if self.finding is None else self.finding.fault.value

    @property
    def plain(self) -> str:
        """The fault of the best round that meets the demand, for players; empty if the finding says it."""
        if self.finding is None or self.finding.fault is Fault.COLOUR:
            return ""
        none = say("the round could not be completed")
        clause = words.clause(self.moment, self.finding, self.score) if self.round else none
        return say("{asked}, {clause}.", asked=self.asked[:1].upper() + self.asked[1:], clause=clause)

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair why-not --format json``."""
        return {
            "asked": self.asked,
            "verdict": self.verdict,
            "bracket": None if self.score is None else show_points(self.score),
            "plain": self.plain if self.round else "",
            "finding": None if self.finding is None else self.moment.finding_as_dict(self.finding),
            "best_round_with_it": self.moment.pairs_as_lists(self.round),
            "names": self.moment.names_in(self.round),
            **({"given_up": self.given_up} if self.given_up else {}),
        }

    @property
    def lines(self) -> Lines:
        """The answer in sentences for people."""
        return Lines(self._lines())

    def _lines(self) -> Iterator[str]:
        asked, moment = self.asked, self.moment
        if self.is_so:
            message = marked("{asked}, nothing would change: round {number} is already paired like this")
            yield say(message, asked=asked, number=moment.number)
        elif self.given_up:
            message = marked("{asked}, it is not known whether the round could be completed: the search did not finish")
            if self.round:
                message = marked(
                    "{asked}, the round could be completed; why it is not the right one was not found in time"
                )
            yield say(message, asked=asked)
            yield from words.best_round(moment, asked, self.round)
            yield f"  {self.given_up}"
        elif self.finding is None:
            yield say("{asked}, swisspair would find no fault with the round; please report this", asked=asked)
        else:
            fault = self.finding.fault
            if fault is Fault.LATER and moment.system.names.scoregroups:
                fault = Fault.STEP  # a procedure has no criteria by which rounds could be equally good
            score = "" if self.score is None else show_points(self.score)
            yield say("{asked}, {verdict}", asked=asked, verdict=say(WOULD_BE[fault], score=score))
            if self.round and self.plain and (fault is not Fault.LATER or words.tells_who(self.finding)):
                yield f"  {self.plain}"
            yield f"  {words.reason(moment, self.finding, self.score)}"
            if self.finding.fault is Fault.LATER:
                for title, side in zip((say("as paired"), say("as asked")), self.sides, strict=False):
                    yield from words.columns(moment, title, side)
            if self.finding.fault is not Fault.COLOUR:
                yield from words.best_round(moment, asked, self.round)

    def reason(self, finding: Finding) -> str:
        """Return the reason, which follows ``plain`` in an answer to another question."""
        why = words.reason(self.moment, finding, self.score)
        return say("{asked}, {verdict}", asked=self.asked, verdict=why) if self.is_impossible else f"  {why}"


WOULD_BE = marked(
    {
        Fault.ILLEGAL: "no legal round would be possible",
        Fault.WORSE: "the pairing of the whole round would be worse than the correct one",
        Fault.LATER: (
            "the pairing of the bracket of {score} points would meet the criteria just as well, but would come later "
            "in the order of candidates"
        ),
        Fault.STEP: "the pairing of the round would not follow the procedure of the rules",
        Fault.COLOUR: "the colours would not be those of the rules",
        Fault.BYE: "the bye would go to the wrong participant",
    }
)


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
    raise refusal("{what!r} is neither a number nor one of {words}", "other", what=what, words=", ".join(WORDS))


def _why_not_pair(moment: Moment, one: Player, other: Player) -> WhyNot:
    asked = say("if {one} met {other}", one=moment.scored(one), other=moment.scored(other))
    if one.tpn == other.tpn:
        raise refusal("{name} is named twice: a pair needs two participants", "other", name=moment.name(one.tpn))
    return _as_demanded(moment, asked, demands.must_meet(moment.given, [(one.tpn, other.tpn)]), one, other)


def _why_not_bye(moment: Moment, player: Player) -> WhyNot:
    asked = say("if {player} had the pairing-allocated bye", player=moment.scored(player))
    if len(moment.state.players) % 2 == 0:
        return WhyNot(moment, asked, False, nobody_left_over(moment))
    return _as_demanded(moment, asked, demands.must_have_bye(moment.given, player.tpn), player)


def _as_demanded(moment: Moment, asked: str, state: RoundState, one: Player, *others: Player) -> WhyNot:
    """Answer the question about a pair or, without another player, about the bye; a rule may forbid it by itself."""
    other = others[0].tpn if others else NOBODY
    if moment.opponent(one.tpn) == other:
        return WhyNot(moment, asked, True, None)
    illegal = illegality(moment.state, one.tpn, other, moment.system)
    return under(moment, asked, state, one, *others) if illegal is None else WhyNot(moment, asked, False, illegal)


def nobody_left_over(moment: Moment) -> Finding:
    """Say why nobody gets the bye in a round with an even number of players."""
    message = marked("the number of participants to be paired is even ({players}), so nobody gets the bye")
    said = say(message, players=len(moment.state.players))
    return Finding(Fault.ILLEGAL, moment.system.basic.one_bye, "", said)


def _why_not_float(moment: Moment, player: Player, *, down: bool) -> WhyNot:
    scored, state = moment.scored(player), moment.state
    if moment.pairing.bye == player.tpn:
        scored = say("{player} (who has the pairing-allocated bye)", player=scored)
    asked = say("if {player} floated down" if down else "if {player} floated up", player=scored)

    def is_beyond(other: Player) -> bool:
        return other.score < player.score if down else other.score > player.score

    opponent = moment.opponent(player.tpn)
    if opponent != NOBODY and is_beyond(state.by_tpn[opponent]):
        return WhyNot(moment, asked, True, None)
    if not any(map(is_beyond, state.players)):
        said = say("nobody in the round has a lower score") if down else say("nobody in the round has a higher score")
        article = f"{moment.system.article} {moment.system.names.floating}"
        return WhyNot(moment, asked, False, Finding(Fault.ILLEGAL, article, "", said))
    return under(moment, asked, demands.must_float(moment.given, player.tpn, down=down), player)


def _why_not_colour(moment: Moment, player: Player, *, white: bool) -> WhyNot:
    asked = say(
        "if {player} had {colour}", colour=say("White") if white else say("Black"), player=moment.scored(player)
    )
    board = next((board for board in moment.pairing.boards if player.tpn in board[:2]), None)
    if board is None:
        finding = Finding(Fault.ILLEGAL, moment.system.basic.one_bye, "", say("a player with the bye has no colour"))
        return WhyNot(moment, asked, False, finding)
    if (board.white == player.tpn) is white:
        return WhyNot(moment, asked, True, None)
    right = say("{number} has White", number=moment.name(board.white))
    finding = colour_of(moment, board)._replace(right=right)
    return WhyNot(moment, asked, False, finding, round=tuple(moment.pairing.pairs))


def colour_of(moment: Moment, board: Board) -> Finding:
    """Return the article that gives the players of a board their colours."""
    return Finding(Fault.COLOUR, f"{moment.system.article} {board.colour_step.article}", "", board.colour_step.summary)


def under(moment: Moment, asked: str, state: RoundState, *players: Player) -> WhyNot:
    """Find the best complete round that meets a demand, and answer the question. The search stops at a limit."""
    pairs: tuple[Pair, ...] = ()
    try:
        found = moment.paired(state)
        pairs = tuple(found.pairs)
        explanation = moment.explained(found)
    except TooLarge as error:
        return WhyNot(moment, asked, False, None, round=pairs, given_up=str(error))
    except NoPairing:
        return WhyNot(moment, asked, False, without_opponents(moment, *(player.tpn for player in players)))
    if explanation is None:
        return WhyNot(moment, asked, False, None, round=pairs)
    sides = _sides(moment, found, explanation.score)
    return WhyNot(moment, asked, False, explanation.finding, explanation.score, pairs, sides)


def without_opponents(moment: Moment, *players: Tpn) -> Finding:
    """Say why no round meets a demand about some players that no rule forbids by itself."""
    said = say("others would then find no opponent")
    if moment.table:
        said = say("the pairs are those of {words}", words=moment.table.steps[0].words)
    impossible, _, code = moment.system.completion
    return Finding(Fault.ILLEGAL, impossible, code, said, players=players)


def _sides(moment: Moment, found: RoundPairing, score: Points | None) -> tuple[Columns, ...]:
    """Return two pairings of the deciding bracket: in the correct round, and in the round that meets the demand."""
    system = moment.system
    if score is None or system.names.halves is None:
        return ()
    sides = []
    for pairing in (moment.pairing, found):
        trace = next((trace for trace in pairing.trace if trace.bracket.score == score), None)
        if trace is None:
            return ()
        left, right = zip(*system.method.columns(trace), strict=True) if trace.pairing.pairs else ((), ())
        sides.append(tuple(tuple(player.tpn for player in side) for side in (left, right, trace.pairing.floaters)))
    return tuple(sides)


class Differing(NamedTuple):
    """A board of the proposal that the correct round does not contain, with the reason."""

    pair: Pair
    why: WhyNot


@printed(lambda found: found.lines)
class Verdict(NamedTuple):
    """The verdict on a proposal.

    ``differing`` is the number of proposed boards that the correct round does not contain; ``boards`` explains those
    whose reasons were asked for. ``illegal`` lists the forbidden boards and byes. ``explanation`` says why the complete
    ``round`` is worse than the correct round. ``round`` contains the proposal, together with the best pairing of all
    other players. ``can_be_completed`` is false if the proposal is legal, but these players cannot be paired.
    """

    moment: Moment
    differing: int
    is_complete: bool
    illegal: tuple[Finding, ...]
    boards: tuple[Differing, ...]
    explanation: Explanation | None
    round: tuple[Pair, ...]
    can_be_completed: bool = True

    @property
    def agrees(self) -> bool:
        """True if the correct round contains all boards of the proposal."""
        return not self.differing

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as a dictionary with the keys of ``swisspair judge --format json``."""
        moment, whole = self.moment, self.explanation
        return {
            "agrees": self.agrees,
            "complete": self.is_complete,
            "illegal": [moment.finding_as_dict(finding) for finding in self.illegal],
            "boards": [{"board": moment.pairs_as_lists([pair])[0], "why": why.to_dict()} for pair, why in self.boards],
            "as_a_whole": None if whole is None else explanation_as_dict(whole, moment.finding_as_dict(whole.finding)),
            "round": moment.pairs_as_lists(self.round),
            "names": moment.names_in(self.round),
        }

    @property
    def lines(self) -> Lines:
        """The answer in sentences for people."""
        return Lines(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.agrees and self.is_complete:
            yield say("the proposal is the round that the rules demand")
        elif self.agrees:
            yield say("the proposal agrees with the rules")
        else:
            yield from self._differences()

    def _differences(self) -> Iterator[str]:
        yield say_many(
            "{number} proposed board differs from the rules",
            "{number} proposed boards differ from the rules",
            self.differing,
        )
        told = []
        for pair, why in self.boards:
            yield f"  {words.board(self.moment, pair)}"
            finding = why.finding
            if finding is not None and (why.is_impossible or finding.fault is Fault.COLOUR):
                told.append(finding)  # any other reason speaks of the best round with this board
                yield f"    {words.reason(self.moment, finding, None)}"
        for finding in self.illegal:
            if finding not in told:
                yield f"  {words.reason(self.moment, finding, None)}"
        if self.explanation is not None:
            finding, score, _ = self.explanation
            yield f"  {words.reason(self.moment, finding, score)}"
        if not self.can_be_completed:
            yield say("  the others cannot be paired")


def judge(
    moment: Moment, pairs: Sequence[tuple[int, int]], reasons_for: Container[tuple[int, int]] | None = None
) -> Verdict:
    """Judge a proposal of boards. A board consists of the numbers of White and Black, with 0 for the bye.

    Each reason pairs the round again: ``reasons_for`` are the boards whose reasons are needed, by default all boards.
    If results were corrected after the round had been paired, the earlier ones count if they fit the proposal better.

    Raises `BadRequest` for a player who appears twice, or who is not paired in the round.
    """
    proposed = boards_of(moment, pairs)
    moment = min(_with_either_results(moment), key=lambda one: len(set(proposed).difference(one.pairing.pairs)))
    is_complete = {tpn for pair in proposed for tpn in pair if tpn != NOBODY} == set(moment.state.by_tpn)
    illegal = tuple(illegalities(moment.state, as_published(proposed), moment.system))
    whole = proposed if is_complete or illegal else _completed(moment, proposed)
    right = set(moment.pairing.pairs)
    explanation = moment.explained(as_published(whole)) if whole and not illegal else None
    return Verdict(
        moment,
        len(set(proposed) - right),
        is_complete,
        illegal,
        tuple(
            Differing(pair, _why(moment, pair))
            for pair, numbers in zip(proposed, pairs, strict=True)
            if pair not in right and (reasons_for is None or numbers in reasons_for)
        ),
        explanation,
        tuple(sorted(whole or proposed, key=lambda pair: pair[1] == NOBODY)),
        bool(whole),
    )


def _with_either_results(moment: Moment) -> Iterator[Moment]:
    """Yield the moment and, if results were corrected since the round was paired, the moment as it was then."""
    yield moment
    then = as_it_was(moment.tournament, moment.number)
    if then is not moment.tournament:
        yield moment.with_(then)


def boards_of(moment: Moment, pairs: Iterable[tuple[int, int]]) -> list[Pair]:
    """Return boards with TPNs. Raises `BadRequest` for a player who is named twice or is not paired in the round."""
    seen: set[int] = set()
    found = []
    for white, black in pairs:
        for number in (white, black):
            if number in seen and number:
                raise refusal("{number} is named twice, but has only one place in the round", "boards", number=number)
            seen.add(number)
        found.append((moment.player(white).tpn, moment.player(black).tpn if black else NOBODY))
    if not found:
        raise refusal("the proposal names nobody", "boards")
    return found


def _completed(moment: Moment, proposed: Sequence[Pair]) -> list[Pair]:
    """Complete the proposal with the best pairing of the other players. Return no pairs if no completion exists."""
    try:
        found = moment.paired(demands.must_have(moment.given, proposed)).pairs
    except NoPairing:
        return []
    return [pair[::-1] if pair[1] != NOBODY and pair[::-1] in proposed else pair for pair in found]


def _why(moment: Moment, pair: Pair) -> WhyNot:
    white, black = map(moment.shown, pair)
    if not black:
        return why_not(moment, white, BYE)
    found = why_not(moment, white, black)
    return why_not(moment, white, WHITE) if found.is_so else found
