"""The carrier board: what draws it, what checks it and what makes the board house's files.

Only ``placing`` and ``silkscreen`` need KiCad's Python module; what reads the committed files needs nothing but the
standard library.
"""
