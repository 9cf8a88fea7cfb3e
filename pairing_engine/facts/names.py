"""The search for participants by number, or by a unique part of a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from pairing_engine.errors import BadRequest, refusal
from pairing_engine.facts.model import EventKind, Participant, Tpn
from pairing_engine.facts.shown import one_line
from pairing_engine.language import quoted, say, with_semicolons

MOST_SHOWN = 8
"""The maximum number of participants in a message about an ambiguous name."""

_LONGEST_NUMBER = 9
_ALIKE = 0.6
"""The least similarity at which a message suggests a known name (see `difflib`)."""

_YEAR = re.compile("(19|20)[0-9]{2}")

_SPELLINGS = {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
"""Letters that Unicode cannot split into a base letter and an accent."""


def plain(name: str) -> str:
    """Return a name in lower case, without accents and punctuation, for comparisons.

    >>> plain("Müller-Åström, ØYVIND"), plain("O'Neill")
    ('muller astrom oyvind', 'o neill')
    """
    letters = (one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    spelt = (_SPELLINGS.get(one, one if one.isalnum() else " ") for one in letters)
    return " ".join("".join(spelt).split())


Identity = tuple[str, int, str, str]
"""A name, a rating, a FIDE number and a birth date, which tell two players apart before they have numbers."""


def identity(player: Participant) -> Identity:
    """Return what makes a player unique in a list: the name, the rating, the FIDE number and the birth date."""
    return plain(player.name), player.rating, player.fide_number, player.birth


def called(number: int, name: str, kind: EventKind) -> str:
    """Name a participant by number and name in a sentence; without a name, as "player 7" or "team 7"."""
    if name:  # a name without a letter could be read as a number
        return f"{number} {name if any(map(str.isalpha, name)) else quoted(name)}"
    return say("team {number}" if kind is EventKind.TEAM else "player {number}", number=number)


def number_and_name(participant: Participant, kind: EventKind) -> str:
    return one_line(called(participant.number, participant.name, kind))


def named(participants: Sequence[Participant], text: str) -> tuple[Participant, ...]:
    """Find all participants with the given number or part of a name.

    A whole name takes priority over a whole word of a name. A whole word takes priority over the beginning of a word,
    and the beginning of a word takes priority over any other part.

    >>> names = "Li, Wei", "Olivia Rossi", "Rossi, Ada"
    >>> people = [Participant(Tpn(number), name) for number, name in enumerate(names, 1)]
    >>> [[one.tpn for one in named(people, text)] for text in ("3", "li", "oliv", "rossi", "ada rossi", "x")]
    [[3], [1], [2], [2, 3], [3], []]
    """
    wanted = text.strip()
    if wanted.isascii() and wanted.isdigit():
        number = int(wanted) if len(wanted) <= _LONGEST_NUMBER else 0
        return tuple(one for one in participants if one.number == number)
    words = plain(wanted).split()
    if not words:
        return ()
    names = [(one, plain(one.name)) for one in participants]
    for fits in _FITS:
        found = tuple(one for one, name in names if fits(words, name))
        if found:
            return found
    return ()


_FITS: tuple[Callable[[Sequence[str], str], bool], ...] = (
    lambda words, name: name == " ".join(words),
    lambda words, name: set(words) <= set(name.split()),
    lambda words, name: all(any(part.startswith(word) for part in name.split()) for word in words),
    lambda words, name: all(word in name for word in words),
)


def find(participants: Sequence[Participant], text: str, about: str = "") -> Participant:
    """Find the only participant by number or part of a name. Raises `BadRequest` with those who fit or are similar."""
    found = named(participants, text)
    if len(found) == 1:
        return found[0]
    wanted = one_line(text.strip())
    if found:
        shown = with_semicolons(map(_in_full, found[:MOST_SHOWN]))
        more = say(" and {more} more", more=len(found) - MOST_SHOWN) if len(found) > MOST_SHOWN else ""
        words = say("{wanted!r} matches {shown}{more}: give the number", wanted=wanted, shown=shown, more=more)
    else:
        words = _nobody(participants, wanted)
    raise BadRequest(words, about)


def _in_full(found: Participant) -> str:
    """Name somebody who was found by the name."""
    return one_line(f"{found.number} {found.name}")


def _nobody(participants: Sequence[Participant], wanted: str) -> str:
    words = say("there is no participant {number} in this event", number=wanted)
    if wanted.isdigit() and len(participants) > 1:
        first, last = min(one.number for one in participants), max(one.number for one in participants)
        return say("{words}: numbers go from {first} to {last}", words=words, first=first, last=last)
    rated = sorted(((_likeness(plain(wanted), plain(one.name)), one) for one in participants), key=lambda it: -it[0])
    nearest = [_in_full(one) for likeness, one in rated[:3] if likeness >= _ALIKE]
    return (
        say("{words}; the nearest is {nearest}", words=words, nearest=say(" or ").join(nearest)) if nearest else words
    )


def _likeness(wanted: str, name: str) -> float:
    """Compute the similarity, from 0 to 1, of a text to a whole name or to the most similar word of the name."""
    from difflib import SequenceMatcher  # imported here, because only a wrong name needs it

    return max(SequenceMatcher(None, wanted, part).ratio() for part in (name, *name.split()))


def with_nearest(words: str, wanted: str, known: Iterable[str]) -> str:
    """Add a suggestion to the message ``words``: the most similar known name, or the nearest year.

    >>> with_nearest("no system", "Duch", ("dutch", "dubov")), with_nearest("no edition", "2016", ("2009", "2017"))
    ('no system; the nearest is dutch', 'no edition; the nearest is 2017')
    >>> with_nearest("no system", "chess", ("dutch", "dubov")), with_nearest("no system", "2026", ("dutch", "dubov"))
    ('no system', 'no system')
    """
    if _YEAR.fullmatch(wanted):
        years = [name for name in known if _YEAR.fullmatch(name)]
        if not years:
            return words
        nearest = min(years, key=lambda year: abs(int(year) - int(wanted)))
    else:
        likeness, nearest = max((_likeness(plain(wanted), name), name) for name in known)
        if likeness < _ALIKE:
            return words
    return say("{words}; the nearest is {nearest}", words=words, nearest=nearest)


def find_all(participants: Sequence[Participant], text: str, about: str = "") -> tuple[Participant, ...]:
    """Find the participants in a list such as ``1, 5``, ``aalto; bianchi`` or ``Aalto, Eino, 5``.

    A comma within a name does not separate two participants. Raises the same errors as `find`.

    >>> people = [Participant(Tpn(1), "Aalto, Eino"), Participant(Tpn(2), "Bianchi, Sara")]
    >>> [one.tpn for one in find_all(people, "Aalto, Eino, 2")], [one.tpn for one in find_all(people, "bianchi,aalto")]
    ([1, 2], [2, 1])
    """
    found: dict[Tpn, Participant] = {}
    for word in _parts(participants, text):
        one = find(participants, word, about)
        found.setdefault(one.tpn, one)
    if not found:
        raise refusal("found {text!r}, expected participants such as 1,5 or Aalto", about, text=one_line(text))
    return tuple(found.values())


def _parts(participants: Sequence[Participant], text: str) -> Iterable[str]:
    if ";" in text:
        return [part for part in text.split(";") if part.strip()]
    words = [part for part in text.split(",") if part.strip()]
    parts: list[str] = []
    while words:
        pair = ", ".join(words[:2])
        is_name = len(words) > 1 and not words[1].strip().isdigit() and len(named(participants, pair)) == 1
        parts.append(pair if is_name else words[0])
        del words[: 2 if is_name else 1]
    return parts


def find_pair(participants: Sequence[Participant], text: str, about: str = "") -> tuple[Participant, Participant]:
    """Find the two participants in a text such as ``3-7``, ``aalto-li`` or ``Dupont-Roux - Li``.

    A hyphen within a name does not separate two participants. Raises the same errors as `find`, and `BadRequest` for a
    text that does not have two parts.

    >>> people = [Participant(Tpn(1), "Dupont-Roux, Ada"), Participant(Tpn(2), "Li, Wei")]
    >>> [one.tpn for one in find_pair(people, "dupont-roux-li")], [one.tpn for one in find_pair(people, "2 - 1")]
    ([1, 2], [2, 1])
    """
    ways = list(pairs_of_parts(text))
    if not ways:
        raise refusal("found {text!r}, expected two participants such as 3-7", about, text=one_line(text))
    for one, other in ways:
        if len(named(participants, one)) == len(named(participants, other)) == 1:
            return find(participants, one, about), find(participants, other, about)
    one, other = ways[0]
    return find(participants, one, about), find(participants, other, about)


def pairs_of_parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to split a text at a hyphen; a hyphen between blanks takes priority over all others."""
    mark = " - " if " - " in text else "-"
    parts = text.split(mark)
    for place in range(1, min(len(parts), MOST_SHOWN)):
        one, other = mark.join(parts[:place]).strip(), mark.join(parts[place:]).strip()
        if one and other:
            yield one, other
