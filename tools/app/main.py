"""The entry point of the single-file program.

The file runs as swisspair or as swisscheck, depending on its own name. The program skips PyInstaller's usual
preparations, which took half of the time for a small event. This module only prepares what the programs need.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Run the program or a worker process."""
    if sys.argv[-2:-1] == ["-c"] and sys.argv[-1].startswith("from multiprocessing."):
        exec(sys.argv[-1])  # a helper of a process pool, called with the arguments of a Python interpreter
        return
    if "--multiprocessing-fork" in sys.argv[1:2]:
        from multiprocessing import freeze_support

        freeze_support()
    # All modules are files here: Python's own finder is faster than PyInstaller's.
    sys.path_hooks[:] = [hook for hook in sys.path_hooks if "Pyi" not in getattr(hook, "__qualname__", "")]
    sys.path_importer_cache.clear()
    from swisspair import programs

    if "swisscheck" in sys.argv[0].rpartition("/")[2]:
        programs.swisscheck()
    programs.swisspair()


if __name__ == "__main__":
    main()
