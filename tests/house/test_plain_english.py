"""Docstrings begin with an imperative or a noun phrase, and files fit in one sitting."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.places import ROOT

PACKAGES = "pairing_engine", "checker", "trf", "swisspair"
RIDDLES = re.compile(
    r"(\[[^]]*\] )?(What|Who|Whose|Which|How|Where|Have|Has|Is|Are|Do|Does|Did|May|Must|Can|So many|As many|Of|See `)\b"
)
LONGEST = 430


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def test_no_docstring_begins_as_a_riddle() -> None:
    found = [f"{path.name}: {text[:60]}" for path in sources() for text in docstrings(path) if RIDDLES.match(text)]
    assert found == []


def test_files_fit_in_one_sitting() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
