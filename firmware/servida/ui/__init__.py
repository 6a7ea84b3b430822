"""What a player sees and presses: keypad, screens and the app that joins them.

Pure: an event goes in, a new app and effects come out.  No clock, chance or I/O; Pillow is all it imports.
"""
