"""Settings that make pytest ignore modules that need the extra ``docs``."""

collect_ignore = ["doctests.py"]
