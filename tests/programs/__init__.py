"""The contract with integrators: the program behaves byte for byte like bbpPairings and JaVaFo.

The numbers in brackets are the sections of the contract (issue 4): 4.1 arguments, 4.2 pairs, 4.3 exit statuses,
4.4 sentences, 4.5 ``-c``, 4.6 checklists, 4.7 ``-g``, 4.8 integrators, 4.9 reading.
"""
