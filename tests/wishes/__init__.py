"""Wishes: every strength in every system against brute force, laws, and what programs say of them."""
