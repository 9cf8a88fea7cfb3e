"""Wishes: every strength in every system beside brute force, laws, and messages."""
