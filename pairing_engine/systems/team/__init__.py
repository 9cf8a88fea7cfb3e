"""The Team Pairing System."""
