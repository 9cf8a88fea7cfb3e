"""[C.04.6] Events of teams: records to teams, their matches and what those come to."""
