"""The printed case: its shapes, their checks and the pictures.

`dimensions`, `envelopes`, `stl` and `stamp` need nothing but the standard library, and the project's tests use
them; all other modules need the environment of requirements/case.txt.
"""
