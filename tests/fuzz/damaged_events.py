"""The effect of a wrong character in a small event: ``python -m tests.fuzz.damaged_events``.

The program damages a file, reads the file and pairs the next round. An error is harmless if the file is refused, if an
adjustment is reported, or if the pairs stay the same. All other errors are harmful. The program counts the harmful
errors in each field.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple

from pairing_engine.errors import NoPairing, PairingError
from pairing_engine.facts.codes import kind_of_system
from pairing_engine.facts.model import EventKind
from pairing_engine.generator.generate import Amount, Plan, generate
from pairing_engine.pairing import pair_round, round_to_pair
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.choice import NoEdition, choose
from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.spread import options, spread
from trf import TrfProblems, examine, write
from trf.format.fields import TABLES

UNIT = "damaged files"

EVENTS = 12
BLOCK = 400

CHARACTERS = "0123456789 .,=-+wbWBHFZUxX/"

NOTHING, REFUSED, TOLD, SILENT = "as before", "refused", "told", "without a word"


class Answer(NamedTuple):
    """The reported adjustments and the pairs of a file. ``pairs`` is None if the file is refused."""

    told: frozenset[tuple[str, int]] = frozenset()
    pairs: tuple[tuple[int, int], ...] | None = None


@cache
def event(system: str, number: int) -> str:
    """Return a small unfinished event in TRF26, with records of all kinds."""
    lot = Random(f"{system} {number}")
    edition = max(SYSTEMS[system])
    teams = kind_of_system(system) is EventKind.TEAM
    plan = Plan(
        players=lot.randint(6, 8) if teams else lot.randint(7, 16),
        rounds=5,
        boards=2 if teams else None,
        lowest_rating=1400,
        highest_rating=2600,
        half_point_byes=(Amount(1),),
        forfeits=(Amount(1),),
        prohibited_groups=lot.randint(0, 1),
        baku=None if teams else lot.random() < 0.2,
    )
    made = generate(plan, number, SYSTEMS[system][edition])
    played = min(number % 4, len(made.rounds))
    made = made._replace(rounds=made.rounds[:played], recorded_ranks={}, settings=made.settings._replace(rounds=6))
    coming = f"240 Z {played + 1:03} {lot.randint(1, 6):4}\n260 001 006 {lot.randint(1, 3):4} {lot.randint(4, 6):4}\n"
    return write(made) + coming


def damaged(text: str, lot: Random) -> tuple[str, int]:
    """Change, remove or insert a character. Return the damaged text and the position of the damage."""
    place = lot.randrange(len(text) - 1)
    match lot.randrange(3):
        case 0:
            return text[:place] + lot.choice(CHARACTERS) + text[place + 1 :], place
        case 1:
            return text[:place] + text[place + 1 :], place
        case _:
            return text[:place] + lot.choice(CHARACTERS) + text[place:], place


def answer(text: str) -> Answer:
    try:
        found = examine(text, name="in.trf")
        rules = choose(found.tournament.settings).system
        state = round_to_pair(found.tournament, len(found.tournament.rounds) + 1, rules)
        pairing = pair_round(rules, state)
    except (TrfProblems, NoEdition, NoPairing, PairingError):
        return Answer()
    boards = [(state.shown(board.white), state.shown(board.black)) for board in pairing.boards]
    bye = [] if pairing.bye is None else [(state.shown(pairing.bye), 0)]
    told = frozenset((one.code, one.line) for one in found.adjustments)
    return Answer(told, tuple(sorted(boards + bye)))


def field_at(text: str, place: int) -> str:
    start = text.rfind("\n", 0, place) + 1
    line, column = text[start : text.find("\n", place)], place - start + 1
    code = line[:3]
    if column <= 3 or code not in TABLES:
        return f"{code} code" if column <= 3 else code
    table = TABLES[code]
    name = next((field.name for field in table.fields if field.first <= column <= field.last), None)
    if name is None and table.repeated is not None and column >= table.repeated.first:
        name = "games" if code == "001" else table.repeated.name
    return f"{code} {name or 'between fields'}"


def judged(system: str, number: int, lot: Random) -> tuple[str, str]:
    """Damage a file. Return the outcome, and the field that was damaged."""
    text = event(system, number)
    before = _before(system, number)
    spoiled, place = damaged(text, lot)
    after = answer(spoiled)
    where = field_at(text, place)
    if after.pairs is None:
        return REFUSED, where
    if after.pairs == before.pairs:
        return NOTHING, where
    codes = Counter(code for code, _ in after.told)
    codes.subtract(Counter(code for code, _ in before.told))
    return (TOLD if any(count > 0 for count in codes.values()) else SILENT), where


@cache
def _before(system: str, number: int) -> Answer:
    found = answer(event(system, number))
    assert found.pairs is not None, (system, number)
    return found


def usable() -> Iterator[tuple[str, int]]:
    for system in SYSTEMS:
        for number in range(EVENTS):
            try:
                if answer(event(system, number)).pairs is not None:
                    yield system, number
            except ValueError:  # a TRF cannot express this event
                continue


def block(numbers: range, seed: int, events: Sequence[tuple[str, int]]) -> tuple[Counter[str], Counter[str]]:
    """Damage one file for each number. Return how many have each outcome, and the fields whose damage was silent."""
    outcomes: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    for number in numbers:
        lot = Random(f"{seed} {number}")
        word, where = judged(*lot.choice(events), lot)
        outcomes[word] += 1
        silent[where] += word == SILENT
    return outcomes, +silent


def main() -> None:
    asked = options(__doc__, count=60_000, seed=0, seconds=3_600, jobs=cores())
    end = time.monotonic() + asked.seconds
    blocks = [range(first, min(first + BLOCK, asked.count)) for first in range(0, asked.count, BLOCK)]
    outcomes: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    for more, fields in spread(partial(block, seed=asked.seed, events=[*usable()]), blocks, asked.jobs):
        outcomes += more
        silent += fields
        if time.monotonic() > end:
            break
    print(outcomes, silent)
    details = {**outcomes, **{f"in {where}": number for where, number in silent.items()}}
    store.write_down("damages", "all", store.Entry(outcomes.total(), UNIT, outcomes[SILENT], details))


if __name__ == "__main__":
    main()
