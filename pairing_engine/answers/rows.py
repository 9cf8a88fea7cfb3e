"""A round as comma-separated values, with one line for each board."""

from __future__ import annotations

from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.model import NOBODY, Tpn, show_points
from pairing_engine.facts.shown import csv_lines, one_line

COLUMNS = (
    "file", "round", "board", "white", "white name", "white score", "black", "black name", "black score", "colours"
)  # fmt: skip


def as_csv(name: str, paired: PairedRound) -> str:
    """Write the boards in order, followed by the pairing-allocated bye with 0 as Black.

    Scores are pairing scores. The column ``colours`` contains the article that decided the colours.
    """
    rows: list[tuple[object, ...]] = [COLUMNS]
    head = (one_line(name), paired.number)
    for place, (board, cited) in enumerate(zip(paired.boards, paired.account.colours, strict=True), 1):
        rows.append((*head, place, *_person(paired, board.white), *_person(paired, board.black), cited.article))
    if paired.bye is not None:
        rows.append((*head, "", *_person(paired, paired.bye), *_person(paired, NOBODY), ""))
    return csv_lines(rows)


def _person(paired: PairedRound, tpn: Tpn) -> tuple[int, str, str]:
    if tpn == NOBODY:
        return 0, "", ""
    score = paired.scores.get(tpn)  # None if the arbiter had given the player the bye
    return paired.shown(tpn), one_line(paired.participants[tpn].name), "" if score is None else show_points(score)
