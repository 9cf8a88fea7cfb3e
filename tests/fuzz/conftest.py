"""Modules that pytest ignores because they import atheris (``make fuzz-coverage``)."""

collect_ignore = ["atheris_targets.py"]
