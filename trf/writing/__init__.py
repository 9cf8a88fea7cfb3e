"""From the facts of a tournament to records: the reverse of reading."""
