"""Tests of wishes: every strength in every system against brute force, laws, and messages."""
