"""Explanations of recorded rounds that differ; each is proved by pairing the round again."""
