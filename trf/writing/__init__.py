"""The writing of tournaments as records of a file."""
