"""The parts of the build that pyproject.toml cannot state: the description, the man pages, and the compiled modules.

The description is README.md with links that work on a package index. The man pages are installed if `make man` has
written them. The matcher in C++ is built wherever there is a compiler. With SWISSPAIR_COMPILED=1, as for the wheels of
a release, mypyc also compiles the modules that take most of the time.
"""

from __future__ import annotations

import os
import re
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip runs this file before it reads `requires-python`
    sys.exit(f"swisspair needs Python 3.11 or later; this is Python {sys.version_info[0]}.{sys.version_info[1]}")

import tomllib
import zipfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

COMPILED = (
    *(f"kernel/{name}" for name in ("bracket_graph", "bye", "order", "rules")),
    *(f"matching/{name}" for name in ("completion", "cover", "solvers")),
    "scores/crosstable",
    "state/history",
    *(f"systems/dutch/{name}" for name in ("edition_2017", "edition_2026", "process")),
    "facts/consistency",
    "pairing",
    "systems/dutch_procedure/score_bracket",  # its classes inherit from compiled classes of the kernel
    *(f"systems/shared/{name}" for name in ("downfloats", "downward", "greedy_transposition", "orders")),
)


MATCHER = Extension(
    "pairing_engine.matching.native",
    ["pairing_engine/matching/native.cpp"],
    depends=["pairing_engine/matching/edmonds.hpp", "pairing_engine/matching/question.hpp"],
    extra_compile_args=["/std:c++17", "/O2"] if os.name == "nt" else ["-std=c++17", "-O2"],
    optional=os.environ.get("SWISSPAIR_COMPILED") != "1",
)
"""The matcher in C++. If it cannot be built, the installation succeeds, and networkx finds the same pairs."""


def extensions() -> list[object]:
    """Return the modules to compile.

    Modules with a cached property are left out, because a compiled class computes it anew at every access. Compiled
    values cannot be copied, or sent to another process without a method for it. So `kernel.colour` is
    left out too.
    """
    if os.environ.get("SWISSPAIR_COMPILED") != "1":
        return [MATCHER]
    from mypyc.build import mypycify

    files = [f"pairing_engine/{name}.py" for name in COMPILED]
    for file in files:
        if "cached_property" in Path(file).read_text(encoding="utf-8"):
            raise SystemExit(f"{file} has a cached property and cannot be compiled")
    return [*mypycify(files, opt_level="2", debug_level="0"), MATCHER]


class PackedExamples(build_py):
    """The command that copies the modules, and packs the examples of ``fixtures/articles`` into the package."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            source, target = Path("fixtures/articles"), Path(self.build_lib, "swisspair", "articles.zip")
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in sorted(source.rglob("*")):
                    archive.write(path, path.relative_to(source))


def description() -> str:
    """Return README.md with links that work on a package index.

    The links become addresses in the repository, at the tag of this version. If pyproject.toml has no address of a
    repository, the links become plain text. A release adds the address (docs/releasing.md).
    """
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    home = project.get("urls", {}).get("Repository")
    version = re.findall(r'^__version__ = "(.+)"$', Path("pairing_engine/__init__.py").read_text("utf-8"), re.MULTILINE)
    link = rf"[\1]({home}/blob/v{version[0]}/\2)" if home else r"\1"
    return re.sub(r"\[([^]]+)\]\((?![a-z]+:)([^)]+)\)", link, Path("README.md").read_text(encoding="utf-8"))


MAN_PAGES = sorted(str(page) for page in Path("man").glob("*.1"))

setup(
    cmdclass={"build_py": PackedExamples},
    ext_modules=extensions(),
    data_files=[("share/man/man1", MAN_PAGES)] if MAN_PAGES else [],
    long_description=description(),
    long_description_content_type="text/markdown",
)
