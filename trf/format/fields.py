"""The columns of every record of TRF06, TRF16 and TRF26 and of their x and bx extensions, as data.

Columns are 1-based and count characters, as in FIDE's documents. The table at the end says what other pairing programs
read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import AnyStr, NamedTuple

from pairing_engine.facts.model import MAX_ROUNDS
from pairing_engine.language import marked, say
from trf.format.findings import Problem

CODE_WIDTH = 3

TEXT_COLUMN = CODE_WIDTH + 1
"""The first column of a text record's content. A blank usually follows the code, but not always."""

FIRST_VALUE_COLUMN = 5

POINTS_TEXT = re.compile(r"-?(?:(?!0[0-9]+$)[0-9]+(?:[.,][0-9]+)?|[1-9][0-9]{2}\.|[.,][0-9])")


class Kind(Enum):
    """The kinds of values that a field may contain."""

    TEXT = "text"
    NUMBER = "number"
    ZERO_FILLED = "number with leading zeros"
    POINTS = "points"
    SIGNED_POINTS = "points, possibly negative"


NUMBERS = (Kind.NUMBER, Kind.ZERO_FILLED)


class Field(NamedTuple):
    """A field of a record: its name, and its first and last column."""

    name: str
    first: int
    last: int
    kind: Kind = Kind.TEXT
    beside: bool = False
    """Whether its number may stand in the blank columns beside the field."""

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def cut(self, line: AnyStr) -> AnyStr:
        return line[self.first - 1 : self.last]


class Table:
    """The columns of a kind of record. After single fields, one field may repeat to the end of the line."""

    def __init__(
        self, *fields: Field, repeated: Field | None = None, stride: int = 0, limit: int = 0, to_the_right: bool = False
    ) -> None:
        self.fields = fields
        self.repeated = repeated
        self.stride = stride or (repeated.width + 1 if repeated else 0)
        self.limit = limit
        """The maximum number of repetitions for a field that repeats for each round; 0 without a limit."""
        self.to_the_right = to_the_right
        """Whether repeated numbers must end in the last column of their field.

        A number that is not right-aligned shows that the line is shifted.
        """
        self.index = {field.name: place for place, field in enumerate(fields)}

    def field(self, name: str) -> Field:
        return self.fields[self.index[name]]

    @cached_property
    def width(self) -> int:
        """The number of columns before the repeated field; if no field is repeated, the number of all columns."""
        return self.repeated.first - 1 if self.repeated else self.fields[-1].last

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        """The columns between fields, which must be blank."""
        taken = {column for field in self.fields for column in range(field.first, field.last + 1)}
        return tuple(column for column in range(CODE_WIDTH + 1, self.width + 1) if column not in taken)

    @cached_property
    def template(self) -> str:
        """A format string that puts the code and the fields into their columns."""
        parts, column = ["{}"], CODE_WIDTH + 1
        for field in self.fields:
            parts += " " * (field.first - column), f"{{:<{field.width}}}"
            column = field.last + 1
        return "".join(parts) + " " * (self.width + 1 - column)


ROUND_WIDTH = 10

FIRST_ROUND_COLUMN = 92

COLOUR_OFFSET = 5
RESULT_OFFSET = 7
"""The offsets of colour and result within the ten columns of a round."""

GAPS_OF_ROUND = (4, 6, 8, 9)
"""The offsets of the blanks within the ten columns of a round."""

PLAYER = Table(
    Field("starting rank", 5, 8, Kind.NUMBER),
    Field("sex", 10, 10),
    Field("title", 11, 13),
    # In many files the title is one column too far right. Nothing depends on it, so column 14 belongs to it, too.
    Field("column after the title", 14, 14),
    Field("name", 15, 47),
    Field("rating", 49, 52, Kind.NUMBER, beside=True),
    Field("federation", 54, 56),
    Field("FIDE number", 58, 68),
    Field("birth date", 70, 79),
    Field("points", 81, 84, Kind.SIGNED_POINTS),
    Field("rank", 86, 89, Kind.NUMBER, beside=True),
    repeated=Field("round", FIRST_ROUND_COLUMN, FIRST_ROUND_COLUMN + ROUND_WIDTH - 1),
    stride=ROUND_WIDTH,
    limit=MAX_ROUNDS,
)

PLAYER_CODE = "001"

TABLES = {
    PLAYER_CODE: PLAYER,
    "013": Table(Field("name", 5, 36), repeated=Field("players", 37, 40, Kind.NUMBER)),
    "240": Table(
        Field("kind", 5, 5),
        Field("round", 7, 9, Kind.ZERO_FILLED),
        repeated=Field("players", 11, 14, Kind.NUMBER),
        to_the_right=True,
    ),
    "250": Table(
        Field("match points", 5, 8, Kind.POINTS),
        Field("points", 10, 13, Kind.POINTS),
        Field("first round", 15, 17, Kind.ZERO_FILLED),
        Field("last round", 19, 21, Kind.ZERO_FILLED),
        Field("first player", 23, 26, Kind.ZERO_FILLED),
        Field("last player", 28, 31, Kind.ZERO_FILLED),
    ),
    "260": Table(
        Field("first round", 5, 7, Kind.ZERO_FILLED),
        Field("last round", 9, 11, Kind.ZERO_FILLED),
        repeated=Field("players", 13, 16, Kind.NUMBER),
        to_the_right=True,
    ),
    "299": Table(
        Field("kind", 5, 5),
        Field("match points", 8, 11, Kind.SIGNED_POINTS),
        Field("points", 14, 17, Kind.SIGNED_POINTS),
        Field("round", 20, 22, Kind.ZERO_FILLED),
        repeated=Field("players", 24, 27, Kind.NUMBER),
    ),
    "300": Table(
        Field("round", 5, 7, Kind.NUMBER),
        Field("team", 9, 11, Kind.NUMBER),
        Field("opponent", 13, 15, Kind.NUMBER),
        repeated=Field("players", 17, 20, Kind.NUMBER),
    ),
    "310": Table(
        Field("team", 5, 7, Kind.NUMBER),
        Field("name", 9, 40),
        Field("nickname", 42, 46),
        Field("strength", 48, 53, Kind.NUMBER),
        Field("match points", 55, 60, Kind.SIGNED_POINTS),
        Field("game points", 62, 67, Kind.SIGNED_POINTS),
        Field("rank", 69, 71, Kind.NUMBER),
        repeated=Field("players", 74, 77, Kind.NUMBER),
    ),
    "320": Table(
        Field("match points", 5, 8, Kind.POINTS),
        Field("game points", 10, 13, Kind.POINTS),
        repeated=Field("teams", 15, 17, Kind.ZERO_FILLED),
    ),
    "330": Table(
        Field("kind", 5, 6),
        Field("round", 8, 10, Kind.ZERO_FILLED),
        Field("white team", 12, 14, Kind.ZERO_FILLED),
        Field("black team", 16, 18, Kind.ZERO_FILLED),
    ),
    "XXA": Table(
        Field("starting rank", 5, 8, Kind.NUMBER), repeated=Field("points", 10, 13, Kind.POINTS), limit=MAX_ROUNDS
    ),
}

TEXT_RECORDS = marked(
    {
        "012": "tournament name", "022": "city", "032": "federation", "042": "first day", "052": "last day",
        "062": "number of players", "072": "number of rated players", "082": "number of teams",
        "092": "type of tournament", "102": "chief arbiter", "112": "deputy arbiter", "122": "time control",
        "132": "dates of the rounds", "142": "number of rounds", "152": "initial colour", "162": "scoring system",
        "172": "starting-rank method", "182": "pairing controller", "192": "coded type of tournament",
        "202": "tie-breaks", "212": "standings order", "222": "coded time control", "352": "colours of the boards",
        "362": "match points", "801": "team summary", "802": "team summary", "XXR": "number of rounds",
        "XXC": "configuration", "XXZ": "absent players", "XXS": "scoring system", "XXP": "prohibited pairings",
        "BBW": "points for a win", "BBD": "points for a draw", "BBL": "points for a loss",
        "BBZ": "points for a zero-point bye", "BBF": "points for a forfeit loss",
        "BBU": "points for the pairing-allocated bye",
    }
)  # fmt: skip

FREE_TEXTS = frozenset({"012", "022", "032", "102", "112", "122", "222"})
"""The codes of text records meant only for people."""

NAMES = frozenset(("012", "022", "032", "092", "102", "112", "122"))

MOST_LETTERS = 1000
"""The most characters of a name that every answer repeats, also in JSON."""

AS_STATED: Mapping[str, str] = {
    "022": "city",
    "032": "federation",
    "092": "type_of_event",
    "102": "chief_arbiter",
    "112": "deputy_arbiters",
    "122": "time_control",
    "202": "tie_breaks",
    "212": "standings_order",
}
"""The codes of text records, each with the field of `Settings` that stores its text.

If the field is a tuple, the record contains a list of codes. The modules for TRF and JSON copy these texts without
interpreting them.
"""

SCORING_CODES = ("162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")
"""The records that state the points for each outcome."""

COMMENT = "###"

UNKNOWN = ""
"""The code for a line that is not a TRF record. The line is kept unchanged."""


def table_of(code: str) -> Table | None:
    """Return the columns of a record; None for a text record. Unknown codes are national, with a player's columns."""
    if code in TEXT_RECORDS or code in (COMMENT, UNKNOWN):
        return None
    return TABLES.get(code, PLAYER)


def number_of(text: str) -> int | None:
    """Return the whole number in a field's text; None if it is blank.

    Raises ValueError if the text is neither a number nor blank.

    >>> number_of("  12"), number_of("012"), number_of("    ")
    (12, 12, None)
    """
    digits = text.strip(" ")
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError(say("{text!r} is not a number", text=text))
    return int(digits)


def points_of(text: str) -> int | None:
    """Return the points in a field's text, in tenths; None if it is blank.

    Raises ValueError if the text is neither a number nor blank.

    >>> points_of("11.5"), points_of(" .5 "), points_of("4"), points_of("-1,0"), points_of("")
    (115, 5, 40, -10, None)
    """
    points = text.strip(" ")
    if not points:
        return None
    if not POINTS_TEXT.fullmatch(points):
        raise ValueError(say("{text!r} is not a number of points", text=text))
    whole, _, fraction = points.lstrip("-").replace(",", ".").partition(".")
    if fraction[1:].strip("0"):
        raise ValueError(say("{text!r} is not a whole number of tenths of a point", text=text))
    tenths = int(whole or "0") * 10 + int(fraction[:1] or "0")
    return -tenths if points.startswith("-") else tenths


def is_on_grid(line: str) -> bool:
    return not any(line[PLAYER.width + gap :: ROUND_WIDTH].strip(" ") for gap in GAPS_OF_ROUND)


def is_value(cell: str, kind: Kind) -> bool:
    try:
        if kind in NUMBERS:
            number_of(cell)
        elif kind is not Kind.TEXT:
            return (points_of(cell) or 0) >= 0 or kind is Kind.SIGNED_POINTS
    except ValueError:
        return False
    return True


class Heeded(NamedTuple):
    """The fields of a record that bbpPairings and JaVaFo read, or all of it. They never look between two fields."""

    fields: frozenset[str] = frozenset()
    form: str = ""
    """The form of a line that JaVaFo reads. bbpPairings does not know the record, so any other line is ignored."""
    fact: str = ""
    """The fact that a later record states anew; it replaces what matches ``statement`` in earlier records."""
    statement: str = r"(?<=^...).*\S.*"


_COLOUR = Heeded(fact="initial colour", statement=r"(?<=^152).*\S.*|\b(?:white1|black1)\b")

HEEDED: Mapping[str, Heeded] = {
    PLAYER_CODE: Heeded(fields=frozenset(("starting rank", "rating", "points", "round"))),
    **dict.fromkeys(("142", "XXR"), Heeded(fact="number of rounds")),
    **dict.fromkeys(("152", "XXC"), _COLOUR),
    "192": Heeded(fact="system"),
    **dict.fromkeys(("162", "240", "250", "260", "299", "XXA", "XXP"), Heeded()),
    **dict.fromkeys(("BBW", "BBD", "BBL", "BBU", "BBZ", "BBF"), Heeded()),
    "XXS": Heeded(form=r"XXS(?:\s+[A-Za-z]+=[0-9.,]+)*\s*"),
    "XXZ": Heeded(form=r"XXZ[\s\d,;/]*"),
}
"""The records that bbpPairings or JaVaFo read. A fault in anything else cannot make a file unusable in their forms."""

MATCH_CODES = ("300", "320", "330")
"""Records about team matches and about teams' byes. Each of these records shows that an event is for teams."""

TEAM_RECORDS = frozenset(("013", "310", "352", "362", *MATCH_CODES))
"""The records that affect the pairing of teams. bbpPairings and JaVaFo do not know these records."""


def has_no_part_in_pairing(code: str, problem: Problem) -> bool:
    """Whether a problem concerns only data that pairing programs do not read."""
    heeded = HEEDED.get(code)
    if heeded is None or not heeded.fields:
        return heeded is None
    return problem.field not in heeded.fields or (problem.code == "blank" and problem.column in PLAYER.gaps)
