"""Tools that make the man pages, the site and the single-file program. Packages do not contain the tools."""
