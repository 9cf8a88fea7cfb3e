"""The page about a round: boards, standings, crosstable, brackets, colours and players' cards."""

from __future__ import annotations

from pairing_engine.answers.card import FLOAT_ARROWS, RoundCard, Row, counted, exchanged
from pairing_engine.answers.paired import PairedRound
from pairing_engine.values import NamedTuple
from swisspair.page.drawing import WIDTH, drawing_of
from swisspair.page.environment import LARGE, render, title_of
from swisspair.page.rules import Rules
from swisspair.page.tables import table_before


class PlayerCard(NamedTuple):
    """A participant's card: the facts before the round, the opponent and the colour.

    ``place`` is the number of the board; it is 0 for a participant without a board.
    """

    number: int
    name: str
    rating: int
    row: Row | None
    place: int
    colour: str
    opponent: int
    why: tuple[str, str]
    """The number and the words of the article that decided the colours."""


def round_page(file: str, paired: PairedRound) -> str:
    card = paired.card
    table = table_before(paired.state.tournament, paired.number)
    return render(
        "round.html",
        title=title_of(file, card.event),
        large=len(card.rows) >= LARGE,
        file=file,
        card=card,
        rows={row.number: row for row in card.rows},
        rating={one.number: one.rating for one in paired.participants.values()},
        table=table,
        brackets=[(bracket, drawing_of(card, bracket)) for bracket in card.brackets],
        players=_players(card, paired),
        rules=Rules(paired.system.for_round(paired.state)),
        arrows=FLOAT_ARROWS,
        exchanged=exchanged,
        counted=counted,
        width=WIDTH,
        teams=paired.has_teams,
        wished=paired.wished if paired.wished is not None and paired.wished.changes else None,
    )


def _players(card: RoundCard, paired: PairedRound) -> list[PlayerCard]:
    rows = {row.number: row for row in card.rows}
    boards = {}
    for board in card.boards:
        boards[board.white] = (board.place, "White", board.black, (board.article, board.words))
        boards[board.black] = (board.place, "Black", board.white, (board.article, board.words))
    nothing = (0, "", 0, ("", ""))
    return [
        PlayerCard(one.number, one.name, one.rating, rows.get(one.number), *boards.get(one.number, nothing))
        for one in paired.participants.values()
    ]
