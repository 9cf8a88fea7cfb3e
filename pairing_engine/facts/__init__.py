"""Facts about a tournament, stated in a file or by another program, before any rule is applied."""
