"""Bad files, bad places, bad moments: the programs' answers, and the files that they leave behind."""
