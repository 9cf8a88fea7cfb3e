"""If a rule of the Dubov or Burstein System is changed, some round is paired differently.

A witness is a round that a mutant pairs differently. Some witnesses are recorded rounds, and some were worked out by
hand. All other witnesses are random rounds with the pairing of the literal transcription.
"""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from pairing_engine.kernel import bye
from pairing_engine.kernel.bye import ByeStep
from pairing_engine.kernel.colour import clash
from pairing_engine.kernel.rules import Rule
from pairing_engine.matching import Backend
from pairing_engine.pairing import round_to_pair
from pairing_engine.state.round_state import Player, RoundState
from pairing_engine.systems.burstein import process as burstein_process
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dubov import edition_2026 as criteria
from pairing_engine.systems.dubov.edition_2026 import DUBOV_2026
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.shared.orders import identifier_order
from tests.articles.literal import burstein, dubov, dutch
from tests.articles.literal.facts import NoLegalPairing, tournament_of
from tests.articles.mutants.changes import Change, Mutants, neighbours, with_process, words_in
from tests.articles.mutants.witnesses import Witness, assert_told_apart, by_hand, is_told, transcribed
from tests.articles.test_c040401_dubov import ONE_FROM_AFAR
from tests.builders import only, player, state
from tests.engine.laws.strategies import after_the_seeding_rounds, paired_rounds, random_round
from tests.evidence.golden.recorded import archive_of, recorded_answer
from trf import read


def _name(rule: Rule) -> str:
    """Return the rule's code; the two rules of [C7] become ``C7.number`` and ``C7.scores``."""
    return rule.code if rule.code != "C7" else "C7.number" if rule.levels is None else "C7.scores"


SCORE, GAMES, RANKING = BURSTEIN_2026.bye_steps

BYES: dict[str, Sequence[ByeStep]] = {
    "3.1.3 dropped": (GAMES, RANKING),
    "3.1.4 dropped": (SCORE, RANKING),
    "3.1.5 dropped": (SCORE, GAMES, ByeStep("", "whoever has the largest pairing number", bye.largest_tpn)),
    "3.1.3 and 3.1.4 swapped": (GAMES, SCORE, RANKING),
    "3.1.4 and 3.1.5 swapped": (SCORE, RANKING, GAMES),
}

BURSTEIN_VALUES: dict[str, Change] = {
    "1.6.2 at most three": lambda system: system._replace(in_round=burstein_process.SeedingRounds(DUTCH_2026, 3)),
    "1.6.2 at most five": lambda system: system._replace(in_round=burstein_process.SeedingRounds(DUTCH_2026, 5)),
    "2.1.1 [C1] dropped": lambda system: system._replace(may_meet=lambda a, b, _state: not clash(a, b)),
    "2.1.3 [C3] dropped": lambda system: system._replace(may_meet=lambda a, b, _state: b.tpn not in a.barred),
    "4.3 from the smallest opponent": with_process(order=identifier_order),
}

OF_BURSTEIN = Mutants(
    BURSTEIN_2026,
    neighbours([_name(rule) for rule in BURSTEIN_2026.criteria], BURSTEIN_2026.criteria),
    neighbours([step.article for step in BURSTEIN_2026.colour_steps], BURSTEIN_2026.colour_steps, keep_last=True),
    BYES,
    BURSTEIN_VALUES,
    words_in("burstein"),
)

NONE_IN_BURSTEIN = {
    "swap 5.2.1 5.2.2": "two players without games have no preference to grant [1.5.4]",
    "swap 5.2.2 5.2.3": "if the two preferences differ in colour, granting the stronger one grants both",
}
"""The mutants that still pair every round correctly, each with the reason."""


SUM_OF_DIFFERENCES = criteria.c6._replace(levels=None, most=10**6)
"""A mutant of [C6] that adds up the score differences [Reading V2]."""

OF_UPFLOATERS_ALONE = criteria.c7._replace(
    cost=lambda edge, bracket: criteria.c7.cost(edge, bracket) if edge.floats else 0
)
"""A mutant of [C7] that counts only the pairs of upfloaters [Reading V3]."""


def _instead(rule: Rule, other: Rule) -> list[Rule]:
    return [other if each is rule else each for each in DUBOV_2026.criteria]


DUBOV_VALUES: dict[str, Change] = {
    "2.1.1 [C1] dropped": lambda system: system._replace(may_meet=lambda a, b, _state: not clash(a, b)),
    "2.1.3 [C3] dropped": lambda system: system._replace(may_meet=lambda a, b, _state: b.tpn not in a.barred),
}

OF_DUBOV = Mutants(
    DUBOV_2026,
    {
        **neighbours([rule.code for rule in DUBOV_2026.criteria], DUBOV_2026.criteria),
        "C6 adds up": _instead(criteria.c6, SUM_OF_DIFFERENCES),
        "C7 of upfloaters alone": _instead(criteria.c7, OF_UPFLOATERS_ALONE),
    },
    neighbours([step.article for step in DUBOV_2026.colour_steps], DUBOV_2026.colour_steps, keep_last=True),
    neighbours([step.article for step in DUBOV_2026.bye_steps], DUBOV_2026.bye_steps),
    DUBOV_VALUES,
    words_in("dubov"),
    words_in("dubov-shortcut"),
)

NONE_IN_DUBOV = {
    "3.2.4 [C7] does not matter": "pairings with the fewest pairs inside the smaller subgroup are best by [C7] (V8)",
    "swap 5.2.1 5.2.2": "two players without games prefer the same colour [1.6.4], so 5.2.2 cannot grant both",
    "swap 5.2.2 5.2.3": "if the two preferences differ in colour, granting the stronger one grants both",
}
"""The mutants that still pair every round correctly, each with the reason."""


class ByHand(NamedTuple):
    """The state before a round, the right pairs, and the mutants that pair the round differently."""

    state: RoundState
    expected: str
    mutants: tuple[str, ...]

    @property
    def witness(self) -> Witness:
        return by_hand(self.state, self.expected)


def of_rounds(rounds: int, number: int, players: Iterable[Player]) -> RoundState:
    found = state(*players, number=number)
    event = found.tournament
    return found._replace(tournament=event._replace(settings=event.settings._replace(rounds=rounds)))


def met(pairs: str, *colours: str) -> RoundState:
    """Build a scoregroup of players with these colours. The players in ``pairs`` have met."""
    barred = [tuple(map(int, pair.split("-"))) for pair in pairs.split()]
    return state(*(player(n, 10, own, barred=[b for a, b in barred if a == n]) for n, own in enumerate(colours, 1)))


DUBOV = (
    ByHand(ONE_FROM_AFAR, "1-4 2-3 5-7 6-8", ("drop C5", "swap C5 C6")),
    # MaxT is 3. The set of players 3 and 5 has one maximum upfloater, with seven upfloats. The set of players 4 and 6
    # has two maximum upfloaters, with three upfloats each.
    ByHand(
        of_rounds(
            9,
            8,
            only(
                "1-3 1-4 2-5 2-6 3-5 4-6",
                (
                    player(1, 20),
                    player(2, 20),
                    player(3, 10, floats="UUUUUUU"),
                    player(4, 10, floats="UUU----"),
                    player(5, 10, floats="-------"),
                    player(6, 10, floats="UUU----"),
                ),
            ),
        ),
        "1-3 2-5 4-6",
        ("drop C8", "swap C8 C9"),
    ),
    # Both are maximum upfloaters. Player 2 has five upfloats, none of them in the previous round. Player 3 has three
    # upfloats, one of them in the previous round.
    ByHand(
        of_rounds(
            9,
            7,
            (
                player(1, 20),
                player(2, 10, floats="UUUUU-"),
                player(3, 10, floats="---UUU"),
                player(4, 10, floats="UUUUUU"),
            ),
        ),
        "1-3 2-4",
        ("drop C9", "swap C9 C10"),
    ),
    # A random search found this round, and the literal transcription paired it. The subgroups are equal, and each
    # subgroup must pair two of its own players.
    ByHand(
        met("1-2 1-4 1-6 2-3 4-6 5-6", "wb", "w", "wb", "wbw", "b", "wbw"), "1-3 2-6 4-5", ("3.2.4.1 from G2 if equal",)
    ),
    # Players 1 and 2 seek White. Player 2 has met both players who seek Black, so players 1 and 2 must meet. So must
    # players 3 and 4.
    ByHand(met("1-3 2-3 2-4", "bwb", "b", "wbw", "wbw"), "1-2 3-4", ("3.2.4.1 dropped",)),
)

BURSTEIN = (
    # If player 1 floats, there is one floater, who came from above. If players 2, 3 and 4 float, there are three
    # floaters, all residents.
    ByHand(
        of_rounds(
            6,
            5,
            only(
                "1-6 1-5 3-5 3-7 7-8 4-8 2-4 2-6",
                (player(n, score, "wb") for n, score in enumerate((20, 10, 10, 10, 10, 0, 0, 0), 1)),
            ),
        ),
        "1-6 2-4 3-5 7-8",
        ("swap C5 C6",),
    ),
    # If player 1 floats, only player 1 floats on from the following bracket. If player 2 floats, player 2 is paired in
    # the following bracket, and three residents float.
    ByHand(
        of_rounds(
            6,
            5,
            only(
                "1-3 2-3 1-8 2-7 5-7 5-9 9-10 6-10 4-6 4-8",
                (player(n, score, "wb") for n, score in enumerate((30, 30, 30, 20, 20, 20, 20, 0, 0, 0), 1)),
            ),
        ),
        "2-3 4-6 5-7 1-8 9-10",
        ("swap C7.number C7.scores",),
    ),
    # 5.2.1: Nobody has played. Without this step, the pairs 1-4 and 2-3 get no colours.
    ByHand(of_rounds(6, 5, (player(n, 0) for n in (1, 2, 3, 4))), "1-4 2-3", ("drop 5.2.1",)),
)


MUTANTS = {"dubov": OF_DUBOV, "burstein": OF_BURSTEIN}
NO_DIFFERENCE = {"dubov": NONE_IN_DUBOV, "burstein": NONE_IN_BURSTEIN}
BY_HAND = {"dubov": DUBOV, "burstein": BURSTEIN}
WITNESSES: dict[str, dict[str, dict[str, list[object]]]] = {
    name: tomllib.loads((Path(__file__).parent / f"witnesses_{name}.toml").read_text(encoding="utf-8"))
    for name in MUTANTS
}
NAMES = [(name, mutant) for name in MUTANTS for mutant in MUTANTS[name].names()]

FOURTH_SEEDING_ROUND = "1.6.2 at most three"


def recorded(name: str, member: str) -> Witness:
    archive = archive_of("rounds", f"{name}-2026")
    event = read(archive.read(member))
    answer = recorded_answer(archive.answer(member)).pairs
    return Witness(partial(round_to_pair, event, len(event.rounds) + 1), None if answer is None else set(answer))


def enumerated(name: str, seed: int) -> Witness:
    event = random_round(seed)
    if name == "burstein":
        event = after_the_seeding_rounds(event)
    paired = None
    with suppress(NoLegalPairing):
        paired = dubov.pair(event) if name == "dubov" else burstein.pair(event)
    return transcribed(tournament_of(event), paired)


def fourth_seeding_rounds() -> Iterator[Witness]:
    """[C.04.4.2 1.6.2] Yield round 4, the last seeding round, of random events with nine rounds."""
    for seed in range(40):
        for event in paired_rounds(seed, "burstein"):
            if len(event.rounds) == 3 and event.rounds_total == 9:
                yield transcribed(tournament_of(event), dutch.pair(event))


def witnesses(name: str, mutant: str) -> Iterator[Witness]:
    known = WITNESSES[name].get(mutant, {})
    yield from (made.witness for made in BY_HAND[name] if mutant in made.mutants)
    yield from (recorded(name, str(member)) for member in known.get("rounds", ()))
    yield from (enumerated(name, int(str(seed))) for seed in known.get("seeds", ()))
    if mutant == FOURTH_SEEDING_ROUND:
        yield from fourth_seeding_rounds()


@pytest.mark.parametrize(("name", "mutant"), [each for each in NAMES if each[1] not in NO_DIFFERENCE[each[0]]])
def test_every_rule_and_its_place_matter(name: str, mutant: str) -> None:
    mutants = MUTANTS[name]
    backend = Backend.AUTO if mutant in mutants.shortcuts else Backend.REFERENCE
    assert_told_apart(mutants.system, mutants.mutated(mutant), [*witnesses(name, mutant)], backend)


@pytest.mark.parametrize(("name", "mutant"), [(name, mutant) for name in MUTANTS for mutant in NO_DIFFERENCE[name]])
def test_mutants_that_should_make_no_difference_make_none(name: str, mutant: str) -> None:
    everything = [made.witness for made in BY_HAND[name]]
    everything += [recorded(name, member) for member in archive_of("rounds", f"{name}-2026").members[::12]]
    with MUTANTS[name].mutated(mutant) as system:
        assert not any(is_told(system, witness, Backend.REFERENCE) for witness in everything)


def test_every_witness_belongs_to_a_mutant() -> None:
    for name, known in WITNESSES.items():
        assert set(known) <= set(MUTANTS[name].names())
        assert {mutant for made in BY_HAND[name] for mutant in made.mutants} <= set(MUTANTS[name].names())
