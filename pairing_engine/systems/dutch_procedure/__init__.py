"""The Dutch System before 2017: the procedures of 2012 [C.04.3.1] and of 1992 to 2009 [C.04.1].

The texts describe a search by hand. Candidates are tried in order. If no candidate is acceptable, requirements are
dropped one by one and brackets are undone. Within one score bracket, the search by hand ends with the first of the best
candidates. Here matchings find the same candidate directly (`candidates`, `lowering`). Tests compare the results with
literal transcriptions of the texts. From one bracket to the next, `process` follows the text.
"""
