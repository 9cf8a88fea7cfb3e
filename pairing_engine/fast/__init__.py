"""The fast engine: everything that only makes pairing quicker. Without this folder, every pair stays the same."""
