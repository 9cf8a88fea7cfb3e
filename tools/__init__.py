"""The tools that make the man pages, the site and the single-file program. Nothing here is installed."""
