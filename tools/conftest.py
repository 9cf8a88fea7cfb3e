"""Settings that keep pytest away from modules of the extra ``docs``."""

collect_ignore = ["doctests.py"]
