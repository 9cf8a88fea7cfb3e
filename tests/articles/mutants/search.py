"""Search for rounds that mutants pair differently: ``python -m tests.articles.mutants.search [WORDS]``.

WORDS limits the search to mutants whose names contain one of the words. The rounds are printed as lines for
``witnesses.toml``.
"""

import sys
from collections.abc import Iterator

from pairing_engine.matching import Backend
from pairing_engine.state.round_state import RoundState
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from tests.articles.mutants.test_shortcut_mutants import MUTANTS, mutated
from tests.articles.mutants.witnesses import is_told, referred, state_of_bracket
from tests.evidence.differential.engines import FAMILIES

BRACKETS = 6_000
EVENTS = 400
ENOUGH = 2


def random_states() -> Iterator[tuple[str, object, RoundState]]:
    """Yield random states, each with its section and its entry in ``witnesses.toml``."""
    for seed in range(BRACKETS):
        yield "brackets", seed, state_of_bracket(seed)
    for seed in range(EVENTS):
        family = FAMILIES[seed % len(FAMILIES)]
        for state in family.states(seed, DUTCH_2026):
            yield "generated", [family.name, seed, state.number], state


def main(words: list[str]) -> None:
    found: dict[str, dict[str, list[object]]] = {
        mutant: {} for mutant in MUTANTS if not words or any(word in mutant for word in words)
    }
    open_still = list(found)
    for kind, place, state in random_states():
        if not open_still:
            break
        witness = referred(state, Backend.AUTO)
        for mutant in list(open_still):
            with mutated(mutant) as system:
                told = is_told(system, witness, Backend.AUTO)
            if told:
                places = found[mutant].setdefault(kind, [])
                places.append(place)
                if len(places) >= ENOUGH:
                    open_still.remove(mutant)
    for mutant, kinds in found.items():
        print(f'["{mutant}"]')
        for kind, places in kinds.items():
            print(f"{kind} = {places}".replace("'", '"'))
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
