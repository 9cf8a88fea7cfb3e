"""The public function `pair` and its result, a paired round with all explanations."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Unpack

import pairing_engine
from pairing_engine.answers import Style
from pairing_engine.door import number_asked, opened
from pairing_engine.errors import IllegalPairing, refusal
from pairing_engine.facts.model import EventKind, Participant, Points, Tournament, Tpn
from pairing_engine.kernel.trace import Board, BracketTrace, RoundPairing, pairs_text
from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems import Editions
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System

if TYPE_CHECKING:
    from pairing_engine.facts.asked_wishes import AskedAs


IN_WORDS = "pairing_engine.answers.paired_in_words"
"""The module that writes a paired round as text. It is imported when somebody reads more than the pairs."""


class Pairing(NamedTuple):
    """A board with its players, their pairing scores (None if not to be paired), and the article of its colours."""

    board: int
    white: Participant
    white_score: Points | None
    black: Participant
    black_score: Points | None
    article: str


class PairedFacts(NamedTuple):
    """A paired round: its pairing, the state before the round, and the chosen system with the reason.

    Participants appear as TPNs; `to_dict` and the texts use their numbers in the file.
    """

    choice: Choice
    pairing: RoundPairing
    state: RoundState
    wished: pairing_engine.Wished | None = None
    """The effect of the wishes; None if no wishes apply in this round.

    If the wishes change nothing, all other values are the same as in FIDE mode.
    """
    of_teams: Tournament | None = None
    """The event of teams, if its teams were paired like single players."""


class PairedRound(PairedFacts):
    """A paired round, with all that it can say about itself."""

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.pairing.number

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards in the order of C.04.2 3.6, each with White, Black and the deciding colour rule."""
        return self.pairing.boards

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The boards with the players instead of their numbers."""
        people, scores = self.participants, self.scores
        return tuple(
            Pairing(place, people[white], scores.get(white), people[black], scores.get(black), step.article)
            for place, (white, black, step) in enumerate(self.boards, 1)
        )

    @property
    def bye_of(self) -> Participant | None:
        """The player with the pairing-allocated bye; None if nobody has this bye."""
        return None if self.bye is None else self.participants[self.bye]

    @property
    def bye(self) -> Tpn | None:
        """The participant with the pairing-allocated bye; None if nobody has this bye."""
        return self.pairing.bye

    @property
    def trace(self) -> tuple[BracketTrace, ...]:
        """The brackets, each with its pairing and a description of how the pairing was found."""
        return self.pairing.trace

    @property
    def system(self) -> System:
        """The system, in the edition that was used for the round."""
        return self.choice.system

    @property
    def has_teams(self) -> bool:
        """Whether the participants are teams."""
        return self.state.settings.kind is EventKind.TEAM

    @cached_property
    def participants(self) -> dict[Tpn, Participant]:
        """All participants of the tournament, by TPN."""
        return {participant.tpn: participant for participant in self.state.tournament.participants}

    @cached_property
    def scores(self) -> dict[Tpn, Points]:
        """The pairing scores before the round, in tenths of a point, of the players who are paired in it."""
        return {player.tpn: player.score for player in self.state.players}

    @property
    def absent(self) -> tuple[Tpn, ...]:
        """The participants who are not paired and do not have the pairing-allocated bye."""
        return self.pairing.absent_of(self.participants)

    @cached_property
    def account(self) -> pairing_engine.Account:
        """The account of the round: the decisions in each bracket, and the colour rule for each board."""
        from pairing_engine.answers.account import account_of

        return account_of(self.pairing, self.state, self.system)

    @cached_property
    def card(self) -> pairing_engine.RoundCard:
        """The explanation in classical form: a table of the players, brackets with candidates, and colours."""
        from pairing_engine.answers.card import card_of

        return card_of(self.pairing, self.state, self.choice)

    def checklist(self, style: Style) -> pairing_engine.Checklist:
        """Build the checklist before the round, in the columns of bbpPairings or of JaVaFo."""
        from pairing_engine.answers.checklist import checklist

        return checklist(self.state, self.pairing, self.system, style)

    def shown(self, tpn: Tpn) -> int:
        """Return the number of a participant in the file."""
        return self.participants[tpn].number

    def play(self, results: str | Iterable[str] = ()) -> Tournament:
        """Add the round with the given results to the event, and return the new event.

        The results can be a list in the order of the boards, such as ``["1-0", "=", "+:-", "1-0F", ""]``. The results
        can also be a text with the numbers of boards or players, such as ``1:1-0 2:1/2-1/2 3:+--``. Boards without a
        result remain open. Raises `BadRequest` for a text that is not a result, and for results of team events.
        """
        from pairing_engine.changes.paired import with_round
        from pairing_engine.changes.results import enter

        if not isinstance(results, str):
            stated = enumerate((result.replace(":", "-") for result in results), 1)
            results = " ".join(f"{place}:{result}" for place, result in stated if result.strip())
        after = with_round(self.of_teams or self.state.tournament, self.pairing)
        return enter(after, results).tournament if results.strip() else after

    def __repr__(self) -> str:
        rules = f"{self.system.name} {self.system.edition}"
        bye = "" if self.bye is None else f", bye {self.shown(self.bye)}"
        return f"<PairedRound {self.number}: {len(self.boards)} boards{bye} ({rules})>"

    def __str__(self) -> str:
        return str(import_module(IN_WORDS).as_text(self))

    def as_pairs(self) -> str:
        """Return the pairing in the format that other programs read."""
        return pairs_text(self.boards, self.bye, self.shown)

    def _repr_html_(self) -> str:
        return str(import_module(IN_WORDS).as_html(self))

    def to_dict(self) -> dict[str, object]:
        """Return the round as a dictionary for ``swisspair pair --format json``.

        Participants appear as their numbers in the file.
        """
        from pairing_engine.answers.contract import as_dict  # imported here, because text is written more often

        account = self.account
        teams = {"teams": {team.number: team.name for team in self.participants.values()}} if self.has_teams else {}
        return {
            **self.choice._replace(not_comparable="").to_dict(),  # there is no recorded round to compare
            "round": self.number,
            "boards": list(map(as_dict, account.boards)),
            "bye": None if self.bye is None else self.shown(self.bye),
            **teams,
            "names": {one.number: one.name for one in self.participants.values()},
            "absent": [self.shown(tpn) for tpn in self.absent],
            "brackets": [bracket.to_dict() for bracket in account.brackets],
            **({"wishes": self.wished.to_dict()} if self.wished is not None and self.wished.changes else {}),
        }


def pair(
    tournament: Tournament,
    round: int | None = None,  # noqa: A002 - the word of the rules, and of the command line
    system: System | Editions | str | None = None,
    edition: str | int | None = None,
    engine: Backend | str = Backend.AUTO,
    *,
    verify: bool = True,
    **asked: Unpack[AskedAs],
) -> PairedRound:
    """Pair the next round; if ``round`` is given, pair that round instead, using only the results of earlier rounds.

    ``avoid``, ``avoid_pairs``, ``avoid_rounds``, ``strength``, ``prefer_bye`` and ``no_bye`` are the organiser's wishes
    (see `facts.asked_wishes.Asked`), in addition to the wishes that the tournament records. If the wishes change the
    round, it is no longer in FIDE mode, and the result's ``wished`` lists the changes.

    By default, the tournament determines ``system`` and ``edition`` (see `systems.choice.choose`). ``system`` can also
    be a `System`. ``engine`` is ``auto`` or ``reference``. If ``verify`` is true, the pairing is checked a second time,
    by code that is independent of the engine.

    Raises `NoPairing` if the round cannot be completed, and `MissingFact` if the answer depends on a fact that is not
    given. Raises `BadRequest` for a round, a system or an edition that does not exist, and for facts that contradict
    each other. Raises `IllegalPairing` if the second check finds a fault of the engine.

    >>> from pairing_engine.facts.model import Colour, Settings
    >>> players = tuple(Participant(Tpn(n)) for n in (1, 2, 3, 4))
    >>> event = Tournament("Club night", players, settings=Settings(rounds=3, initial_colour=Colour.WHITE))
    >>> found = pair(event)
    >>> [(board.white, board.black) for board in found.boards], found.choice.why_system
    ([(1, 3), (4, 2)], 'the file names no system')
    """
    number = number_asked(tournament, round)
    event = opened(tournament, system, edition, engine, (number, number), **asked)
    wished = None
    if event.tournament.settings.wishes_in(number):
        from pairing_engine.answers.wishes import pair_with_wishes  # imported here, because few events have wishes

        wished = pair_with_wishes(event, number)
        checked = wished.pairing
        pairing, state = (checked, wished.state) if wished.changes else (wished.plain, wished.plain_state)
    else:
        state = event.before(number)
        pairing = checked = event.paired(state)
    if verify:
        check_again(event.tournament, event.system, checked)
    return PairedRound(event.choice, pairing, state, wished, tournament if event.choice.as_individuals else None)


def check_again(tournament: Tournament, system: System, pairing: RoundPairing) -> None:
    """Check a pairing with `pairing_engine.legality`, which is independent of the engine.

    Raises `IllegalPairing` for a fault of the pairing. Raises `BadRequest` for a forbidden bye that was given before
    the pairing.
    """
    from pairing_engine.legality import fault_of_preassigned_bye, faults

    bar = system.conventions.bye_bar
    fault = fault_of_preassigned_bye(tournament, pairing.number, bar, system.basic)
    if fault:
        raise refusal("round {number}: {fault}", number=pairing.number, fault=fault)
    boards = [(board.white, board.black) for board in pairing.boards]
    found = faults(tournament, pairing.number, bar, system.absolutes, system.basic, boards, pairing.bye)
    if found:
        raise IllegalPairing(pairing.number, found)
