"""Records to an event of players: settings, players, rounds, and whether the points in the file agree with them."""
