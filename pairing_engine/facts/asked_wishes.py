"""Wishes in the forms in which a user can state them: fields of the event, lists of pairs, and files of groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from pairing_engine.errors import TooLarge, refusal
from pairing_engine.facts.bounded import at_most, decoded
from pairing_engine.facts.model import (
    MAX_ROUNDS,
    EventKind,
    Participant,
    Strength,
    Tournament,
    Tpn,
    Wish,
    WishKind,
    listed,
)
from pairing_engine.facts.names import find, find_all, find_pair
from pairing_engine.facts.shown import one_line
from pairing_engine.language import marked, say

GROUP_FIELDS = marked(("federation", "team", "club", "school"))
"""The fields by which a wish can form groups. In an event of single players, clubs and teams are the same."""

_WITHOUT = marked(
    {
        "federation": "columns 54 to 56 of all records 001 are blank",
        "team": "the file names no club or team of a player",
        "club": "the file names no club or team of a player",
        "": "a TRF has no record for it",
    }
)
"""For each field of the event, the reason why the field can be empty for all players."""

MOST_BYTES = 16 * 2**20
"""The maximum size, in bytes, of a file of groups."""

_NUMBER = re.compile(r"[0-9]{1,9}")


Numbers = int | str | Iterable[int | str]
"""Participants by their numbers in the file: one number, several numbers, or a text such as ``3,7``."""

Avoid = str | PathLike[str] | Mapping[int, str] | Sequence[str | PathLike[str] | Mapping[int, str]] | None
AvoidPairs = str | Iterable[tuple[int | str, int | str]] | None
AvoidRounds = str | int | tuple[int, int] | None


class AskedAs(TypedDict, total=False):
    """The keyword arguments for wishes that `pair` and `check` accept."""

    avoid: Avoid
    avoid_pairs: AvoidPairs
    avoid_rounds: AvoidRounds
    strength: Strength | str
    prefer_bye: Numbers | None
    no_bye: Numbers | None


class Asked(NamedTuple):
    """All wishes of one strength, in the forms in which a user can state them.

    ``avoid`` lists fields of the event (`GROUP_FIELDS`), files with lines ``number,group``, or groups of numbers.
    ``avoid_pairs`` lists pairs of numbers, or is a text such as ``3-7,4-9``. ``avoid_rounds`` contains the first and
    the last round in which ``avoid`` and ``avoid_pairs`` apply, or is one round, or a text such as ``1-3``.
    ``prefer_bye`` lists the participants who should get the pairing-allocated bye. ``no_bye`` lists the participants
    who should not get the bye.
    """

    avoid: Avoid = None
    avoid_pairs: AvoidPairs = None
    avoid_rounds: AvoidRounds = None
    strength: Strength | str = Strength.WEAK
    prefer_bye: Numbers | None = None
    no_bye: Numbers | None = None


def as_stated(asked: Mapping[str, Any]) -> Asked:
    """Return wishes that are stated as arguments. Raises TypeError for an argument that is none of them."""
    unknown = next((name for name in asked if name not in Asked._fields), None)
    if unknown is not None:
        raise TypeError(f"there is no argument {unknown!r}; those about wishes are {', '.join(Asked._fields)}")
    return Asked(**asked)


NOTHING = Asked()


def wishes_of(tournament: Tournament, asked: Asked, rounds: tuple[int, int] | None = None) -> tuple[Wish, ...]:
    """Return the wishes that the user asks for, each with the rounds to which it applies.

    A wish that states no rounds applies to ``rounds``: the first and the last round, or None for all rounds. Raises
    `BadRequest` for a wish that is not valid, or that mentions something unknown to the event.
    """
    if asked == NOTHING:
        return ()
    strength = _strength(asked.strength)
    first, last = (rounds or (1, MAX_ROUNDS)) if asked.avoid_rounds is None else _rounds(asked.avoid_rounds)
    known = _Known(tournament.participants)
    found: list[Wish] = []
    for label, groups in _all_groups(tournament, asked, known):
        found.append(Wish(WishKind.AVOID, strength, first, last, label, groups))
    byes = (WishKind.BYE, "prefer_bye", asked.prefer_bye), (WishKind.NO_BYE, "no_bye", asked.no_bye)
    for kind, about, stated in byes:
        if stated is not None:
            people = _people(stated, known, about)
            label = " and ".join(map(str, sorted({int(one.number) for one in people})))
            found.append(Wish(kind, strength, first, last, label, (frozenset(one.tpn for one in people),)))
    if not found:
        raise refusal("a strength or rounds were given without a wish: state a wish, or leave them out", "strength")
    return tuple(found)


class _Known:
    """The participants, with their numbers looked up once, because a wish can name thousands of them."""

    def __init__(self, participants: Sequence[Participant]) -> None:
        self.participants = participants
        self.numbers = {int(one.number): one for one in participants}

    def one(self, stated: object, about: str) -> Participant:
        """Find somebody by number, or by a name, which only a text can be. Raises the same errors as `find`."""
        text = str(stated).strip()
        found = self.numbers.get(int(text)) if _NUMBER.fullmatch(text) else None
        if found is None and (isinstance(stated, str) or text.isdigit()):
            return find(self.participants, text, about)
        if found is None:
            raise refusal("there is no participant {number} in this event", about, number=one_line(text))
        return found


def _people(stated: Numbers, known: _Known, about: str) -> Sequence[Participant]:
    """Find the people who are stated by number or name."""
    if isinstance(stated, str):
        return find_all(known.participants, stated, about)
    each = [stated] if isinstance(stated, int) else listed(about, stated, object)
    return [known.one(one, about) for one in each]


def is_recorded(wish: Wish, recorded: Iterable[Wish]) -> bool:
    """Return whether a recorded wish says the same for at least the same rounds."""
    return any(
        one._replace(first_round=wish.first_round, last_round=wish.last_round) == wish
        and one.first_round <= wish.first_round
        and wish.last_round <= one.last_round
        for one in recorded
    )


def with_asked(tournament: Tournament, asked: Asked, rounds: tuple[int, int] | None = None) -> Tournament:
    """Add the requested wishes to the wishes of the tournament. Raises the same errors as `wishes_of`."""
    recorded = tournament.settings.wishes
    found = tuple(wish for wish in wishes_of(tournament, asked, rounds) if not is_recorded(wish, recorded))
    if not found:
        return tournament
    return tournament._replace(settings=tournament.settings._replace(wishes=tournament.settings.wishes + found))


def _strength(strength: Strength | str) -> Strength:
    try:
        return Strength(strength)
    except ValueError:
        names = ", ".join(one.value for one in Strength)
        raise refusal(
            "there is no strength {strength!r}; the strengths are {names}", "strength", strength=strength, names=names
        ) from None


def _rounds(rounds: str | int | tuple[int, int]) -> tuple[int, int]:
    if isinstance(rounds, str | int):
        rounds = str(rounds)
        match = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", rounds)
        bounds = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    else:
        fits = isinstance(rounds, Sequence) and len(rounds) == 2 and all(isinstance(one, int) for one in rounds)
        bounds = rounds if fits else (0, 0)
    if not 1 <= bounds[0] <= bounds[1] <= MAX_ROUNDS:
        raise refusal(
            "found {rounds!r}, expected rounds from 1 to {most}, such as 1-3",
            "avoid_rounds",
            rounds=rounds,
            most=MAX_ROUNDS,
        )
    return bounds


def _all_groups(tournament: Tournament, asked: Asked, known: _Known) -> Iterator[tuple[str, tuple[Set[Tpn], ...]]]:
    avoid = asked.avoid
    if avoid is None or isinstance(avoid, str | PathLike | Mapping):
        sources: tuple[str | PathLike[str] | Mapping[int, str], ...] = () if avoid is None else (avoid,)
    else:
        sources = listed("avoid", avoid, object)
    for source in sources:
        if isinstance(source, Mapping):
            groups = ((known.one(number, "avoid").tpn, group) for number, group in source.items())
            yield marked("groups"), _grouped(groups)
        elif str(source) in GROUP_FIELDS:
            yield str(source), _grouped(_of_field(tournament, str(source)))
        else:
            # Reading Z10: the name of the file without the characters that a record cannot hold.
            label = " ".join(Path(source).name.replace(",", " ").split())
            yield label, _grouped(_of_file(Path(source), known.numbers))
    if asked.avoid_pairs is not None:
        yield marked("pairs"), tuple(_pairs(asked.avoid_pairs, known))


def _grouped(members: Iterable[tuple[Tpn, str]]) -> tuple[Set[Tpn], ...]:
    found: dict[str, set[Tpn]] = {}
    for tpn, group in members:
        found.setdefault(group, set()).add(tpn)
    return tuple(frozenset(group) for group in found.values() if len(group) > 1)


def _of_field(tournament: Tournament, field: str) -> list[tuple[Tpn, str]]:
    found: list[tuple[Tpn, str]] = []
    if field == "federation":
        found = [(one.tpn, one.federation) for one in tournament.participants if one.federation]
    elif field in ("team", "club") and tournament.settings.kind is not EventKind.TEAM:
        found = [(tpn, str(team.tpn)) for team in tournament.teams for tpn in team.members]
    if not found:
        why = say(_WITHOUT.get(field, _WITHOUT[""]))
        raise refusal(
            "this event has no field {field} ({why}); give a file instead, with a number, a comma and a "
            "group in each line",
            "avoid",
            field=field,
            why=why,
        )
    return found


def _of_file(path: Path, known: Mapping[int, Participant]) -> Iterator[tuple[Tpn, str]]:
    """Yield the number and group in each line ``number,group``. Raises `BadRequest`, and OSError."""
    name = one_line(str(path))
    if not path.suffix and not path.exists():
        fields = ", ".join(GROUP_FIELDS)
        words = say("{path} is neither a field nor a file; the fields are {fields}", path=name, fields=fields)
        raise refusal("{words}; each line of the file must be a number, a comma and a group", "avoid", words=words)
    for line, text in enumerate(_text_of(path).splitlines(), 1):
        number, group = _parted(text)
        if not text.strip() or (line == 1 and not number.isdigit()):
            continue
        found = {"path": name, "line": line, "text": one_line(text), "number": number}
        if group is None or not _NUMBER.fullmatch(number):
            raise refusal(
                "{path}:{line}: found {text!r}, expected a number, a comma and a group, such as 12,Kiel",
                "avoid",
                **found,
            )
        one = known.get(int(number))
        if one is None:
            raise refusal("{path}:{line}: there is no participant {number} in this event", "avoid", **found)
        if group:
            yield one.tpn, group


def _parted(text: str) -> tuple[str, str | None]:
    """Return the number and the group in a line; the group is None if there is no separator."""
    for mark in (",", ";", "\t"):
        number, separator, group = text.partition(mark)
        if separator:
            return number.strip(' "'), group.strip(' "')
    return text.strip(' "'), None


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        data = at_most(file, MOST_BYTES)
    if len(data) > MOST_BYTES:
        raise TooLarge(say("{path}: larger than {most} MiB; is it the right file?", path=path, most=MOST_BYTES >> 20))
    return decoded(data)


def _pairs(stated: str | Iterable[Sequence[int | str]], known: _Known) -> Iterator[Set[Tpn]]:
    about = "avoid_pairs"
    pairs: list[Sequence[Participant]]
    if isinstance(stated, str):
        parts = stated.split(";" if ";" in stated else ",")
        pairs = [find_pair(known.participants, part, about) for part in parts]
    else:
        each = listed(about, stated, Sequence)
        pairs = [_people(pair, known, about) for pair in each]
        for pair, people in zip(each, pairs, strict=True):
            if len(people) != 2:
                text = one_line(str(pair))
                raise refusal("found {text!r}, expected two participants such as 3-7", about, text=text)
    for one, other in pairs:
        if one == other:
            raise refusal(
                "found {one}-{other}, expected two different participants", about, one=one.number, other=other.number
            )
        yield frozenset((one.tpn, other.tpn))
