"""The modes of swisspair, one file each: ``pair.py`` with its value MODE is ``swisspair --pair``.

Only the requested mode is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from pairing_engine.values import NamedTuple


class Mode(NamedTuple):
    """A task of swisspair.

    On the help page, ``takes`` follows the flag of the mode, and ``words`` describes the mode in one line. ``run``
    performs the task and returns the exit status. Its typed arguments are the options, and ``often`` names the options
    for the first help page. ``place`` is the mode's place on that page, if the mode is ``on_first_page``.
    """

    takes: str
    words: str
    run: Callable[..., object]
    often: tuple[str, ...] = ()
    place: int = 100
    on_first_page: bool = True


def names() -> list[str]:
    """Return the names of all modes, as their files have them."""
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
