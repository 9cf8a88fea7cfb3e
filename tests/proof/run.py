"""``make proof``: run all parts of the proof, or ``PART=name``, and write what they found to build/proof.

``make proof-quick`` runs a sample of every part. A part that has been proved is not run again, unless something that it
rests on has changed. ``--check COMMIT`` runs nothing: it says whether the folder proves this commit.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TextIO
from zlib import crc32

from swisspair.terminal.jobs import cores
from tests.evidence import store
from tests.places import ROOT
from tests.proof import page
from tests.proof.parts import BY_NAME, PARTS, Part
from tests.spread import options

PROVED, FAILED, MISSING, UNSAMPLED = "proved", "failed", "missing", "no sample"
FOLDER, QUICK_FOLDER = ROOT / "build" / "proof", ROOT / "build" / "proof-quick"
PATIENCE = 4
"""A part fails if it takes this many times as long as the table says."""
QUICK_MINUTES = 2
"""The most minutes that the sample of a part may take."""

Result = dict[str, Any]


def git(*words: str) -> str:
    done = subprocess.run(("git", "-C", str(ROOT), *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit() -> str:
    """Return the newest commit, with a mark for changes that are not committed."""
    return git("rev-parse", "HEAD") + (" with changes" if git("status", "--porcelain", "--untracked-files=no") else "")


def fingerprint(part: Part) -> str:
    """Return a value that changes with everything that a part rests on, and with its commands."""
    tracked = git("ls-files", "--stage", "--", *part.rests_on)
    changed = git("diff", "HEAD", "--", *part.rests_on)
    return hashlib.sha256(repr((part.whole, tracked, changed, platform.python_version())).encode()).hexdigest()[:16]


def missing(part: Part) -> list[str]:
    """Return the programs, paths and modules that a part needs and that are not there."""

    def is_there(name: str) -> bool:
        if name.isupper():
            return Path(os.environ.get(name, "")).is_file()
        if "." in name or "_" in name:
            return find_spec(name.partition(".")[0]) is not None
        return shutil.which(name) is not None

    return [name for name in part.needs if not is_there(name)]


def versions() -> dict[str, str]:
    """Return the versions of everything that the proof uses."""
    found = {"python": platform.python_version(), "system": platform.platform()}
    for program in ("c++", "node", "chromium"):
        if shutil.which(program):
            done = subprocess.run((program, "--version"), capture_output=True, text=True, check=False)
            found[program] = done.stdout.partition("\n")[0]
    return found | {one.metadata["Name"]: one.version for one in sorted(distributions(), key=lambda one: one.name)}


def matcher() -> Path:
    """Return the folder with the matcher in C++."""
    return min((ROOT / "pairing_engine").rglob("native.cpp")).parent.relative_to(ROOT)


OUT_OF_TIME = 124
"""The exit status of a command that took too long."""


def in_shell(command: str, log: TextIO, environment: dict[str, str], seconds: float) -> int:
    """Run a command, end it with all its processes when its time is up, and return its exit status."""
    with subprocess.Popen(
        ("sh", "-c", command), stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT,
        env=environment, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            return OUT_OF_TIME
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def run(part: Part, folder: Path, *, quick: bool, seed: int, jobs: int) -> Result:
    """Run the commands of a part, and return what it found."""
    gone = missing(part)
    if gone or (quick and not part.quick):
        why = f"needs {', '.join(gone)}, which is not there" if gone else "has no sample that takes seconds"
        return {"state": MISSING if gone else UNSAMPLED, "why": why}
    figures, log = folder / "figures" / part.name, folder / f"{part.name}.log"
    shutil.rmtree(figures, ignore_errors=True)
    figures.mkdir(parents=True)
    begun, status = time.monotonic(), 0
    most = 60 * (QUICK_MINUTES if quick else PATIENCE * part.minutes)
    environment = {**os.environ, store.VARIABLE: str(figures)}
    asked = [
        command.format(python=sys.executable, seed=seed, jobs=jobs, folder=folder, matcher=matcher())
        for command in (part.quick if quick else part.whole)
    ]
    done = 0
    with log.open("w") as written:
        for command in asked:
            status = in_shell(command, written, environment, most - (time.monotonic() - begun))
            if status == OUT_OF_TIME:
                written.write(f"took more than {most // 60} minutes: {command}\n")
            if status:
                break
            done += 1
    found = counted(figures, log.read_text(encoding="utf-8", errors="replace"), done)
    found |= {"seconds": round(time.monotonic() - begun), "seed": seed, "commands": asked}
    return judged(part, found, status, log, quick=quick)


def counted(figures: Path, log: str, done: int) -> Result:
    """Return the figures of a part, or how many tests or commands passed, and with -rs why tests were skipped."""
    kinds = {path.stem: json.loads(path.read_text()) for path in sorted(figures.glob("*.json"))}
    entries = [entry for kind in kinds.values() for entry in kind.values()]
    if entries:
        numbers = {key: sum(entry[key] for entry in entries) for key in ("count", "differences")}
        return {**numbers, "figures": kinds}
    passed = [int(number) for number in re.findall(r"\b(\d+) passed", log)]
    skipped = sorted({*re.findall(r"(?m)^SKIPPED \[\d+\] \S+: (.*)", log)})
    return {"count": sum(passed) or done, "differences": 0, "figures": {}, "skipped": skipped}


FAULTS = tuple(
    re.compile(words, re.MULTILINE)
    for words in (
        r"^(?:FAILED|ERROR|took more).*",
        r"^[\w.]+(?:Error|Exception)\b.*",
        r".*(?:NOT ALLOWED|: untrue|differs? from|contradict).*",
    )
)
"""Lines that say what is wrong, the clearest ones first."""


def judged(part: Part, found: Result, status: int, log: Path, *, quick: bool) -> Result:
    """Add the state of a part, and the reason if it is not proved."""
    lines = [line.strip() for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    why = ""
    if status:
        told = (pattern.findall("\n".join(lines)) for pattern in FAULTS)
        why = next((found[0] for found in told if found), (lines or ["no output"])[-1])[:300]
    elif found["differences"] > part.may_differ * found["count"]:
        why = f"{found['differences']:,} of {found['count']:,} {part.counts} differ: see {log.name}"
    elif not quick and found["count"] < part.least:
        why = f"counted {found['count']:,} {part.counts}, expected at least {part.least:,}"
    return {**found, "state": FAILED if why else PROVED, "why": why}


def write(path: Path, value: Result) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
    fresh.replace(path)


def read(folder: Path, part: Part) -> Result:
    path = folder / f"{part.name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def line_of(part: Part, found: Result) -> str:
    if found["state"] == PROVED:
        differ = f"{found['differences']:,} differ" if found["differences"] else "none differs"
        counts = part.counts.removesuffix("s") if found["count"] == 1 else part.counts
        proved = f"{part.name}: proved, {found['count']:,} {counts}, {differ}, {found['seconds']} s"
        return "; skipped: ".join((proved, *found.get("skipped", ())))
    return f"{part.name}: {found['state']}: {found['why']}"


def prove(parts: Sequence[Part], folder: Path, *, quick: bool, seed: int, jobs: int) -> Iterator[Result]:
    """Run the parts that are not proved yet, and write what they found."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        here, now = fingerprint(part), commit()
        found = {} if quick else read(folder, part)
        if found.get("state") == PROVED and found["fingerprint"] == here and "changes" not in found["commit"]:
            print(f"{part.name}: proved before, at {found['commit'][:8]}", flush=True)
        else:
            found = run(part, folder, quick=quick, seed=seed, jobs=jobs)
            found |= {"part": part.name, "commit": now, "fingerprint": here, "quick": quick, "versions": versions()}
            found["day"] = f"{datetime.now(UTC):%Y-%m-%d}"
            write(folder / f"{part.name}.json", found)
            print(line_of(part, found), flush=True)
        yield found


def check(folder: Path, wanted: str) -> list[str]:
    """Return why the folder does not prove a commit; empty if it does. Parts without their programs are only named."""
    results = {part.name: read(folder, part) for part in PARTS}
    faults = [f"{name}: not in {folder}" for name, found in results.items() if not found]
    for part in PARTS:
        found = results[part.name]
        if found.get("state") == MISSING:
            print(line_of(part, found))
        elif found and found["state"] != PROVED:
            faults.append(line_of(part, found))
        elif found and fingerprint(part) != found["fingerprint"]:
            faults.append(f"{part.name}: proved at {found['commit'][:8]}, and something that it rests on has changed")
    whole = folder / "proof.json"
    proved = json.loads(whole.read_text(encoding="utf-8"))["commit"] if whole.exists() else "nothing"
    if proved != wanted:
        faults.append(f"the folder proves {proved[:8]}, not {wanted[:8]}: run make proof")
    return faults


def write_page(folder: Path) -> None:
    everything = {part: found for part in PARTS if (found := read(folder, part))}
    (folder / "index.md").write_text(page.text(everything, commit()), encoding="utf-8")


def main() -> int:
    asked = options(__doc__, part="", quick=False, folder=Path(), seed=-1, jobs=cores(), check="")
    folder = asked.folder if asked.folder != Path() else QUICK_FOLDER if asked.quick else FOLDER
    if asked.check:
        faults = check(folder, git("rev-parse", asked.check))
        write_page(folder)
        print("\n".join(faults) or f"{folder} proves {asked.check}")
        return int(bool(faults))
    if asked.part and asked.part not in BY_NAME:
        print(f"{asked.part} is no part; the parts are {', '.join(BY_NAME)}")
        return 3
    parts = [BY_NAME[asked.part]] if asked.part else PARTS
    seed = asked.seed if asked.seed >= 0 else crc32(git("rev-parse", "HEAD").encode()) % 10_000
    results = list(prove(parts, folder, quick=asked.quick, seed=seed, jobs=asked.jobs))
    write(folder / "proof.json", {"commit": commit(), "day": f"{datetime.now(UTC):%Y-%m-%d}", "versions": versions()})
    write_page(folder)
    allowed = (PROVED, MISSING, UNSAMPLED) if asked.quick else (PROVED,)
    return int(any(found["state"] not in allowed for found in results))


if __name__ == "__main__":
    sys.exit(main())
