"""The records of a file, with their columns, lines and faults.

Other packages of `trf` interpret the records as an event.
"""
