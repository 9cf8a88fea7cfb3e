"""Explanations of recorded rounds that differ: the smallest change that explains one, proved by pairing again."""
