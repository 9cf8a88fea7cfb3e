"""The program swisspair: its command line, and one file in `modes` for each thing that it does."""
