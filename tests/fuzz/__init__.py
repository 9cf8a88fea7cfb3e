"""Fuzzing: inputs that nobody would write, which the programs must survive."""
