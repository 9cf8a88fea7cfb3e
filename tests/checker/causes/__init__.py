"""Altered events, and the causes that `swisscheck` finds for them."""
