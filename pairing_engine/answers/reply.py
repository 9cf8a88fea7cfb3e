"""The answer to a request to pair a round, and the forms in which it is given: lines of numbers, JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pairing_engine.answers.checklist import Checklist, Style, checklist
from pairing_engine.answers.verify import verify
from pairing_engine.errors import BadRequest
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import EventKind, Participant, Points, Tournament, Tpn
from pairing_engine.facts.shown import as_json as dump
from pairing_engine.facts.shown import one_line
from pairing_engine.kernel.boards import pairs_text
from pairing_engine.kernel.trace import Board, RoundPairing
from pairing_engine.matching import Backend
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.choice import Choice, choose
from pairing_engine.systems.system import System
from trf.format.findings import Adjustment

if TYPE_CHECKING:
    from pairing_engine.answers.account import Account


class Request(NamedTuple):
    """What was asked for: the round (None: the next), the system and edition (None: the file's), and how to pair."""

    round: int | None = None
    system: str | None = None
    edition: str | None = None
    backend: Backend = Backend.AUTO
    list_style: Style | None = None
    """Whose columns a checklist is to have; None for no checklist."""
    verify: bool = True
    """Is somebody else to look at the pairing before it is given out?"""
    account: bool = False
    """Is it to be told what decided?"""


class Reply(NamedTuple):
    """The pairing of a round with what is needed to show it. ``scores`` are pairing scores before the round."""

    name: str
    choice: Choice
    round: int
    boards: tuple[Board, ...]
    bye: Tpn | None
    absent: tuple[Tpn, ...]
    scores: dict[Tpn, Points]
    participants: dict[Tpn, Participant]
    adjustments: tuple[Adjustment, ...]
    checklist: Checklist | None = None
    account: Account | None = None

    @property
    def has_teams(self) -> bool:
        """Are the participants teams?"""
        return kind_of_system(self.choice.system.name) is EventKind.TEAM

    def number(self, tpn: Tpn) -> int:
        """The number by which the file knows a participant."""
        return self.participants[tpn].number


def reply_to(name: str, tournament: Tournament, adjustments: tuple[Adjustment, ...], request: Request) -> Reply:
    """Pair a round of a tournament as requested. Raises as `pairing_engine.pair` does, and `IllegalPairing`."""
    choice = choose(tournament.settings, request.system, request.edition)
    number = len(tournament.rounds) + 1 if request.round is None else request.round
    state = round_to_pair(tournament, number, choice.system)
    if not state.players and state.preassigned_bye is None:
        raise BadRequest(f"round {number} cannot be paired: nobody takes part in it")
    pairing = pair_round(choice.system, state, request.backend)
    if request.verify:
        verify(tournament, choice.system, pairing)
    placed = {tpn for board in pairing.boards for tpn in (board.white, board.black)} | {pairing.bye}
    return Reply(
        name,
        choice,
        number,
        pairing.boards,
        pairing.bye,
        tuple(p.tpn for p in tournament.participants if p.tpn not in placed),
        {player.tpn: player.score for player in state.players},
        {participant.tpn: participant for participant in tournament.participants},
        adjustments,
        None if request.list_style is None else checklist(choice.system.seen(state), pairing, request.list_style),
        _account(pairing, choice.system.seen(state), choice.system) if request.account else None,
    )


def as_pairs(reply: Reply) -> str:
    """The reply in the form that other programs read."""
    return pairs_text(reply.boards, reply.bye, reply.number)


def _account(pairing: RoundPairing, state: RoundState, system: System) -> Account:
    from pairing_engine.answers.account import account_of

    return account_of(pairing, state, system)


def as_account(reply: Reply) -> str:
    """What decided, in words."""
    from pairing_engine.answers.account import as_lines

    assert reply.account is not None
    system = reply.choice.system
    lines = [f"round {reply.round}: {system.title}, edition {system.edition} ({one_line(reply.choice.why_edition)})"]
    if reply.absent:
        lines.append(f"absent: {', '.join(str(reply.number(tpn)) for tpn in reply.absent)}")
    lines += as_lines(reply.account, _boards(reply))
    if reply.bye is not None:
        lines.append(f"pairing-allocated bye: {reply.number(reply.bye)}")
    return "".join(f"{line}\n" for line in lines)


def _boards(reply: Reply) -> list[tuple[int, int]]:
    return [(reply.number(board.white), reply.number(board.black)) for board in reply.boards]


def as_json(reply: Reply) -> str:
    """The reply as a JSON object."""
    from pairing_engine.answers.account import as_object

    system, account = reply.choice.system, reply.account
    boards: list[dict[str, object]] = [
        {"board": n, "white": white, "black": black} for n, (white, black) in enumerate(_boards(reply), 1)
    ]
    if account is not None:
        boards = [board | {"colours": cited._asdict()} for board, cited in zip(boards, account.colours, strict=True)]
    return dump(
        {
            "file": reply.name,
            "system": system.name,
            "why_system": reply.choice.why_system,
            "edition": system.edition,
            "why_edition": reply.choice.why_edition,
            "round": reply.round,
            "boards": boards,
            "bye": None if reply.bye is None else reply.number(reply.bye),
            **({"teams": {team.number: team.name for team in reply.participants.values()}} if reply.has_teams else {}),
            "absent": [reply.number(tpn) for tpn in reply.absent],
            **({} if account is None else {"brackets": [as_object(bracket) for bracket in account.brackets]}),
            "adjustments": [adjustment._asdict() for adjustment in reply.adjustments],
        }
    )
