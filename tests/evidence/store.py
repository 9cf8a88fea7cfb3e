"""The data files of comparison results, by kind, system and edition."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path

from pairing_engine import __version__

HERE = Path(__file__).parent
COMPARED = ("pairing_engine", "checker", "trf", "tests/articles/literal")
"""The folders of compared code, in which uncommitted changes matter."""


@dataclass(frozen=True)
class Entry:
    """The numbers of comparisons and differences for one subject (``dutch/2026``).

    ``first_day`` and ``last_day`` (YYYY-MM-DD) are those of the first run and of the last one; ``versions`` gives the
    number counted by each version. ``details`` are further counts by name. ``note`` says what the figure leaves out.
    """

    count: int
    unit: str
    differences: int
    command: str
    first_day: str
    last_day: str
    versions: Mapping[str, int]
    details: Mapping[str, int] = field(default_factory=dict)
    note: str = ""

    def joined(self, more: Entry) -> Entry:
        """The sum with a later run that made other comparisons."""
        return replace(
            more,
            count=self.count + more.count,
            differences=self.differences + more.differences,
            first_day=self.first_day,
            versions=_sums((self.versions, more.versions)),
            details=_sums((self.details, more.details)),
        )


Entries = dict[str, Entry]


def found(
    count: int,
    unit: str,
    differences: int,
    command: str,
    details: Mapping[str, int] | None = None,
    note: str = "",
) -> Entry:
    """The results of a run made today."""
    today = date.today().isoformat()
    return Entry(count, unit, differences, command, today, today, {version(): count}, dict(details or {}), note)


def load(kind: str, folder: Path = HERE) -> Entries:
    """The results of a kind, such as ``exhaustive``, by subject; empty before its first run."""
    path = folder / f"{kind}.json"
    if not path.exists():
        return {}
    return {subject: Entry(**values) for subject, values in json.loads(path.read_text()).items()}


def save(kind: str, entries: Entries, folder: Path = HERE) -> None:
    """Save all results of a kind, replacing the old file safely."""
    path = folder / f"{kind}.json"
    values = {subject: asdict(entry) for subject, entry in sorted(entries.items())}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(values, indent=1, sort_keys=True) + "\n")
    fresh.replace(path)


def write_down(kind: str, subject: str, entry: Entry, folder: Path = HERE) -> None:
    """Replace the results of an earlier run."""
    save(kind, load(kind, folder) | {subject: entry}, folder)


def add(kind: str, subject: str, entry: Entry, folder: Path = HERE) -> Entry:
    """Add the results of a run to earlier ones, and return the sum."""
    entries = load(kind, folder)
    entries[subject] = entries[subject].joined(entry) if subject in entries else entry
    save(kind, entries, folder)
    return entries[subject]


@cache
def version() -> str:
    """The version of the project, including the commit if known."""
    return version_in(HERE)


def version_in(folder: Path) -> str:
    """The version of the checkout around a folder; uncommitted code is marked."""
    try:
        commit = _git(folder, "rev-parse", "--short=8", "HEAD")
        changed = _git(folder, "status", "--porcelain", "--", *(f":/{name}" for name in COMPARED))
    except (OSError, subprocess.CalledProcessError):
        return __version__
    return f"{__version__} at {commit}{' with changes' if changed else ''}"


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(("git", "-C", str(folder), *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _sums(tables: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for table in tables:
        for name, number in table.items():
            total[name] += number
    return dict(total)
