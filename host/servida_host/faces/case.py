"""The drawn device: its case around the glass, five hold buttons under the five columns, and ROLL.

A button says who presses it and is told whether it is down; it must not know what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container, Horizontal
from textual.message import Message
from textual.widget import Widget

from servida.ui.keypad import Button
from servida_host.faces.cells import Rendering
from servida_host.faces.glass import Glass

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from servida_host.faces.shapes import Shape


class Key(Widget):
    """A button of the device, for the mouse; pressed it looks different without colour, too."""

    class Pointed(Message):
        """The mouse pressed the button."""

        def __init__(self, button: Button) -> None:
            super().__init__()
            self.button = button

    class Left(Message):
        """The pointer left a button, and with it the place where its release would be seen."""

    def __init__(self, button: Button) -> None:
        super().__init__(id=f"key-{button.value}")
        self.button = button

    def render(self) -> str:
        """Show the button's name, between marks while it is down."""
        name = self.button.value.upper()
        return f"▾ {name} ▾" if self.has_class("-down") else name

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell that the mouse presses it."""
        event.stop()
        self.post_message(self.Pointed(self.button))

    def on_leave(self) -> None:
        """Tell that the pointer is elsewhere."""
        self.post_message(self.Left())


class Case(Container):
    """The device; ``take`` a shape to be drawn in it."""

    DEFAULT_CSS = """
    Case { width: auto; height: auto; layout: vertical; background: #24272d; border: round #6b7280;
           border-title-color: #d7dce2; border-title-style: bold; border-title-align: center; }
    Case.-beside { layout: horizontal; }
    Case #front { width: auto; height: auto; }
    Case.-beside.-roomy #front { margin-left: 1; }
    Case #holds { width: auto; height: auto; }
    Case.-roomy #holds { padding: 0 1; }
    Case Glass { width: auto; height: auto; background: #040709; }
    Case.-roomy Glass { border: round #4b525c; }
    Case Key { width: 12; height: 1; margin-right: 1; content-align: center middle; text-style: bold;
               background: #3d434c; color: #f2f4f7; }
    Case.-half Key { width: 24; margin-right: 2; }
    Case.-roomy Key { height: 3; border: round #8b94a1; }
    Case Key#key-5 { margin-right: 0; }
    Case #side { width: auto; height: auto; align: left bottom; }
    Case.-roomy #side { padding: 0 1; }
    Case.-beside #side { width: 12; height: 100%; padding: 0; align: center bottom; }
    Case.-beside.-roomy #side { width: 11; align: left bottom; }
    Case Key#key-roll { width: 64; background: #870000; color: #ffffff; margin-right: 0; }
    Case.-half Key#key-roll { width: 128; }
    Case.-roomy Key#key-roll { border: round #d75f5f; }
    Case.-beside Key#key-roll { width: 10; height: 3; }
    Case.-beside.-roomy Key#key-roll { height: 5; }
    Case Key.-down, Case Key#key-roll.-down { background: #e8f7ff; color: #000000; }
    Case.-roomy Key.-down, Case.-roomy Key#key-roll.-down { border: heavy #ffffff; }
    """

    def __init__(self) -> None:
        super().__init__(id="case")
        self.border_title = "SERVIDA"
        self.glass = Glass()
        self.keys = tuple(Key(button) for button in Button)

    def compose(self) -> ComposeResult:
        """Put the parts together."""
        *holds, roll = self.keys
        with Container(id="front"):
            yield self.glass
            yield Horizontal(*holds, id="holds")
        with Container(id="side"):
            yield roll

    def take(self, shape: Shape) -> None:
        """Draw the device in this shape."""
        self.set_class(shape.roomy, "-roomy")
        self.set_class(shape.beside, "-beside")
        self.set_class(shape.rendering is Rendering.HALF_BLOCKS, "-half")
        self.glass.rendering = shape.rendering

    def press(self, down: frozenset[Button]) -> None:
        """Draw these buttons as pressed, and the others not."""
        for key in self.keys:
            key.set_class(key.button in down, "-down")
