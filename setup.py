"""The parts of the build that pyproject.toml cannot state: the description, man pages, completion, compiled modules.

The description is README.md with links that work on a package index. The man pages and the scripts for completion in
shells are made from the table of commands. The fast engine is compiled, and its matcher in C++ built, wherever there is
a compiler.
"""

from __future__ import annotations

import os
import re
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - pip runs this file before it reads `requires-python`
    sys.exit(f"swisspair needs Python 3.11 or later; this is Python {sys.version_info[0]}.{sys.version_info[1]}")

import tomllib
import zipfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

INNER_LOOPS = (
    *(f"kernel/{name}" for name in ("graph", "order", "rules")),
    *(f"matching/{name}" for name in ("assignments", "cover")),
    "state/history",
    *(f"systems/dutch/{name}" for name in ("edition_2017", "edition_2026")),
    "systems/shared/downfloats",
)
"""The modules outside the folder of the fast engine that its inner loops call."""

WANTED = os.environ.get("SWISSPAIR_COMPILED", "")
"""1 if the installation must fail where the fast engine cannot be compiled, and 0 to use plain Python."""

MATCHER = Extension(
    "pairing_engine.fast.native",
    ["pairing_engine/fast/native.cpp"],
    depends=["pairing_engine/fast/edmonds.hpp", "pairing_engine/fast/question.hpp"],
    extra_compile_args=["/std:c++17", "/O2"] if os.name == "nt" else ["-std=c++17", "-O2"],
    extra_link_args=["-s"] if sys.platform.startswith("linux") else [],
    optional=WANTED != "1",
)
"""The matcher in C++. If it cannot be built, the installation succeeds, and networkx finds the same pairs."""


def extensions() -> list[Extension]:
    """Return the matcher and, where they can be compiled, the modules of the fast engine.

    A folder of sources in development, and the steps that only ask for metadata, use the plain modules.
    """
    if WANTED == "0" or not {"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv[1:]):
        return [MATCHER]
    fast = [str(path) for path in sorted(Path("pairing_engine/fast").glob("*.py"))]
    book = [f"pairing_engine/{name}.py" for name in INNER_LOOPS]
    said = StringIO()
    try:
        from mypyc.build import mypycify

        # Two groups, so that two compilers can work at the same time.
        groups = [(fast, "fast_engine"), (book, "inner_loops")]
        with redirect_stdout(said):  # mypyc tells which generators it treats as lists
            found: list[Extension] = mypycify([*fast, *book], opt_level="1", debug_level="0", separate=groups)
    except (Exception, SystemExit):
        if WANTED == "1":
            print(said.getvalue(), file=sys.stderr)
            raise
        return [MATCHER]
    for extension in found:
        extension.optional = WANTED != "1"
    return [*found, MATCHER]


class PackedExamples(build_py):
    """The command that copies the modules, packs the examples of ``fixtures/articles``, and makes the shared files."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            source, target = Path("fixtures/articles"), Path(self.build_lib, "swisspair", "articles.zip")
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in sorted(source.rglob("*")):
                    archive.write(path, path.relative_to(source))
            self.distribution.data_files = shared_files()


def shared_files() -> list[tuple[str, list[str]]]:
    """Make the man pages and the scripts for completion in ``build``, and return their folders below the prefix."""
    sys.path.insert(0, "")
    from tools.man import shared_files

    for name, text in shared_files().items():
        path = Path("build", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [(str(Path(name).parent), [f"build/{name}"]) for name in shared_files()]


def description() -> str:
    """Return README.md with links that work on a package index.

    The links become addresses in the repository, at the tag of this version. If pyproject.toml has no address of a
    repository, the links become plain text. A release adds the address (docs/releasing.md).
    """
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    home = project.get("urls", {}).get("Repository")
    version = re.findall(r'^__version__ = "(.+)"$', Path("pairing_engine/__init__.py").read_text("utf-8"), re.MULTILINE)
    link = rf"[\1]({home}/blob/v{version[0]}/\2)" if home else r"\1"
    text = re.sub("<picture>.*</picture>\n\n", "", Path("README.md").read_text(encoding="utf-8"))
    return re.sub(r"\[([^]]+)\]\((?![a-z]+:)([^)]+)\)", link, text)


setup(
    cmdclass={"build_py": PackedExamples},
    ext_modules=extensions(),
    options={"build_ext": {"parallel": 2}},
    long_description=description(),
    long_description_content_type="text/markdown",
)
