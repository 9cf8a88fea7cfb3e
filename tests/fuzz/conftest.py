"""The modules that pytest leaves out: they import atheris, which only ``make fuzz-coverage`` installs."""

collect_ignore = ["atheris_targets.py"]
