"""Substitutes, as in JaVaFo, for a missing scoring system and a missing initial-colour (B7, B14).

The scoring system and the initial-colour are inferred only if the command line has JaVaFo's form, without a system
flag. On standard error, the programs report the inferred values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pairing_engine.facts.basic_rules import Outcome
from pairing_engine.facts.model import NOBODY, ByeKind, Colour, Result, Tournament, Tpn, show_points
from pairing_engine.scores.crosstable import crosstable_of
from trf.format.fields import CODE_WIDTH, PLAYER, PLAYER_CODE, SCORING_CODES, number_of, points_of

_STEP = 5
_MOST = 100
"""The highest number of points for a win that the search considers, in tenths."""

_COMMON = ((10, 5), (20, 10), (30, 10))


def drawn_colour(lines: Sequence[bytes]) -> Colour:
    """Choose a pseudo-random initial-colour for a file.

    The same file always gives the same colour, on every machine.

    >>> drawn_colour([b"XXR 5"]) is drawn_colour([b"XXR 5", b""])
    True
    """
    from hashlib import sha256  # imported late: few files lack the initial-colour

    content = b"\n".join(line.rstrip() for line in lines if line.strip())
    return Colour.WHITE if sha256(content).digest()[0] % 2 else Colour.BLACK


class Worth(NamedTuple):
    """The points for each kind of outcome, in tenths."""

    win: int
    """The points for a win, a forfeit win or a full-point bye."""
    draw: int
    """The points for a draw or a half-point bye."""
    loss: int
    absence: int
    """The points for a zero-point bye or a forfeit loss."""
    bye: int
    """The points for the pairing-allocated bye."""

    @property
    def record(self) -> str:
        """The record XXS with the points for every kind of outcome.

        >>> Worth(20, 10, 0, 0, 20).record
        'XXS W=2.0 D=1.0 WL=0.0 BL=0.0 FL=0.0 ZPB=0.0 PAB=2.0'
        """
        names = (("W",), ("D",), ("WL", "BL"), ("FL", "ZPB"), ("PAB",))
        pairs = [f"{name}={show_points(points)}" for code, points in zip(names, self, strict=True) for name in code]
        return f"XXS {' '.join(pairs)}"


_KINDS: dict[Outcome, int] = {
    **dict.fromkeys((Result.WIN, Result.UNRATED_WIN, Result.FORFEIT_WIN, ByeKind.FULL_POINT), 0),
    **dict.fromkeys((Result.DRAW, Result.UNRATED_DRAW, ByeKind.HALF_POINT), 1),
    **dict.fromkeys((Result.LOSS, Result.UNRATED_LOSS), 2),
    **dict.fromkeys((Result.FORFEIT_LOSS, ByeKind.ZERO_POINT, None), 3),
    ByeKind.PAIRING_ALLOCATED: 4,
}
"""The position, in `Worth`, of the points for each outcome."""


class _StatedLine(NamedTuple):
    """A player's stated points, which may include the announced bye, and the outcomes of each kind, as in `Worth`."""

    points: int
    counts: tuple[int, ...]
    coming: int | None

    def fits(self, worth: Worth) -> bool:
        sum_ = sum(count * points for count, points in zip(self.counts, worth, strict=True))
        return self.points == sum_ or (self.coming is not None and self.points == sum_ + worth[self.coming])


def implied_worth(lines: Sequence[bytes], event: Tournament) -> Worth | None:
    """Find the most plausible scoring system that fits all stated points; None if no system fits.

    ``event`` is the tournament in the lines, read whatever their points. Systems without points for a loss are the
    most plausible. Among these systems, systems in common use come first.
    """
    stated = tuple(_stated(lines, event))
    if not any(line.points for line in stated):
        return None
    return next((worth for worth in _candidates() if all(line.fits(worth) for line in stated)), None)


def _stated(lines: Sequence[bytes], event: Tournament) -> Iterator[_StatedLine]:
    table = crosstable_of(event)
    rounds = [table.entries(number) for number in range(1, len(event.rounds) + 1)]
    coming = {bye.tpn: _KINDS[bye.kind] for number, bye in event.requests if number == len(event.rounds) + 1}
    by_number = {participant.number: participant.tpn for participant in event.participants}
    for line in lines:
        text = line.decode(errors="surrogateescape")
        points = points_of(_POINTS.cut(text)) if text.startswith(PLAYER_CODE) else None
        if points is not None:
            tpn = by_number[Tpn(number_of(_NUMBER.cut(text)) or NOBODY)]
            counts = Counter(_KINDS.get(entries[tpn].outcome, 1) for entries in rounds)
            yield _StatedLine(points, tuple(counts[kind] for kind in range(len(Worth._fields))), coming.get(tpn))


@cache
def _candidates() -> tuple[Worth, ...]:
    steps = range(0, _MOST + 1, _STEP)
    found = {
        Worth(win, draw, loss, absence, bye)
        for win in steps
        for draw in steps[: win // _STEP]
        for loss in steps[: draw // _STEP]
        for absence in {0, loss}
        for bye in {win, draw, absence, _COMMON[0][0]}
        if bye <= win
    }
    return tuple(sorted(found, key=_unlikeliness))


def _unlikeliness(worth: Worth) -> tuple[int, ...]:
    win, draw, loss, absence, bye = worth
    common = _COMMON.index((win, draw)) if (win, draw) in _COMMON else len(_COMMON)
    return (loss, absence, common, abs(2 * draw - win), win, draw, win - bye)


_NUMBER, _POINTS = PLAYER.field("starting rank"), PLAYER.field("points")


def states_scoring(lines: Sequence[bytes]) -> bool:
    """Whether a record states the points for results.

    >>> states_scoring([b"XXS W=3"]), states_scoring([b"XXS", b"XXR 5"])
    (True, False)
    """
    return any(
        line[:CODE_WIDTH].decode(errors="replace") in SCORING_CODES and line[CODE_WIDTH:].strip() for line in lines
    )
