"""What changes a tournament: new events, who plays, rounds, results."""
