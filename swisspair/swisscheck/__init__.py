"""The program swisscheck: its files, streams and output."""
