"""The choice of a language: by name, by the user's system, or inside a block."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

from pairing_engine.language import CHOSEN, ENGLISH, OTHER_WORDS, SUFFIX, say

Item = TypeVar("Item")
Result = TypeVar("Result")

VARIABLE = "SWISSPAIR_LANGUAGE"
"""The environment variable that chooses the language; the option ``--language`` takes priority over it."""


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


def languages() -> list[str]:
    """List the available languages.

    >>> "fr" in languages()
    True
    """
    names = os.listdir(os.path.dirname(__file__))  # noqa: PTH120, PTH208 - pathlib would be loaded for it
    return sorted({ENGLISH, *(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))})


def choose_language(name: str) -> None:
    """Use a language such as ``fr`` or ``fr_CH.UTF-8`` from now on.

    Raises `UnknownLanguage` if the language has no catalogue.
    """
    CHOSEN.set(_known(name))


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
    token = CHOSEN.set(_known(name))
    try:
        yield
    finally:
        CHOSEN.reset(token)


@contextmanager
def in_other_words(messages: Mapping[str, str]) -> Iterator[None]:
    """Replace some messages inside a ``with`` block, for readers who have no command line.

    >>> with in_other_words({"{number} more (--all)": "{number} more"}):
    ...     say("{number} more (--all)", number=3)
    '3 more'
    """
    token = OTHER_WORDS.set(messages)
    try:
        yield
    finally:
        OTHER_WORDS.reset(token)


def carried(work: Callable[[Item], Result]) -> Callable[[Item], Result]:
    """Wrap a function to keep the current language, even when the function runs in another process.

    The wrapped function can be pickled if ``work`` can be pickled.
    """
    return work if CHOSEN.get() == ENGLISH else partial(_in_language_of_caller, CHOSEN.get(), work)


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
