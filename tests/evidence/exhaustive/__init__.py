"""Every small event: all positions that the systems' own pairings lead to, paired in three ways."""
