"""Standings after a round by points and by the tie-breaks of C.07, also compared with a file's ranks.

Each tie-break is a short function in a module of its article (`own` 7, `opponents` 8 and 9, `ratings` 10, `knockout`
12, `encounters` 6 and 13.3), declared in `catalogue`. They read a `record.Field`, where unplayed rounds are sorted by
Article 16, and `values` cuts what a modifier cuts. `parting` applies a list of them, `table` shows the outcome.
"""
