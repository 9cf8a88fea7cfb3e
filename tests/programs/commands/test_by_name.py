"""Part of a name identifies a participant, if no other name contains that part.

Case and accents do not matter.
"""

from __future__ import annotations

import pytest

from pairing_engine.errors import BadRequest
from pairing_engine.facts.asked_wishes import Asked, wishes_of
from pairing_engine.facts.model import Participant, Tournament, Tpn
from pairing_engine.facts.names import find, find_all, find_pair, named
from tests.places import FIXTURES
from tests.programs.commands.calls import Call

NAMES = ("Dvořák, Hana", "Müller-Åström, Øyvind", "Li, Wei", "Olivia Rossi", "Rossi, Ada", "Nguyễn, Đức")
PEOPLE = tuple(Participant(Tpn(number), name) for number, name in enumerate(NAMES, 1))
FILE = FIXTURES / "worked" / "held-2026-before-round-4.trf"


@pytest.mark.parametrize(("text", "numbers"), [
    ("dvorak", [1]), ("DVOŘ", [1]), ("hana dvorak", [1]), ("oyvind", [2]), ("muller", [2]), ("åström", [2]),
    ("li", [3]),
    ("oliv", [4]), ("rossi", [4, 5]),
    ("rossi a", [5]), ("duc", [6]), ("5", [5]), ("55", []), ("", []), ("-", []),
])  # fmt: skip
def test_a_part_of_a_name(text: str, numbers: list[int]) -> None:
    assert [one.tpn for one in named(PEOPLE, text)] == numbers


@pytest.mark.parametrize(("text", "words"), [
    ("rossi", "'rossi' matches 4 Olivia Rossi; 5 Rossi, Ada: give the number"),
    ("dvorjak", "there is no participant dvorjak in this event; the nearest: 1 Dvořák, Hana"),
    ("77", "there is no participant 77 in this event: numbers go from 1 to 6"),
    ("zzz", "there is no participant zzz in this event"),
])  # fmt: skip
def test_an_unknown_or_ambiguous_name_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRequest) as refused:
        find(PEOPLE, text)
    assert str(refused.value) == words


def test_lists_and_pairs() -> None:
    """In a list or a pair, a name may contain a comma or a hyphen."""
    assert [one.tpn for one in find_all(PEOPLE, "Dvořák, Hana, 3,Rossi, Ada")] == [1, 3, 5]
    assert [one.tpn for one in find_all(PEOPLE, "li; dvorak")] == [3, 1]
    assert [one.tpn for one in find_pair(PEOPLE, "muller-åström-li")] == [2, 3]
    assert [one.tpn for one in find_pair(PEOPLE, "1-muller-astrom")] == [1, 2]
    with pytest.raises(BadRequest, match="expected two participants"):
        find_pair(PEOPLE, "li")


def test_wishes_name_players() -> None:
    event = Tournament("Club", PEOPLE)
    by_name = Asked(avoid_pairs="dvorak-li", prefer_bye="Rossi, Ada", no_bye="oyvind,3")
    by_number = Asked(avoid_pairs="1-3", prefer_bye="5", no_bye="2,3")
    assert wishes_of(event, by_name) == wishes_of(event, by_number)


@pytest.mark.parametrize(("by_name", "by_number"), [
    (("--why", "carla", FILE), ("--why", 3, FILE)),
    (("--why", "CARLA", 5, FILE), ("--why", 3, 5, FILE)),
    (("--why-not", "kevin-finn", FILE), ("--why-not", "8-6", FILE)),
    (("--why-not", "kevin-bye", FILE), ("--why-not", "8-bye", FILE)),
    (("--what-if", "absent:marco", "alice-carla", FILE), ("--what-if", "absent:10", "1-3", FILE)),
    (("--what-if", "prohibit:carla - david", FILE), ("--what-if", "prohibit:3-4", FILE)),
    (("--what-if", "marco-bye", FILE), ("--what-if", "10-bye", FILE)),
    (("--judge", "david-bruno,carla-alice", FILE), ("--judge", "4-2,3-1", FILE)),
    (("--why-rank", "alice-bruno", FILE, "--tiebreaks", "BH"), ("--why-rank", "1-2", FILE, "--tiebreaks", "BH")),
])  # fmt: skip
def test_questions_name_players(call: Call, by_name: tuple[object, ...], by_number: tuple[object, ...]) -> None:
    found = call("swisspair", *by_name)
    assert found.output == call("swisspair", *by_number).output
    assert found.output
