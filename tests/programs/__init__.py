"""Tests of the programs: `swisspair` answers its integrators byte for byte like bbpPairings and JaVaFo.

Docstrings of tests cite sections of the contract with integrators (issue 4), in brackets. The sections are 4.1
arguments, 4.2 pairs, 4.3 exit statuses, 4.4 sentences, 4.5 ``-c``, 4.6 checklists, 4.7 ``-g``, 4.8 integrators, 4.9
reading.
"""
