"""Events that are altered on purpose, to see whether `swisscheck` finds the cause."""
