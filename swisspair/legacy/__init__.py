"""Compatibility with bbpPairings and JaVaFo: arguments, files, sentences and exit statuses."""
