"""Changes to a tournament. Each function takes a tournament and returns a new one.

First, a list of players becomes a new event. Before each round, the event records who plays. Then the paired round is
added, and finally its results. This package uses neither files nor command lines.
"""
