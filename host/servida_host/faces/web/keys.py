"""The keys of the terminal face on a page: the same strokes, by the names that a browser gives the keys.

A browser tells when a key comes up. So a key whose stroke is a tap on one button is a finger there, for as long as it
is held; the others stay strokes, which end by themselves. What a key does to the face alone is left to the browser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida_host.faces.keys import DEEDS, TAP, Stroke

if TYPE_CHECKING:
    from collections.abc import Mapping

    from servida.ui.keypad import Button

NAMES = {"space": " ", "shift+space": "Shift+Space", "enter": "Enter"}
"""A browser's ``KeyboardEvent.key`` by Textual's name, where they differ; with Shift where that makes no other key."""

STROKES: Mapping[str, Stroke] = {NAMES.get(key, key): deed for key, deed in DEEDS.items() if isinstance(deed, Stroke)}
"""What a key of the console's does, by its name in a browser."""

FINGERS: Mapping[str, Button] = {
    key: stroke.buttons[0] for key, stroke in STROKES.items() if stroke.seconds == TAP and len(stroke.buttons) == 1
}
"""The button that is down for as long as a key is."""

STRUCK: Mapping[str, Stroke] = {key: stroke for key, stroke in STROKES.items() if key not in FINGERS}
"""What is done for a key however long it is held."""
