"""Another pairing program, whose input file is written and whose pairs are read here.

The program must accept calls like those of bbpPairings: ``PROGRAM --dutch EVENT -p PAIRS``.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from checker.diff import Pair
from checker.questions.moment import Moment
from pairing_engine.facts.model import MAX_ROUNDS, EventKind, Tpn
from pairing_engine.scores.acceleration import virtual_points
from pairing_engine.values import replace
from swisspair.swisscheck.forms import Form
from trf import Dialect, write

PATIENCE = 120
"""The time limit for a round in seconds."""


def asked(moment: Moment, form: Form) -> str:
    """Write the event as it stood before the round, in the format of the other program.

    In TRF(x), virtual points replace the Baku rule. A TRF(x) can only state the prohibitions of this round. A TRF26
    states the system without its edition, because programs spell editions differently.
    """
    event = replace(moment.tournament, recorded_ranks={})
    settings = event.settings
    if form is Form.TRF26:
        code = re.sub(r"_\d{4}$", "", settings.system)
        return write(replace(event, settings=replace(settings, system=code)))
    now = [rule for rule in settings.prohibitions if rule.first_round <= moment.number <= rule.last_round]
    settings = replace(
        settings,
        system="" if settings.kind is EventKind.INDIVIDUAL else settings.system,
        baku=False,
        virtual_points=virtual_points(event, event.taking_part(1), moment.of_event.conventions.acceleration),
        prohibitions=tuple(rule._replace(first_round=1, last_round=MAX_ROUNDS) for rule in now),
    )
    return write(replace(event, settings=settings), Dialect.TRF16X)


def answer(program: str, moment: Moment, form: Form) -> list[Pair]:
    """Return the pairs of the other program. Raises OSError, ValueError or SubprocessError."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        source.write_text(asked(moment, form), encoding="utf-8", newline="")
        command = [program, f"--{moment.of_event.name}", str(source), "-p", str(target)]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        if done.returncode or not target.exists():
            said = (done.stderr or done.stdout).decode(errors="replace").replace(f"{folder}/", "").strip()
            raise ValueError(f"exit status {done.returncode}: {said[:200]}")
        lines = target.read_text(encoding="utf-8", errors="replace").split("\n")
    pairs = [tuple(map(int, line.split())) for line in lines[1:] if line.strip()]
    return [(Tpn(white), Tpn(black)) for white, black in pairs]
