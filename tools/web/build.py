"""Build the browser page as static files in build/web (``make web``)."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pairing_engine.language import say
from pairing_engine.language.choosing import in_language, languages
from tools.web.packages import MATCHER, write_bundle, write_packages, write_standard_library
from tools.web.parts import ROOT, Part, fetched, parts
from tools.web.words import WORDS, systems

SOURCES = ROOT / "web"
TARGET = ROOT / "build" / "web"
RUNTIME_FOLDER = ROOT / "build" / "runtime"
PACKAGES = ROOT / "build" / "packages.zip"
LOCK_FILE = "pyodide-lock.json"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The files of the package pyodide that the page needs."""

MOST_BYTES = 16 * 2**20
"""The size limit of the page in bytes."""


def build() -> int:
    """Build the page, and return its size in bytes."""
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(SOURCES, TARGET, ignore=shutil.ignore_patterns("parts.lock", "sw.js", "npm", "licences"))
    _name_modules()
    found = parts()
    folder = TARGET / "parts"
    folder.mkdir()
    unpack_runtime(found["pyodide"])
    for name in (*RUNTIME, LOCK_FILE):
        shutil.copy(RUNTIME_FOLDER / name, folder)
    _compress(folder / "pyodide.asm.wasm")
    _write_python(folder)
    (TARGET / "example.trf").write_text(_example(), encoding="utf-8")
    (TARGET / "words.json").write_text(_words(), encoding="utf-8")
    (TARGET / "licences.txt").write_text(_licences(found), encoding="utf-8")
    _write_service_worker()
    return sum(path.stat().st_size for path in _files())


def _name_modules() -> None:
    """Name all modules in the page, so that a browser requests them together and not one after the other."""
    page = TARGET / "index.html"
    names = sorted(path.relative_to(TARGET).as_posix() for path in (TARGET / "app").rglob("*.js"))
    links = "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)
    page.write_text(page.read_text(encoding="utf-8").replace("@MODULES@", links), encoding="utf-8")


def unpack_runtime(part: Part) -> None:
    """Unpack the runtime for Node. An empty list of packages prevents downloads."""
    RUNTIME_FOLDER.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fetched(part)) as archive:
        info = json.loads(_member(archive, LOCK_FILE))["info"]
        for name in RUNTIME:
            (RUNTIME_FOLDER / name).write_bytes(_member(archive, name))
    (RUNTIME_FOLDER / LOCK_FILE).write_text(json.dumps({"info": info, "packages": {}}), encoding="utf-8")


def _compress(path: Path) -> None:
    """Replace a file with its compressed form, which the worker unpacks.

    The suffix is not ``.gz``, because servers may unpack files with this suffix.
    """
    path.with_name(f"{path.name}.packed").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    path.unlink()


def _write_python(folder: Path) -> None:
    standard, snapshot = folder / "python_stdlib.zip", folder / "memory"
    write_standard_library(RUNTIME_FOLDER / standard.name, standard)
    write_packages(PACKAGES)
    for archive in (standard, PACKAGES):
        _in_runtime("compile.mjs", archive)
    write_bundle(PACKAGES, folder / "packages")
    _in_runtime("snapshot.mjs", standard, folder / "packages", snapshot)
    matcher = folder / "matcher.wasm"
    _write_matcher(matcher)
    for part in (standard, folder / "packages", snapshot, matcher):
        _compress(part)


def _write_matcher(path: Path) -> None:
    """Compile the matcher to WebAssembly. Where a C++ exception would end a question, the module stops."""
    command = [sys.executable, "-m", "ziglang", "c++", "-target", "wasm32-wasi", "-mexec-model=reactor"]
    options = ["-std=c++17", "-O3", "-fno-exceptions", "-fno-rtti", "-s"]
    subprocess.run([*command, *options, "-o", str(path), str(ROOT / MATCHER.with_name("wasm.cpp"))], check=True)


def _in_runtime(script: str, *paths: Path) -> None:
    command = ["node", str(ROOT / "tools" / "web" / script), str(RUNTIME_FOLDER), *map(str, paths)]
    subprocess.run(command, check=True)


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(f"package/{name}")
    assert file is not None, f"no {name} in the package"
    return file.read()


def _example() -> str:
    path = ROOT / "fixtures" / "worked" / "held-2026-before-round-4.trf"
    return re.sub(r"(?m)^012 .*", "012 Example", path.read_text(encoding="utf-8"))


def _words() -> str:
    """Return the texts of the page in all languages, and the bytes of the engine."""
    packed = sum(path.stat().st_size for path in (TARGET / "parts").glob("*.packed"))
    found: dict[str, dict[str, object]] = {"": {"bytes": packed}}
    for name in languages():
        with in_language(name):
            found[name] = {"systems": systems(), **{key: say(message) for key, message in WORDS.items()}}
    return json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True)


def _licences(found: dict[str, Part]) -> str:
    """List what the page contains, with its licences and where its sources are, and give the texts of the licences."""
    texts = {"swisspair: Apache-2.0": ROOT / "LICENSE"}
    rows = [f"{one.name} {one.version}: {one.licence}; sources: {one.source}\n" for one in found.values()]
    rows.append(f"libc++ and wasi-libc in matcher.wasm: Apache-2.0 with LLVM exceptions, MIT; sources: {_LIBRARIES}\n")
    texts |= {f"Pyodide and what it contains: {path.stem}": path for path in sorted((SOURCES / "licences").iterdir())}
    library = Path(import_module("ziglang").__path__[0]) / "lib"
    texts |= {"libc++": library / "libcxx" / "LICENSE.TXT", "wasi-libc": library / "libc" / "wasi" / "LICENSE-MIT"}
    found_texts = [(what, path.read_text(encoding="utf-8")) for what, path in texts.items()]
    found_texts += [(one.name, _text_in_wheel(fetched(one))) for one in found.values() if one.registry == "pip"]
    chapters = (f"\n\n{_RULE}\n{what}\n\n{text}" for what, text in found_texts)
    return "swisspair: Apache-2.0\n" + "".join(rows) + "".join(chapters)


_LIBRARIES = "https://codeberg.org/ziglang/zig, folder lib"
_RULE = "=" * 78


def _text_in_wheel(path: Path) -> str:
    with zipfile.ZipFile(path) as wheel:
        return "".join(wheel.read(name).decode() for name in wheel.namelist() if "/licenses/LICENSE" in name)


def _write_service_worker() -> None:
    """Write the service worker, with a hash of all files as its version."""
    names = [path.relative_to(TARGET).as_posix() for path in _files()]
    version = hashlib.sha256()
    for name in names:
        version.update(name.encode() + (TARGET / name).read_bytes())
    text = (SOURCES / "sw.js").read_text(encoding="utf-8")
    text = text.replace("@VERSION@", version.hexdigest()[:16]).replace('["@FILES@"]', json.dumps(names))
    (TARGET / "sw.js").write_text(text, encoding="utf-8")


def _files() -> Iterator[Path]:
    return iter(sorted(path for path in TARGET.rglob("*") if path.is_file()))


def write_into_site(target: Path) -> None:
    """Copy the page into the site, where its answers lead to the pages of the handbook (``make docs``)."""
    shutil.copytree(TARGET, target, dirs_exist_ok=True)
    words = json.loads((target / "words.json").read_text(encoding="utf-8"))
    words[""]["handbook"] = "../handbook/"
    (target / "words.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    worker = target / "sw.js"
    worker.write_text(
        worker.read_text(encoding="utf-8").replace("const VERSION = `${OURS}", "const VERSION = `${OURS}site ")
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_into_site(Path(sys.argv[1]))
        raise SystemExit
    size = build()
    print(f"{TARGET.relative_to(ROOT)}/index.html, {size / 2**20:.1f} MiB in all")
    if size > MOST_BYTES:
        raise SystemExit(f"more than {MOST_BYTES // 2**20} MiB")
