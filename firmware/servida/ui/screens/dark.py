"""The dark screen: nothing is lit.  While the console is switched off it says so, and at last to pull the plug."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from servida.ui.parts import MIDDLE

if TYPE_CHECKING:
    from servida.ui.events import Event
    from servida.ui.frame import Canvas
    from servida.ui.screen import Answer, World


@dataclass(frozen=True, slots=True)
class Dark:
    """A black picture; ``off`` when the console was switched off rather than idle, ``safe`` when that is done."""

    off: bool = False
    safe: bool = False

    name: ClassVar[str] = "dark"

    def update(self, event: Event, world: World) -> Answer:
        """Nothing answers here: the app wakes the panel by itself."""
        del event, world
        return self, ()

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw nothing, or how far the switching off is."""
        if self.off:
            say = world.texts.say
            canvas.text(MIDDLE, 28, say("Safe to unplug") if self.safe else say("Switching off"), anchor="m")

    def busy_until(self, world: World) -> float | None:
        """Nothing moves."""
        del world
        return None
