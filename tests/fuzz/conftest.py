"""What pytest leaves out: it would import atheris, which only ``make fuzz-coverage`` installs."""

collect_ignore = ["atheris_targets.py"]
