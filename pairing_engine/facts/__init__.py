"""Facts about a tournament, from a file or from a program's memory, before any rule is applied."""
