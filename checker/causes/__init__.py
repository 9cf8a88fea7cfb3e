"""What explains that recorded rounds differ: the smallest change that does, proved by pairing again."""
