"""The way from results to points: the crosstable, scores, and the virtual points of acceleration."""
