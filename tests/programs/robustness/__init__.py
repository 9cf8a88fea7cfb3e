"""Behaviour with bad files, in bad places and at bad moments."""
