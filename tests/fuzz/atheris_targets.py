"""Coverage-guided fuzzing: ``python -m tests.fuzz.atheris_targets reader|pairing [SECONDS]``.

The program needs atheris. LibFuzzer writes findings to ``fuzz-findings/``, in files ``crash-...``, ``timeout-...`` or
``oom-...``.
"""

from __future__ import annotations

import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["trf", "pairing_engine", "checker"]):
    from pairing_engine.systems.choice import kind_asked_for
    from tests.fuzz.attack_calls import by_lot, outcome
    from trf import TrfProblems, examine

from tests.fuzz.damaged_files import FINDINGS, WATCHDOG
from tests.fuzz.mutations import corpus, mutated

SMALL = 6_000
"""The largest size of an input in bytes. Larger inputs would take too long."""
MEGABYTES = 1_024
SECONDS = 300


def reader(data: bytes) -> None:
    how = by_lot(Random(zlib.crc32(data)))
    try:
        examine(data, name="input", recompute=how.recompute, kind=kind_asked_for(how.system))
    except TrfProblems as error:
        str(error)


def pairing(data: bytes) -> None:
    outcome(data, by_lot(Random(zlib.crc32(data))))


def damage(data: bytes, most: int, seed: int) -> bytes:
    """Damage an input. For odd seeds, the damage is typical of TRFs."""
    if seed % 2:
        return bytes(mutated(data, Random(seed)))[:most]
    changed: bytes = atheris.Mutate(data, most)
    return changed


TARGETS: dict[str, Callable[[bytes], None]] = {"reader": reader, "pairing": pairing}


def main() -> None:
    name, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    FINDINGS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(corpus()):
            if len(text) <= SMALL:
                Path(folder, str(number)).write_bytes(text)
        options = {
            "max_total_time": seconds,
            "max_len": SMALL,
            "timeout": WATCHDOG,
            "rss_limit_mb": MEGABYTES,
            "artifact_prefix": f"{FINDINGS}/",
            "print_final_stats": 1,
            "verbosity": 1,
        }
        arguments = [sys.argv[0], folder, *(f"-{option}={value}" for option, value in options.items())]
        atheris.Setup(arguments, TARGETS[name], custom_mutator=damage)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
