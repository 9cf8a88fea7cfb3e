"""The single-file program: what runs in it, how it is put together, and the head that unpacks it."""
