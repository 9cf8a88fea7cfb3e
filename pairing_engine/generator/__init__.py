"""Random tournaments, paired by the rules: the same for the same seed on every machine."""
