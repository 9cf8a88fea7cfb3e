"""Messages in the reader's language; every other part of the engine may import this package.

Sentences are written in English, with named placeholders. `say` returns a sentence in the chosen language. Sentences in
tables are marked with `marked`, because tables are created before the language is chosen. `say` translates a marked
sentence when the sentence is shown. Answers for programs (JSON, CSV, lists of pairs, TRF) are always in English: they
do not use `say`, except in a block with `in_language(ENGLISH)`.

English needs no catalogue. The catalogue of each other language is a file in this folder, such as ``fr.po``; see
docs/languages.md.

>>> say("round {number} differs", number=3)
'round 3 differs'
>>> say_many("{number} round", "{number} rounds", 1), say_many("{number} round", "{number} rounds", 2)
('1 round', '2 rounds')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pairing_engine.language.catalogue import Catalogue

ENGLISH = "en"

SUFFIX = ".po"
"""The suffix of a catalogue."""

CHOSEN = ContextVar("language", default=ENGLISH)
"""The language in which messages are shown; see `choosing`."""
OTHER_WORDS: ContextVar[Mapping[str, str]] = ContextVar("other_words", default=MappingProxyType({}))
"""Messages that stand in place of others."""

Marked = TypeVar("Marked")


def _catalogue(language: str) -> Catalogue:
    from pairing_engine.language.catalogue import catalogue_of  # imported here, because English needs none

    return catalogue_of(language)


def say(message: str, /, **values: object) -> str:
    """Translate a message into the chosen language, and fill in values such as ``{number}``."""
    message = OTHER_WORDS.get().get(message, message)
    language = CHOSEN.get()
    if language == ENGLISH or not message:
        return message.format(**values) if values else message
    catalogue = _catalogue(language)
    words = catalogue.gettext(message)
    return catalogue.filled(words, values) if values else words


def say_many(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate the singular or plural form of a message, and fill in ``{number}``."""
    if one in OTHER_WORDS.get():
        return say(one if number == 1 else many, number=number, **values)
    language = CHOSEN.get()
    if language == ENGLISH:
        return (one if number == 1 else many).format(number=number, **values)
    catalogue = _catalogue(language)
    return catalogue.filled(catalogue.ngettext(one, many, number), {"number": number, **values})


def filled(words: str, values: Mapping[str, object]) -> str:
    """Fill values into words that are already translated, as `say` does."""
    language = CHOSEN.get()
    return words.format(**values) if language == ENGLISH else _catalogue(language).filled(words, values)


def quoted(text: str) -> str:
    r"""Put quotation marks around words from a file, with the control characters escaped.

    >>> quoted("w")
    "'w'"
    >>> from pairing_engine.language.choosing import in_language
    >>> with in_language("fr"):
    ...     quoted("w")
    '«\xa0w\xa0»'
    """
    return filled("{text!r}", {"text": text})


def in_decimals(number: str) -> str:
    """Write a number such as 1.5 with the decimal mark of the language.

    >>> from pairing_engine.language.choosing import in_language
    >>> with in_language("fr"):
    ...     in_decimals("1.5")
    '1,5'
    """
    return filled("{number}", {"number": number})


def with_semicolons(parts: Iterable[str]) -> str:
    """Join parts that may contain commas.

    >>> with_semicolons(["Aalto, Eino", "Berg, Ida"])
    'Aalto, Eino; Berg, Ida'
    """
    return f"{say(';')} ".join(parts)


def listed(things: Iterable[object]) -> str:
    """Join words into a list with "and", and with commas or, if a word has a comma, semicolons.

    >>> listed([3, 5, 7])
    '3, 5 and 7'
    """
    *others, last = map(str, things)
    mark = say(";") if any("," in one for one in others) else ","
    return say("{others} and {last}", others=f"{mark} ".join(others), last=last) if others else last


def marked(message: Marked) -> Marked:
    """Mark one or more messages, which will be translated when they are shown.

    ``message`` is one message, a tuple of messages, or a dictionary whose values are messages. The program that
    collects messages looks for this function.
    """
    return message


def language() -> str:
    return CHOSEN.get()
