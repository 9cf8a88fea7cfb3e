"""Other packages of the same names: what to say where another ``trf`` stands in the place of ours.

Nothing of trf can be imported here: what is looked for is that it is another one.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pairing_engine.language import say


def stranger() -> str | None:
    """What is wrong if ``import trf`` finds another package than that of swisspair; None if it is ours."""
    ours = Path(__file__).resolve().parents[2] / "trf" / "__init__.py"
    try:
        found = find_spec("trf")
    except (ImportError, ValueError):
        found = None
    if found is None or found.origin is None:
        words = say("swisspair cannot run: its package trf has lost files to another one of this name")
        return f"{words}; {_apart()}"
    if Path(found.origin).resolve() != ours:
        words = say("swisspair cannot run: another package called trf hides its own: {path}", path=found.origin)
        return f"{words}; {_apart()}"
    if "TrfProblems" not in ours.read_text(encoding="utf-8", errors="replace"):
        words = say("swisspair cannot run: another package called trf was installed over its own: {path}", path=ours)
        return f"{words}; {_apart()}"
    return None


def _apart() -> str:
    return say(
        "give swisspair an environment of its own (pipx install swisspair-fide, or a new venv), or remove the other and"
        " install swisspair-fide again"
    )
