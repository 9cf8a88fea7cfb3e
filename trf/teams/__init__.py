"""[C.04.6] The reading of team events: teams, matches and points."""
