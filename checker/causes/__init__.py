"""What explains that recorded rounds differ: the smallest change with which the rest agrees, proved by pairing again."""
