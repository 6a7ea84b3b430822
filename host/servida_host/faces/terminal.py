"""The terminal face: the device drawn around a live panel, with keys and the mouse for its buttons.

Keys 1 to 5 and SPACE are taps; ``R`` is ROLL held, ``m`` the menu. A terminal tells of no key that comes up, so a
held SPACE is one press and its repeats are nothing: what happens to them is told in `fingers.py`. Real seconds
become the rig's virtual ones in `pace.py`; one timer is set for the moment at which something is due, and none
when nothing is. The face knows what a person sees and touches of a rig, nothing else.

It draws in `shapes.py`'s shapes: half blocks where 132 columns or so allow it, braille down to 66 × 21. The Linux
console has no braille, so there it wants half blocks. Without colour (NO_COLOR) the same can be read: what is
light is reversed, what is pressed is marked.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, ClassVar, assert_never

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from servida_host.faces.case import Case, Key
from servida_host.faces.farewell import farewell
from servida_host.faces.keys import DEEDS, KEY_ROWS, NOTES, Deed, Stroke
from servida_host.faces.pace import Pace
from servida_host.faces.picture import save
from servida_host.faces.shapes import best_shape, least_size
from servida_host.wire import CLOCK, cost, last_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from servida_host.bus import Transaction
    from servida_host.console_rig import ConsoleRig

OFF = "The console is off: safe to unplug. Any key quits."

AGAIN = 0.7
"""Seconds after a stroke in which one of the same key does nothing to the face: the keyboard repeats it."""

NO_KEYS = ("left_", "right_", "iso_", "caps_", "num_", "scroll_")
"""How the names begin under which some terminals tell of Shift and its like."""


SOON = 0.001
"""Seconds of the shortest timer: Textual divides by the interval, so that one of none ends in an error."""


class TerminalFace(App[None]):
    """What a person sees of a rig in a terminal.

    ``clock`` gives seconds and never runs backwards; ``hz`` is the bus clock to reckon with; ``speed`` is how many
    virtual seconds pass in a real one.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # Before anything of Textual's own, which would ask for another key instead.
        Binding(key, "leave", priority=True)
        for key, deed in DEEDS.items()
        if deed is Deed.LEAVE
    ]
    CSS = """
    Screen { align: center middle; background: #0c0e11; layers: below above; }
    #line { dock: bottom; height: 1; width: 100%; content-align: center middle; color: #9aa4b2; }
    #help { layer: above; width: auto; height: auto; padding: 0 2; border: round #8b94a1; background: #14171b;
            color: #d7dce2; border-title-align: center; display: none; }
    #small { width: 100%; text-align: center; display: none; }
    Screen.-help #help { display: block; }
    Screen.-small #small { display: block; }
    Screen.-small #case, Screen.-small #line, Screen.-small #help { display: none; }
    """

    def __init__(
        self,
        rig: ConsoleRig,
        clock: Callable[[], float] = time.monotonic,
        hz: int = CLOCK,
        speed: float = 1.0,
        remarks: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self._remarks, self._remarked = remarks, 0
        self._rig, self._clock, self._hz = rig, clock, hz
        self._tells_wire = False
        self._pace = Pace(rig, clock, speed)
        self._case = Case()
        self._line = Static(help_line(), id="line")
        self._small = Static(id="small")
        self._alarm: Timer | None = None
        self._last = ("", clock())
        self._braille = os.environ.get("TERM") != "linux"

    def compose(self) -> ComposeResult:
        """Put the parts together."""
        help_sheet = Static(help_text(), id="help")
        help_sheet.border_title = "Keys (any key closes this)"
        yield self._case
        yield self._line
        yield help_sheet
        yield self._small

    def on_mount(self) -> None:
        """Begin to follow the clock."""
        self.app_resume_signal.subscribe(self, self._resume)
        self.beat()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the device as large as fits, or say what size is needed."""
        width, height = event.size
        shape = best_shape(width, height, braille=self._braille)
        self.screen.set_class(shape is None, "-small")
        if shape is not None:
            self._case.take(shape)
            return
        columns, lines = least_size(braille=self._braille)
        self._small.update(f"Servida needs {columns} × {lines} characters; here are {width} × {height}.")

    def on_key(self, event: events.Key) -> None:
        """Do what the table of keys says."""
        if event.key.startswith(NO_KEYS):
            return
        (key, struck), now = self._last, self._clock()
        self._last = (event.key, now)
        repeated = event.key == key and now < struck + AGAIN
        deed = DEEDS.get(event.key)
        if self._rig.switched_off:
            if not repeated:
                self.exit()
        elif self.screen.has_class("-help"):
            self.screen.set_class(repeated, "-help")
        elif isinstance(deed, Stroke):
            if self.screen.has_class("-small"):
                return  # nobody rolls what can't be seen
            self._say(help_line())
            self._pace.strike(event.key, deed)
            self.beat()
        elif deed is not None and not repeated:
            self._do(deed)

    def action_leave(self) -> None:
        """Leave the face."""
        self._do(Deed.LEAVE)

    def _do(self, deed: Deed) -> None:
        match deed:
            case Deed.PICTURE:
                self._say(Content(save(self._rig.frame())))
            case Deed.WIRE:
                self._tells_wire = not self._tells_wire
                self.beat()
            case Deed.HELP:
                self.screen.add_class("-help")
            case Deed.SUSPEND:
                self.action_suspend_process()
            case Deed.LEAVE:
                self.exit()
            case _:
                assert_never(deed)

    def on_key_pointed(self, event: Key.Pointed) -> None:
        """Put the finger of the mouse on a button."""
        self._pace.point(event.button)
        self.beat()

    def on_key_left(self) -> None:
        """Take the finger of the mouse away."""
        self._lift()

    def on_mouse_up(self) -> None:
        """Take the finger of the mouse away, wherever it is by now."""
        self._lift()

    def on_app_blur(self) -> None:
        """Take the finger of the mouse away: another window gets the release."""
        self._lift()

    def _resume(self, _app: App[None]) -> None:
        """Draw everything again, for the shell's output is on the screen."""
        self.refresh()
        self.beat()

    def _lift(self) -> None:
        self._pace.lift()
        self.beat()

    def _say(self, text: Content) -> None:
        self._line.update(text)

    def beat(self) -> None:
        """Let happen what is due, show it, and set the timer for what is due next."""
        self._pace.catch_up()
        self._case.glass.show(self._rig.frame(), self._rig.panel.contrast)
        self._case.press(self._pace.down)
        self._case.border_subtitle = wire_text(self._rig.bus.log, self._hz) if self._tells_wire else ""
        if self._remarked < len(self._remarks):
            self._remarked = len(self._remarks)
            self._say(Content(self._remarks[-1]))
        if self._rig.switched_off:
            self._say(Content(OFF))
        if self._alarm is not None:
            self._alarm.stop()
        wait = None if self._rig.switched_off else self._pace.wait
        self._alarm = None if wait is None else self.set_timer(max(wait, SOON), self.beat)


def help_line() -> Content:
    """Return the line below the device."""
    rows = [row for row in KEY_ROWS if row.brief]
    return Content("  ").join(Content.assemble((row.shown, "bold"), f" {row.brief}") for row in rows)


def help_text() -> Content:
    """Return the help."""
    table = (Content.assemble((f"{row.shown:<7}", "bold"), row.told) for row in KEY_ROWS)
    return Content("\n").join((*table, Content(""), Content(NOTES)))


def wire_text(log: Sequence[Transaction], hz: int) -> str:
    """Return the line that says what the last picture took on the wire at this clock."""
    spent = cost(last_frame(log), hz)
    return f"last picture: {spent.bytes:,} bytes, {spent.seconds * 1000:.1f} ms at {hz / 1000:g} kHz"


def run(rig: ConsoleRig, hz: int = CLOCK, speed: float = 1.0, remarks: Sequence[str] = ()) -> int:
    """Play on this rig in the terminal until the person quits, and return the exit status.

    ``remarks`` may grow meanwhile; the face says each when it comes.
    """
    face = TerminalFace(rig, hz=hz, speed=speed, remarks=remarks)
    face.run()
    sys.stdout.write(farewell(rig) + "\n")
    return face.return_code or 0
