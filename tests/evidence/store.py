"""The data files with the results of comparisons, by kind, system and edition."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path

from pairing_engine import __version__

HERE = Path(__file__).parent
COMPARED = ("pairing_engine", "checker", "trf", "tests/articles/literal")
"""The folders with the compared code. If these folders have uncommitted changes, the version is marked as changed."""


@dataclass(frozen=True)
class Entry:
    """The number of comparisons and of differences for a subject, such as ``dutch/2026``.

    ``first_day`` and ``last_day`` (YYYY-MM-DD) are the days of the first and the last run. ``versions`` maps each
    version of the project to its number of comparisons. ``details`` are further figures, each with a name. ``note`` is
    a remark for the page.
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
        """Add up this record and the record of a later run."""
        return replace(
            more,
            count=self.count + more.count,
            differences=self.differences + more.differences,
            first_day=min(self.first_day, more.first_day),
            last_day=max(self.last_day, more.last_day),
            versions=_sums((self.versions, more.versions)),
            details=_sums((self.details, more.details)),
        )


Entries = dict[str, Entry]


def found(
    count: int, unit: str, differences: int, command: str, details: Mapping[str, int] | None = None, note: str = ""
) -> Entry:
    today = date.today().isoformat()
    return Entry(count, unit, differences, command, today, today, {version(): count}, dict(details or {}), note)


def load(kind: str, folder: Path = HERE) -> Entries:
    """Read the results of a kind of comparison, such as ``exhaustive``. Before the first run, return no results."""
    path = folder / f"{kind}.json"
    if not path.exists():
        return {}
    return {subject: Entry(**values) for subject, values in json.loads(path.read_text()).items()}


def save(kind: str, entries: Entries, folder: Path = HERE) -> None:
    """Save the results for a kind of comparison. Replace the old file only when the new file is complete."""
    path = folder / f"{kind}.json"
    values = {subject: asdict(entry) for subject, entry in sorted(entries.items())}
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(values, indent=1, sort_keys=True) + "\n")
    fresh.replace(path)


def write_down(kind: str, subject: str, entry: Entry, folder: Path = HERE) -> None:
    """Record the results of a run in place of the results of earlier runs."""
    save(kind, load(kind, folder) | {subject: entry}, folder)


def add(kind: str, subject: str, entry: Entry, folder: Path = HERE) -> Entry:
    """Add the results of a run to the results of earlier runs, and return the sums."""
    entries = load(kind, folder)
    entries[subject] = entries[subject].joined(entry) if subject in entries else entry
    save(kind, entries, folder)
    return entries[subject]


@cache
def version() -> str:
    """Return the version of the project, with the commit if it is known."""
    return version_in(HERE)


def version_in(folder: Path) -> str:
    """Return the version of the code in a folder, with a mark for uncommitted changes."""
    try:
        commit = _git(folder, "rev-parse", "--short=8", "HEAD")
        changed = _git(folder, "status", "--porcelain", "--", *(f":/{name}" for name in COMPARED))
    except (OSError, subprocess.CalledProcessError):
        return __version__
    return f"{__version__} at {commit}{' with changes' if changed else ''}"


def without_lost_commits(folder: Path = HERE) -> None:
    """Drop the names of commits that were rebased away, if the whole history is known: nobody could look them up."""
    try:
        if _git(folder, "rev-parse", "--is-shallow-repository") != "false":
            return
        known = {commit[:8] for commit in _git(folder, "log", "--format=%H", "--no-abbrev").split()}
    except (OSError, subprocess.CalledProcessError):
        return
    for path in folder.glob("*.json"):
        entries = load(path.stem, folder)
        named = {
            subject: replace(entry, versions=_sums({_if_known(one, known): n} for one, n in entry.versions.items()))
            for subject, entry in entries.items()
        }
        if named != entries:
            save(path.stem, named, folder)


def _if_known(version: str, known: Set[str]) -> str:
    number, _, commit = version.partition(" at ")
    return version if commit[:8] in known else number


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(("git", "-C", str(folder), *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _sums(tables: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for table in tables:
        for name, number in table.items():
            total[name] += number
    return dict(total)
