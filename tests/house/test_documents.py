"""Every reading that the code cites exists, and the documents list every adjustment."""

import ast
import re
import tomllib
from string import Formatter

import pytest

from pairing_engine.fast import matcher
from tests.places import ROOT
from tests.proof.parts import PARTS
from tools import walks
from trf.format.sentences import SENTENCES

PACKAGES = ("pairing_engine", "checker", "trf")

_READING = re.compile(r"^\*\*([A-Z]\d+)\.", re.MULTILINE)
_CITED = re.compile(r"[Rr]eadings? ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)")
_NUMBERED = re.compile(r"[A-Z]\d+")
_OF_MATCHES = re.compile(r"\b[WT]\d+\b")
_RANGE = re.compile(r"\b([WT])(\d+) to [WT](\d+)\b")
_ADJUSTMENT = re.compile(r'"(ADJ-\d\d)[ "]')
_ROW = re.compile(r"^\| (ADJ-\d\d) \| (.*?) \|", re.MULTILINE)
RETIRED = "No longer reported"


def texts(*folders: str) -> list[str]:
    """Return the texts of the code in these folders, and of the tables of tests."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*")))
    found = [path.read_text(encoding="utf-8") for path in paths if path.suffix in (".py", ".txt")]
    assert found
    return found


def document(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def readings() -> list[str]:
    return _READING.findall(document("readings.md"))


def cited(*folders: str) -> set[str]:
    found = (_NUMBERED.findall(cited) for text in texts(*folders) for cited in _CITED.findall(text))
    return {number for numbers in found for number in numbers}


def test_every_target_of_make_has_a_line_for_contributors() -> None:
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    rows = [line for line in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").splitlines() if "| `make" in line]
    assert {name for row in rows for name in re.findall(r"`make ([a-z-]+)", row.split(" | ")[0])} == set(targets)


def test_every_part_of_the_proof_is_explained() -> None:
    rows = re.findall(r"^\| ([a-z, -]+) \|", document("verification.md"), re.MULTILINE)
    told = {name for row in rows for name in row.split(", ")}
    assert told - {"part"} == {part.name for part in PARTS}


def test_every_reading_that_code_cites_exists_once() -> None:
    assert len(set(readings())) == len(readings())
    assert cited(*PACKAGES, "tests") <= set(readings())


def test_every_reading_of_the_systems_of_matches_is_in_use() -> None:
    found: set[str] = set()
    for text in texts(*PACKAGES, "tests"):
        found.update(_OF_MATCHES.findall(text))
        for letter, first, last in _RANGE.findall(text):
            found.update(f"{letter}{number}" for number in range(int(first), int(last) + 1))
    assert {reading for reading in readings() if reading[0] in "WT"} <= found


def test_adjustments_and_their_rows_in_the_table_agree() -> None:
    reported = {code for text in texts(*PACKAGES, "swisspair") for code in _ADJUSTMENT.findall(text)}
    rows = _ROW.findall(document("adjustments.md"))
    assert [code for code, _ in rows] == sorted({code for code, _ in rows})
    assert {code for code, words in rows if not words.startswith(RETIRED)} == reported


def test_every_adjustment_gives_its_sentence_the_values_that_it_shows() -> None:
    shown = {key: {name for _, name, _, _ in Formatter().parse(words) if name} for key, words in SENTENCES.items()}
    calls = (node for text in texts("trf") for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    given = [
        (first.value, {keyword.arg for keyword in call.keywords}, ast.unparse(call.func))
        for call in calls
        for first in call.args[:1]
        if isinstance(first, ast.Constant)
        and first.value in shown
        and ast.unparse(call.func).endswith(("adjust", "_byes"))
    ]
    assert len(given) > len(shown) // 2
    filled = {"table.adjust": {"round", "where"}, "self.adjust": {"round", "where"}, "self._adjust": {"number"}}
    assert [
        (key, names)
        for key, names, function in given
        if None not in names and not names <= shown[key] <= names | filled.get(function, set())
    ] == []


PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_page_lists_every_room() -> None:
    table = PAGE.partition("| room | contents |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([\w.]+)`", "".join(row.split("|")[1] for row in table.splitlines()[2:])))
    named = {name.rpartition(".")[2] for name in listed}
    assert {*walks.ENGINE, *walks.PROGRAMS, "checker", "trf"} - named == {"__main__", "programs"}


def test_files_know_no_room_of_the_engine_but_the_lowest() -> None:
    forbidden = walks.contract("Files know facts, and the points that results give")["forbidden_modules"]
    below = {"scores", "facts", "under_way", "errors", "language", "__main__"}
    assert {name.removeprefix("pairing_engine.") for name in forbidden} == set(walks.ENGINE) - below


@pytest.mark.skipif(not matcher.__file__.endswith(".py"), reason="compiled code tells a profiler nothing")
@pytest.mark.parametrize("task", walks.TASKS)
def test_the_way_of_the_data_is_no_longer_than_the_page_says(task: str) -> None:
    row = next(row for row in PAGE.splitlines() if row.startswith(f"| {task} |"))
    functions, rooms, climbs = (int(cell) for cell in row.split("|")[2:5])
    way = walks.walk(walks.TASKS[task])
    assert way.functions <= functions
    assert len(way.rooms) <= rooms
    assert len(way.climbs) <= climbs


def test_ruff_demands_docstrings_for_the_public_reference() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    exempt = settings["tool"]["ruff"]["lint"]["per-file-ignores"]
    demanded = next(pattern for pattern, codes in exempt.items() if codes == ["D102", "D103"])
    modules = set(demanded.removeprefix("!{").removesuffix("}").split(","))
    assert [path for path in modules if not (ROOT / path).is_file()] == []
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    assert {module_of(name) for name in re.findall(r"(?m)^::: ([\w.]+)", pages)} <= modules


def module_of(name: str) -> str:
    """Return the path of the module that contains a dotted name."""
    path = ROOT.joinpath(*name.split("."))
    if path.is_dir():
        path = path / "__init__"
    elif not path.with_suffix(".py").is_file():
        return module_of(name.rpartition(".")[0])
    return path.with_suffix(".py").relative_to(ROOT).as_posix()
