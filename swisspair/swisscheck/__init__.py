"""The program swisscheck: its files, streams, shards and output."""
