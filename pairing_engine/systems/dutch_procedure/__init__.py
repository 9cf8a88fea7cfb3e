"""The Dutch System before 2017: the procedures of 2012 [C.04.3.1] and of 1992 to 2009 [C.04.1].

The texts describe a search by hand: candidates are tried in their order, and where none will do, requirements are
dropped one by one and brackets are undone. Within one score bracket that search ends with the first of the best
candidates, which is found here at once, by matchings (`candidates`, `lowering`); that it is the same one is shown by
literal transcriptions of the texts in the tests. From one bracket to the next, `process` follows the text.
"""
