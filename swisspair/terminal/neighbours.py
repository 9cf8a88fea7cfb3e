"""The check whether another package named ``trf`` has taken the place of ours.

This module cannot import anything from trf, because ``trf`` may be the other package.
"""

from __future__ import annotations

from pathlib import Path

from pairing_engine.language import marked, say

_APART = marked("give swisspair an environment of its own (pipx install swisspair-fide, or a new venv)")


def _anew() -> str:
    return say("{apart}, or uninstall the other package and install swisspair-fide again", apart=say(_APART))


def stranger() -> str | None:
    """Return an error message if ``import trf`` finds another package instead of ours; else None."""
    from importlib.util import find_spec  # imported late: the package is nearly always ours

    ours = Path(__file__).resolve().parents[2] / "trf" / "__init__.py"
    try:
        found = find_spec("trf")
    except (ImportError, ValueError):
        found = None
    if found is None or found.origin is None:
        return say(
            "swisspair cannot run: another package called trf has replaced files of swisspair's own trf; {again}",
            again=_anew(),
        )
    if Path(found.origin).resolve() != ours:
        return say(
            "swisspair cannot run: another package called trf hides swisspair's own trf: {origin}; "
            "{apart}, or rename the other package",
            origin=found.origin,
            apart=say(_APART),
        )
    if "TrfProblems" not in ours.read_text(encoding="utf-8", errors="replace"):
        return say(
            "swisspair cannot run: another package called trf was installed over swisspair's own trf: {ours}; {again}",
            ours=ours,
            again=_anew(),
        )
    return None
