"""From records to an individual event: settings, players, rounds and points."""
