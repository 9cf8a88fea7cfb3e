"""The page about a round: boards, standings, crosstable, brackets with drawings, colours and players' cards."""

from __future__ import annotations

from pairing_engine.answers.card import FLOAT_ARROWS, counted, exchanged
from pairing_engine.answers.paired import PairedRound
from swisspair.page.environment import LARGE, render, table_before, title_of
from swisspair.page.rules import Rules


def drawings(paired: PairedRound) -> str:
    """Return the drawings of the brackets, as a notebook shows them below the table."""
    return render("notebook.html", card=paired.card)


def round_page(file: str, paired: PairedRound) -> str:
    card = paired.card
    return render(
        "round.html",
        title=title_of(file, card.event),
        large=len(card.rows) >= LARGE,
        file=file,
        card=card,
        rows={row.number: row for row in card.rows},
        boards={number: board for board in card.boards for number in (board.white, board.black)},
        participants=paired.participants.values(),
        table=table_before(paired.state.tournament, paired.number),
        rules=Rules(paired.system.for_round(paired.state)),
        arrows=FLOAT_ARROWS,
        exchanged=exchanged,
        counted=counted,
        teams=paired.has_teams,
        wished=paired.wished if paired.wished is not None and paired.wished.changes else None,
    )
