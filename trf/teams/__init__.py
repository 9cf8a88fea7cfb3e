"""[C.04.6] Events of teams: from records to teams, their matches and the points of these."""
