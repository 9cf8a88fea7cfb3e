"""The single-file program: its entry point, its build, and the head that unpacks it."""
