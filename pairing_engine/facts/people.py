"""The one door for a person's data: each field is read from text in the same way, wherever it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
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

_RATING, _FIDE_NUMBER = "[0-9]{1,4}", "[0-9]{1,11}"
_YEAR_FIRST = "([0-9]{4})(?:[-/.]([0-9]{1,2})[-/.]([0-9]{1,2}))?"
_DAY_FIRST = r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})"
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
    if field in WIDEST and len(text) > WIDEST[field]:
        raise Unfit(say("at most {width} letters: a TRF has no room for more", width=WIDEST[field]))
    pattern, expected, value = _FORMS[field]
    with suppress(ValueError):
        if re.fullmatch(pattern, text, re.ASCII | re.IGNORECASE):
            return value(text)
    raise Unfit(say(expected, most=HIGHEST_RATING, titles=", ".join(model.TITLES), digits=11))


def is_rating(text: str) -> bool:
    return re.fullmatch(_RATING, text) is not None


def is_fide_number(text: str) -> bool:
    return re.fullmatch(_FIDE_NUMBER, text) is not None


def is_date(text: str) -> bool:
    """Whether a text is a date, without blanks around it.

    >>> is_date("1990"), is_date(" 1990 "), is_date("31.12.1990")
    (True, False, True)
    """
    try:
        return text == text.strip() and bool(value_of("birth date", text))
    except Unfit:
        return False


def _birth(text: str) -> str:
    """Read a day, such as 1990/12/31, 1990-12-31 or 31.12.1990, or only a year. Raises ValueError."""
    if not text:
        return ""
    first = re.fullmatch(_YEAR_FIRST, text)
    year, month, day = map(int, first.groups("0") if first else text.split(".")[::-1])
    date(year, month or 1, day or 1)
    if not OLDEST <= year <= date.today().year or bool(month) is not bool(day):
        raise ValueError(text)
    return f"{year}/{month:02}/{day:02}"


_FORMS: Mapping[str, tuple[str, str, Callable[[str], str | int]]] = {
    "name": (".+", marked("a name"), str),
    "rating": (f"|-|{_RATING}", marked("a rating up to {most}, or none"), lambda text: int(text.strip("-") or 0)),
    "title": ("|".join(("", *model.TITLES)), marked("one of {titles}"), str.upper),
    "federation": ("|[A-Z]{3}", marked("the three letters of a federation, such as ESP"), str.upper),
    "club": (".*", "", str),
    "sex": ("|[MHWF].*", marked("m or w"), lambda text: _SEXES[text[:1].lower()]),
    "FIDE number": (f"|{_FIDE_NUMBER}", marked("a number of at most {digits} digits"), lambda text: text.lstrip("0")),
    "birth date": (f"|{_YEAR_FIRST}|{_DAY_FIRST}", marked("a date such as 1990/12/31, or the year"), _birth),
}
"""For each field the form of its text, what is expected in words, and the function that returns its value."""


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
