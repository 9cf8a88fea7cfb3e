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
"""Which of them are looked up by their metadata."""

ROOMS = ("tests/unit", "tests/articles", "tests/wishes", "tests/questions", "tests/standings")


def write_testers(path: Path) -> None:
    """Write the archive of what the tests need."""
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
    """Run the tests that are named, else those of the `ROOMS`; gives the exit status."""
    write_testers(ROOT / "build" / "wasm-test" / "testers.zip")
    script = ROOT / "tools" / "web" / "wasm_test.mjs"
    return subprocess.run(["node", str(script), *(arguments or ROOMS)], check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
