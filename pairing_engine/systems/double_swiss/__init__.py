"""The Double-Swiss System."""
