"""The FIDE (Dutch) System."""
