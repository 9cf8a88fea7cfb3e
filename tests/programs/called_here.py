from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextvars import copy_context

import pytest


def status_of(main: Callable[[], None], *words: object) -> int:
    if sys.platform == "emscripten":
        pytest.skip("the command line needs typer, whose compiled packages are not installed")
    threshold = gc.get_threshold()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["program", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            copy_context().run(main)
    gc.set_threshold(*threshold)
    return int(stopped.value.code or 0)
