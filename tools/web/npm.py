"""Build the npm package in build/npm from the parts of the page (``make npm``)."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from pathlib import Path

from pairing_engine import __version__
from tools.web.build import TARGET, build
from tools.web.parts import ROOT

SOURCES = ROOT / "web" / "npm"
PACKAGE = ROOT / "build" / "npm"
TYPESCRIPT = ROOT / "build" / "typescript"

FOR_NODE = ("pyodide.asm.wasm", "python_stdlib.zip")
"""The parts that Node reads from the disk, which are not compressed."""


def write_package() -> Path:
    """Write the package, and return its folder. The page must have been built."""
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(SOURCES, PACKAGE)
    shutil.copytree(TARGET / "parts", PACKAGE / "parts")
    shutil.copytree(TARGET / "worker", PACKAGE / "worker")
    (PACKAGE / "worker.js").rename(PACKAGE / "worker" / "node.js")
    for name in FOR_NODE:
        packed = PACKAGE / "parts" / f"{name}.packed"
        (PACKAGE / "parts" / name).write_bytes(gzip.decompress(packed.read_bytes()))
    shutil.copy(TARGET / "licences.txt", PACKAGE)
    shutil.copy(ROOT / "LICENSE", PACKAGE)
    description = json.loads((SOURCES / "package.json").read_text(encoding="utf-8"))
    description["version"] = __version__
    (PACKAGE / "package.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")
    return PACKAGE


if __name__ == "__main__":
    build()
    subprocess.run(["npm", "pack", "--silent", "--pack-destination", ".."], check=True, cwd=write_package())
    # tsc reads the examples in the tests of the package
    install = ["npm", "install", "--silent", "--no-save", "--prefix", str(TYPESCRIPT), "typescript@5.9.3"]
    subprocess.run(install, check=True)
