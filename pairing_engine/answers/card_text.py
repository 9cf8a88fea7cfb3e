"""The classical form as text: a table, brackets as two columns, candidates, colours. With box drawing, or in ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing_engine.answers.card import FLOATS, BracketCard, RoundCard, Row
from pairing_engine.answers.tries import Try, Wrong
from pairing_engine.facts.model import show_points

ASCII = str.maketrans({"─": "-", "│": "|", "┼": "+", "↓": "v", "↑": "^", "✓": "*", "✗": "x", "→": ">"})
"""What stands for drawn characters where a terminal has none."""


def as_text(card: RoundCard, *, ascii_only: bool = False) -> str:
    """The card as people read it. Names stay as they are."""
    text = "".join(f"{line}\n" for line in _lines(card))
    return text.translate(ASCII) if ascii_only else text


def _lines(card: RoundCard) -> Iterator[str]:
    yield f"round {card.number}: {card.system}, edition {card.edition} ({card.why_edition})"
    if card.absent:
        yield f"absent: {_named(card, card.absent)}"
    yield ""
    yield from _table(card)
    for bracket in card.brackets:
        yield ""
        yield from _bracket(card, bracket)
    yield ""
    yield "colours"
    for board in card.boards:
        pair = f"{_name(card, board.white)} - {_name(card, board.black)}"
        yield f"  {board.place:>2}  {pair}: {board.words} [{board.article}]"
    if card.bye is not None:
        yield f"pairing-allocated bye: {_name(card, card.bye)}"
    for rival in card.rivals:
        compared = f": {rival.wrong} instead of {rival.right}" if rival.wrong and rival.right else ""
        yield f"  not {_name(card, rival.number)}: {rival.words}{compared} [{cited(rival.code, rival.article)}]"


def _table(card: RoundCard) -> Iterator[str]:
    header = ["No", "Name", "Pts", "Colours", "Pref", "Floats", "Opponents"]
    rows = [_cells(card, row) for row in card.rows]
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]

    def line(cells: list[str]) -> str:
        placed = (
            cell.rjust(width) if column in (0, 2) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return " │ ".join(placed).rstrip()

    rule = "─┼─".join("─" * width for width in widths)
    yield line(header)
    score = None
    for row, cells in zip(card.rows, rows, strict=True):
        if row.score != score:
            yield rule
            score = row.score
        yield line(cells)


def _cells(card: RoundCard, row: Row) -> list[str]:
    opponents = " ".join(f"{number or '-':>2}" for number in row.opponents)
    floats = " ".join(FLOATS.get(one, "-") for one in row.floats)
    name = card.names[row.number]
    return [str(row.number), name, show_points(row.score), row.colours, row.preference, floats, opponents]


def _bracket(card: RoundCard, bracket: BracketCard) -> Iterator[str]:
    yield f"── bracket of {bracket.name} points ──"
    yield f"  residents: {_named(card, bracket.residents)}"
    for joined in bracket.joined:
        where = "↓ from" if joined.score > bracket.score else "↑ from"
        yield f"  {where} {show_points(joined.score)}: {_name(card, joined.number)}"
    m0, most, m1 = bracket.figures
    if m0:
        yield f"  M0 = {m0}, MaxPairs = {most}, M1 = {m1}"
    yield from _columns(card, bracket)
    for number in bracket.floaters:
        words = "limbo, floats" if number in bracket.limbo and bracket.figures[0] else "floats"
        yield f"  {'↑' if number in bracket.upwards else '↓'} {_name(card, number)} {words}"
    yield from _tries(bracket.tries)
    for unmet in bracket.unmet:
        yield f"  cost: {unmet.words}: {unmet.total} [{unmet.code}, {unmet.article}]"
    if bracket.met:
        yield f"  at no cost: {', '.join(bracket.met)}"
    for one in bracket.decisive:
        pairs = " ".join(f"{upper}-{lower}" for upper, lower in one.pairs) or "no pair"
        floats = f" ↓ {' '.join(map(str, one.floaters))}" if one.floaters else ""
        yield f"  decides: [{one.code}]: without it the bracket would be {pairs}{floats}"
    for step in bracket.steps:
        what = "" if step.opponent is None else f"meets {step.opponent}: "
        yield f"  step: {step.player} {what}{step.words} [{step.article}]"


def _columns(card: RoundCard, bracket: BracketCard) -> Iterator[str]:
    """S1 facing S2, pair by pair."""
    if not bracket.pairs:
        return
    left = [_name(card, upper) for upper, _ in bracket.pairs]
    width = max(len("S1"), *map(len, left))
    yield f"    {'S1':{width}}    S2"
    for name, (_, lower) in zip(left, bracket.pairs, strict=True):
        yield f"    {name:{width}} ── {_name(card, lower)}"


def _tries(tries: tuple[Try, ...]) -> Iterator[str]:
    if tries:
        yield "  candidates in their order"
    for one in tries:
        pairs = " ".join(f"{upper}-{lower}" for upper, lower in one.pairs) or "no pair"
        floats = f" ↓ {' '.join(map(str, one.floaters))}" if one.floaters else ""
        exchange = f", S1 after the exchange {exchanged(one)}" if one.exchange else ""
        if one.after_others:
            yield f"    ... {counted(one)}".rstrip()
        yield f"    {'✓' if one.taken else '✗'} {pairs}{floats}{' (taken)' if one.taken else ''}{exchange}"
        yield from (f"         {_why(wrong)}" for wrong in one.wrong)


def _why(wrong: Wrong) -> str:
    pair = f"{wrong.pair[0]}-{wrong.pair[1]}: " if wrong.pair else ""
    compared = f": {wrong.wrong} instead of {wrong.right}" if wrong.wrong and wrong.right else ""
    players = f"; players {', '.join(map(str, wrong.players))}" if wrong.players else ""
    return f"{pair}{wrong.words}{compared}{players} [{cited(wrong.code, wrong.article)}]"


def counted(one: Try) -> str:
    """What is wrong with the candidates that are not shown.

    >>> counted(Try((), (), (), others=(("C12", 20), ("C9", 1))))
    'C12: 20, C9: 1'
    """
    return ", ".join(f"{code}: {number}" for code, number in one.others)


def exchanged(one: Try) -> str:
    """Who changed places between S1 and S2: ``5 <-> 6``."""
    half = len(one.exchange) // 2
    left, came = one.exchange[:half], one.exchange[half:]
    return f"{' '.join(map(str, left))} <-> {' '.join(map(str, came))}"


def cited(code: str, article: str) -> str:
    """An article, behind the code of its criterion if it has one."""
    return f"{code}, {article}" if code else article


def _name(card: RoundCard, number: int) -> str:
    return f"{number} {card.names[number]}".strip()


def _named(card: RoundCard, numbers: Iterable[int]) -> str:
    return "; ".join(_name(card, number) for number in numbers)
