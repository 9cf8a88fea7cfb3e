"""Round robins by the Berger tables."""
