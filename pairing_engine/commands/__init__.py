"""The program swisspair: one file for each thing that it does."""
