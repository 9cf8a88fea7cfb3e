"""Compatibility with bbpPairings and JaVaFo: command lines, files, messages and exit statuses."""
