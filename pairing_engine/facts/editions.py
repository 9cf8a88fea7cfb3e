"""The editions of the rules, and the day from which each edition applies."""

from __future__ import annotations

import re
from collections.abc import Mapping

APPLIED_FROM: Mapping[str, Mapping[str, str]] = {
    # Some texts name the assemblies that approved them, but no date (readings O15, P15, V11, S8 and L55).
    "dutch": {
        "1998": "1992/01/01",
        "2009": "2002/01/01",
        "2012": "2012/09/10",
        "2017": "2017/07/01",
        "2026": "2026/02/01",
    },
    "dubov": {"2018": "2019/01/01", "2026": "2026/02/01"},
    "burstein": {"2017": "2017/07/01", "2026": "2026/02/01"},
    "double-swiss": {"2026": "2026/02/01"},
    "team": {"2024": "2024/08/01", "2026": "2026/02/01"},
    "lim": {"1999": "2000/01/01", "2026": "2026/02/01"},
    # The tables are older than the dates of the handbook. They change only if an event asks for it (reading R3).
    "round-robin": {"exchanged": "1900/01/01", "2026": "1900/01/01"},
}
"""The first day (YYYY/MM/DD) of every edition, by system, the oldest edition first.

The option ``--edition``, record 192 and the date of an event can name only editions in this table. The module of each
edition is ``SYSTEM/edition_YYYY.py`` in `pairing_engine.systems`.
"""

_ALIASES = {"2025": "2026"}
"""Other years that people use for an edition.

The Dutch rules of 2026 were circulated as the rules of 2025.
"""


def edition_of_year(year: str) -> str:
    """Return the edition for a year. For example, the year 2025 stands for the edition of 2026.

    >>> edition_of_year("2025"), edition_of_year("2017")
    ('2026', '2017')
    """
    return _ALIASES.get(year, year)


def edition_on(name: str, day: str) -> str:
    """Find the edition of a system in force on a day (YYYY/MM/DD); empty for a day before the first edition."""
    return next((edition for edition, first in reversed(list(APPLIED_FROM[name].items())) if first <= day), "")


_YEAR = r"\b(?:19|20)\d\d\b"
_WORD_OF_SYSTEMS = r"(?:system|swiss|pairings?|rules)"
_BETWEEN = r"[\s:(\-]+"
_IN_WORDS = {
    "team": r"team[\s-]+pairing",
    "double-swiss": r"double[\s-]+swiss",
    "round-robin": r"(?:double[\s-]+)?round[\s-]*robin",
}
"""Patterns for the names of systems that can be spelled in several ways."""


def system_in_words(words: str) -> str:
    """Find the system in a description of an event's type; empty unless exactly one system is named.

    A name counts only if the name is the whole description, or stands next to a word such as "system".

    >>> system_in_words("Individual: Dubov system"), system_in_words("Dubov Memorial")
    ('dubov', '')
    """
    spoken = words.lower()
    found = [name for name in APPLIED_FROM if _is_named(_IN_WORDS.get(name, name), spoken)]
    return found[0] if len(found) == 1 else ""


def _is_named(name: str, spoken: str) -> bool:
    """Whether a description names a system: the name is the whole text, or next to a word such as "system"."""
    before = rf"\b{_WORD_OF_SYSTEMS}{_BETWEEN}{name}\b"
    after = rf"\b{name}{_BETWEEN}(?:swiss{_BETWEEN})?{_WORD_OF_SYSTEMS}\b"
    return bool(re.fullmatch(name, spoken.strip()) or re.search(f"{before}|{after}", spoken))


def edition_in_words(name: str, words: str) -> str:
    """Find an edition's year in a description of an event's type, and return the edition; empty if none.

    The year counts only if the description also contains the system or the word "rules". Otherwise, the year may be the
    year of the event.

    >>> edition_in_words("dutch", "Swiss Dutch 2017 rules"), edition_in_words("dutch", "Open 2017, Swiss")
    ('2017', '')
    """
    spoken = words.lower()
    if name.replace("-", " ") not in spoken.replace("-", " ") and "rules" not in spoken:
        return ""
    years = (edition_of_year(year) for year in re.findall(_YEAR, words))
    return next((year for year in years if year in APPLIED_FROM[name]), "")
