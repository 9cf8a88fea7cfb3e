"""Changes to a tournament: each function takes a tournament and returns a new one.

A list of players becomes a new event. Before each round, the event records who plays. Then the paired round is added,
and finally its results. This room uses neither files nor command lines.
"""
