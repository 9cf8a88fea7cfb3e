"""A paired round as text: a table, an account, a card, or comma-separated values."""

from __future__ import annotations

from collections.abc import Sequence

from pairing_engine.answers.account import as_lines
from pairing_engine.answers.card import as_text as as_text_of_card
from pairing_engine.answers.card import some_of, some_of_card
from pairing_engine.answers.paired import PairedRound
from pairing_engine.answers.sentences import with_score
from pairing_engine.facts.formats import csv_lines, drawn, html_table
from pairing_engine.facts.model import NOBODY, Tpn, show_points
from pairing_engine.facts.shown import one_line, without_controls
from pairing_engine.language import say
from pairing_engine.scores.acceleration import acceleration_in_words


def _rows(paired: PairedRound) -> list[tuple[str, str, str]]:
    def name(tpn: Tpn) -> str:
        one = paired.participants[tpn]
        return one_line(with_score(f"{one.number} {one.name}".rstrip(), paired.scores.get(tpn)))

    rows = [(say("Bd"), say("White"), say("Black"))]
    rows += [(str(place), name(board.white), name(board.black)) for place, board in enumerate(paired.boards, 1)]
    return rows if paired.bye is None else [*rows, ("", name(paired.bye), say("bye"))]


def as_text(paired: PairedRound) -> str:
    """Write the boards as a table for people, and the effect of wishes, without a line end after the last line."""
    rows, title, edition = _rows(paired), paired.choice.title, paired.system.edition
    head = say("round {number} by the {title}, edition {edition}", number=paired.number, title=title, edition=edition)
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{place:>{widths[0]}}  {white:<{widths[1]}}  {black}".rstrip() for place, white, black in rows]
    return "\n".join([head, *lines, *_headline(paired)])


def _headline(paired: PairedRound) -> list[str]:
    if paired.wished is None or not paired.wished.changes:
        return []
    from pairing_engine.answers.wishes import headline  # imported here, because few rounds have wishes

    return headline(paired.wished).splitlines()


def as_html(paired: PairedRound) -> str:
    """Write the boards as a table for a notebook, with their drawings and the card."""
    from html import escape

    heading, *_ = as_text(paired).splitlines()
    title, card = escape(say("The explanation")), escape(without_controls(as_card(paired)))
    shown = html_table(heading, _rows(paired), *_headline(paired)) + drawn(paired)
    return f"{shown}\n<details><summary>{title}</summary><pre>{card}</pre></details>"


def as_account(paired: PairedRound, scores: Sequence[str] = ()) -> str:
    """Write the account of the round as text; if ``scores`` is given, write only the brackets with those scores."""
    system = paired.system
    accelerated = acceleration_in_words(paired.state.tournament, system.conventions.acceleration)
    rules = say(
        "{title}, edition {edition} ({why_edition}){acceleration}",
        title=paired.choice.title,
        edition=system.edition,
        why_edition=say(paired.choice.why_edition),
        acceleration=f", {accelerated}" if accelerated else "",
    )
    lines = [say("round {number}: {rules}", number=paired.number, rules=rules)]
    if paired.absent:
        lines.append(say("absent: {absent}", absent=", ".join(str(paired.shown(tpn)) for tpn in paired.absent)))
    account = some_of(paired.account, scores) if scores else paired.account
    lines += as_lines(account, paired.state.settings.kind)
    if paired.bye is not None:
        lines.append(say("pairing-allocated bye: {bye}", bye=paired.shown(paired.bye)))
    if paired.wished is not None and paired.wished.changes:
        from pairing_engine.answers.wishes import as_lines as of_wishes

        lines += of_wishes(paired.wished)
    return "".join(f"{one_line(line)}\n" for line in lines)


def as_card(paired: PairedRound, scores: Sequence[str] = (), *, ascii_only: bool = False) -> str:
    """Write the card of the round as text; if ``scores`` is given, write only the brackets with those scores."""
    card = some_of_card(paired.card, scores) if scores else paired.card
    return as_text_of_card(card, ascii_only=ascii_only)


COLUMNS = (
    "file", "round", "board", "white", "white name", "white score", "black", "black name", "black score", "colours"
)  # fmt: skip


def as_csv(name: str, paired: PairedRound) -> str:
    """Write the boards in order, with pairing scores and the articles of the colours, then the bye with 0 as Black."""
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
