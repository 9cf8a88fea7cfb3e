"""Explanations of rounds that differ from the correct pairing.

To prove an explanation, the check pairs the round again.
"""
