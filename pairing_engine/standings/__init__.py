"""The standings after a round, according to points and the tie-breaks of C.07.

The tie-breaks are in `own` (Article 7), `opponents` (8 and 9), `ratings` (10), `knockout` (12) and `encounters` (6 and
13.3). `catalogue` lists all tie-breaks. The functions read a `record.Field`, which already applies Article 16 to
unplayed rounds. `values` cuts terms, `parting` applies a list of tie-breaks, and `table` shows the result.
"""
