"""Keep pytest from collecting examples in modules that import the packages of the extra ``docs``."""

collect_ignore = ["doctests.py"]
