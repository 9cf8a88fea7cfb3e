"""Changes to a tournament: each function takes a tournament and gives a new one.

A list of players makes a new event. Before each round it is stated who plays; then the paired round is entered, and at
last its results. This room knows neither files nor command lines.
"""
