"""One character of a file is wrong: who notices? ``make damages``."""
