"""Safe names for new files, made from names in archives, lines or stores."""

from __future__ import annotations

_NOWHERE = '<>:"/\\|?*'
"""The characters that Windows does not allow in file names."""

_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *(a + b for a in ("COM", "LPT") for b in "0123456789¹²³")}
"""The device names of Windows, which no file may have."""

INSTEAD = "_"
"""The replacement for a character that is not allowed."""


def portable(stem: str) -> str:
    """Change a name without its suffix so that every operating system and terminal accepts the name.

    Anybody can make an archive, with any names. An unchanged name could control a terminal, leave the output directory
    or reach a device.
    """
    kept = "".join(one if one.isprintable() and one not in _NOWHERE else INSTEAD for one in stem)
    kept = kept.rstrip(" .")  # Windows drops trailing blanks and dots
    if not kept or kept.partition(".")[0].rstrip().upper() in _DEVICES:
        return INSTEAD + kept
    return kept
