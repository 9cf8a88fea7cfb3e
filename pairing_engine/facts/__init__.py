"""What is known of a tournament, as it stands in a file or in a program's memory: no rule is applied yet."""
