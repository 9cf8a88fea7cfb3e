"""Code that reads individual events: settings, players, rounds and points."""
