"""The terminal: streams, whole files, exit statuses, jobs, tables. Only the programs use it."""
