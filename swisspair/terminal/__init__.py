"""The terminal: streams, files that are whole or not there, exit statuses, jobs, tables. Only programs know it."""
