"""Checks of the modules that setup.py compiles (`make compiled`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.places import ROOT

PACKAGES = ("pairing_engine", "checker", "trf", "swisspair")
CLASS = re.compile(r"(?m)^ *class (\w+)(?:\(([^)]*)\))?:")


def compiled() -> set[Path]:
    """Find the modules in the text of setup.py, because importing setup.py would run the file."""
    for statement in ast.parse((ROOT / "setup.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "COMPILED":
            names = eval(compile(ast.Expression(statement.value), "setup.py", "eval"))
            return {ROOT / "pairing_engine" / f"{name}.py" for name in names}
    raise AssertionError("setup.py has no list COMPILED")


def classes(path: Path) -> Iterator[tuple[str, set[str]]]:
    for name, bases in CLASS.findall(path.read_text(encoding="utf-8")):
        yield name, {base.partition("[")[0].rpartition(".")[2].strip() for base in bases.split(",")}


def test_every_module_is_there_and_has_no_cached_property() -> None:
    for path in compiled():
        assert "cached_property" not in path.read_text(encoding="utf-8"), path


def test_no_interpreted_class_inherits_from_a_compiled_one() -> None:
    """If an interpreted class inherits from a compiled class, the program fails only at run time."""
    inside = compiled()
    names = {name for path in inside for name, _ in classes(path)}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name, bases in classes(path) if path not in inside else ():
                assert not bases & names, f"{path}: {name}"
