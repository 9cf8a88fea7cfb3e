"""Every small event there is: all positions that the systems' own pairings lead to, paired in three ways."""
