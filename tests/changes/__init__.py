"""Changes to a tournament: new events, participants, rounds, results."""
