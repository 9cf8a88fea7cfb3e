"""Everything around the terminal: streams, files, exit statuses, jobs, tables."""
