"""Random tournaments, paired by the rules; each seed gives the same event on every machine."""
