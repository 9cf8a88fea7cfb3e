"""Tests of the programs with bad files, unusual places, and interruptions at bad moments."""
