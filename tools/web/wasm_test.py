"""Run tests of the library in the runtime of the page (``make wasm-test``): Python 3.14, without processes.

What the tests need besides is taken from the environment of development, as far as it is Python alone.
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
"""Modules and packages by their names in site-packages."""

DESCRIBED = ("pytest-", "pluggy-")
"""The packages whose metadata is looked up."""

ROOMS = ("tests/unit", "tests/articles", "tests/wishes", "tests/questions")

NOT_HERE = {
    "processes, threads or terminals": (
        "tests/unit/test_jobs.py", "tests/unit/test_libraries.py", "tests/unit/test_man_pages.py",
        "tests/unit/test_processes.py", "tests/unit/test_screen.py", "tests/unit/test_start_up.py",
        "tests/unit/test_window.py", "tests/unit/test_console.py::test_a_new_file_has_the_usual_permissions",
        "tests/unit/test_editions.py::test_a_changed_system_pairs_in_another_process_as_here",
    ),
    "numpy": ("tests/unit/test_matching.py", "tests/unit/test_stages.py", "tests/unit/test_dependencies.py"),
}  # fmt: skip
"""Tests that need what the runtime does not have."""


def write_testers(path: Path) -> None:
    """Write the archive of the files that the tests need."""
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
    """Run the named tests, or those of the `ROOMS`; return the exit status."""
    write_testers(ROOT / "build" / "wasm-test" / "testers.zip")
    script = ROOT / "tools" / "web" / "wasm_test.mjs"
    tests = [one for needing in NOT_HERE.values() for one in needing]
    left_out = [f"--deselect={one}" if "::" in one else f"--ignore={one}" for one in tests]
    command = ["node", str(script), *(arguments or ROOMS), "-v", *left_out]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
