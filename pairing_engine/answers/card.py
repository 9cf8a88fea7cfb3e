"""The card: an explanation of a round in the form of classical pairing books, the same as text and as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pairing_engine.answers.account import Account, BoardAccount, BracketAccount, account_of, step_in_words
from pairing_engine.answers.contract import as_dict
from pairing_engine.answers.decisive import Try, decisive, rivals, tries_of
from pairing_engine.answers.sentences import LEGEND, Reason, about, in_letters, of_total, pairs_of, with_article
from pairing_engine.errors import refusal
from pairing_engine.facts.model import EventKind, Points, show_points
from pairing_engine.kernel.trace import RoundPairing
from pairing_engine.language import in_decimals, listed, marked, say, with_semicolons
from pairing_engine.scores.crosstable import Crosstable
from pairing_engine.state.round_state import ABSOLUTE, DOWN, STRONG, UP, RoundState
from pairing_engine.systems.choice import Choice
from pairing_engine.systems.system import System


class Row(NamedTuple):
    """A participant's row in the table of the players before the round.

    ``colours`` and ``opponents`` have an entry for each round: ``-`` and 0 stand for a round without a game.
    ``preference`` is ``w`` (mild), ``W`` (strong), ``WW`` (absolute), the same for Black, or empty. ``floats`` are
    those of the last two rounds, the older one first. ``beside`` is another number by which some systems sort players.
    """

    number: int
    score: Points
    colours: str
    preference: str
    floats: tuple[str, str]
    opponents: tuple[int, ...]
    beside: str = ""


class RoundCard(NamedTuple):
    """The card of a round; ``names`` maps participants' numbers to their names."""

    event: str
    number: int
    system: str
    edition: str
    why_edition: str
    names: dict[int, str]
    rows: tuple[Row, ...]
    brackets: tuple[BracketAccount, ...]
    boards: tuple[BoardAccount, ...]
    bye: int | None
    rivals: tuple[Reason, ...]
    absent: tuple[int, ...]
    kind: EventKind

    @property
    def whites(self) -> frozenset[int]:
        return frozenset(board.white for board in self.boards)

    def to_dict(self) -> dict[str, object]:
        """Return the card with the keys of ``swisspair pair --format json``; ``title`` is the system's name."""
        renamed = {"number": "round", "system": "title"}
        keys = ("words", "code", "article", "right", "wrong")
        rivals = tuple({"number": one.against[0]} | as_dict(one, keys) for one in self.rivals)
        brackets = tuple(one.on_card() for one in self.brackets)
        found: dict[str, object] = as_dict(self) | {"brackets": brackets, "rivals": rivals}
        del found["kind"]
        return {renamed.get(name, name): value for name, value in found.items()}


def card_of(pairing: RoundPairing, before: RoundState, choice: Choice) -> RoundCard:
    system, shown = choice.system.for_round(before), before.shown
    state = system.with_preferences(before)
    account = account_of(pairing, before, choice.system)
    deciding = decisive(pairing, before, system)
    brackets = tuple(
        told._replace(
            tries=tries_of(pairing, trace, system), decisive=tuple(one for one in deciding if one.score == told.score)
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
        _rows(state, system),
        brackets,
        account.boards,
        None if pairing.bye is None else shown(pairing.bye),
        rivals(pairing, before, system),
        tuple(shown(tpn) for tpn in pairing.absent_of(participant.tpn for participant in everybody)),
        state.settings.kind,
    )


def _rows(state: RoundState, system: System) -> tuple[Row, ...]:
    """Build the table of all players to be paired, as they stand before the round."""
    table = Crosstable(state.earlier_rounds, [one.tpn for one in state.tournament.participants], state.settings)
    past = [table.entries(number) for number in range(1, state.number)]
    beside = system.names.beside
    return tuple(
        Row(
            state.shown(player.tpn),
            player.score,
            "".join(entry.colour.upper() if entry.met and entry.colour else "-" for entry in entries),
            shown_preference(player.preference),
            (player.floated(2), player.floated(1)),
            tuple(state.shown(entry.opponent) if entry.met else 0 for entry in entries),
            "" if beside is None else beside(player, state),
        )
        for player in state.players
        for entries in [[entries_of_round[player.tpn] for entries_of_round in past]]
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


FLOAT_ARROWS = {DOWN: "↓", UP: "↑"}
"""The arrows for floats, as in pairing books."""


ASCII = str.maketrans({"─": "-", "│": "|", "┼": "+", "↓": "v", "↑": "^", "✓": "*", "✗": "x", "→": ">"})
"""The ASCII characters that replace box-drawing characters and signs."""


SIGNS = marked(
    "the floats are those of two rounds ago and of the last round (↓ down, ↑ up); a candidate is taken (✓) or not (✗)"
)
"""The explanation of the signs on a card."""

TITLES = marked(("No", "Name", "Pts", "Colours", "Pref", "Floats", "Opponents"))


def as_text(card: RoundCard, *, ascii_only: bool = False) -> str:
    """Write the card as text. With ``ascii_only`` the lines and signs of the card are ASCII. Names never change."""
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
        yield from _bracket_lines(card, bracket)
    yield ""
    yield say("colours")
    for place, white, black, (article, words) in card.boards:
        placed = say("board {place}, {pair}", place=place, pair=f"{_name(card, white)} - {_name(card, black)}")
        yield f"  {with_article(about(placed, say(words)), '', article)}"
    if card.bye is not None:
        yield say("pairing-allocated bye: {name}", name=_name(card, card.bye))
    for rival in card.rivals:
        yield say("  the bye does not go to {name}; {why}", name=_name(card, *rival.against), why=rival.why)


def _table(card: RoundCard) -> Iterator[str]:
    header = [say(title) for title in TITLES]
    rows = [_cells(card, row) for row in card.rows]
    if any(row.beside for row in card.rows):
        header.append(say("Sorted by"))
        rows = [[*cells, row.beside] for cells, row in zip(rows, card.rows, strict=True)]
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]

    def line(cells: list[str]) -> str:
        placed = (f"{cell:{side}{width}}" for cell, side, width in zip(cells, "><><<<<<", widths, strict=False))
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
    return [
        str(row.number),
        card.names[row.number],
        in_decimals(show_points(row.score)),
        in_letters(row.colours),
        in_letters(row.preference),
        " ".join(FLOAT_ARROWS.get(one, "-") for one in row.floats),
        " ".join(f"{number or '-':>2}" for number in row.opponents),
    ]


def _bracket_lines(card: RoundCard, bracket: BracketAccount) -> Iterator[str]:
    if not bracket.name:
        yield f"── {say(bracket.kind)} ──"
    elif bracket.in_scoregroup:
        yield say("── scoregroup of {score} points ──", score=bracket.name)
    else:
        yield say("── bracket of {score} points ──", score=bracket.name)
    yield say("  residents: {names}", names=_named(card, bracket.residents) or say("none"))
    for joined in bracket.joiners:
        arrow = "↓" if joined.score > bracket.score else "↑"
        name, score = _name(card, joined.number), show_points(joined.score)
        yield say("  {arrow} from {score}: {name}", arrow=arrow, score=score, name=name)
    m0, most, m1 = bracket.figures
    if m0:
        yield say(
            "  M0 (moved-down players) = {m0}, MaxPairs (most pairs) = {most}, "
            "M1 (moved-down players to be paired) = {m1}",
            m0=m0,
            most=most,
            m1=m1,
        )
    yield from _column_lines(card, bracket)
    for number in bracket.floaters:
        words = say("floats from the Limbo") if number in bracket.limbo and bracket.figures[0] else say("floats")
        yield f"  {'↑' if number in bracket.upwards else '↓'} {_name(card, number)} {words}"
    yield from _tries(bracket.tries)
    yield from _deciding(bracket)
    for step in bracket.steps:
        yield say("  step: {words}", words=step_in_words(step, card.kind))


def _deciding(bracket: BracketAccount) -> Iterator[str]:
    for unmet in bracket.unmet:
        yield f"  {of_total(*unmet)}"
    if bracket.met:
        yield say("  fully met: {met}", met=", ".join(map(say, bracket.met)))
    for one in bracket.decisive:
        pairs = listed([f"{upper} - {lower}" for upper, lower in one.pairs] or ("",))
        message = marked("  the pairs are not {pairs}; {why}")
        if one.floaters and one.pairs:
            message = marked("  the pairs are not {pairs}, with {floaters} left over; {why}")
        elif one.floaters:
            message = marked("  not everybody floats; {why}")
        yield say(message, pairs=pairs, floaters=listed(one.floaters or ("",)), why=one.reason.why)


def _column_lines(card: RoundCard, bracket: BracketAccount) -> Iterator[str]:
    if not bracket.sides:
        return
    left = [_name(card, upper) for upper in bracket.tops]
    heads = [say(head) for head in bracket.halves or ("", "")]
    width = max(len(heads[0]), *map(len, left))
    if bracket.halves:
        yield f"    {heads[0]:{width}}    {heads[1]}"
    for name, (_, lower) in zip(left, bracket.sides, strict=True):
        yield f"    {name:{width}} ── {_name(card, lower)}"


def _tries(tries: tuple[Try, ...]) -> Iterator[str]:
    if tries:
        yield say("  the candidates for this bracket, in their order")
    for one in tries:
        exchange = say(", exchanging {players}", players=exchanged(one)) if one.exchange else ""
        if one.after_others:
            yield f"    ... {counted(one)}".rstrip()
        sign, end = ("✓", say(" (taken)")) if one.taken else ("✗", "")
        yield f"    {sign} {pairs_of(one.pairs, one.floaters)}{end}{exchange}"
        for wrong in one.wrong:
            pair = "-".join(map(str, wrong.against))
            yield f"         {about(pair, wrong.why) if pair else wrong.why}"


def counted(one: Try) -> str:
    """List the reasons against the candidates that are not shown, and count the candidates for each reason.

    >>> counted(Try((), (), (), others=(("C12", 20), ("C9", 1))))
    'C12: 20, C9: 1'
    """
    return ", ".join(f"{code}: {number}" for code, number in one.others)


def exchanged(one: Try) -> str:
    """Write the players who changed places between S1 and S2."""
    half = len(one.exchange) // 2
    return say("{left} of S1 with {came} of S2", left=listed(one.exchange[:half]), came=listed(one.exchange[half:]))


def _name(card: RoundCard, number: int) -> str:
    return f"{number} {card.names[number]}".strip()


def _named(card: RoundCard, numbers: Iterable[int]) -> str:
    return with_semicolons(_name(card, number) for number in numbers)


def some_of_card(card: RoundCard, scores: Sequence[str]) -> RoundCard:
    """Limit the card to the brackets with certain scores. Raises `BadRequest` for a score without a bracket."""
    card = some_of(card, scores)
    inside = {number for bracket in card.brackets for number in bracket.residents + bracket.joined}
    rows = tuple(row for row in card.rows if row.number in inside)
    return card._replace(rows=rows) if card.bye in inside else card._replace(rows=rows, bye=None, rivals=())


Told = TypeVar("Told", Account, RoundCard)


def some_of(told: Told, scores: Sequence[str]) -> Told:
    """Limit an account or a card to the brackets with certain scores, and to the boards of players paired in them.

    Raises `BadRequest` for a score without a bracket.
    """
    known = [show_points(bracket.score) for bracket in told.brackets]
    for score in scores:
        if score not in known:
            raise refusal(
                "there is no bracket of {score} points; the brackets are those of {known}",
                score=score,
                known=", ".join(known),
            )
    brackets = tuple(bracket for bracket, score in zip(told.brackets, known, strict=True) if score in scores)
    players = {number for bracket in brackets for pair in bracket.pairs for number in pair}
    boards = tuple(board for board in told.boards if players & {board.white, board.black})
    return told._replace(brackets=brackets, boards=boards)
