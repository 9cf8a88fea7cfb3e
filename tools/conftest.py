"""What imports the packages of the extra ``docs`` is no module to look for examples in."""

collect_ignore = ["doctests.py"]
