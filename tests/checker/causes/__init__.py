"""Events that were altered in one way, and the causes that `swisscheck` names."""
