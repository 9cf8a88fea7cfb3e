"""The card: an explanation of a round in the form of classical pairing books.

The card begins with a table of the players before the round. After the table, the card shows each bracket with its
candidates, in the order in which they were considered. The colours are at the end of the card. The text and the HTML
page show the same card. All facts on the card come from the trace of the pairing, or from the System that paired the
round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairing_engine.answers.account import BracketAccount, Done, Unmet, account_of, knowing_bye
from pairing_engine.answers.decisive import Decisive, Rival, decisive, rivals
from pairing_engine.answers.tries import Try, tries_of
from pairing_engine.facts.model import Points, show_points
from pairing_engine.kernel.trace import BracketTrace, RoundPairing
from pairing_engine.scores.crosstable import Crosstable, Entry
from pairing_engine.state.conventions import ABSOLUTE, DOWN, STRONG, UP
from pairing_engine.state.round_state import Player, RoundState, ranking
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System
from pairing_engine.values import NamedTuple


class Row(NamedTuple):
    """A participant's row in the table of the players before the round.

    ``colours`` contains one character for each round: the colour, or ``-`` for a round without a game. ``preference``
    is ``w`` or ``b`` (mild), ``W`` or ``B`` (strong), ``WW`` or ``BB`` (absolute), or empty. ``floats`` contains two
    entries: the float two rounds ago, and the float in the last round. ``opponents`` lists the opponent's number for
    each round, or 0 for a round without an opponent. ``beside`` is another number that some systems use to sort
    players, such as the average rating of the opponents.
    """

    number: int
    score: Points
    colours: str
    preference: str
    floats: tuple[str, str]
    opponents: tuple[int, ...]
    beside: str = ""

    def to_dict(self) -> dict[str, object]:
        return {**self._asdict(), "score": show_points(self.score)}


class Joined(NamedTuple):
    """A player who came to the bracket from a higher or a lower scoregroup, with the player's score."""

    number: int
    score: Points

    def to_dict(self) -> dict[str, object]:
        return {"number": self.number, "score": show_points(self.score)}


class BracketCard(NamedTuple):
    """A bracket on the card; participants appear as their numbers in the file.

    ``tops`` are the first players of the pairs, in the order of the rules. ``limbo`` are MDPs who could not be paired
    [C.04.3 3.2.4]. ``others`` are all other players of the bracket, in ranking order. ``figures`` are M0, MaxPairs and
    M1, or zeros in a system without these numbers. ``tries`` are the candidates in order; the last candidate was
    chosen.
    """

    score: Points
    residents: tuple[int, ...]
    joined: tuple[Joined, ...]
    tops: tuple[int, ...]
    others: tuple[int, ...]
    limbo: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    upwards: frozenset[int]
    """The floaters who float to a higher scoregroup (Lim)."""
    figures: tuple[int, int, int]
    tries: tuple[Try, ...]
    unmet: tuple[Unmet, ...]
    met: tuple[str, ...]
    """The codes of the criteria that this pairing fully satisfies."""
    decisive: tuple[Decisive, ...]
    steps: tuple[Done, ...]
    halves: tuple[str, str] | None
    """The rules' names for the two sides of the pairs, such as S1 and S2; None if there are no names."""
    in_scoregroup: bool
    """Whether the system pairs scoregroups instead of brackets."""

    @property
    def name(self) -> str:
        """The name of the bracket, which is its score."""
        return show_points(self.score)

    def to_dict(self) -> dict[str, object]:
        return {
            **self._asdict(),
            "score": self.name,
            "joined": [one.to_dict() for one in self.joined],
            "upwards": sorted(self.upwards),
            "tries": [one.to_dict() for one in self.tries],
            "unmet": [one._asdict() for one in self.unmet],
            "decisive": [one.to_dict() for one in self.decisive],
            "steps": [one._asdict() for one in self.steps],
        }


class BoardCard(NamedTuple):
    """A board, with the article that decides its colours."""

    place: int
    white: int
    black: int
    article: str
    words: str

    def to_dict(self) -> dict[str, object]:
        return {
            "board": self.place,
            "white": self.white,
            "black": self.black,
            "colours": {"article": self.article, "words": self.words},
        }


class RoundCard(NamedTuple):
    """The card of a round; ``names`` maps participants' numbers to their names."""

    event: str
    number: int
    system: str
    edition: str
    why_edition: str
    names: dict[int, str]
    rows: tuple[Row, ...]
    brackets: tuple[BracketCard, ...]
    boards: tuple[BoardCard, ...]
    bye: int | None
    rivals: tuple[Rival, ...]
    absent: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the card as a dictionary with the keys of ``swisspair --pair --format json``.

        ``title`` is the system's name.
        """
        return {
            "event": self.event,
            "round": self.number,
            "title": self.system,
            "edition": self.edition,
            "why_edition": self.why_edition,
            "names": self.names,
            "rows": [row.to_dict() for row in self.rows],
            "brackets": [bracket.to_dict() for bracket in self.brackets],
            "boards": [board.to_dict() for board in self.boards],
            "bye": self.bye,
            "rivals": [rival._asdict() for rival in self.rivals],
            "absent": self.absent,
        }


def card_of(pairing: RoundPairing, before: RoundState, choice: Choice) -> RoundCard:
    system, shown = choice.system.for_round(before), before.shown
    state = system.with_preferences(before)
    account = account_of(pairing, before, choice.system)
    boards = tuple(
        BoardCard(place, shown(board.white), shown(board.black), cited.article, cited.words)
        for place, (board, cited) in enumerate(zip(pairing.boards, account.colours, strict=True), 1)
    )
    deciding = decisive(pairing, before, system)
    sorted_by = system.names.beside
    beside = {shown(one.tpn): "" if sorted_by is None else sorted_by(one, state) for one in state.players}
    brackets = _with_directions(
        _bracket(
            pairing, trace, told, tuple(one for one in deciding if one.score == trace.bracket.score), state, system
        )
        for trace, told in zip(pairing.trace, account.brackets, strict=True)
    )
    everybody = before.tournament.participants
    return RoundCard(
        state.tournament.name,
        pairing.number,
        choice.system.title,
        choice.system.edition,
        choice.why_edition,
        {participant.number: participant.name for participant in everybody},
        tuple(row._replace(beside=beside[row.number]) for row in rows_of(state)),
        brackets,
        boards,
        None if pairing.bye is None else shown(pairing.bye),
        rivals(pairing, before, system),
        tuple(shown(tpn) for tpn in pairing.absent_of(participant.tpn for participant in everybody)),
    )


def rows_of(state: RoundState) -> tuple[Row, ...]:
    """Build the table of all players to be paired, as they stand before the round."""
    everybody = tuple(participant.tpn for participant in state.tournament.participants)
    table = Crosstable(state.earlier_rounds, everybody, state.settings)
    past = [table.entries(number) for number in range(1, state.number)]
    return tuple(_row(player, [entries[player.tpn] for entries in past], state) for player in state.players)


def _row(player: Player, entries: list[Entry], state: RoundState) -> Row:
    return Row(
        state.shown(player.tpn),
        player.score,
        "".join(entry.colour.upper() if entry.met and entry.colour else "-" for entry in entries),
        shown_preference(player.preference),
        (player.floated(2), player.floated(1)),
        tuple(state.shown(entry.opponent) if entry.met else 0 for entry in entries),
    )


def shown_preference(preference: int) -> str:
    """Write a colour preference in the letters of pairing books.

    >>> [shown_preference(strength) for strength in (-3, -2, 1, 0)]
    ['BB', 'B', 'w', '']
    """
    colour = "W" if preference > 0 else "B"
    if abs(preference) == ABSOLUTE:
        return 2 * colour
    if abs(preference) == STRONG:
        return colour
    return colour.lower() if preference else ""


def _bracket(
    round_pairing: RoundPairing,
    trace: BracketTrace,
    told: BracketAccount,
    deciding: tuple[Decisive, ...],
    state: RoundState,
    system: System,
) -> BracketCard:
    bracket, pairing = trace.bracket, trace.pairing
    numbers = {player.tpn: state.shown(player.tpn) for player in state.players}

    def shown(players: Iterable[Player]) -> tuple[int, ...]:
        return tuple(numbers[player.tpn] for player in players)

    sides = system.columns(trace)
    others, limbo, joined = _columns(trace, sides)
    moved = {player.tpn for player in bracket.mdps}
    paired_mdps = sum(bool(moved & {a.tpn, b.tpn}) for a, b in pairing.pairs)
    return BracketCard(
        bracket.score,
        shown(bracket.residents),
        tuple(Joined(numbers[player.tpn], player.score) for player in joined),
        shown(one for one, _ in sides),
        shown(others),
        shown(limbo),
        tuple((numbers[one.tpn], numbers[other.tpn]) for one, other in sides),
        shown(sorted(pairing.floaters, key=ranking)),
        frozenset(),
        (len(moved), len(pairing.pairs), paired_mdps) if system.names.parameters else (0, 0, 0),
        tries_of(round_pairing, trace, system),
        told.unmet,
        tuple(rule.code for rule, total in system.totals(knowing_bye(trace, round_pairing.bye)) if not total),
        deciding,
        told.steps,
        system.names.halves,
        system.names.scoregroups,
    )


def _columns(
    trace: BracketTrace, sides: Sequence[tuple[Player, Player]]
) -> tuple[list[Player], list[Player], list[Player]]:
    """Return the lists ``others``, ``limbo`` and ``joined`` of a `BracketCard`, in ranking order.

    ``others`` contains all players of the bracket except the tops and the limbo.
    """
    pairs, floaters = trace.pairing
    residents = {player.tpn for player in trace.bracket.residents}
    there = sorted([player for pair in pairs for player in pair] + list(floaters), key=ranking)
    limbo = sorted((player for player in floaters if player.tpn not in residents), key=ranking)
    apart = {one.tpn for one, _ in sides} | {player.tpn for player in limbo}
    others = [player for player in there if player.tpn not in apart]
    return others, limbo, [player for player in there if player.tpn not in residents]


def _with_directions(brackets: Iterable[BracketCard]) -> tuple[BracketCard, ...]:
    """Fill in ``upwards`` for each bracket: the floaters who move to a higher scoregroup."""
    found: list[BracketCard] = []
    next_score: dict[int, Points] = {}
    for bracket in reversed(list(brackets)):
        upwards = frozenset(one for one in bracket.floaters if next_score.get(one, bracket.score) > bracket.score)
        found.append(bracket._replace(upwards=upwards))
        next_score |= {one.number: bracket.score for one in bracket.joined}
    return tuple(reversed(found))


FLOAT_ARROWS = {DOWN: "↓", UP: "↑"}
"""The arrows for floats, as in pairing books."""
