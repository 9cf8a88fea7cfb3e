"""Documents and docstrings name only what exists: files, modules, functions, make targets and options."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from swisspair.commands.table import FLAGS as OLDER
from swisspair.legacy.arguments import FLAGS, USAGE
from swisspair.swisscheck.cli import OTHERS as OTHERS_OF_CHECK
from tests.places import ROOT
from tools.helps import programs

PRODUCT = "pairing_engine", "trf", "checker", "swisspair"
PACKAGES = *PRODUCT, "tests", "tools", "benchmarks"
TRACKED = *PACKAGES, "docs", "fixtures", "web", "packaging", ".github"
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(one for folder in TRACKED for one in (ROOT / folder).rglob("*.md")))
    if path.name != "CHANGELOG.md"
)
MODULES = sorted(path for package in PRODUCT for path in (ROOT / package).rglob("*.py"))

MADE = "build/", "dist/", "man/", "benchmarks/results"
"""The beginnings of paths that commands write."""
PLACEHOLDERS = re.compile(r"[A-Z]{3,}|YYYY|<\w+>|\*")
EXAMPLES = {"pairing_engine/language/de.po"}
"""Files that a reader is told to create."""

_BLOCK = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_PATH = re.compile(r"(?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml|cpp|hpp|po|lock)")
_DOTTED = re.compile(rf"(?<![\w/.])(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
_NO_MODULE = re.compile(r"\.(?:gz|bak|sock|spec|log|zip|trf|json|csv|txt|html)$")
_TARGET = re.compile(r"make ([a-z][a-z-]*)")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


@cache
def code_of(path: Path) -> list[str]:
    """Return the pieces of code in the prose of a document."""
    return _CODE.findall(_BLOCK.sub("", path.read_text(encoding="utf-8")))


@cache
def files() -> set[str]:
    return {path.name for folder in TRACKED for path in (ROOT / folder).rglob("*") if path.is_file()}


def exists(path: str, beside: Path) -> bool:
    """Whether a path exists in the project, in a folder that pages leave out, or beside the document."""
    return any(
        (base / path.rstrip("/")).exists() for base in (ROOT, ROOT / "pairing_engine", ROOT / "swisspair", beside)
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_names_only_files_that_exist(document: Path) -> None:
    named = [
        code for code in code_of(document) if _PATH.fullmatch(code) and code.partition("/")[0] in folders(document)
    ]
    wanted = [path for path in named if not PLACEHOLDERS.search(path) and not path.startswith(MADE)]
    assert [path for path in wanted if path not in EXAMPLES and not exists(path, document.parent)] == []


def folders(document: Path) -> set[str]:
    """Return the first words of paths: the folders of the project and those in which a page may leave out a folder."""
    near = (ROOT, ROOT / "pairing_engine", ROOT / "swisspair", document.parent)
    return {path.name for base in near for path in base.iterdir()} | {
        "matching",
        "terminal",
        "systems",
        "kernel",
        "state",
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_names_only_modules_and_functions_that_exist(document: Path) -> None:
    named = [match for code in code_of(document) for match in _DOTTED.findall(code.partition("(")[0])]
    assert [name for name in named if not _NO_MODULE.search(name) and not resolves(name)] == []


@cache
def resolves(name: str) -> bool:
    """Whether a dotted name leads to a module, or to something in one."""
    parts = name.split(".")
    if (ROOT / "/".join(parts[:-1]) / ".".join(parts[-1:])).exists() or ROOT.joinpath(*parts).exists():
        return True
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        if path.is_dir() or path.with_suffix(".py").is_file():
            return has(import_module(".".join(parts[:length])), parts[length:])
    return False


def has(value: Any, names: list[str]) -> bool:
    for name in names:
        if not hasattr(value, name) and name not in getattr(value, "__annotations__", {}):
            return False
        value = getattr(value, name, None)
    return True


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_names_only_make_targets_that_exist(document: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = document.read_text(encoding="utf-8")
    named = {
        name
        for code in [*code_of(document), *re.findall(r"^\$? ?(make .*)$", text, re.MULTILINE)]
        for name in _TARGET.findall(code)
    }
    assert named - targets == set()


def docstrings() -> Iterator[tuple[str, str]]:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield path.relative_to(ROOT).as_posix(), node.value.value


@cache
def identifiers() -> set[str]:
    """Return all names that the code of the product defines or uses."""
    found: set[str] = set()
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            for field in ("id", "attr", "name", "arg"):
                value = getattr(node, field, None)
                if isinstance(value, str):
                    found.update(re.findall(r"\w+", value))
    elsewhere = {*sys.stdlib_module_names, "replace", "asdict", "signature", "curl", "setup", "py"}
    return found | elsewhere | {path.stem for path in MODULES} | {path.parent.name for path in MODULES}


def test_docstrings_name_only_what_exists() -> None:
    named = [(path, code) for path, text in docstrings() for code in re.findall(r"(?<!`)`([\w.]+)`(?!`)", text)]
    gone = [(path, code) for path, code in named if not set(code.split(".")) <= identifiers() and code not in files()]
    assert gone == []


OTHERS = re.compile(r"^(?:bbpPairings|gh|npm|java|pip|pytest|python|git|gacrux)\b|JaVaFo")
"""Code that shows a command of another program."""
OF_OTHERS = {"--durations", "--version"}
"""Options that a page names alone and that no table of a help page lists."""


@cache
def options() -> set[str]:
    """Return all options that the help pages of both programs list, and those of the forms of other programs."""
    pages = {call: page for program in programs() for call, page in program.pages.items()}
    listed = " ".join(option for page in pages.values() for rows in page.groups.values() for option, _ in rows)
    return set(_OPTION.findall(" ".join((listed, USAGE, FLAGS, *pages, *OLDER, *OTHERS_OF_CHECK))))


def test_documents_name_only_options_that_exist() -> None:
    pieces = [(page.name, code) for page in DOCUMENTS for code in code_of(page) if not OTHERS.search(code)]
    named = {(page, option) for page, code in pieces for option in _OPTION.findall(code)}
    assert sorted((page, option) for page, option in named if option not in options() | OF_OTHERS) == []
