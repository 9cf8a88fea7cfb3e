"""The record of all comparisons: data files that the runs write, and a page about these files."""
