"""The accents of the large alphabet: three rows, set above letters that are SMALL's at twice the size.

There is room for a true acute or tilde at this size, so these aren't doubled.
Drawn for this project.
"""

ACCENTS = """
acute grave circumflex tilde    diaeresis
..##  ##..  ..##..     .###..## ##..##
.##.  .##.  .####.     ######## ##..##
##..  ..##  ##..##     ##..###. ......
"""
