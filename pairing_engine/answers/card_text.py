"""The card of a round as text, with box-drawing characters or in ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing_engine.answers.account import Done
from pairing_engine.answers.card import FLOAT_ARROWS, BracketCard, RoundCard, Row
from pairing_engine.answers.decisive import Rival
from pairing_engine.answers.letters import LEGEND, in_letters
from pairing_engine.answers.tries import Try, Wrong
from pairing_engine.facts.model import show_points
from pairing_engine.kernel.findings import compared
from pairing_engine.language import marked, say

ASCII = str.maketrans({"─": "-", "│": "|", "┼": "+", "↓": "v", "↑": "^", "✓": "*", "✗": "x", "→": ">"})
"""The ASCII characters that replace box-drawing characters and signs."""


SIGNS = marked("floats: two rounds ago, then the last round; ↓ down, ↑ up. Candidates: ✓ taken, ✗ failed")
"""The explanation of the signs on a card."""

TITLES = marked(("No", "Name", "Pts", "Colours", "Pref", "Floats", "Opponents"))


def as_text(card: RoundCard, *, ascii_only: bool = False) -> str:
    """Write the card as text.

    With ``ascii_only`` the lines and signs of the card are ASCII. Names never change.
    """
    text = "".join(f"{line}\n" for line in _lines(card))
    return text.translate(ASCII) if ascii_only else text


def _lines(card: RoundCard) -> Iterator[str]:
    yield say(
        "round {number}: {system}, edition {edition} ({why_edition})",
        number=card.number,
        system=say(card.system),
        edition=card.edition,
        why_edition=say(card.why_edition),
    )
    if card.absent:
        yield say("absent: {names}", names=_named(card, card.absent))
    yield ""
    yield from _table(card)
    for bracket in card.brackets:
        yield ""
        yield from _bracket(card, bracket)
    yield ""
    yield say("colours")
    for board in card.boards:
        pair = f"{_name(card, board.white)} - {_name(card, board.black)}"
        words = say("{name}: {words}", name=pair, words=say(board.words))
        yield f"  {board.place:>2}  {words} [{board.article}]"
    if card.bye is not None:
        yield say("pairing-allocated bye: {name}", name=_name(card, card.bye))
    for rival in card.rivals:
        yield _rival(card, rival)


def _rival(card: RoundCard, rival: Rival) -> str:
    return say(
        "  not {name}: {words}{compared} [{article}]",
        name=_name(card, rival.number),
        words=say(rival.words),
        compared=compared(rival.wrong, rival.right),
        article=cited(rival.code, rival.article),
    )


def _table(card: RoundCard) -> Iterator[str]:
    header = [say(title) for title in TITLES]
    rows = [_cells(card, row) for row in card.rows]
    if any(row.beside for row in card.rows):
        header.append(say("Sorted by"))
        rows = [[*cells, row.beside] for cells, row in zip(rows, card.rows, strict=True)]
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
    if any(row.colours or row.preference for row in card.rows):
        yield say(LEGEND)
    yield say(SIGNS)


def _cells(card: RoundCard, row: Row) -> list[str]:
    opponents = " ".join(f"{number or '-':>2}" for number in row.opponents)
    floats = " ".join(FLOAT_ARROWS.get(one, "-") for one in row.floats)
    name = card.names[row.number]
    return [
        str(row.number),
        name,
        show_points(row.score),
        in_letters(row.colours),
        in_letters(row.preference),
        floats,
        opponents,
    ]


def _bracket(card: RoundCard, bracket: BracketCard) -> Iterator[str]:
    if bracket.in_scoregroup:
        yield say("── scoregroup of {score} points ──", score=bracket.name)
    else:
        yield say("── bracket of {score} points ──", score=bracket.name)
    yield say("  residents: {names}", names=_named(card, bracket.residents))
    for joined in bracket.joined:
        arrow = "↓" if joined.score > bracket.score else "↑"
        name, score = _name(card, joined.number), show_points(joined.score)
        yield say("  {arrow} from {score}: {name}", arrow=arrow, score=score, name=name)
    m0, most, m1 = bracket.figures
    if m0:
        yield say("  M0 = {m0}, MaxPairs = {most}, M1 = {m1}", m0=m0, most=most, m1=m1)
    yield from _columns(card, bracket)
    for number in bracket.floaters:
        words = say("limbo, floats") if number in bracket.limbo and bracket.figures[0] else say("floats")
        yield f"  {'↑' if number in bracket.upwards else '↓'} {_name(card, number)} {words}"
    yield from _tries(bracket.tries)
    yield from _deciding(bracket)
    for step in bracket.steps:
        yield _step(step)


def _deciding(bracket: BracketCard) -> Iterator[str]:
    """Yield lines about the criteria: the criteria not fully met, the criteria fully met, and the decisive criteria."""
    for unmet in bracket.unmet:
        yield say(
            "  cost: {words}: {total} [{code}, {article}]",
            words=say(unmet.words),
            total=unmet.total,
            code=say(unmet.code),
            article=unmet.article,
        )
    if bracket.met:
        yield say("  fully met: {met}", met=", ".join(map(say, bracket.met)))
    for one in bracket.decisive:
        pairs = " ".join(f"{upper}-{lower}" for upper, lower in one.pairs) or say("no pair")
        floats = f" ↓ {' '.join(map(str, one.floaters))}" if one.floaters else ""
        yield say(
            "  decisive: [{code}]; without it the bracket would be {pairs}{floats}",
            code=say(one.code),
            pairs=pairs,
            floats=floats,
        )


def _step(step: Done) -> str:
    words, article = say(step.words), step.article
    if step.opponent is None:
        return say("  step: {player} {words} [{article}]", player=step.player, words=words, article=article)
    return say(
        "  step: {player} meets {opponent}: {words} [{article}]",
        player=step.player,
        opponent=step.opponent,
        words=words,
        article=article,
    )


def _columns(card: RoundCard, bracket: BracketCard) -> Iterator[str]:
    """Yield the pairs of a bracket in two columns, with headings if the rules name the two sides."""
    if not bracket.pairs:
        return
    left = [_name(card, upper) for upper, _ in bracket.pairs]
    heads = [say(head) for head in bracket.halves or ("", "")]
    width = max(len(heads[0]), *map(len, left))
    if bracket.halves:
        yield f"    {heads[0]:{width}}    {heads[1]}"
    for name, (_, lower) in zip(left, bracket.pairs, strict=True):
        yield f"    {name:{width}} ── {_name(card, lower)}"


def _tries(tries: tuple[Try, ...]) -> Iterator[str]:
    if tries:
        yield say("  candidates in their order")
    for one in tries:
        pairs = " ".join(f"{upper}-{lower}" for upper, lower in one.pairs) or say("no pair")
        floats = f" ↓ {' '.join(map(str, one.floaters))}" if one.floaters else ""
        exchange = say(", S1 after the exchange: {players}", players=exchanged(one)) if one.exchange else ""
        if one.after_others:
            yield f"    ... {counted(one)}".rstrip()
        yield f"    {'✓' if one.taken else '✗'} {pairs}{floats}{say(' (taken)') if one.taken else ''}{exchange}"
        yield from (f"         {_why(wrong)}" for wrong in one.wrong)


def _why(wrong: Wrong) -> str:
    pair = f"{wrong.pair[0]}-{wrong.pair[1]}: " if wrong.pair else ""
    players = say("; players {players}", players=", ".join(map(str, wrong.players))) if wrong.players else ""
    return f"{pair}{say(wrong.words)}{compared(wrong.wrong, wrong.right)}{players} [{cited(wrong.code, wrong.article)}]"


def counted(one: Try) -> str:
    """List the reasons against the candidates that are not shown, and count the candidates for each reason.

    >>> counted(Try((), (), (), others=(("C12", 20), ("C9", 1))))
    'C12: 20, C9: 1'
    """
    return ", ".join(f"{code}: {number}" for code, number in one.others)


def exchanged(one: Try) -> str:
    """Write the players who changed places between S1 and S2, such as ``5 <-> 6``."""
    half = len(one.exchange) // 2
    left, came = one.exchange[:half], one.exchange[half:]
    return f"{' '.join(map(str, left))} <-> {' '.join(map(str, came))}"


def cited(code: str, article: str) -> str:
    """Write an article; if its criterion has a code, the code comes first."""
    return f"{say(code)}, {say(article)}" if code else say(article)


def _name(card: RoundCard, number: int) -> str:
    return f"{number} {card.names[number]}".strip()


def _named(card: RoundCard, numbers: Iterable[int]) -> str:
    return say("; ").join(_name(card, number) for number in numbers)
