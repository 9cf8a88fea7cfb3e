"""All Python code for the browser page in one archive."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePath

from swisspair.examples import ARCHIVE
from swisspair.examples import SOURCES as EXAMPLES
from tools.web.parts import ROOT, fetched, parts

OWN = "swisspair", "pairing_engine", "checker", "trf"

MATCHER = PurePath("pairing_engine/fast/native")
"""The module of the matcher, which is C++ elsewhere and asks WebAssembly here."""

LEFT_OUT = (
    "*/__pycache__/*",
    "*/tests/*",
    "*.pyi",
    "*.c",
    "*.cpp",
    "*.hpp",
    "*-linux-gnu.so",
    "*/sboms/*",
    "*/RECORD",
    "swisspair/commands/*",
    "swisspair/legacy/*",
    "pairing_engine/generator/*",
)
"""Modules of this project that the page does not use."""

NETWORKX = (
    "networkx/__init__.py",
    "networkx/exception.py",
    "networkx/lazy_imports.py",
    "networkx/convert.py",
    "networkx/classes/*.py",
    "networkx/utils/*.py",
    "networkx/algorithms/__init__.py",
    "networkx/algorithms/matching.py",
    "networkx/algorithms/components/*.py",
    "networkx/algorithms/flow/*.py",
    "networkx-*.dist-info/*",
)
"""The files of networkx that the page needs, about a tenth of the package."""

NETWORKX_OPENS = {
    "networkx/__init__.py": '''"""networkx without what swisspair does not use. See https://networkx.org."""

from networkx.exception import *
from networkx import utils
from networkx.utils import _clear_cache, _dispatchable

config = utils.backends._set_configs_from_environment()
utils.config = utils.configs.config = config

from networkx import classes, convert
from networkx.classes import *
from networkx.convert import *
from networkx.algorithms import *

__version__ = "{version}"
''',
    "networkx/algorithms/__init__.py": """from networkx.algorithms import matching
from networkx.algorithms.components import connected_components, is_connected, node_connected_component
from networkx.algorithms.flow.gomory_hu import gomory_hu_tree
from networkx.algorithms.flow.maxflow import minimum_cut
from networkx.algorithms.matching import max_weight_matching
""",
    "networkx/algorithms/flow/__init__.py": "from networkx.algorithms.flow.edmondskarp import *\n",
    "networkx/algorithms/components/__init__.py": "from networkx.algorithms.components.connected import *\n",
}
"""Replacements for modules of networkx, with only the imports that the page needs."""

UNCHANGING = (1980, 1, 1, 0, 0, 0)
"""The constant date of archive members, so that equal sources give equal bytes."""


STANDARD_LEFT_OUT = (
    "_pydatetime.*",
    "_pyio.*",
    "_pyrepl/*",
    "_sysconfigdata*",
    "bdb.*",
    "cProfile.*",
    "cmd.*",
    "configparser.*",
    "ctypes/*",
    "dbm/*",
    "doctest.*",
    "ensurepip/*",
    "ftplib.*",
    "http/*",
    "imaplib.*",
    "mailbox.*",
    "modulefinder.*",
    "multiprocessing/*",
    "optparse.*",
    "pdb.*",
    "pickletools.*",
    "plistlib.*",
    "poplib.*",
    "profile.*",
    "pstats.*",
    "pydoc.*",
    "pydoc_data/*",
    "smtplib.*",
    "socketserver.*",
    "sqlite3/*",
    "tarfile.*",
    "trace.*",
    "unittest/*",
    "venv/*",
    "wave.*",
    "wsgiref/*",
    "xml/*",
    "xmlrpc/*",
    "zoneinfo/*",
)
"""Modules of the standard library that the page does not use."""

ENCODINGS = (
    "__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "raw_unicode_escape", "unicode_escape",
    "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig",
)  # fmt: skip


def write_standard_library(source: Path, path: Path) -> None:
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(path, "w") as archive:
        for name in sorted(whole.namelist()):
            if _is_standard(name):
                archive.writestr(zipfile.ZipInfo(name, UNCHANGING), whole.read(name))


def _is_standard(name: str) -> bool:
    if name.startswith("encodings/"):
        return PurePath(name).stem in ENCODINGS
    return not any(fnmatch(name, pattern) for pattern in STANDARD_LEFT_OUT)


def write_bundle(archive: Path, path: Path) -> None:
    """Write the files of an archive into a single file that JavaScript can unpack quickly.

    The first line is a JSON object with the name and the size of each file. The contents of the files follow.
    """
    with zipfile.ZipFile(archive) as packages:
        files = {name: packages.read(name) for name in packages.namelist() if not name.endswith("/")}
    head = json.dumps({name: len(data) for name, data in files.items()}) + "\n"
    path.write_bytes(head.encode() + b"".join(files.values()))


def write_packages(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        matcher = {MATCHER.with_suffix(".py").as_posix(): (ROOT / "tools" / "web" / "native.py").read_bytes()}
        for name, data in sorted({**dict(_own()), **matcher, **_examples(), **dict(_others())}.items()):
            if not any(fnmatch(name, pattern) for pattern in LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(name, UNCHANGING), data)


def _own() -> Iterator[tuple[str, bytes]]:
    for package in OWN:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file():
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()


def _examples() -> dict[str, bytes]:
    """Pack the examples of the articles, as an installed package has them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(EXAMPLES.rglob("*-*/*")):
            archive.writestr(zipfile.ZipInfo(path.relative_to(EXAMPLES).as_posix(), UNCHANGING), path.read_bytes(), 8)
    return {f"swisspair/{ARCHIVE.name}": packed.getvalue()}


def _others() -> Iterator[tuple[str, bytes]]:
    for part in parts().values():
        if part.registry != "pip":
            continue
        with zipfile.ZipFile(fetched(part)) as wheel:
            for name in wheel.namelist():
                if part.name != "networkx":
                    yield name, wheel.read(name)
                elif any(fnmatch(name, pattern) for pattern in NETWORKX):
                    opening = NETWORKX_OPENS.get(name, "").replace("{version}", part.version)
                    yield name, opening.encode() or wheel.read(name)
