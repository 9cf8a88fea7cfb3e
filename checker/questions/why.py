"""All facts about a player's round: brackets, opponent, float, bye, colour and impossible opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from checker.questions import words
from checker.questions.moment import Moment
from checker.questions.why_not import WhyNot, colour_of, under, without_opponents
from pairing_engine.answers import printed
from pairing_engine.answers.account import Unmet, account_of
from pairing_engine.answers.comparison import illegality
from pairing_engine.answers.contract import Lines
from pairing_engine.answers.decisive import less_of
from pairing_engine.answers.sentences import in_letters, sentence, total_of, with_article
from pairing_engine.facts.model import NOBODY, Points, Tpn, show_points
from pairing_engine.kernel.findings import Finding
from pairing_engine.kernel.trace import BracketTrace
from pairing_engine.language import listed, marked, say
from pairing_engine.matching.cover import Augmenting, neighbours_by
from pairing_engine.state import demands
from pairing_engine.state.round_state import ABSOLUTE, MILD, STRONG, Player

STRENGTHS = marked(
    {
        MILD: "a mild preference for {colour}",
        STRONG: "a strong preference for {colour}",
        ABSOLUTE: "an absolute preference for {colour}",
    }
)


@printed(lambda found: found.lines)
class Why(NamedTuple):
    """The reasons for a player's pairing in a round.

    ``opponent`` is `NOBODY` for the player with the pairing-allocated bye. ``natural`` is a sentence if the pair
    follows the natural order. ``stays`` explains why a floater leaves the scoregroup, or why nobody else has the bye.
    ``another`` explains why the player has no other opponent. ``brackets`` lists the scores of the player's brackets,
    from the first bracket to the last. ``unmet`` lists the criteria that the last bracket does not fully meet.
    ``impossible`` lists players with a score between those of the two opponents who could not be the opponent, or could
    not have the bye. If the player may not have the bye, ``bye_bar`` gives the reason.
    """

    moment: Moment
    player: Player
    opponent: Tpn
    white: bool | None
    board: int
    float: str
    natural: str
    preference: str
    colour: Finding | None
    brackets: tuple[Points, ...]
    unmet: tuple[Unmet, ...]
    impossible: tuple[Impossible, ...]
    bye_bar: Finding | None
    stays: WhyNot | None
    another: WhyNot | None

    @property
    def plain(self) -> tuple[str, ...]:
        """The reason for the pairing in sentences for players."""
        found = [one.plain for one, _ in self._reasons if not (self.natural and one is self.another)]
        return tuple(filter(None, (*found, self.natural)))

    @property
    def _reasons(self) -> list[tuple[WhyNot, Finding]]:
        """The reasons for leaving the scoregroup or for the bye, and for meeting nobody else, if they differ."""
        stays, another = (None if one is None else one.finding for one in (self.stays, self.another))
        both = ((self.stays, stays), (self.another, None if another == stays else another))
        return [(one, finding) for one, finding in both if one is not None and finding is not None]

    def to_dict(self) -> dict[str, object]:
        """Return the answer as a dictionary with the keys of ``swisspair why --format json``."""
        moment = self.moment
        return {
            "player": moment.shown(self.player.tpn),
            "name": moment.participants[self.player.tpn].name,
            "round": moment.number,
            "score": show_points(self.player.score),
            "opponent": moment.shown(self.opponent),
            "opponent_name": "" if self.opponent == NOBODY else moment.participants[self.opponent].name,
            "board": self.board,
            "colour": None if self.white is None else "white" if self.white else "black",
            "float": self.float,
            "plain": list(self.plain),
            "preference": self.preference,
            "colour_article": None if self.colour is None else moment.finding_as_dict(self.colour),
            "brackets": [show_points(score) for score in self.brackets],
            "unmet": [unmet._asdict() for unmet in self.unmet],
            "impossible": [
                {"player": moment.shown(one.tpn), **moment.finding_as_dict(one.finding)} for one in self.impossible
            ],
            "instead": None if self.stays is None else self.stays.to_dict(),
            "another_opponent": None if self.another is None else self.another.to_dict(),
            "bye_bar": None if self.bye_bar is None else moment.finding_as_dict(self.bye_bar),
        }

    @property
    def lines(self) -> Lines:
        """The answer in sentences for people."""
        return Lines(self._lines())

    def _lines(self) -> Iterator[str]:
        moment = self.moment
        head = say("{player} in round {number}", player=moment.scored(self.player), number=moment.number)
        if self.opponent == NOBODY:
            yield say("{head}: the pairing-allocated bye", head=head)
        else:
            yield say(
                "{head}: board {board}, {colour} against {opponent}",
                head=head,
                board=self.board,
                colour=say("White") if self.white else say("Black"),
                opponent=moment.scored(moment.state.by_tpn[self.opponent]),
            )
        yield from (f"  {said}" for said in self.plain)
        for one, finding in self._reasons:
            if one is self.another and self.natural and not one.is_impossible:
                yield f"  {one.plain}"
            yield f"  {one.reason(finding)}"
        if self.brackets:
            part = marked("  brackets: {brackets} points")
            if moment.system.names.scoregroups:
                part = marked("  scoregroups: {brackets} points")
            elif self.brackets[-1] > self.player.score:  # of the highest residents of brackets that were joined
                part = marked("  brackets: {brackets} points and fewer")
            yield say(part, brackets=", ".join(map(show_points, self.brackets)))
        yield say(
            "  colours: {colours}, {preference}",
            colours=" ".join(in_letters(self.player.colours.upper())) or say("none yet"),
            preference=self.preference,
        )
        if self.colour is not None:
            colour = with_article(say(self.colour.words), self.colour.code, self.colour.article)
            yield say("  colour: {words}", words=colour)
        yield from self._impossible_lines()

    def _impossible_lines(self) -> Iterator[str]:
        """Yield lines about what no round could have: other opponents of the player, and the player's bye."""
        name = self.moment.name
        if self.impossible and self.opponent == NOBODY:
            yield say("  these participants could not have the bye:")
        elif self.impossible:
            yield say("  these participants could not be opponents of {player}:", player=name(self.player.tpn))
        yield from (f"    {sentence(finding, name)}" for _, finding in self.impossible)
        if self.bye_bar is not None:
            yield f"  {sentence(self.bye_bar, name)}"

    def unmet_lines(self) -> Iterator[str]:
        """Yield lines about the criteria that are not fully met in the player's last bracket."""
        moment = self.moment
        trace = [trace for trace in moment.pairing.trace if _is_in(self.player, trace)][-1:]
        for unmet in self.unmet:
            rule = next(
                rule
                for rule in moment.system.criteria
                if unmet[:3] == (rule.code, rule.cited(moment.system.article), rule.summary)
            )
            least, finding = less_of(rule, trace[0], moment.pairing, moment.system) or ("", None)
            said = total_of(unmet.words, unmet.total)
            if least and finding is None:
                said = say("{total}; no legal pairing of this bracket does better", total=said)
            elif finding is not None:
                said = say("{total}, the least that the criteria of higher priority allow", total=said)
            yield f"  {with_article(said, unmet.code, unmet.article)}"
            if finding is not None:
                message = marked("the total of criterion {criterion} could be {least}, but such a pairing is worse")
                shown = listed(least.split(", ")) if least[0].isdigit() else 0
                kind = say(message, least=shown, criterion=unmet.code or unmet.article)
                yield f"    {sentence(finding, moment.name, kind=kind)}"


def why(moment: Moment, number: int) -> Why:
    """Return all facts about this player's round. Raises the errors of `why_not`."""
    player, state = moment.player(number), moment.state
    scored, other = moment.scored(player), state.by_tpn.get(moment.opponent(player.tpn))
    place, board = next(
        ((place, board) for place, board in enumerate(moment.pairing.boards, 1) if player.tpn in board[:2]), (0, None)
    )
    account = account_of(moment.pairing, moment.state, moment.system)
    told = () if moment.table else zip(moment.pairing.trace, account.brackets, strict=True)
    brackets = [bracket for trace, bracket in told if _is_in(player, trace)]
    stays = another = None
    if other is None:
        asked, demand = say("if {player} did not have the bye", player=scored), demands.must_not_have_bye
        stays = under(moment, asked, demand(moment.given, player.tpn), player)
        direction = say("the pairing-allocated bye")
    else:
        down = other.score < player.score
        direction = "" if other.score == player.score else say("paired down") if down else say("paired up")
        if direction and not moment.table:
            asked = say("if {player} did not float down" if down else "if {player} did not float up", player=scored)
            stays = under(moment, asked, demands.must_stay(moment.given, player.tpn, from_down=down), player)
        asked = say("if {player} met somebody other than {other}", player=scored, other=moment.scored(other))
        another = under(moment, asked, demands.must_not_meet(moment.given, player.tpn, other.tpn), player)
    return Why(
        moment,
        player,
        NOBODY if other is None else other.tpn,
        None if board is None else board.white == player.tpn,
        place,
        float=direction,
        natural=_natural_order(moment, player),
        preference=_preference(player),
        colour=None if board is None else colour_of(moment, board),
        brackets=tuple(bracket.score for bracket in brackets),
        unmet=brackets[-1].unmet if brackets else (),
        impossible=tuple(could_not(moment, player)),
        bye_bar=illegality(state, player.tpn, NOBODY, moment.system),
        stays=stays,
        another=another,
    )


def _natural_order(moment: Moment, player: Player) -> str:
    """Return a sentence if the player's pair follows the natural order; empty otherwise and in complicated brackets."""
    trace = next((one for one in moment.pairing.trace if _is_paired_in(player, one)), None)
    if trace is None or len({other.score for pair in trace.pairing.pairs for other in pair}) > 1:
        return ""
    pairs = [frozenset((one.tpn, other.tpn)) for one, other in trace.pairing.pairs]
    mine = next(pair for pair in pairs if player.tpn in pair)
    if trace.steps:
        from pairing_engine.systems.lim.articles import CRACKED_ABOVE, CRACKED_BELOW

        if {step.words for step in trace.steps} & {CRACKED_ABOVE.words, CRACKED_BELOW.words}:
            return ""  # the group was paired with players who have other opponents now
        tpns = sorted(tpn for pair in pairs for tpn in pair)
        order = list(map(frozenset, zip(tpns[: len(pairs)], tpns[len(pairs) :], strict=True)))
        return words.natural(order.index(mine) + 1, ends=False) if mine in order else ""
    first = next(moment.system.method.candidates(trace, lambda _one, _other: True, None), None)
    if first is None or trace.bracket.mdps or moment.system.name == "dubov":
        return ""
    order = [frozenset((one.tpn, other.tpn)) for one, other in first.pairs]
    if set(order) != set(pairs):
        return ""
    return words.natural(order.index(mine) + 1, ends=moment.system.name == "burstein")


def _is_paired_in(player: Player, trace: BracketTrace) -> bool:
    return any(player.tpn in (one.tpn, other.tpn) for one, other in trace.pairing.pairs)


def _is_in(player: Player, trace: BracketTrace) -> bool:
    return _is_paired_in(player, trace) or player.tpn in [one.tpn for one in trace.pairing.floaters]


def _preference(player: Player) -> str:
    if not player.preference:
        return say("no colour preference")
    return say(STRENGTHS[abs(player.preference)], colour=say("White") if player.preference > 0 else say("Black"))


class Impossible(NamedTuple):
    """A player who could not be the opponent or could not have the bye, with the reason."""

    tpn: Tpn
    finding: Finding


def could_not(moment: Moment, player: Player) -> Iterator[Impossible]:
    """Yield the players whom no complete round could have in the place of a player's opponent.

    Their scores lie between those of the player and the opponent. For the player with the bye, yield those who could
    not have it, among those with no more points.
    """
    opponent, state = moment.opponent(player.tpn), moment.state
    low, high = min(one.score for one in state.players), player.score
    if opponent != NOBODY:
        low, high = sorted((player.score, state.by_tpn[opponent].score))
    can_meet = _completing(moment)
    for other in (one.tpn for one in state.players if low <= one.score <= high):
        if other in (player.tpn, opponent):
            continue
        pair = (player.tpn, other) if opponent != NOBODY else (other, NOBODY)
        finding = illegality(state, *pair, moment.system)
        if finding is None and not can_meet(*pair):
            finding = without_opponents(moment, *(tpn for tpn in pair if tpn != NOBODY))
        if finding is not None:
            yield Impossible(other, finding)


def _completing(moment: Moment) -> Callable[[Tpn, Tpn], bool]:
    """Return whether two players can meet in a complete round. If one is `NOBODY`, the other has the bye."""
    state, system = moment.state, moment.system
    tpns = [*(player.tpn for player in state.players), *([NOBODY] if len(state.players) % 2 else [])]
    place = {tpn: i for i, tpn in enumerate(tpns)}
    right = [(one, other) for one, other in moment.pairing.pairs if {one, other} <= place.keys()]
    mates = {one: other for pair in right for one, other in (pair, pair[::-1])}

    def fit(one: Tpn, other: Tpn) -> bool:
        if NOBODY in (one, other):
            return state.by_tpn[one or other].may_have_bye
        return system.may_meet(state.by_tpn[one], state.by_tpn[other], state)

    @cache
    def neighbours() -> list[int]:
        fitting = ((place[one], place[other]) for one, other in combinations(tpns, 2) if fit(one, other))
        return neighbours_by(len(tpns), fitting)

    def can_meet(one: Tpn, other: Tpn) -> bool:
        if one in mates and other in mates:
            first, second = mates[one], mates[other]
            if first == other or fit(first, second):
                return True  # the right round, in which two pairs exchange opponents
            gone = {one, other, first, second}
            if any(a not in gone and fit(first, a) and fit(second, b) for a, b in mates.items()):
                return True  # or three pairs
        couples = [(place[a], place[b]) for a, b in right]
        round_ = Augmenting(neighbours(), (1 << len(tpns)) - 1, couples)
        return round_.demand_all(place.values()) and round_.settle(place[one], place[other])

    return can_meet
