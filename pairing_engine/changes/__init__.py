"""Changes to a tournament. Each function takes a tournament and returns a new one.

There are functions to create an event from a list of players, to record who plays in a round, to add a paired round,
and to enter its results. This package does not depend on files or command lines.
"""
