"""The points stated in players' lines and records, read before the rest of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing_engine.facts.model import Points, Tpn
from pairing_engine.values import NamedTuple
from trf.event.scoring import SCORING_CODES
from trf.format.fields import CODE_WIDTH, PLAYER, PLAYER_CODE, Field, number_of, points_of

_CODE = PLAYER_CODE.encode()
_NUMBER, _POINTS = PLAYER.field("starting rank"), PLAYER.field("points")


class StatedPoints(NamedTuple):
    """A player's number and stated points in tenths; None for blank columns."""

    number: Tpn | None
    points: Points | None


def states_scoring(lines: Sequence[bytes]) -> bool:
    """Whether a record states the points for results.

    >>> states_scoring([b"XXS W=3"]), states_scoring([b"XXS", b"XXR 5"])
    (True, False)
    """
    return any(
        line[:CODE_WIDTH].decode(errors="replace") in SCORING_CODES and line[CODE_WIDTH:].strip() for line in lines
    )


def without_points(lines: Sequence[bytes]) -> list[bytes]:
    return [_blanked(line, _POINTS) if line.startswith(_CODE) else line for line in lines]


def points_of_players(lines: Sequence[bytes]) -> Iterator[StatedPoints]:
    """Yield the points stated in players' lines. Raises ValueError for text that is not a number.

    >>> list(points_of_players([b"001    7" + 73 * b" " + b"2.5", b"XXR 5"]))
    [StatedPoints(number=7, points=25)]
    """
    for line in lines:
        if line.startswith(_CODE):
            text = line.decode(errors="surrogateescape")
            number, points = number_of(_NUMBER.cut(text)), points_of(_POINTS.cut(text))
            yield StatedPoints(None if number is None else Tpn(number), None if points is None else Points(points))


def _blanked(line: bytes, field: Field) -> bytes:
    """Replace a field of the line with blanks. The field's columns count characters, not bytes."""
    text = line.decode(errors="surrogateescape")
    return (text[: field.first - 1] + " " * field.width + text[field.last :]).encode(errors="surrogateescape")
