"""The former home of what compares two rounds; it stays for one more release (docs/promises.md)."""

from pairing_engine.facts.shown import moved_names

__getattr__ = moved_names(__name__, {"pairing_engine.kernel.trace": "Difference compare"})
