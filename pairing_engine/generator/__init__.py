"""Random tournaments, paired by the rules. The same seed gives the same event on every machine."""
