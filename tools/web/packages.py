"""All Python code for the page in one archive: this project, and the needed parts of its dependencies."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

from tools.web.parts import ROOT, fetched, parts

OWN = "swisspair", "pairing_engine", "checker", "trf"

LEFT_OUT = (
    "*/__pycache__/*",
    "*.po",
    "*.pyi",
    "*.c",
    "*-linux-gnu.so",
    "*/sboms/*",
    "*/RECORD",
    "swisspair/commands/*",
    "swisspair/legacy/*",
    "pairing_engine/generator/*",
    "rustworkx/visualization/graphviz.py",
    "rustworkx/visualization/matplotlib.py",
)
"""Modules that the page does not use. The programs for a terminal need packages that the page does not have."""

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
"""The parts of networkx for matchings and cuts. The whole is ten times as large and takes a second to import."""

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
"""The modules of networkx that import others, rewritten to import what is taken."""

UNCHANGING = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that the same sources are the same bytes."""


def write_packages(path: Path) -> None:
    """Write the archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted({**dict(_own()), **dict(_others())}.items()):
            if not any(fnmatch(name, pattern) for pattern in LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(name, UNCHANGING), data, zipfile.ZIP_DEFLATED)


def _own() -> Iterator[tuple[str, bytes]]:
    for package in OWN:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file():
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()


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
