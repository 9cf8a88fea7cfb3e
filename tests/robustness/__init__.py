"""Bad files, bad places, bad moments: what the programs answer, and what they leave behind."""
