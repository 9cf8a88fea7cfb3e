"""The modes of swisspair. Each file defines one mode, in its constant MODE: ``pair.py`` defines ``swisspair --pair``.

Only the requested mode is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from pairing_engine.values import NamedTuple


class Mode(NamedTuple):
    """A mode of the program swisspair, such as ``--pair``.

    The help page shows ``takes`` after the flag of the mode, and describes the mode with ``words``. ``run`` performs
    the task and returns the exit status. The typed parameters of ``run`` are the options of the mode. If
    ``on_first_page`` is true, the first help page shows the mode at the position ``place``. The first help page also
    shows the options in ``often``.
    """

    takes: str
    words: str
    run: Callable[..., object]
    often: tuple[str, ...] = ()
    place: int = 100
    on_first_page: bool = True


def names() -> list[str]:
    """Return the names of all modes. Each name is a file name without its suffix."""
    found = {path.stem for folder in __path__ for path in Path(folder).glob("*.py")}
    return sorted(found - {"__init__"}) or _names_in_an_archive()


def _names_in_an_archive() -> list[str]:
    import pkgutil  # this loads the module inspect

    return [found.name for found in pkgutil.iter_modules(__path__)]


def flag_of(name: str) -> str:
    """Return the flag of a mode.

    >>> flag_of("pair")
    '--pair'
    """
    return f"--{name.replace('_', '-')}"


def load(name: str) -> Mode:
    mode = import_module(f"{__name__}.{name}").MODE
    assert isinstance(mode, Mode)
    return mode
