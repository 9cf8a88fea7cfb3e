"""The Dutch System before 2017: the procedures of 2012 [C.04.3.1] and of 1992 to 2009 [C.04.1].

The rules before 2017 describe a search by hand. Candidates are tried in order. If no candidate is acceptable,
requirements are dropped one by one and brackets are undone. In each score bracket, the search by hand finds the first
of the best candidates. The modules `candidates` and `lowering` find the first of the best candidates directly, by
matchings. Tests compare the results with a literal transcription of the rules. `process` moves from bracket to bracket
exactly as the rules say.
"""
