"""The page about a round: boards, standings, crosstable, brackets with drawings, colours and players' cards."""

from __future__ import annotations

from pairing_engine.answers.card import FLOAT_ARROWS, BracketCard, RoundCard, Row, counted, exchanged
from pairing_engine.answers.paired import PairedRound
from pairing_engine.facts.model import show_points
from pairing_engine.language import say
from pairing_engine.values import NamedTuple
from swisspair.page.environment import LARGE, render, table_before, title_of
from swisspair.page.rules import Rules


class PlayerCard(NamedTuple):
    """A participant's facts before the round, opponent and colour; ``place`` is the board, 0 without one."""

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


ROW, TOP = 24, 30
LEFT, RIGHT, NAME = 22, 216, 142
"""The left edges of the two columns, and the width of a column."""

WIDTH = 380
LONGEST_NAME = 18
"""The number of characters of a name that fit into a column."""


class Label(NamedTuple):
    """A name in a column; ``y`` is the middle of its row."""

    number: int
    text: str
    x: int
    y: int
    kind: str


class JoiningLine(NamedTuple):
    """The line that joins two opponents in a picture of the round. ``white_first`` is true if White is on the left."""

    y1: int
    y2: int
    white_first: bool


class Arrow(NamedTuple):
    """The arrow for a float in a drawing, as an SVG path."""

    path: str
    words: str


class Drawing(NamedTuple):
    """The drawing of a bracket, with a description in words."""

    height: int
    labels: tuple[Label, ...]
    lines: tuple[JoiningLine, ...]
    arrows: tuple[Arrow, ...]
    words: str


def drawing_of(card: RoundCard, bracket: BracketCard) -> Drawing:
    left = [*bracket.tops, *bracket.limbo]
    right = list(bracket.others)
    height = TOP + ROW * max(len(left), len(right), 1) + 12
    joined = {one.number: one.score for one in bracket.joined}
    place = {number: (LEFT, _middle(row)) for row, number in enumerate(left)}
    place |= {number: (RIGHT, _middle(row)) for row, number in enumerate(right)}
    labels = tuple(
        Label(number, _short(f"{number} {card.names[number]}"), x, y, "joined" if number in joined else "resident")
        for number, (x, y) in place.items()
    )
    whites = {board.white for board in card.boards}
    lines = tuple(JoiningLine(place[a][1], place[b][1], a in whites) for a, b in bracket.pairs)
    arrows = [_coming(card, bracket, number, place[number], height) for number in joined]
    arrows += [_leaving(card, bracket, number, place[number], height) for number in bracket.floaters]
    return Drawing(height, labels, lines, tuple(arrows), _words(card, bracket))


def _middle(row: int) -> int:
    return TOP + ROW * row + ROW // 2


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


def _coming(card: RoundCard, bracket: BracketCard, number: int, place: tuple[int, int], height: int) -> Arrow:
    """Draw the path of an arriving float. The path begins at the upper edge or, for an upfloater, at the lower edge."""
    x, y = place
    score = next(one.score for one in bracket.joined if one.number == number)
    start = 0 if score > bracket.score else height
    gutter, end = (9, LEFT - 3) if x == LEFT else (WIDTH - 9, RIGHT + NAME + 3)
    words = say(
        "{number} {name} comes from {score} points", number=number, name=card.names[number], score=show_points(score)
    )
    return Arrow(f"M{gutter},{start} V{y} H{end}", words)


def _leaving(card: RoundCard, bracket: BracketCard, number: int, place: tuple[int, int], height: int) -> Arrow:
    """Draw the path of a leaving float. The path ends at the lower edge or, for an upfloater, at the upper edge."""
    x, y = place
    end = 2 if number in bracket.upwards else height - 2
    gutter, start = (4, LEFT - 3) if x == LEFT else (WIDTH - 4, RIGHT + NAME + 3)
    return Arrow(f"M{start},{y + 4} H{gutter} V{end}", _floats(card, bracket, number))


def _floats(card: RoundCard, bracket: BracketCard, number: int) -> str:
    if number in bracket.upwards:
        return say("{number} {name} floats up", number=number, name=card.names[number])
    return say("{number} {name} floats down", number=number, name=card.names[number])


def _words(card: RoundCard, bracket: BracketCard) -> str:
    """Describe the drawing for people who cannot see it."""
    name = card.names
    whites = {board.white for board in card.boards}
    pairs = (
        say(
            "{white} {name_of_white}, with White, meets {black} {name_of_black}",
            white=white,
            name_of_white=name[white],
            black=black,
            name_of_black=name[black],
        )
        for white, black in ((a, b) if a in whites else (b, a) for a, b in bracket.pairs)
    )
    floats = (_floats(card, bracket, number) for number in bracket.floaters)
    return "; ".join([*pairs, *floats]) + "."
