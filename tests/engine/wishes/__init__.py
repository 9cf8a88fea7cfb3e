"""Wishes: every strength in every system against brute force, laws, and the programs' messages."""
