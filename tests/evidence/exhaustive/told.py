"""The parts of an answer, parsed from its printed sentences.

The tests compare every statement with the right round and with the wrong round. This module does not use the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tests.articles.literal.facts import Paired
from tests.evidence.exhaustive.verdicts import Pairs

REASON = re.compile(
    r"^ +(?:in the (?:bracket|scoregroup) of (?P<score>[\d.]+) points: )?(?P<said>.*) \[(?P<cited>[^\]]*)\]$"
)
OF_ONE = re.compile(
    r"the opponent of (\d+)[^,;]*? is (?P<other>nobody|\d+)[^,;]*?(?: \((?P<wrong>\d+)\))? instead of "
    r"(?P<one>nobody|\d+)[^,;]*?(?: \((?P<right>\d+)\))?$"
)
CHOSEN = re.compile(r": (?P<wrong>\d+) \((?P<other>\d+)[^,;]*\) instead of (?P<right>\d+) \((?P<one>\d+)")
ONE_FOR_ANOTHER = re.compile(r": (?P<other>\d+) instead of (?P<one>\d+)$")
COMPARED = re.compile(r": (?P<wrong>[^;:]*) instead of (?P<right>[^;:]*?)(?:; (?P<names>.*))?$")
SCORE_OF_BYE = "the score of the assignee of the pairing-allocated bye"
BOARD = re.compile(r"^    (\d+)[^-]* (?:- (\d+).*|bye)$")


class Told(NamedTuple):
    """A printed reason, split into its parts.

    ``values`` contains the value of the wrong round and the value of the right round. ``players`` lists participants in
    the wrong round, and ``instead`` lists their counterparts in the right round. If the reason is about the opponent of
    a player, ``of`` is the number of this player.
    """

    score: str
    words: str
    code: str
    article: str
    values: tuple[str, str] = ("", "")
    players: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()
    of: int = 0


def reason_in(lines: Iterable[str]) -> Told | None:
    """Return the first reason in the lines of an answer, or None if the answer has no reason."""
    found = next((match for line in lines if (match := REASON.match(line))), None)
    if found is None:
        return None
    code, _, article = found["cited"].rpartition(", ") if found["cited"].count(", ") else ("", "", found["cited"])
    told = Told(found["score"] or "", found["said"], code, article)
    said = found["said"]
    if one := OF_ONE.search(said):
        values = one["wrong"] or "", one["right"] or ""
        return told._replace(values=values, players=_number(one["other"]), instead=_number(one["one"]), of=int(one[1]))
    if one := CHOSEN.search(said) or ONE_FOR_ANOTHER.search(said):
        values = (one["wrong"], one["right"]) if "wrong" in one.groupdict() else ("", "")
        return told._replace(values=values, players=_number(one["other"]), instead=_number(one["one"]))
    if one := COMPARED.search(said):
        players, _, instead = (one["names"] or "").partition(", instead of ")
        return told._replace(
            words=said[: one.start()],
            values=(one["wrong"], one["right"]),
            players=_numbers(players),
            instead=_numbers(instead) if instead else (),
        )
    words, _, names = said.partition("; ")
    players, _, instead = names.partition(", instead of ")
    return told._replace(words=words, players=_numbers(players), instead=_numbers(instead) if instead else ())


def _number(text: str) -> tuple[int, ...]:
    return () if text == "nobody" else (int(text),)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"(?:^|, )(\d+)", text))


def boards_in(lines: Iterable[str]) -> tuple[Pairs, int]:
    """Parse the pairs and the receiver of the bye in the lines of an answer."""
    boards = [match for line in lines if (match := BOARD.match(line))]
    pairs = frozenset(frozenset((int(one[1]), int(one[2]))) for one in boards if one[2])
    return pairs, next((int(one[1]) for one in boards if not one[2]), 0)


def mate(whole: Paired, tpn: int) -> tuple[int, ...]:
    """Return the opponent of a player, or an empty tuple."""
    return tuple(other for pair in whole.boards for other in pair if tpn in pair and other != tpn)


def contradicts_rounds(told: Told, right: Paired, other: Paired) -> str:
    """Compare a reason with both rounds. Return an error message, or an empty string."""
    if told.of and told.players and mate(other, told.of) != told.players:
        return f"{told.of} meets {mate(other, told.of)} there, not {told.players}"
    if told.of and told.instead and mate(right, told.of) != told.instead:
        return f"{told.of} meets {mate(right, told.of)}, not {told.instead}"
    for value, whole in zip(told.values, (other, right), strict=True):
        for one, another in re.findall(r"(\d+) - (\d+)", value):
            if (int(another),) != mate(whole, int(one)):
                return f"there is no {value}"
    if told.words.startswith(SCORE_OF_BYE) and told.players != _bye(other):
        return f"the bye is {_bye(other)}, not {told.players}"
    if told.words.startswith(SCORE_OF_BYE) and (told.instead or _bye(other)) != _bye(right):
        return f"the bye is {_bye(right)}, not {told.instead}"
    if told.words.startswith("the pairing-allocated bye goes to") and (told.players, told.instead) != (
        _bye(other),
        _bye(right),
    ):
        return f"the byes are {_bye(other)} and {_bye(right)}"
    return ""


def _bye(whole: Paired) -> tuple[int, ...]:
    return (whole.bye,) if whole.bye else ()


def contradicts_boards(lines: Sequence[str], right: Paired, other: Paired) -> str:
    """Check the list of boards in an answer. Return an error message, or an empty string."""
    pairs, bye = boards_in(lines)
    turned = frozenset(map(frozenset, other.boards)), other.bye
    unlike = frozenset(frozenset(board) for board in other.boards - right.boards)
    expected = unlike, other.bye if other.bye != right.bye else 0
    return "" if (pairs, bye) == expected else f"boards {sorted(map(sorted, pairs))} {bye}, but {turned}"


def as_points(text: str) -> list[Fraction]:
    """Parse a comma-separated list of numbers. The word ``none`` means an empty list."""
    return [] if text == "none" else [Fraction(part) for part in text.split(", ")]
