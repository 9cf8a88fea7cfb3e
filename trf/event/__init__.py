"""The reading of individual events: settings, players, rounds and points."""
