"""Run tests of the library in the page's runtime (``make proof PART=wasm-test``).

Other packages that the tests need are taken from the development environment, if they are pure Python.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

from tools.web.parts import ROOT, fetched, parts

TESTERS = (
    "pytest", "_pytest", "py.py", "iniconfig", "pluggy", "packaging", "pygments", "sortedcontainers",
    "typer", "click", "rich", "markdown_it", "mdurl", "shellingham", "annotated_doc", "typing_extensions.py", "babel",
    "yaml",
)  # fmt: skip
"""The modules and packages that tests need, as named in site-packages."""

STACK = "--stack-size=4000"
"""The option that gives Node the same stack size as a browser."""

FALSE_ALARM = "ignore:It looks like"
"""A warning of Hypothesis about its own generator, to which it finds no references in this runtime."""

DESCRIBED = ("pytest-", "pluggy-")

OVERRIDES = "tests/programs/commands/test_overrides.py"

ROOMS = (
    "tests/articles", "tests/engine", "tests/files", "tests/checker", "tests/house", "tests/browser/test_ask.py",
    "tests/browser/test_web.py", "tests/programs/terminal/test_console.py", OVERRIDES,
)  # fmt: skip

NOT_HERE = {
    "processes, threads or terminals": (
        "tests/engine/test_without_matcher.py::test_a_check_runs_without_the_matcher",
        "tests/house/test_book.py::test_the_book_is_no_longer_than_it_was_and_imports_no_wing",
        "tests/programs/terminal/test_console.py::test_a_new_file_has_the_usual_permissions",
    ),
    "counts of functions in another Python": (
        "tests/house/test_documents.py::test_the_way_of_the_data_is_no_longer_than_the_page_says",
    ),
    "modules of another system, and packages that the page lacks": (
        "tests/house/test_names.py::test_a_document_names_only_modules_and_functions_that_exist",
        f"{OVERRIDES}::test_a_team_event_is_read_as_one_if_its_teams_are_paired_like_single_players",
    ),
    "setuptools": ("tests/house/test_packaging.py", "tests/house/test_release.py"),
    "patience": (
        "tests/articles/literal", "tests/articles/mutants", "tests/checker/causes", "tests/checker/laws",
        "tests/engine/laws", "tests/engine/wishes/test_laws.py", "tests/files/laws",
    ),
}  # fmt: skip
"""Tests that cannot run in the page's runtime, grouped by reason."""


def write_testers(path: Path) -> None:
    site = Path(sysconfig.get_path("purelib"))
    files = [site / name for name in TESTERS if name.endswith(".py")]
    for name in TESTERS:
        files += sorted((site / name).rglob("*.py"))
    for folder in site.glob("*.dist-info"):
        if folder.name.startswith(DESCRIBED):
            files += [folder / "METADATA", folder / "entry_points.txt"]
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            if file.exists():
                archive.write(file, file.relative_to(site))
        for part in parts("tests").values():
            with zipfile.ZipFile(fetched(part)) as wheel:
                for name in wheel.namelist():
                    archive.writestr(name, wheel.read(name))


def main(arguments: list[str]) -> int:
    """Run the named tests, or all tests in `ROOMS`. Return the exit status."""
    write_testers(ROOT / "build" / "wasm-test" / "testers.zip")
    script = ROOT / "tools" / "web" / "wasm_test.mjs"
    tests = [one for needing in NOT_HERE.values() for one in needing]
    left_out = [f"--deselect={one}" if "::" in one else f"--ignore={one}" for one in tests]
    command = ["node", STACK, str(script), *(arguments or ROOMS), "-v", "-W", FALSE_ALARM, *left_out]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
