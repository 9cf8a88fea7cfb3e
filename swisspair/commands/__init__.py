"""The program swisspair: the command line, and a file in `modes` for each of its tasks."""
