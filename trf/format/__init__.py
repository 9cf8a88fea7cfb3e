"""The records of a file, with their columns, lines and faults.

Only other modules interpret the records as an event.
"""
