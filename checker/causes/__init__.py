"""Explanations of rounds that differ from the correct pairing, proved by pairing the round again."""
