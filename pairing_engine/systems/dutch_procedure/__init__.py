"""The Dutch System before 2017: the procedures of 2012 [C.04.3.1] and of 1998 and 2009 [C.04.1].

The rules before 2017 describe a search that an arbiter can do by hand. Candidates are tried in order. If no candidate
is acceptable, requirements are dropped one by one and brackets are undone. In each score bracket, the arbiter finds the
first of the best candidates. The module `process` uses matchings to find the same candidate directly. Tests compare the
results with a literal transcription of the rules. It moves from bracket to bracket exactly as the rules say.
"""
