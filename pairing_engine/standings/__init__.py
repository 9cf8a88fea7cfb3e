"""The standings after a round, by points and by the tie-breaks of C.07, and their comparison with a file's ranks.

Each tie-break is a short function in the module of its article (`own` 7, `opponents` 8 and 9, `ratings` 10, `knockout`
12, `encounters` 6 and 13.3), and is declared in `catalogue`. The functions read a `record.Field`, in which Article 16
has been applied to unplayed rounds. `values` leaves out the terms that a modifier cuts. `parting` applies a list of
tie-breaks, and `table` shows the result.
"""
