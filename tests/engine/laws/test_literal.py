"""The engine agrees with the literal transcription of every system and edition.

In some tests, the earlier rounds are random. In other tests, the engine has paired all earlier rounds. The tests in
`tests/articles/mutants` show that these comparisons detect broken rules.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

import pytest

from pairing_engine import BadRequest
from tests.articles.literal import blind_events, burstein, dubov, dutch, dutch_2017, lim
from tests.articles.literal.facts import Event, NoLegalPairing, Paired
from tests.articles.literal.random_events import random_event
from tests.engine.laws import test_generated_matches, test_lim_laws
from tests.engine.laws.strategies import (
    Enumerator,
    after_the_seeding_rounds,
    assert_literal,
    paired_rounds,
    random_round,
)
from tests.engine.laws.test_generated_matches import DOUBLE, TEAM, TEAM_2024, Kind
from tests.evidence.exhaustive.subjects import burstein_by_the_words
from tests.evidence.tally import counted

REFERENCE_EVERY = 8


class Law(NamedTuple):
    """A comparison of an engine with a transcription, for many seeds.

    `make test` uses the first ``few`` seeds, and the whole proof all other seeds. Each test covers ``block`` seeds.
    """

    holds_for: Callable[[int], None]
    few: int
    all: int
    block: int


# --- rounds of games, in the Dutch, Dubov and Burstein Systems --------------------------------------------------------


def random_histories(
    event_of: Callable[[int], Event], system: str, enumerator: Enumerator, edition: str | None = None
) -> Callable[[int], None]:
    return lambda seed: assert_literal(event_of(seed), system, enumerator, edition)


def rounds_that_it_paired(
    system: str, enumerator: Enumerator, edition: str | None = None, *, saturated: bool = False
) -> Callable[[int], None]:
    def holds_for(seed: int) -> None:
        for event in paired_rounds(seed, system, edition, saturated):
            assert_literal(event, system, enumerator, edition)

    return holds_for


def of_any_size(seed: int) -> Event:
    return random_event(Random(seed))


def of_4_to_14(seed: int) -> Event:
    rng = Random(seed)
    return random_event(rng, rng.randint(4, 14))


# --- the oldest editions of the Dutch System --------------------------------------------------------------------------


def of_dutch(edition: str) -> Enumerator:
    return partial(blind_events.pair, edition=edition)


# --- matches ----------------------------------------------------------------------------------------------------------


def random_matches(kind: Kind, seed: int) -> None:
    event = kind.random_event(seed)
    expected = kind.transcribed(event)
    if expected == Paired(frozenset(), 0):
        with pytest.raises(BadRequest, match="nobody takes part"):
            kind.engine(event)
        return
    assert kind.engine(event) == expected
    assert kind.engine(event, "reference") == expected
    counted("transcriptions", f"{kind.name}/{kind.edition}")


def matches_that_it_paired(kind: Kind, seed: int) -> None:
    for number, (event, answer) in enumerate(test_generated_matches.rounds_of(kind, seed), 1):
        assert answer == kind.transcribed(event), number
        counted("transcriptions", f"{kind.name}/{kind.edition}")


# --- the Lim System, whose transcription does not look ahead ----------------------------------------------------------


def transcribed_lim(event: Event, *, maxi: bool = False) -> Paired | None:
    try:
        return lim.pair(event, maxi)
    except NoLegalPairing:
        return None


def random_lim(seed: int) -> None:
    """Compare the engine with the transcription in a round after random earlier rounds.

    For some seeds, also compare the reference engine.
    """
    event = random_event(Random(seed))
    expected = transcribed_lim(event)
    assert test_lim_laws.engine_answer(event) == expected
    counted("transcriptions", "lim/2026")
    if seed % REFERENCE_EVERY == 0:
        assert test_lim_laws.engine_answer(event, "reference") == expected


def lim_that_it_paired(seed: int) -> None:
    for number, found in enumerate(test_lim_laws.rounds_of(seed), 1):
        assert found.answer == transcribed_lim(found.event, maxi=found.maxi), number
        counted("transcriptions", "lim/2026")


# --- all laws ---------------------------------------------------------------------------------------------------------

LAWS = {
    "dutch-2026": Law(random_histories(of_any_size, "dutch", dutch.pair), 50, 12_000, 50),
    "dutch-2017": Law(random_histories(of_any_size, "dutch", dutch_2017.pair, "2017"), 50, 12_000, 50),
    # These events continue until no round is possible, because only late rounds use the second procedure of A.9.
    "dutch-2017, paired by it": Law(rounds_that_it_paired("dutch", dutch_2017.pair, "2017"), 0, 1_000, 50),
    **{
        f"dutch-{edition}": Law(random_histories(of_4_to_14, "dutch", of_dutch(edition), edition), 25, 5_000, 25)
        for edition in blind_events.EDITIONS
    },
    # Each of these events has about eight rounds.
    **{
        f"dutch-{edition}, paired by it": Law(
            rounds_that_it_paired("dutch", of_dutch(edition), edition, saturated=True), 4, 540, 4
        )
        for edition in blind_events.EDITIONS
    },
    "dubov-2018": Law(random_histories(random_round, "dubov", dubov.pair_2018, "2018"), 25, 3_100, 25),
    "dubov-2018, paired by it": Law(rounds_that_it_paired("dubov", dubov.pair_2018, "2018"), 5, 110, 5),
    "dubov": Law(random_histories(random_round, "dubov", dubov.pair), 50, 5_500, 50),
    "dubov, paired by it": Law(rounds_that_it_paired("dubov", dubov.pair), 5, 220, 5),
    "burstein-2017": Law(
        random_histories(
            lambda seed: after_the_seeding_rounds(random_round(seed)), "burstein", burstein.pair_2017, "2017"
        ),
        25,
        3_100,
        25,
    ),
    "burstein": Law(
        random_histories(lambda seed: after_the_seeding_rounds(random_round(seed)), "burstein", burstein.pair),
        50,
        5_500,
        50,
    ),
    "burstein, paired by it, with seeding rounds": Law(
        rounds_that_it_paired("burstein", burstein_by_the_words), 5, 220, 5
    ),
    "lim-1999": Law(random_histories(of_any_size, "lim", lim.pair_1999, "1999"), 25, 3_100, 25),
    "lim": Law(random_lim, 100, 12_000, 100),
    "lim, paired by it": Law(lim_that_it_paired, 10, 600, 10),
    "double-swiss": Law(partial(random_matches, DOUBLE), 50, 8_000, 50),
    "double-swiss, paired by it": Law(partial(matches_that_it_paired, DOUBLE), 10, 800, 10),
    "team-2024": Law(partial(random_matches, TEAM_2024), 25, 3_100, 25),
    "team": Law(partial(random_matches, TEAM), 50, 8_000, 50),
    "team, paired by it": Law(partial(matches_that_it_paired, TEAM), 10, 800, 10),
}

BLOCKS = [
    pytest.param(name, first, marks=() if first < law.few else pytest.mark.slow)
    for name, law in LAWS.items()
    for first in range(0, law.all, law.block)
]


ARGUED = {("dutch-1998, paired by it", 517), ("dutch-2009, paired by it", 517)}
"""The seeds in which the engine and a transcription read the text differently (docs/readings.md, O9)."""


@pytest.mark.parametrize(("name", "first"), BLOCKS)
def test_rounds_are_those_of_the_text(name: str, first: int) -> None:
    law = LAWS[name]
    for seed in range(first, first + law.block):
        if (name, seed) in ARGUED:
            with pytest.raises(AssertionError):
                law.holds_for(seed)
            continue
        try:
            law.holds_for(seed)
        except AssertionError as error:
            error.add_note(f"{name}: seed {seed}")
            raise
