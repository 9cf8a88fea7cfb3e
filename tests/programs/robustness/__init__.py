"""Tests with bad files, in unusual places, and with interruptions at bad moments."""
