"""Strategy: exact values of positions, opponents and the coach.

Imports the rules and nothing else of Servida; no clock, no chance, no I/O.  numpy is loaded by the modules that
compute, never by this one.
"""
