"""From records to an individual event: settings, players, rounds, and a check of the points."""
