"""Code for the terminal: streams, files, exit statuses, parallel jobs, tables."""
