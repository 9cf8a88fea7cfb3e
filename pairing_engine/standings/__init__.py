"""The standings after a round, according to points and the tie-breaks of C.07.

`catalogue` lists all tie-breaks, and `formulas` has their arithmetic. The functions read a `record.Field`, which
already applies Article 16 to unplayed rounds. `values` cuts terms, `parting` applies a list of tie-breaks and compares
the games between tied participants (6 and 13.3), and `table` shows the result.
"""
