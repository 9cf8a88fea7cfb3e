"""Rules about the form of docstrings, the length of files, and the names of tests."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

from tests.places import ROOT

PACKAGES = "pairing_engine", "checker", "trf", "swisspair"
RIDDLES = re.compile(
    r'(?:\A|:\n) *"""(?:\[[^]]*\] )?'
    r"(?:What|Who|Whose|Which|How|Where|Have|Has|Is|Are|Do|Does|Did|May|Must|Can|So many|As many|Of|See `)\b.*"
)
"""Bad first words of a docstring, such as "What" or "Which"."""
LONGEST = 850
LONGEST_FUNCTION = 40
LONGEST_NAME = 59
IN_EVERY_FOLDER = "__init__.py", "conftest.py"


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_docstring_begins_as_a_riddle() -> None:
    paths = [*sources(), *files_of_tests()]
    found = [f"{path.name}: {one[0]}" for path in paths for one in RIDDLES.finditer(path.read_text(encoding="utf-8"))]
    assert found == []


def test_ruff_demands_docstrings_for_the_public_reference() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    exempt = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    demanded = next(pattern for pattern, codes in exempt.items() if codes == ["D102", "D103"])
    modules = set(demanded.removeprefix("!{").removesuffix("}").split(","))
    assert {path for path in modules if not (ROOT / path).is_file()} == set()
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    assert {module_of(name) for name in re.findall(r"(?m)^::: ([\w.]+)", pages)} - modules == set()


def module_of(name: str) -> str:
    """Return the path of the module that contains a dotted name."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir():
        path = path / "__init__"
    elif not path.with_suffix(".py").is_file():
        return module_of(name.rpartition(".")[0])
    return path.with_suffix(".py").relative_to(ROOT).as_posix()


def test_files_fit_in_one_sitting() -> None:
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_functions_fit_in_one_look() -> None:
    lengths = {
        f"{path.relative_to(ROOT)} {node.name}": last - first + 1
        for path in sources()
        if not path.is_relative_to(ROOT / "swisspair" / "commands" / "modes")  # they declare options
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for first, last in [lines_of(node)]
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def lines_of(function: ast.FunctionDef) -> tuple[int, int]:
    """Return the first and last line numbers of a function's body. A docstring does not count."""
    has_docstring = ast.get_docstring(function, clean=False) is not None and len(function.body) > 1
    return function.body[has_docstring].lineno, function.end_lineno or 0


def files_of_tests() -> list[Path]:
    return sorted((ROOT / "tests").rglob("*.py"))


def test_a_file_of_tests_is_known_by_its_name_alone() -> None:
    names = Counter(path.name for path in files_of_tests() if path.name not in IN_EVERY_FOLDER)
    assert [name for name, number in names.items() if number > 1] == []


def test_names_of_tests_are_short() -> None:
    found = [
        name for path in files_of_tests() for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    ]
    assert [name for name in found if len(name) > LONGEST_NAME] == []
