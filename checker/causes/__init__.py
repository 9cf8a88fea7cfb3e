"""Explanations for recorded rounds that differ, each proved by pairing the round again."""
