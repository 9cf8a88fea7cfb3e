"""The table of the parts of the proof. `tests.proof.run` runs them, and the page lists them."""

from __future__ import annotations

from typing import NamedTuple

QUIET = "nice {python} -m"
PYTEST = f"{QUIET} pytest -n {{jobs}} --dist worksteal --timeout 600"
RECORDED = f"{PYTEST} -p tests.evidence.plugin --evidence"
SAMPLED = f"{RECORDED} --share {{seed}}/"
LAWS = "tests/engine/laws tests/files/laws tests/checker/laws tests/engine/test_matching.py"
LITERAL = "tests/articles tests/engine tests/standings tests/evidence"
EVIDENCE = f"{QUIET} tests.evidence"
SANITIZED = "c++ -std=c++17 -O1 -g -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all"
INSTALL = "{python} -m pip install --quiet --disable-pip-version-check --require-hashes --requirement"

# What parts rest on, as git's patterns of paths.
BUILT = ("setup.py", "pyproject.toml", "requirements-dev.lock")
WORKERS = ("swisspair/statuses.py", *(f"swisspair/terminal/{name}.py" for name in ("jobs", "many", "workers")))
TESTED = (":(glob)tests/*.py", "tests/articles", ":!tests/articles/mutants", "tests/evidence")
ENGINE = ("pairing_engine", ":!*.po", "checker/explained.py", "checker/questions", *WORKERS, *BUILT, *TESTED)
RULES = (
    *ENGINE,
    "trf",
    *(f":!{path}" for path in ("trf/lists.py", "trf/headings.py", "checker/causes")),
    "checker",
    "fixtures",
    "tests/engine",
    "tests/standings",
)
CODE = ("pairing_engine", "trf", "checker", "swisspair", "fixtures", "tests", *BUILT)
PROGRAMS = (*CODE, ":!tests/browser")
PAGES = (*CODE, "web", "tools")


class Part(NamedTuple):
    """A part of the proof.

    ``about`` says what is compared with what. ``whole`` and ``quick`` are commands for a shell: everything, or a sample
    that takes seconds. Without a ``quick`` command, the part has no sample. ``minutes`` is the time on two cores.
    ``counts`` is what is counted, and ``least`` how many of these there must be. ``may_differ`` is the greatest share
    of differences that is no fault. ``needs`` names programs on the path, variables with the path of a program (in
    capitals), and modules (with a dot or an underscore). If nothing in ``rests_on`` has changed, the part is not run
    again for a new commit.
    """

    name: str
    about: str
    whole: tuple[str, ...]
    quick: tuple[str, ...]
    minutes: int
    counts: str
    least: int
    may_differ: float = 0.0
    needs: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = PROGRAMS


def _sanitizers(questions: int, calls: int, signals: int, graphs: int) -> tuple[str, ...]:
    """Return the commands that compile the matcher with two sanitizers, ask it, and compare it with networkx."""
    include = "$({python} -c \"import sysconfig; print(sysconfig.get_path('include'))\")"
    preloaded = "$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libstdc++.so)"
    door = f"{QUIET} tests.fuzz.door build/native.so {calls} {signals}"
    return (
        f"mkdir -p build && {SANITIZED} -I{{matcher}} tests/fuzz/matcher.cpp -o build/matcher-fuzz",
        f"nice build/matcher-fuzz {{seed}} {questions}",
        f"{SANITIZED} -shared -fPIC -I{include} {{matcher}}/native.cpp -o build/native.so",
        f'LD_PRELOAD="{preloaded}" ASAN_OPTIONS=detect_leaks=0 {door}',
        f"{QUIET} tests.fuzz.matcher {graphs}",
    )


def _without_fast(every: str) -> tuple[str, ...]:
    """Return the commands that pair recorded rounds in a copy of the project without the folder of the fast engine."""
    copy = "build/without-fast"
    return (
        f"rm -rf {copy} && mkdir -p {copy}",
        f"git ls-files -z ':!pairing_engine/fast' | xargs -0 cp --parents -t {copy}",
        f"cd {copy} && PYTHONPATH=$PWD {QUIET} tests.evidence.golden.without_fast {every}",
    )


OF_SOURCES = "--ignore tests/articles/mutants --ignore tests/proof --ignore tests/house/test_book.py"
"""Tests that change the sources, read them or ask git about them, which a compiled copy of the project cannot."""


def _compiled(*tests: str) -> tuple[str, ...]:
    """Return the commands that compile the fast engine in a copy of the project, and run tests with it.

    PY_IGNORE_IMPORTMISMATCH: pytest finds the examples of a compiled module in another file than its code.
    """
    copy = "build/compiled"
    inside = f"cd {copy} && PY_IGNORE_IMPORTMISMATCH=1 PYTHONPATH=$PWD"
    return (
        f"rm -rf {copy} && mkdir -p {copy} && git ls-files -z | xargs -0 cp --parents -t {copy}",
        f"cd {copy} && SWISSPAIR_COMPILED=1 nice {{python}} setup.py --quiet build_ext --inplace",
        f"{inside} {QUIET} pytest tests/house/test_packaging.py -k compiled_core",
        *(f"{inside} {chosen}" for chosen in tests),
    )


PARTS = (
    Part(
        "golden",
        "rounds that other programs have paired and recorded, with their pairs, colours and byes",
        (f"{RECORDED} -m golden",),
        (f"{SAMPLED}800 -m golden",),
        4,
        "rounds",
        33_000,
        rests_on=RULES,
    ),
    Part(
        "without-fast",
        "recorded rounds of every system, paired without the folder of the fast engine",
        _without_fast(""),
        _without_fast("12"),
        1,
        "rounds",
        1_000,
        rests_on=RULES,
    ),
    Part(
        "transcriptions",
        "random rounds, paired by the engine and by a literal transcription of the rules",
        (f"{RECORDED} -m slow {LITERAL}",),
        (f"{SAMPLED}500 -m slow {LITERAL}",),
        16,
        "rounds",
        10_000,
        rests_on=RULES,
    ),
    Part(
        "laws",
        "properties that every round and every file must have, on generated events",
        (f"HYPOTHESIS_PROFILE=ci {RECORDED} {LAWS}",),
        (f"{SAMPLED}30 {LAWS}",),
        6,
        "tests",
        100,
    ),
    Part(
        "mutants",
        "rules and shortcuts broken on purpose, each of which must change some round",
        (f'{RECORDED} -m "mutants and not golden"',),
        (f'{SAMPLED}300 -m "mutants and not golden"',),
        2,
        "mutants",
        500,
    ),
    Part(
        "differential",
        "generated rounds of each edition, paired by the engine with its shortcuts and by the reference engine",
        (f"{EVIDENCE}.differential.campaign --first {{seed}}000 --events 150",),
        (f"{EVIDENCE}.differential.campaign --first {{seed}}000 --events 1",),
        3,
        "rounds",
        10_000,
        rests_on=ENGINE,
    ),
    Part(
        "exhaustive",
        "all positions of small events, paired by the engine in two ways and by the transcription",
        (f"{EVIDENCE}.exhaustive.every_position --seconds 300",),
        (f"{EVIDENCE}.exhaustive.every_position --seconds 12",),
        6,
        "positions",
        10_000,
        rests_on=ENGINE,
    ),
    Part(
        "saturation",
        "random events, played until the last round or until no further round can be paired",
        (f"{EVIDENCE}.exhaustive.saturation --positions 60",),
        (f"{EVIDENCE}.exhaustive.saturation --positions 1",),
        1,
        "rounds",
        1_000,
        rests_on=ENGINE,
    ),
    Part(
        "explanations",
        "answers to judge, why and why-not about every round of small positions, compared with the transcriptions",
        (f"{EVIDENCE}.exhaustive.every_position --explanations --seconds 240",),
        (f"{EVIDENCE}.exhaustive.every_position --explanations --seconds 8",),
        5,
        "answers",
        10_000,
        rests_on=ENGINE,
    ),
    Part(
        "sentences",
        "sentences of answers, read back from their text and compared with the legal rounds of the position",
        (f"{EVIDENCE}.exhaustive.read_back --first {{seed}}000 --positions 500",),
        (f"{EVIDENCE}.exhaustive.read_back --first {{seed}}000 --positions 1",),
        8,
        "sentences",
        1_000_000,
        rests_on=ENGINE,
    ),
    Part(
        "oracles",
        "random rounds, tie-breaks and rating reports of our own, computed and read by Gacrux and py4swiss",
        (f"{RECORDED} -m oracle",),
        (f"{SAMPLED}20 -m oracle",),
        4,
        "rounds",
        100,
        needs=("gacrux.trf2json", "py4swiss.engines"),
    ),
    Part(
        "endorsement",
        "generated events, paired by swisspair and by bbpPairings 6.0.0 and 5.0.1, in both directions",
        (f"{EVIDENCE}.endorsement.comparison --seconds 300 --results {{folder}}/endorsement-results.json",),
        (),
        5,
        "events",
        100,
        may_differ=0.001,
        needs=("BBP6", "BBP5"),
    ),
    Part(
        "causes",
        "events altered in one way, and the causes that swisscheck offers, each proved by making its change",
        (f"{QUIET} tests.checker.causes.every_kind --events 8", f"{PYTEST} -m slow tests/checker"),
        (f"{QUIET} tests.checker.causes.every_kind --events 1",),
        5,
        "events",
        200,
    ),
    Part(
        "evenings",
        "whole evenings, played through the command line and through the library of the page",
        (f"EVENINGS=120 {PYTEST} tests/programs/commands/test_two_doors.py",),
        (f"EVENINGS=1 {PYTEST} tests/programs/commands/test_two_doors.py",),
        5,
        "tests",
        1,
    ),
    Part(
        "callers",
        "files and calls as tournament managers make them, and every call in a process of its own",
        (
            f"REAL_STARTS=1 {PYTEST} tests/programs/legacy tests/programs/robustness tests/test_readme.py",
            f"{PYTEST} -m slow tests/programs tests/files tests/fuzz",
        ),
        (f"{PYTEST} tests/programs/legacy/test_callers.py tests/programs/legacy/test_integrators.py",),
        5,
        "tests",
        100,
    ),
    Part(
        "damages",
        "files with one wrong character, which must be refused, reported, or paired as before",
        (f"{QUIET} tests.fuzz.damaged_events --count 100000 --seed {{seed}} --seconds 420",),
        (f"{QUIET} tests.fuzz.damaged_events --count 400 --seed {{seed}}",),
        8,
        "damaged files",
        20_000,
        may_differ=0.02,
    ),
    Part(
        "attack",
        "damaged files, random calls of every mode, signals at any moment, and several writers of one file",
        (f"{QUIET} tests.fuzz.attack --count 10000 --seed {{seed}}",),
        (f"{QUIET} tests.fuzz.attack --count 300 --seed {{seed}}",),
        6,
        "inputs",
        5_000,
    ),
    Part(
        "sanitizers",
        "the matcher in C++ under two sanitizers, compared with all matchings and with networkx",
        _sanitizers(200_000, 60_000, 200, 30_000),
        _sanitizers(3_000, 2_000, 10, 500),
        3,
        "runs",
        5,
        needs=("c++",),
        rests_on=(*ENGINE, "tests/engine", "tests/fuzz"),
    ),
    Part(
        "limits",
        "memory and time of the largest inputs, for every reader, mode and system",
        (f"{PYTEST} --timeout 3600 -m limits tests/programs/limits",),
        (f"{PYTEST} -m limits tests/programs/limits -k titles",),
        12,
        "tests",
        200,
    ),
    Part(
        "compiled",
        "all tests and a tenth of the recorded rounds, with the fast engine compiled by mypyc",
        _compiled(f"{PYTEST} {OF_SOURCES}", f"{SAMPLED}10 -m golden"),
        _compiled(f"{SAMPLED}1500 -m golden"),
        8,
        "rounds",
        2_000,
        needs=("c++",),
    ),
    Part(
        "browser",
        "the page in a real Chromium, its evenings in Firefox too, with the same answers as the command line",
        (
            "make docs",
            f"{INSTALL} tools/locks/browser.lock",
            "{python} -m pytest -rs -m browser tests/browser tests/programs/commands/test_sheets.py",
        ),
        (f"{INSTALL} tools/locks/browser.lock", "{python} -m pytest -m browser tests/programs/commands/test_sheets.py"),
        12,
        "tests",
        50,
        needs=("chromium",),
        rests_on=PAGES,
    ),
    Part(
        "npm",
        "the npm package, packed and tried with Node",
        ("make npm",),
        (),
        3,
        "tests",
        3,
        needs=("node", "npm"),
        rests_on=PAGES,
    ),
    Part(
        "wasm-test",
        "the tests of the library in the WebAssembly of the page",
        ("make web", "{python} -m tools.web.wasm_test"),
        (),
        5,
        "tests",
        1_000,
        needs=("node",),
        rests_on=PAGES,
    ),
    Part(
        "cluster",
        "a scheduler with two workers, one of which is killed",
        (f"{INSTALL} requirements-cluster.lock", "{python} -m pytest -m cluster"),
        (f"{INSTALL} requirements-cluster.lock", "{python} -m pytest -m cluster --maxfail 1 -k killed"),
        3,
        "tests",
        3,
    ),
)

BY_NAME = {part.name: part for part in PARTS}
