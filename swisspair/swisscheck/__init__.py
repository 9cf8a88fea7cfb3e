"""The program swisscheck: files, streams, shards, and its output."""
