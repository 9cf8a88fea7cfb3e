"""The single-file program: entry point, build, and unpacking script."""
