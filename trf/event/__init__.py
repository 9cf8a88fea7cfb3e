"""From records to an event of players: settings, players, rounds, and a check of the points."""
