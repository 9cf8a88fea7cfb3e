"""Functions that parse the generator's settings: amounts, points, ratings, and files of ``Key=Value`` lines.

Every message begins with ``where``, the line of the file or the option that contains the setting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pairing_engine.errors import refusal
from pairing_engine.facts import model
from pairing_engine.facts.codes import HIGHEST_RATING
from pairing_engine.facts.model import ByeKind, EventKind, Result, Scoring
from pairing_engine.facts.scoring import scoring_of
from pairing_engine.generator.generate import Amount, PerRound, Plan
from pairing_engine.language import say


def decoded(data: bytes, name: str) -> str:
    """Decode the bytes of a file. Raises `BadRequest` if the bytes are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        words = say(
            "{name}: byte {object:#04x} at position {start} is not UTF-8",
            name=name,
            object=error.object[error.start],
            start=error.start + 1,
        )
        raise refusal("{words}, expected a text; save it as UTF-8", words=words) from None


def ratings_in(text: str, where: str) -> tuple[int, ...]:
    """Read ratings: whole numbers with blanks, commas or line ends between them."""
    words = text.replace(",", " ").split()
    if not words:
        raise refusal("{where} is empty, expected a rating for every player", where=where)
    return tuple(_rating_in(word, where) for word in words)


TOO_LONG = 10
"""The number of digits from which a number is impossibly large."""


def points_of(text: str, where: str) -> model.Points:
    """Read points with at most one decimal, in tenths.

    >>> points_of("0.5", "PointsForDraw")
    5
    """
    whole, _, tenths = text.partition(".")
    if not (
        whole.isascii()
        and whole.isdigit()
        and len(whole) < TOO_LONG
        and (tenths == "" or (len(tenths) == 1 and tenths.isdigit()))
    ):
        raise refusal(
            "{where}: {text!r} is not a number of points, expected one such as 1 or 0.5", where=where, text=text
        )
    return model.Points(int(whole) * 10 + int(tenths or 0))


def scoring_from(text: str, where: str, kind: EventKind = EventKind.INDIVIDUAL) -> Scoring:
    """Read a scoring system as on the command line: ``W=3,D=1,L=0,P=1.5,Z=0,F=0``.

    >>> scoring_from("W=3,D=1", "--points").full_point_bye
    30
    """
    names = "win", "draw", "loss", "pairing_allocated_bye", "zero_point_bye", "forfeit_loss"
    letters, points = dict(zip("WDLPZF", names, strict=True)), {}
    for part in text.split(","):
        letter, _, value = part.strip().partition("=")
        if letter not in letters:
            raise refusal(
                "{where}: {part!r} is unknown, expected {letters}",
                where=where,
                part=part,
                letters=", ".join(f"{known}=POINTS" for known in letters),
            )
        points[letters[letter]] = int(points_of(value, where))
    return checked(scoring_of(kind, **points), where)


def checked(scoring: Scoring, where: str) -> Scoring:
    """Return the scoring system. Raises `BadRequest` if a worse result gives more points than a better one."""
    wrong = scoring.out_of_order()
    if wrong is not None:
        win, draw, loss = map(model.show_points, wrong)
        raise refusal(
            "{where}: a loss is {loss}, a draw {draw}, a win {win}; a win must be worth at least a draw, and "
            "a draw at least a loss",
            where=where,
            loss=loss,
            draw=draw,
            win=win,
        )
    return scoring


def with_configuration(plan: Plan, text: str, name: str, kind: EventKind = EventKind.INDIVIDUAL) -> Plan:
    """Apply the ``Key=Value`` lines of a configuration file to a plan. Raises `BadRequest` for a wrong line."""
    points: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        key, equals, value = (part.strip() for part in content.partition("="))
        where = f"{name}:{number}: {key}"
        if not equals:
            raise refusal(
                "{name}:{number}: {content!r} is not a setting, expected Key=Value",
                name=name,
                number=number,
                content=content,
            )
        if key in POINTS_KEYS:
            points.update(dict.fromkeys(POINTS_KEYS[key], int(points_of(value, where))))
        elif key in KEYS:
            plan = KEYS[key](plan, value, where)
        else:
            raise refusal(
                "{where} is unknown; the known keys are {keys}", where=where, keys=", ".join((*KEYS, *POINTS_KEYS))
            )
    return plan._replace(scoring=checked(scoring_of(kind, **points), name)) if points else plan


def plan_of_model(like: model.Tournament, plan: Plan) -> Plan:
    """Return a plan with a tournament's ratings, rounds, scoring, and rates of draws, forfeits and byes."""
    games = [game for past in like.rounds for game in past.games]
    byes = [bye.kind for past in like.rounds for bye in past.byes]
    entries = len(like.participants) * len(like.rounds)

    def share(number: int, of: int) -> PerRound:
        return (Amount(100 * number / of if of else 0.0),)

    return plan._replace(
        ratings=tuple(participant.rating for participant in like.participants),
        rounds=like.settings.rounds or len(like.rounds) or None,
        draws=share(sum(game.white_result is Result.DRAW for game in games), len(games))[0].number if games else None,
        forfeits=share(sum(not game.is_played for game in games), len(games)),
        half_point_byes=share(byes.count(ByeKind.HALF_POINT), entries),
        full_point_byes=share(byes.count(ByeKind.FULL_POINT), entries),
        zero_point_byes=share(byes.count(ByeKind.ZERO_POINT), entries),
        withdrawals=share(0, 1),
        late_entries=Amount(0),
        scoring=like.settings.scoring,
        baku=plan.baku or like.settings.baku or bool(like.settings.virtual_points),
        prohibited_groups=len(like.settings.prohibitions),
    )


def _number(value: str, where: str, least: int, most: int) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < TOO_LONG and least <= int(value) <= most):
        raise refusal(
            "{where}: {value!r} is not a whole number from {least} to {most}",
            where=where,
            value=value,
            least=least,
            most=most,
        )
    return int(value)


def _rating_in(value: str, where: str) -> int:
    return _number(value, where, 0, HIGHEST_RATING)


_RATE = re.compile(r"[0-9]{1,9}([.][0-9]{1,9})?")


def _one_in(value: str, where: str, least: int) -> PerRound:
    """Convert a rate such as 20 ("one in 20") to a percentage."""
    if not _RATE.fullmatch(value) or float(value) < least:
        raise refusal(
            '{where}: {value!r} is not a rate, expected the N of "one in N", at least {least}, such as 20 or 20.5',
            where=where,
            value=value,
            least=least,
        )
    return (Amount(100 / float(value)),)


_YES_OR_NO = dict.fromkeys(("true", "yes", "1", "baku"), True) | dict.fromkeys(("false", "no", "0", "none"), False)


def _yes_or_no(value: str, where: str) -> bool:
    if value.lower() not in _YES_OR_NO:
        raise refusal(
            "{where}: {value!r} is unknown, expected one of {yes_or_no}",
            where=where,
            value=value,
            yes_or_no=", ".join(_YES_OR_NO),
        )
    return _YES_OR_NO[value.lower()]


KEYS: Mapping[str, Callable[[Plan, str, str], Plan]] = {
    "PlayersNumber": lambda plan, value, where: plan._replace(players=_number(value, where, 1, model.MAX_TPN)),
    "RoundsNumber": lambda plan, value, where: plan._replace(rounds=_number(value, where, 1, model.MAX_ROUNDS)),
    "DrawPercentage": lambda plan, value, where: plan._replace(draws=float(_number(value, where, 0, 100))),
    "ForfeitRate": lambda plan, value, where: plan._replace(forfeits=_one_in(value, where, 1)),
    "RetiredRate": lambda plan, value, where: plan._replace(withdrawals=_one_in(value, where, 2)),
    "HalfPointByeRate": lambda plan, value, where: plan._replace(half_point_byes=_one_in(value, where, 1)),
    "HalfPointByteRate": lambda plan, value, where: plan._replace(half_point_byes=_one_in(value, where, 1)),
    "HighestRating": lambda plan, value, where: plan._replace(highest_rating=_rating_in(value, where)),
    "LowestRating": lambda plan, value, where: plan._replace(lowest_rating=_rating_in(value, where)),
    "Accelerated": lambda plan, value, where: plan._replace(baku=_yes_or_no(value, where)),
}
"""The settings of bbpPairings and JaVaFo, applied to a plan; "Byte" is an old spelling mistake in their files."""

POINTS_KEYS = {
    "PointsForWin": ("win",),
    "PointsForDraw": ("draw",),
    "PointsForLoss": ("loss",),
    "PointsForZPB": ("zero_point_bye",),
    "PointsForForfeitLoss": ("forfeit_loss", "zero_point_bye"),
    "PointsForPAB": ("pairing_allocated_bye",),
}
"""The fields of `Scoring` that each setting of bbpPairings and JaVaFo changes; of two settings, the later applies."""
