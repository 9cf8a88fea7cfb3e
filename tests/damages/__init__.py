"""Check who notices if one character of a file is wrong: ``make damages``."""
