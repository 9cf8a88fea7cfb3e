"""The record of all comparisons: data files written by the runs, and a page made from them."""
