"""Bad files, bad places and bad moments: the answers of the programs, and the files they leave."""
