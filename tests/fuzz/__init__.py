"""Fuzzing: the programs must survive inputs that nobody would write on purpose."""
