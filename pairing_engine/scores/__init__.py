"""The crosstable, the scores, and the virtual points of acceleration."""
