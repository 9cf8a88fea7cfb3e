"""The program swisspair: the command line, and one file in `modes` for each task."""
