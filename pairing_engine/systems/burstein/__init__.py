"""The Burstein System."""
