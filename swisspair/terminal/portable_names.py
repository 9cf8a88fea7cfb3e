"""Names of new files, made of names that came out of an archive, a file of lines or a store."""

from __future__ import annotations

_NOWHERE = '<>:"/\\|?*'
"""The characters that no file name may have on Windows."""

_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *(a + b for a in ("COM", "LPT") for b in "0123456789¹²³")}
"""The names that stand for devices on Windows, with any suffix."""

INSTEAD = "_"
"""The character for each that cannot stay."""


def portable(stem: str) -> str:
    """The name without its suffix as every system takes it, and as every terminal shows it.

    Whoever makes an archive chooses the names in it, so a name must not steer a terminal, leave the directory of the
    answers or reach a device.
    """
    kept = "".join(one if one.isprintable() and one not in _NOWHERE else INSTEAD for one in stem)
    kept = kept.rstrip(" .")  # Windows leaves them out
    if not kept or kept.partition(".")[0].rstrip().upper() in _DEVICES:
        return INSTEAD + kept
    return kept
