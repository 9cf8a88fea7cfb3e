"""The figures that runs write down, a file for each kind with the numbers of comparisons and differences."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.places import ROOT

VARIABLE = "SWISSPAIR_FIGURES"
"""The environment variable that names the folder for the figures. `tests.proof.run` sets it for each part."""


@dataclass(frozen=True)
class Entry:
    """The number of comparisons and of differences for a subject, such as ``dutch/2026``.

    ``details`` are further figures, each with a name.
    """

    count: int
    unit: str
    differences: int
    details: Mapping[str, int] = field(default_factory=dict)


def write_down(kind: str, subject: str, entry: Entry) -> None:
    """Record what a run has found about a subject. Replace the old file only when the new file is complete."""
    path = Path(os.environ.get(VARIABLE) or ROOT / "build" / "figures") / f"{kind}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = json.loads(path.read_text()) if path.exists() else {}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(entries | {subject: vars(entry)}, indent=1, sort_keys=True) + "\n")
    fresh.replace(path)
