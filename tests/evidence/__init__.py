"""The record of all comparisons, with their extent and outcome: data files that the runs write, and a page of them."""
