"""Third-party packages for the page. npm and pip fetch the packages, and hashes verify them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "web" / "parts.lock"
STORE = ROOT / "build" / "parts"

PYTHON = "3.14"
"""The Python version of the page's runtime."""


class Part(NamedTuple):
    """A third-party package as listed in `web/parts.lock`."""

    registry: str
    name: str
    version: str
    file: str
    sha256: str
    licence: str
    source: str
    platform: str = ""
    use: str = "page"

    @property
    def path(self) -> Path:
        """The path of the package in the local store."""
        return STORE / self.file

    @property
    def is_as_locked(self) -> bool:
        """Whether the file exists and its hash equals the hash in the lock file."""
        return self.path.exists() and hashlib.sha256(self.path.read_bytes()).hexdigest() == self.sha256


def parts(use: str = "page") -> dict[str, Part]:
    """Return the third-party packages by name. ``use`` is ``page`` or ``tests``."""
    found = tomllib.loads(LOCK.read_text(encoding="utf-8"))["part"]
    known = [Part(registry=one.pop("from"), **one) for one in found]
    return {part.name: part for part in known if part.use == use}


def fetched(part: Part) -> Path:
    """Return the path of a package. Fetch the package if it is missing. Exits if the hash is wrong."""
    if not part.is_as_locked:
        STORE.mkdir(parents=True, exist_ok=True)
        subprocess.run(_command(part), check=True, cwd=STORE, stdout=subprocess.DEVNULL)
    if not part.is_as_locked:
        sys.exit(f"{part.name} {part.version}: {part.file} is missing, or has another hash than in web/parts.lock")
    return part.path


def _command(part: Part) -> list[str]:
    if part.registry == "npm":
        return ["npm", "pack", "--silent", f"{part.name}@{part.version}"]
    target = ["--only-binary", ":all:", "--platform", part.platform, "--python-version", PYTHON]
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", *target]
    return [sys.executable, "-m", "pip", "download", *options, f"{part.name}=={part.version}"]
