"""Explanations of recorded rounds that differ. Pairing the round again proves each explanation."""
