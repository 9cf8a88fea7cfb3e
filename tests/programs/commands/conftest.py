import gc
import io
import sys
from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

import swisspair.commands
import swisspair.swisscheck.cli
from tests.language.read_once import is_read_once
from tests.programs.commands.calls import Call, Outcome
from tests.programs.readers import compare_call

PROGRAMS: dict[str, Callable[[], None]] = {
    "swisspair": swisspair.commands.main,
    "swisscheck": swisspair.swisscheck.cli.main,
}


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Call]:
    """Return a function that calls a program within this process, in a temporary directory."""
    monkeypatch.chdir(tmp_path)
    threshold = gc.get_threshold()

    def made(program: str, *arguments: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", [program, *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        compare_call(program, [*map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            copy_context().run(PROGRAMS[program])  # a copied context, so that the language is reset after the call
        output, errors = (text.decode() for text in capsysbinary.readouterr())
        is_read_once(arguments, output, errors)
        return Outcome(int(stopped.value.code or 0), output, errors)

    yield made
    gc.set_threshold(*threshold)


@pytest.fixture
def pair(call: Call) -> Call:
    """Return a function that calls ``swisspair --pair`` with ``--jobs 1``."""
    return lambda *arguments, **options: call("swisspair", "--pair", *arguments, "--jobs", 1, **options)


@pytest.fixture
def check(call: Call) -> Call:
    """Return a function that calls ``swisscheck`` with ``--jobs 1``."""
    return lambda *arguments, **options: call("swisscheck", *arguments, "--jobs", 1, **options)
