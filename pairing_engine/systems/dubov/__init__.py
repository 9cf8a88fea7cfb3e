"""The Dubov System."""
