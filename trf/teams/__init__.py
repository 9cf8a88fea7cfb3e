"""[C.04.6] Team events: from records to teams, matches and points."""
