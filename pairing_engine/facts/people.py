"""The one door for a person's data: each field is read from text in the same way, wherever it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date

from pairing_engine.facts import model
from pairing_engine.facts.codes import HIGHEST_RATING
from pairing_engine.language import marked, say

FIELDS = marked(("name", "rating", "title", "federation", "club", "sex", "FIDE number", "birth date"))
"""The data of a person that can be stated and corrected."""

ATTRIBUTES = {"FIDE number": "fide_number", "birth date": "birth"}
"""The attributes of `Participant` whose names are not those of their fields."""

WIDEST = {"name": 33, "club": 32}
"""The most letters for which a TRF has room."""

_DIGITS = 11
_YEAR_FIRST = re.compile(r"([0-9]{4})(?:[-/.]([0-9]{1,2})[-/.]([0-9]{1,2}))?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
_SEXES = {"": "", "m": "m", "h": "m", "w": "w", "f": "w"}
OLDEST = 1850


class Unfit(ValueError):
    """A text that a field cannot hold. The message says what was expected."""


def value_of(field: str, text: str) -> str | int:
    """Return the value of a field of a person in a text. Raises `Unfit`.

    >>> value_of("birth date", "02.04.1988"), value_of("birth date", "1988"), value_of("rating", "-")
    ('1988/04/02', '1988/00/00', 0)
    >>> value_of("federation", "Spain")
    Traceback (most recent call last):
    pairing_engine.facts.people.Unfit: the three letters of a federation, such as ESP
    """
    text = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    return _READ[field](text)


def _name(text: str) -> str:
    if not text:
        raise Unfit(say("a name"))
    return _short(text, "name")


def _short(text: str, field: str) -> str:
    if len(text) > WIDEST[field]:
        raise Unfit(say("at most {width} letters: a TRF has no room for more", width=WIDEST[field]))
    return text


def is_rating(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= HIGHEST_RATING


def _rating(text: str) -> int:
    if text in ("", "-"):
        return 0
    if not is_rating(text):
        raise Unfit(say("a rating up to {most}, or none", most=HIGHEST_RATING))
    return int(text)


def _title(text: str) -> str:
    if text and text.upper() not in model.TITLES:
        raise Unfit(say("one of {titles}", titles=", ".join(model.TITLES)))
    return text.upper()


def _federation(text: str) -> str:
    if text and not (len(text) == 3 and text.isascii() and text.isalpha()):
        raise Unfit(say("the three letters of a federation, such as ESP"))
    return text.upper()


def _sex(text: str) -> str:
    if text[:1].lower() not in _SEXES:
        raise Unfit(say("m or w"))
    return _SEXES[text[:1].lower()]


def is_fide_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _fide_number(text: str) -> str:
    if text and not is_fide_number(text):
        raise Unfit(say("a number of at most {digits} digits", digits=_DIGITS))
    return text.lstrip("0")


def is_date(text: str) -> bool:
    try:
        return bool(_birth(text))
    except Unfit:
        return False


def _birth(text: str) -> str:
    """Read a day, such as 1990/12/31, 1990-12-31 or 31.12.1990, or only a year."""
    if not text:
        return ""
    first, last = _YEAR_FIRST.fullmatch(text), _DAY_FIRST.fullmatch(text)
    parts = first.groups(default="0") if first else last.groups()[::-1] if last else ("0", "0", "0")
    year, month, day = map(int, parts)
    try:
        date(year, month or 1, day or 1)
    except ValueError:
        year = 0
    if not OLDEST <= year <= date.today().year or bool(month) is not bool(day):
        raise Unfit(say("a date such as 1990/12/31, or the year"))
    return f"{year}/{month:02}/{day:02}"


_READ: Mapping[str, Callable[[str], str | int]] = {
    "name": _name,
    "rating": _rating,
    "title": _title,
    "federation": _federation,
    "club": lambda text: _short(text, "club"),
    "sex": _sex,
    "FIDE number": _fide_number,
    "birth date": _birth,
}


def checked(one: model.Participant) -> model.Participant:
    """Return a person with the fields in their usual spelling. Raises `Unfit` with the field and what was expected."""
    found: dict[str, str | int] = {}
    for field in FIELDS:
        attribute = ATTRIBUTES.get(field, field)
        if field == "club" or not getattr(one, attribute):
            continue
        try:
            found[attribute] = value_of(field, str(getattr(one, attribute)))
        except Unfit as error:
            raise Unfit(unfit(field, str(getattr(one, attribute)), error)) from None
    return one._replace(**found)  # type: ignore[arg-type]


def unfit(field: str, found: str, error: Unfit) -> str:
    """Say that a field cannot hold a text, and what was expected."""
    return say("{field}: found {found!r}, expected {expected}", field=say(field), found=found, expected=error)
