"""What a screen is, and the world that it may look at.

A screen is a frozen value.  It never changes the match: it answers an event with its next self and intents, which
the app carries out.  Its picture is a function of itself and the world.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from servida.ui.seats import level_at
from servida.ui.texts import Texts

if TYPE_CHECKING:
    from servida.rules import Match, RollOff
    from servida.strategy.advice import Level
    from servida.ui.events import Event, Intent
    from servida.ui.frame import Canvas
    from servida.ui.keypad import Button
    from servida.ui.seats import Levels
    from servida.ui.settings import Settings


@dataclass(frozen=True, slots=True)
class World:
    """All that a screen may know besides itself; ``now`` and ``quiet_since`` in seconds of the console's clock.

    What is wrong: ``substitute`` rolls the dice, ``fault`` is why nothing is saved, ``stuck`` are the jammed buttons.
    ``levels`` are those of the match's computers; ``share`` of their values is ready, ``None`` when all are.
    """

    now: float
    settings: Settings
    match: Match | None = None
    rolloff: RollOff | None = None
    substitute: bool = False
    fault: str = ""
    stuck: frozenset[Button] = frozenset()
    quiet_since: float = 0.0
    levels: Levels = ()
    share: float | None = None

    @property
    def texts(self) -> Texts:
        """The words in the chosen language."""
        return Texts(self.settings.language)

    @property
    def game(self) -> Match:
        """The match in progress, on the screens that exist only within one."""
        assert self.match is not None, "this screen is shown during a match"
        return self.match

    @property
    def mover(self) -> str:
        """The name of the player whose turn it is."""
        return self.game.players[self.game.mover]

    @property
    def level(self) -> Level | None:
        """The level of the computer whose turn it is; ``None`` in a person's turn and after the end."""
        return None if self.game.outcome is not None else level_at(self.levels, self.game.mover)


class Screen(Protocol):
    """One screen: ``name`` is what a script's ``expect screen`` calls it."""

    name: ClassVar[str]

    def update(self, event: Event, world: World) -> Answer:
        """Return the screen after the event, and what it wants done."""
        ...

    def draw(self, canvas: Canvas, world: World) -> None:
        """Draw the screen on a black canvas."""
        ...

    def busy_until(self, world: World) -> float | None:
        """Return when the running animation ends, or ``None`` when the picture is at rest."""
        ...


Answer = tuple[Screen, tuple["Intent", ...]]
