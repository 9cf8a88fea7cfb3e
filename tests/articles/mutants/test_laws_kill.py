"""Every law (a property test) fails if the engine is broken on purpose.

If a law still holds for a broken engine, the examples of the law are too simple.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pkgutil import resolve_name
from typing import Any

import pytest
from hypothesis import Phase, settings

from pairing_engine import NoPairing
from pairing_engine.kernel.graph import Horizon
from pairing_engine.systems import SYSTEMS
from pairing_engine.systems.burstein.edition_2026 import BURSTEIN_2026
from pairing_engine.systems.dutch.edition_2026 import DUTCH_2026
from pairing_engine.systems.lim.edition_2026 import LIM_2026
from pairing_engine.systems.system import System
from tests.articles.mutants.changes import TABLES, Words, rewritten, words_of
from tests.internals import forgetting

Law = Callable[..., Any]

EXAMPLES = 6000
"""The number of examples for each law, enough to find the rarest fault."""


def killed() -> Iterator[tuple[str, Words]]:
    """Yield each law of ``words.toml`` with words that make it fail."""
    for law, row in TABLES["laws"].items():
        yield from ((law, words) for words in words_of(row))


def edition_named(name: str) -> System:
    system, _, edition = name.partition("/")
    return SYSTEMS[system][edition]


def law_of(name: str) -> tuple[Law, Law]:
    """Return a law with the arguments in its name, and the property test that hypothesis runs for it."""
    place, *given = name.split()
    held: Law = resolve_name(place)
    arguments = (Horizon[word] if word.isupper() else edition_named(word) for word in given)
    return partial(held, *arguments), held


@pytest.mark.parametrize(
    ("name", "words"), [pytest.param(*each, id=f"{each[0].split(':')[1]}: {each[1].new}") for each in killed()]
)
def test_a_law_kills_its_mutant(name: str, words: Words, monkeypatch: pytest.MonkeyPatch) -> None:
    law, held = law_of(name)
    usual = getattr(held, "_hypothesis_internal_use_settings", None)
    if usual is not None:
        at_once = settings(
            usual, max_examples=EXAMPLES, phases=(Phase.generate,), database=None, report_multiple_bugs=False
        )
        monkeypatch.setattr(held, "_hypothesis_internal_use_settings", at_once)
    with (
        forgetting(DUTCH_2026, BURSTEIN_2026, LIM_2026),
        rewritten(*words),
        pytest.raises((AssertionError, LookupError, NoPairing)),
    ):
        law()
