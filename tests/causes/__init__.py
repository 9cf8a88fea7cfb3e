"""Events in which something was otherwise, and what `swisscheck` says of it."""
