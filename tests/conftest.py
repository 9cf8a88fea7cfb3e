"""Test profiles, and access to fixtures. Missing fixtures are an error."""

import os
import signal
import tomllib
import zipfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

from pairing_engine.language.choosing import OF_SYSTEM, VARIABLE
from tests.places import FIXTURES

GOLDEN = Path(os.environ.get("SWISSPAIR_GOLDEN") or FIXTURES / "golden")
"""The folder of recorded tournaments. The environment variable SWISSPAIR_GOLDEN can change the folder."""

for name in (VARIABLE, *OF_SYSTEM):
    os.environ.pop(name, None)  # the tests expect English messages

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell may make background processes ignore Ctrl-C, and every program that a test starts would inherit this. The
    # tests of Ctrl-C would then fail.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# `make test` and `make proof PART=laws` run the same examples every time.
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=15, derandomize=True, **_COMMON)
settings.register_profile("ci", max_examples=300, derandomize=True, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_configure(config: pytest.Config) -> None:
    """Note whether the whole archives are asked for: only then do their 18,000 tests have to be collected."""
    whole_archives[0] = not str(config.getoption("-m")).startswith("not ")


whole_archives = [False]


def some(values: Iterable[object], count: int) -> list[object]:
    """Mark all test parameters as ``slow``, except the first few."""
    return [
        value if place < count else pytest.param(value, marks=pytest.mark.slow) for place, value in enumerate(values)
    ]


class Case(NamedTuple):
    name: str
    data: bytes

    def __repr__(self) -> str:
        return self.name


def folder(path: Path, pattern: str) -> list[Path]:
    found = sorted(path.glob(pattern))
    assert found, f"no {pattern} in {path}"
    return found


class Archive:
    """A zip archive of TRFs. A TRF may have a second file with the recorded pairs."""

    def __init__(self, path: Path, least: int) -> None:
        self.path = path
        self.contents = zipfile.ZipFile(BytesIO(path.read_bytes()))  # most tests read only a few files of the archive
        self.members = sorted(name for name in self.contents.namelist() if name.endswith(".trf"))
        assert len(self.members) >= least, f"{path} has {len(self.members)} files, but at least {least} are expected"

    def read(self, member: str) -> bytes:
        return self.contents.read(member)

    def answer(self, member: str) -> str:
        return self.contents.read(member.replace(".trf", ".pairs")).decode()

    def params(self, every: int = 1) -> list[ParameterSet]:
        return [
            pytest.param(self, member, id=f"{self.path.stem}/{member.removesuffix('.trf')}")
            for member in self.members[::every]
        ]


def provenance(path: Path) -> dict[str, object]:
    found = tomllib.loads((path / "provenance.toml").read_text(encoding="utf-8"))
    assert found.get("answer"), f"{path}: provenance.toml does not state who gave the answer"
    return found
