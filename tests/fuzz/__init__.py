"""Inputs that nobody would write on purpose: what the programs must survive."""
