"""From the facts of a tournament to records, the inverse of reading."""
