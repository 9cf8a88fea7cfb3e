"""Inputs that nobody would write on purpose; the programs must survive them."""
