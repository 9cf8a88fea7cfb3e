"""The Lim System."""
