"""The Dutch System before 2017: the procedures of Istanbul 2012 [C.04.3.1] and of 1992 to 2009 [C.04.1].

What the texts have tried one after the other (requirements lowered step by step, candidates in their order, brackets
undone) is, within one score bracket, the first of the best matchings; `candidates` finds it, and the literal
transcriptions of the tests try out that it is the same. From bracket to bracket `process` follows the text.
"""
