"""Tests of wishes: brute force for every strength in every system, laws, and messages."""
