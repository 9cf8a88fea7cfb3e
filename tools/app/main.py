"""The entry point of the single-file program, which is swisspair or swisscheck by its own name.

PyInstaller's own preparations are left out, because they took half of the time that a small event needs. The parts
of them that the programs need are done here, at the point where they are needed.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the program, or one of its worker processes."""
    if sys.argv[-2:-1] == ["-c"] and sys.argv[-1].startswith("from multiprocessing."):
        exec(sys.argv[-1])  # a helper of a pool of processes, as an interpreter would be told to be it
        return
    if "--multiprocessing-fork" in sys.argv[1:2]:
        from multiprocessing import freeze_support

        freeze_support()
    # All modules are files here: the ordinary finder is quicker than PyInstaller's, and can list the modes.
    sys.path_hooks[:] = [hook for hook in sys.path_hooks if "Pyi" not in getattr(hook, "__qualname__", "")]
    sys.path_importer_cache.clear()
    from swisspair import programs

    if "swisscheck" in sys.argv[0].rpartition("/")[2]:
        programs.swisscheck()
    programs.swisspair()


if __name__ == "__main__":
    main()
