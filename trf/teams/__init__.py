"""[C.04.6] Code that reads team events: teams, matches and points."""
