"""Code that writes tournaments as records of a file."""
