"""The program swisspair: its command line, and one file in `modes` for each of its tasks."""
