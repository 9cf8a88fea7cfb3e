"""Tools that make the man pages, the site and the single-file program. The tools are not installed."""
