"""The program swisscheck: files, streams, shards, and what it prints."""
