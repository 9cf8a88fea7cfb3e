"""What changes a tournament: each function takes one and gives a new one, and the old one stays as it was.

A new event is made of a list of players; who plays is said before a round; a round that was paired is entered, then
its results. Files and command lines are not known here.
"""
