"""Standings: who is where after a round, by points and by the tie-breaks of C.07, and what a file says of it.

The tie-breaks are computed by the package gacrux, which only `calculator` knows.
"""
