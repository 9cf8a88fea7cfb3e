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

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, partial
from types import MappingProxyType
from typing import TypeVar

ENGLISH = "en"

VARIABLE = "SWISSPAIR_LANGUAGE"
"""The environment variable that chooses the language; the option ``--language`` takes priority over it."""

SUFFIX = ".po"

_language = ContextVar("language", default=ENGLISH)
_other_words: ContextVar[Mapping[str, str]] = ContextVar("other_words", default=MappingProxyType({}))

Item = TypeVar("Item")
Result = TypeVar("Result")
Marked = TypeVar("Marked")


class UnknownLanguage(ValueError):
    """The error for a language without a catalogue."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return say(
            "there is no language {name!r}; the languages are {languages}",
            name=self.name,
            languages=", ".join(languages()),
        )


def say(message: str, /, **values: object) -> str:
    """Translate a message into the chosen language, and fill in values such as ``{number}``."""
    message = _other_words.get().get(message, message)
    language = _language.get()
    if language == ENGLISH or not message:
        return message.format(**values) if values else message
    catalogue = _catalogue(language)
    words = catalogue.gettext(message)
    return catalogue.filled(words, values) if values else words


def say_many(one: str, many: str, number: int, /, **values: object) -> str:
    """Translate the singular or plural form of a message, and fill in ``{number}``."""
    if one in _other_words.get():
        return say(one if number == 1 else many, number=number, **values)
    language = _language.get()
    if language == ENGLISH:
        return (one if number == 1 else many).format(number=number, **values)
    catalogue = _catalogue(language)
    return catalogue.filled(catalogue.ngettext(one, many, number), {"number": number, **values})


def filled(words: str, values: Mapping[str, object]) -> str:
    """Fill values into words that are already translated, as `say` does."""
    language = _language.get()
    return words.format(**values) if language == ENGLISH else _catalogue(language).filled(words, values)


def quoted(text: str) -> str:
    r"""Put quotation marks around words from a file, with the control characters escaped.

    >>> quoted("w")
    "'w'"
    >>> with in_language("fr"):
    ...     quoted("w")
    '«\xa0w\xa0»'
    """
    return filled("{text!r}", {"text": text})


def in_decimals(number: str) -> str:
    """Write a number such as 1.5 with the decimal mark of the language.

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


HALF_A_POINT = marked("0.5 points")
"""The message whose translation shows the decimal mark of a language."""
A_QUOTATION = marked("'words'")
"""The message whose translation shows the quotation marks of a language around one word."""
POINTS = re.compile(r"[+-]?[0-9]+\.[0-9]{1,2}(?:, [+-]?[0-9]+\.[0-9]{1,2})*")
"""Points, or a list of points, as a value in a sentence."""
A_DAY = marked("on 2026/12/31")
"""The message whose translation shows how a language writes a day."""
DAYS = re.compile(r"(?:(?:^|, )[0-9]{4}/[0-9]{2}/[0-9]{2})+")
"""A day, or a list of days, as a value in a sentence."""
CONTRACTED = marked("of the")
"""The message whose translation lists the words that a language contracts, such as "de le joueur/du joueur"."""
BEGIN = "\x00"
"""The mark of the place where a value begins in a sentence: only there are words contracted, never in a name."""
THOUSANDS = {",": "\u00a0"}
"""The mark between thousands in a language with this decimal mark; a comma in all others."""
QUOTED = frozenset(("article", "version", "text", "found", "value", "symbol"))
"""The names of values that hold an article, a version or words of a file: their full stop is no decimal mark."""


def languages() -> list[str]:
    """List the available languages.

    >>> "fr" in languages()
    True
    """
    names = os.listdir(os.path.dirname(__file__))  # noqa: PTH120, PTH208 - pathlib would be loaded for it
    return sorted({ENGLISH, *(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))})


def language() -> str:
    return _language.get()


def choose_language(name: str) -> None:
    """Use a language such as ``fr`` or ``fr_CH.UTF-8`` from now on.

    Raises `UnknownLanguage` if the language has no catalogue.
    """
    _language.set(_known(name))


OF_SYSTEM = "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"
"""The environment variables with which a user tells all programs the language, the most important first."""


def of_system(environment: Mapping[str, str]) -> str:
    """Return the language that the user's system asks for; English if it has no catalogue.

    ``LANGUAGE`` may list several languages. The other variables name one.

    >>> of_system({"LANG": "fr_CH.UTF-8"}), of_system({"LANG": "fr_CH.UTF-8", "LC_ALL": "C"}), of_system({})
    ('fr', 'en', 'en')
    """
    found = next((value for name in OF_SYSTEM if (value := environment.get(name))), ENGLISH)
    for name in found.split(":"):
        with suppress(UnknownLanguage):
            return _known(name)
    return ENGLISH


@contextmanager
def in_language(name: str) -> Iterator[None]:
    """Use a language inside a ``with`` block. Raises `UnknownLanguage` if there is no catalogue.

    >>> with in_language("fr"):
    ...     say("bye")
    'exempt'
    """
    token = _language.set(_known(name))
    try:
        yield
    finally:
        _language.reset(token)


@contextmanager
def in_other_words(messages: Mapping[str, str]) -> Iterator[None]:
    """Replace some messages inside a ``with`` block, for readers who have no command line.

    >>> with in_other_words({"{number} more (--all)": "{number} more"}):
    ...     say("{number} more (--all)", number=3)
    '3 more'
    """
    token = _other_words.set(messages)
    try:
        yield
    finally:
        _other_words.reset(token)


def carried(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    """Wrap a function to keep the current language, even when the function runs in another process.

    The wrapped function can be pickled if ``work`` can be pickled.
    """
    return work if _language.get() == ENGLISH else partial(_in_language_of_caller, _language.get(), work)


def _in_language_of_caller(name: str, work: Callable[[Item], Result], item: Item) -> Result:
    with in_language(name):
        return work(item)


def _known(name: str) -> str:
    if name == ENGLISH:
        return name
    known = {found.lower(): found for found in languages()}
    wanted = name.lower().replace("-", "_").partition(".")[0]
    for found in (wanted, wanted.partition("_")[0]):
        if found in known:
            return known[found]
    raise UnknownLanguage(name)


class _Catalogue:
    """The sentences of a language with their plural forms, read as text: compiling would save only a millisecond."""

    def __init__(self, text: str) -> None:
        from gettext import c2py

        self._forms: dict[str, list[str]] = {}
        for key, words in re.findall(r'^(msg\S+) "(.*)"$', text.replace('"\n"', ""), re.MULTILINE):
            if key == "msgid":
                message = _unescaped(words)
            elif key.startswith("msgstr") and words:
                self._forms.setdefault(message, []).append(_unescaped(words))
        self._plural = c2py(self._forms[""][0].partition("plural=")[2].partition(";")[0])

    def gettext(self, message: str) -> str:
        forms = self._forms.get(message, [message])
        return forms[0] if len(forms) == 1 else forms[self._plural(1)]

    def ngettext(self, one: str, many: str, number: int) -> str:
        forms = self._forms.get(one)
        return (one if number == 1 else many) if forms is None else forms[self._plural(number)]

    def filled(self, words: str, values: Mapping[str, object]) -> str:
        """Fill in values as the language writes them: ``{found!r}`` in its quotation marks, points with its mark.

        ``{score:point|points}`` is a number with the form of a word that this number takes. Articles, versions and
        words from files stay as they are.
        """

        def value_of(place: re.Match[str]) -> str:
            name, quotation, form = place.groups()
            value = values[name]
            if quotation and isinstance(value, str):
                before, after = re.split(r"\w+", self.gettext(A_QUOTATION))
                return f"{before}{repr(value)[1:-1]}{after}"
            mark = self.gettext(HALF_A_POINT)[1]
            if isinstance(value, str) and name not in QUOTED and POINTS.fullmatch(value):
                value = value.replace(",", "\u00a0;" if mark == "," else ",").replace(".", mark)
            if isinstance(value, str) and name not in QUOTED and DAYS.fullmatch(value):
                day = re.sub(r"^\D+", "", self.gettext(A_DAY))
                for group, part in enumerate(("2026", "12", "31"), 1):
                    day = day.replace(part, rf"\{group}")
                value = re.sub("([0-9]+)/([0-9]+)/([0-9]+)", day, value)
            if form and "|" in form:
                forms, whole = form.split("|"), re.match("[0-9]+", str(value))
                return f"{value} {forms[self._plural(int(whole[0])) if whole else -1]}"
            shown = repr(value) if quotation else format(value, form or "")
            return shown.replace(",", THOUSANDS.get(mark, ",")) if form == "," else shown

        text = re.sub(r"\{([a-z_0-9]+)(!r)?(?::([^}]*))?\}", lambda place: BEGIN + value_of(place), words)
        for apart, contracted in re.findall("([^/]+)/([^,]+)(?:, )?", self.gettext(CONTRACTED)):
            text = re.sub(rf"\b{apart.replace(' ', f' {BEGIN}', 1)}", contracted, text)
        return text.replace(BEGIN, "")


def _unescaped(words: str) -> str:
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], words) if "\\" in words else words


@cache
def _catalogue(language: str) -> _Catalogue:
    with open(os.path.join(os.path.dirname(__file__), language + SUFFIX), encoding="utf-8") as file:  # noqa: PTH118, PTH120, PTH123
        return _Catalogue(file.read())
