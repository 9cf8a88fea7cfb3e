"""Pair every position of all small events in three ways, and compare the answers."""
