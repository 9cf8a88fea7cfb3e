"""Tests with bad files, unusual inputs and outputs, and interruptions."""
